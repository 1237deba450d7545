package uct

import "math"

// Bandit is the formula that weighs what is known of an action against how little
// that is.
type Bandit uint8

// The bandits.
const (
	// Scaled is UCB1 in the unit of the problem: the bonus is factor * range *
	// sqrt(log(1+n) / n_a), where range is that of all returns seen in this search, or
	// what the view says can still be gained (blindsight.Ranged). Every action is tried
	// once before any is tried twice.
	Scaled Bandit = iota
	UCB1          // paper A's: mean + factor * sqrt(log(1+n) / (1+n_a)); an action never tried counts as having brought 0
	UCBV          // with variance estimates, paper B's
)

// bandit is a formula with its factor.
type bandit struct {
	formula Bandit
	factor  float64
}

// bound returns the upper bound of an action at a node with logn = log(1+visits). By
// UCB1 an action never tried counts as having brought 0, by the others it comes first.
func (b bandit) bound(mean, variance, logn float64, visits int32, scale float64) float64 {
	switch b.formula {
	case UCBV:
		return ucbv(mean, variance, logn, visits, b.factor, scale)
	case UCB1:
		visits++
	}
	if visits == 0 {
		return math.Inf(1)
	}
	return mean + b.factor*scale*math.Sqrt(logn/float64(visits))
}

// selectEdge returns the index of the edge with the greatest bound at a node with
// so many visits, where most can be gained at most; of equal ones the first. No bound
// is greater than the odds of the action times that.
func selectEdge[A comparable](b bandit, backup Backup, edges []edge[A], visits int, scale, most float64) int {
	logn := math.Log(float64(1 + visits))
	best, bound := 0, math.Inf(-1)
	for i := range edges {
		e := &edges[i]
		u := b.bound(e.estimate(backup), e.variance(), logn, e.visits, scale)
		if e.odds < 1 {
			u = min(u, e.odds*most)
		}
		if u > bound {
			best, bound = i, u
		}
	}
	return best
}

// estimate is what an edge is taken to bring.
func (e *edge[A]) estimate(b Backup) float64 {
	if b == Best {
		return e.worth
	}
	return e.mean
}
