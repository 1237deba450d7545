package uct

import (
	"math"

	"blindsight/internal/purefloat"
)

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
	UCB1          // UCB1 in paper A's form: mean + factor * sqrt(log(1+n) / (1+n_a)); an action never tried counts as having brought 0
	UCBV          // UCB-V, with variance estimates, paper B's
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

// choice returns the index of the choice to follow at a node that was visited before. For
// one that was never tried there must be memory; -1 if there is none.
func (t *tree[S, V, A, O]) choice(at int32, n *node) int {
	frozen := !t.edges.roomy(1) && !t.fits(0)
	if t.bandit.formula == Scaled {
		return t.selectScaled(at, n, frozen)
	}
	return t.selectBound(t.choices.run(n.choices, n.considered), t.chancesOf(n), int(n.visits), t.scopeOf(at), frozen)
}

// selectBound returns the index of the choice with the greatest bound at a node with so
// many visits; of equal ones the first. No bound is greater than the odds of the action
// times the most that can be gained. What was never tried counts unless the tree is
// frozen; -1 if nothing is left.
func (t *tree[S, V, A, O]) selectBound(choices []choice[A], odds []float64, visits int, s scope, frozen bool) int {
	logn := purefloat.Log(float64(1 + visits))
	fresh := t.bandit.bound(0, 0, logn, 0, s.unit)
	best, bound := -1, math.Inf(-1)
	for i := range choices {
		u := fresh
		if e := choices[i].edge; e != untried {
			e, variance := t.edges.at(e), 0.0
			if t.bandit.formula == UCBV {
				variance = e.variance()
			}
			u = t.bandit.bound(e.estimate(t.config.Backup), variance, logn, e.visits, s.unit)
		} else if frozen {
			continue
		}
		if odds != nil && odds[i] < 1 {
			u = min(u, odds[i]*s.most)
		}
		if best < 0 {
			best = i
		}
		if u > bound {
			best, bound = i, u
		}
	}
	return best
}

// estimate is what an edge is taken to bring.
func (e *edge) estimate(b Backup) float64 {
	if b == Best {
		return e.worth
	}
	return e.mean
}
