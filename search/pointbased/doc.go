// Package pointbased solves POMDPs that are written out ([blindsight.Tables]): it closes in on
// the best discounted return from both sides, and what it finds is a policy of alpha vectors.
//
// # Bounds
//
// Above the best return lie, from loose to tight, that of one who sees the state ([MDP]), that of one
// who will see it after the next step ([QMDP]), and the fast informed bound ([FastInformed]). Below it lies
// that of one who does the same for ever ([Blind]).
//
// # The search
//
// [Solver] is SARSOP (Kurniawati, Hsu, Lee, SARSOP: Efficient Point-Based POMDP Planning by Approximating
// Optimally Reachable Belief Spaces, 2008). It walks from the start belief along the actions that may be best, to
// beliefs where the two bounds are far apart, and improves both on the way back. The lower bound is the greatest of a set of
// alpha vectors, the upper one the sawtooth over the beliefs it has been at. Both hold at every moment.
//
// Two things are ours. States are put into rooms (rooms.go): sets that no belief ever leaves
// but as a whole, as the places of a robot that knows where it is. A vector has values for one
// room only, and is compared with those of its room. And nothing is computed twice: each belief knows
// the best vector it was shown, and looks at those that came later.
//
// # What is proved
//
// Each vector knows the vectors its backup rests on, and these are kept, whatever is pruned. So the
// policy that is handed out ([Solver.Policy]) is closed: what its first vector promises can be checked
// in every state without any search, as package certificate/policy does. The upper bound is computed in
// float64, as all here, and has no such proof.
package pointbased
