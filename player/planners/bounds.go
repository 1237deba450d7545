package planners

import (
	"math"

	"blindsight"
)

// bounds are what a state is worth, by action: above, if all were seen from the next step on (QMDP; Littman, Cassandra,
// Kaelbling 1995), and below, if the action were done for ever (a blind policy; Hauskrecht 1997). Both are linear in the belief. They never
// change and are shared.
type bounds struct {
	above, below [][]float64 // by action and state
}

// Bounds are iterated until nothing changes by more than so much of what a step can bring, or so often.
const (
	settled = 1e-4
	rounds  = 500
)

// newBounds computes the bounds of a problem with a discount below 1. It takes a pass over all chances for each round.
func newBounds(t *blindsight.Tables) *bounds {
	least, most := math.Inf(1), math.Inf(-1)
	for _, row := range t.Rewards {
		for _, x := range row {
			least, most = min(least, x), max(most, x)
		}
	}
	most, least = max(most, 0), min(least, 0)
	b := &bounds{}
	enough := settled * (most - least)
	// From above and from below the iterations are bounds at every moment.
	states := make([]float64, t.States)
	for s := range states {
		states[s] = most / (1 - t.Discount)
	}
	for range rounds {
		b.above = b.above[:0]
		for a := range t.Actions {
			b.above = append(b.above, backup(t, a, states))
		}
		change := 0.0
		for s := range states {
			best := b.above[0][s]
			for _, q := range b.above[1:] {
				best = max(best, q[s])
			}
			change = max(change, states[s]-best)
			states[s] = best
		}
		if change <= enough {
			break
		}
	}
	for a := range t.Actions {
		for s := range states {
			states[s] = least / (1 - t.Discount)
		}
		for range rounds {
			next, change := backup(t, a, states), 0.0
			for s := range next {
				change = max(change, next[s]-states[s])
			}
			copy(states, next)
			if change <= enough {
				break
			}
		}
		b.below = append(b.below, append([]float64(nil), states...))
	}
	return b
}

// backup returns what an action is worth in each state if the states after it are worth so much.
func backup(t *blindsight.Tables, a int, worth []float64) []float64 {
	values := make([]float64, t.States)
	for s := range values {
		to, chances := t.Moves[a].Row(s)
		sum := 0.0
		for i, end := range to {
			sum += chances[i] * worth[end]
		}
		values[s] = t.Rewards[a][s] + t.Discount*sum
	}
	return values
}
