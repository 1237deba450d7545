package interval

// MedianRank returns the rank, from 1, of the lower end of an interval for a median of n
// observations that have nothing to do with each other: the true median lies between the one
// of that rank from below and the one of the same rank from above, except with a chance of at
// most miss. Nothing is supposed of how they are distributed. Where the observations are too few for that, 5 or fewer
// for 5%, it returns false. It takes time n².
//
// Where an observation is known within bounds only, the lower bounds, ordered, give the lower
// end and the upper bounds the upper one: neither can be further in than what they bound.
//
// Source: W. R. Thompson, On confidence ranges for the median, Ann. Math. Statist. 7 (1936) 122-128.
func MedianRank(n int, miss float64) (rank int, ok bool) {
	for 2*rank < n && signTest(rank, n) <= miss {
		rank++
	}
	return rank, rank > 0
}
