package planners

import (
	"context"
	"slices"

	"blindsight"
	"blindsight/search/pointbased"
)

// bounds are what states are worth, from above and from below, in vectors whose mean at a belief is a bound of it. They never change and are shared.
type bounds struct {
	above [][]float64 // one for each class of actions: what these bring at most
	class []int       // of each action; actions of one class have the same vector
	seen  []float64   // what is gained by who sees all; nil where above is tighter than that
	below [][]float64 // what is gained by who does the same for ever
	again []int       // and what that is, beside below
}

// Bounds that a search begins with need not be exact: it moves them itself.
const within = 1e-6

// informable is how large a problem may be, in actions times chances, for the fast informed bound: below a second's work.
const informable = 1 << 17

// newBounds computes the bounds of a problem: the fast informed bound, or QMDP where that would take long, and blind policies.
func newBounds(t *blindsight.Tables) *bounds {
	ctx, b := context.Background(), &bounds{}
	size := 0
	for a := range t.Actions {
		size += t.Actions * (len(t.Moves[a].Value) + len(t.Signals[a].Value))
	}
	var above [][]float64
	if size <= informable {
		above = pointbased.FastInformed(ctx, t, within)
	} else {
		above = pointbased.QMDP(ctx, t, within)
		b.seen = make([]float64, t.States)
		for s := range b.seen {
			best := above[0][s]
			for _, values := range above[1:] {
				best = max(best, values[s])
			}
			b.seen[s] = best
		}
	}
	b.class = make([]int, t.Actions)
	for a, values := range above {
		b.class[a] = numberOf(&b.above, values)
	}
	for a, values := range pointbased.Blind(ctx, t, within) {
		if numberOf(&b.below, values) == len(b.again) {
			b.again = append(b.again, a)
		}
	}
	return b
}

// numberOf returns the number of a vector in a list, to which it is added if it is not there.
func numberOf(list *[][]float64, values []float64) int {
	for i, other := range *list {
		if slices.Equal(values, other) {
			return i
		}
	}
	*list = append(*list, values)
	return len(*list) - 1
}

// mean returns the mean of a vector at a belief.
func mean(states []int32, chances, values []float64) float64 {
	sum := 0.0
	chances = chances[:len(states)]
	for i, s := range states {
		sum += float64(chances[i] * values[s])
	}
	return sum
}

// upper returns what a belief is worth at most.
func (b *bounds) upper(states []int32, chances []float64) float64 {
	if b.seen != nil {
		return mean(states, chances, b.seen)
	}
	best := mean(states, chances, b.above[0])
	for _, values := range b.above[1:] {
		best = max(best, mean(states, chances, values))
	}
	return best
}

// lower returns what a belief is worth at least, and what to do for ever to gain that.
func (b *bounds) lower(states []int32, chances []float64) (worth float64, action int) {
	worth, action = mean(states, chances, b.below[0]), b.again[0]
	for i, values := range b.below[1:] {
		if x := mean(states, chances, values); x > worth {
			worth, action = x, b.again[i+1]
		}
	}
	return worth, action
}
