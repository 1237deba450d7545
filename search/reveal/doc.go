// Package reveal finds the exact optimum over beliefs of a static problem: one
// whose hidden state never changes and in which what an action shows is a function
// of that state ([Answers]). It knows no game, only the table of answers.
//
// # Values
//
// A belief is a set of equally likely states. Its value is the greatest number of
// them that one play can win; the optimal win probability is that number over the
// size of the set. Values are integers, so nothing is lost to rounding.
//
// # Reductions
//
// The value of a belief depends only on what its live actions show. An action is
// live if it shows different things in states where it does not lose.
//
//   - A dead action (one known number where it is safe) can be postponed to the end.
//     When no action is live, exactly one state is won: the one that is played for.
//   - States that agree in all live actions are never told apart before the end, so
//     one of them stands for all.
//   - A live action that loses in no state costs nothing and is taken at once.
//   - The order of the states, the names of live actions and what their answers are
//     counted from change no value: beliefs are looked up by a key that does not know
//     them; those of more than 64 states also by one that knows no order of actions
//     either, so that mirrored boards are solved once.
//   - Two states are rivals if no action that is safe in both shows different things:
//     one play wins only one of them. States are divided into camps of rivals; no play
//     wins more than one state of a camp, nor more than the camps that the best live
//     action keeps; an action wins at most the sum of that over its answers. Search
//     runs against a threshold and keeps values and upper bounds.
//
// Keys have 128 bits. The value of a game rests on these not colliding, which for a
// thousand million beliefs has a chance below 10^-20 (n²/2^129 for n of them). That is why it is
// called exact and not proved: a proof compares states in full, and comes with a file to check.
//
// # Repeatability
//
// Several tables are solved in parallel, each with what was known before and what it
// finds out itself, and what they found is put together in their order: values, bounds
// under a limit of nodes, and numbers of nodes are the same for any number of workers.
// Against a table that all share this costs 6% more nodes on 3x7/10.
//
// # Score
//
// [Solver.Score] finds the greatest expected number of actions taken before the loss,
// paper A's objective. Dead actions count there, so it has its own, simpler search.
package reveal
