// Package enumerate finds every state that agrees with what one side of a contest
// knows: the exact belief, from a [blindsight.Trail]. There are three ways, after
// Russell and Wolfe (Efficient Belief-State AND-OR Search, with Application to
// Kriegspiel, 2005, section 2), and all of them end with the same set:
//
//   - [Belief.Advance] goes breadth-first, turn by turn, on all cores, and removes
//     duplicates. It is the fastest way to the whole belief, and tells its size after
//     each turn. It can go on when more turns are known.
//   - [Depth] goes depth-first and streams the states one by one: the first are there
//     at once, whatever the size of the whole.
//   - [Random] goes depth-first too, by random turns and from the start each time, and
//     streams a random sample without repetition, until nothing is left.
//
// States are told apart by comparing them; hashes only say where to look. All ways can
// be bounded ([Options]); a bound that is hit is a [LimitError], a trail that nothing
// agrees with an [EmptyError].
package enumerate
