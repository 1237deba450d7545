package uct

import "math"

// bandit is the formula that weighs what is known of an action against how
// little that is.
type bandit struct{ factor float64 }

// bound is paper A's: mean + factor * sqrt(log(1+n) / (1+n_a)), with logn = log(1+n).
// An action never tried counts as having brought 0.
func (b bandit) bound(mean, logn float64, visits int32, scale float64) float64 {
	return mean + b.factor*scale*math.Sqrt(logn/float64(1+visits))
}

// selectEdge returns the index of the edge with the greatest bound at a node with
// so many visits; of equal ones the first.
func selectEdge[A comparable](b bandit, edges []edge[A], visits int, scale float64) int {
	logn := math.Log(float64(1 + visits))
	best, bound := 0, math.Inf(-1)
	for i := range edges {
		if u := b.bound(edges[i].mean, logn, edges[i].visits, scale); u > bound {
			best, bound = i, u
		}
	}
	return best
}
