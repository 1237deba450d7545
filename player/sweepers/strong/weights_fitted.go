// The weights in use were fitted by a prototype that is not in the repository, but for Clear and Early, which were set by
// hand: see "Forced guesses seen from afar" in studies/mines-strength/LOG.md. 'blindsight mines fit' fits them anew.

package strong

// weightsAhead are the weights in use.
var weightsAhead = Ahead{
	2: {Safe: 0.815, Progress: 0.778, More: 0.033, Next: 0.794, Clear: -0.014, Early: 0.034, Dead: -0.043, Closed: -0.0017, Loose: 0.0015, Fifty: 0.474, Guard: 0.744},
	3: {Safe: 0.834, Progress: 0.822, More: 0.034, Next: 0.249, Reply: 0.561, Clear: -0.011, Early: 0.034, Dead: -0.038, Closed: -0.0011, Loose: 0.0015, Fifty: 0.472, Guard: 0.781},
}
