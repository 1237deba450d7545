package uct

import "math"

// Bandit is the formula that weighs what is known of an action against how little
// that is.
type Bandit uint8

// The bandits.
const (
	UCB1 Bandit = iota // paper A's: mean + factor * sqrt(log(1+n) / (1+n_a))
	UCBV               // with variance estimates, paper B's
)

// bandit is a formula with its factor.
type bandit struct {
	formula Bandit
	factor  float64
}

// bound returns the upper bound of an action at a node with logn = log(1+visits). By
// UCB1 an action never tried counts as having brought 0.
func (b bandit) bound(mean, variance, logn float64, visits int32, scale float64) float64 {
	if b.formula == UCBV {
		return ucbv(mean, variance, logn, visits, b.factor, scale)
	}
	return mean + b.factor*scale*math.Sqrt(logn/float64(1+visits))
}

// selectEdge returns the index of the edge with the greatest bound at a node with
// so many visits; of equal ones the first.
func selectEdge[A comparable](b bandit, edges []edge[A], visits int, scale float64) int {
	logn := math.Log(float64(1 + visits))
	best, bound := 0, math.Inf(-1)
	for i := range edges {
		if u := b.bound(edges[i].mean, edges[i].variance(), logn, edges[i].visits, scale); u > bound {
			best, bound = i, u
		}
	}
	return best
}
