// Package cfr finds equilibria of zero-sum games of two sides, and tells exactly how far a
// strategy is from one.
//
// # The game as a matrix
//
// [List] walks all plays of a game that lists what chance can bring ([blindsight.Outcomes]) and
// turns it into its sequence form ([Form]; von Stengel, Efficient computation of behavior
// strategies, 1996): for each side the tree of its information sets, and a sparse matrix
// of what is gained at the ends of plays. What is between is not kept. An information set
// is all that a side did, saw and heard, in its order, compared in full: no hash stands for it, and keys
// of views play no part. So views have perfect recall here, whatever their keys count.
//
// # What is done with it
//
//   - [Form.Respond]: the exact best response to a strategy, one pass over the matrix and the tree, and
//     so how much a pair of strategies can be exploited ([Form.Gap]).
//   - [Solver]: CFR+ (Tammelin and others, Solving heads-up limit Texas hold'em, 2015): regrets that
//     never are negative, sides that learn in turn, averages that count iterations by their number.
//     An iteration costs two passes over the matrix, and allocates nothing with one worker.
//   - [Sampler]: outcome-sampling MCCFR (Lanctot and others, Monte Carlo sampling for regret
//     minimization in extensive games, 2009), for games whose plays cannot be listed. It only plays,
//     and keeps what it has met.
//
// All of it is exact but for the rounding of float64 numbers, and deterministic for any number of workers.
package cfr
