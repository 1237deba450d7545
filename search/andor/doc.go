// Package andor finds guaranteed wins in games of two sides who do not see each other's
// men: plans that win in every state of a belief, whatever the opponent does. It searches
// the AND-OR tree over beliefs of Russell and Wolfe, Efficient Belief-State AND-OR Search,
// with Application to Kriegspiel (2005), "the paper":
//
//   - an OR node is a belief with the own side to move: one attempt must win;
//   - an AND node is the arrival of a percept, which splits a belief: all parts must be won.
//     States in which an attempt is refused stay where they are, and cost no depth;
//   - an EXPAND node is a belief with the opponent to move, whose moves are hidden: its only
//     child is the union of all successors.
//
// By the paper's Theorem 1 nothing is lost if the opponent is taken to see everything;
// by Theorem 2 a belief without a guaranteed win has no superset with one. Our copy of the
// paper has lost all its digits: theorems and sections are numbered here by their order.
//
// # Algorithms
//
// A [Solver] is told one by name: a base with the letters of its prefixes before it
// (names.go; [Algorithms] are those that the paper names and ours, [Combinations] all that
// go together). All give the same verdict on every problem; they differ in which states
// they construct before they know it.
//
//   - dfs.go: depth-first search, with the prefixes l (legal children first) or x (refused
//     child first), e (early termination) and g (greedy); e-dfs is udb, uncertainty before
//     depth before breadth;
//   - pns.go: proof-number search;
//   - dbu.go and dub.go: incremental search, one state of a belief at a time;
//   - ipns.go: proof-number search over single states, and with the depth limit in mind;
//     ipns_depth.go: the same depth-first, in bounded memory;
//   - best.go: beyond the paper, a greedy search with a table of beliefs (table.go) and
//     subsumption between them (subsume.go), the open game as a bound (open.go), ordering
//     (order.go), iterative deepening, and several cores (parallel.go).
//
// A game is known through the small interface [Game] alone; where a question may be asked
// which costs nothing but may oblige, it is an [Asker] as well.
package andor
