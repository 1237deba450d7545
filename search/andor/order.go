package andor

import (
	"maps"
	"slices"
)

// order is what best has learned about the order in which to try things: attempts that
// leave little open come first, then those that have won elsewhere; states that refute
// attempts come first, and so do large parts of a belief, which fail sooner. Switched
// off, everything stays in the order of the game.
type order[A comparable] struct {
	off      bool
	history  map[A]int // plies won by an attempt: dynamic history
	recent   [4]A      // attempts that mated lately
	recently int       // how many there were
}

// candidate is an attempt that may win wherever it is legal.
type candidate struct {
	attempt int
	cost    int // states in which it moves and does not win at once
	merit   int
	legal   int // states in which it moves
}

func newOrder[A comparable](off bool) order[A] {
	return order[A]{off: off, history: make(map[A]int)}
}

// clone returns a copy.
func (o *order[A]) clone() order[A] {
	c := *o
	c.history = maps.Clone(o.history)
	return c
}

// join takes over what another order has learned since it was known.
func (o *order[A]) join(other, known *order[A]) {
	for a, merit := range other.history { // sums do not depend on the order of a map
		o.history[a] += merit - known.history[a]
	}
	o.recent, o.recently = other.recent, other.recently
}

// won notes that an attempt won wherever it was legal, with so much depth left.
func (o *order[A]) won(a A, depth int) { o.history[a] += depth }

// mated notes an attempt that mated at once.
func (o *order[A]) mated(a A) {
	o.recent[o.recently%len(o.recent)] = a
	o.recently++
}

// lately reports whether an attempt is one of the last that mated.
func (o *order[A]) lately(a A) bool {
	return !o.off && slices.Contains(o.recent[:min(o.recently, len(o.recent))], a)
}

// sort sorts candidates.
func (o *order[A]) sort(list []candidate) {
	if o.off {
		return
	}
	slices.SortStableFunc(list, func(c, d candidate) int {
		if c.cost != d.cost {
			return c.cost - d.cost
		}
		return d.merit - c.merit
	})
}

// refuter moves a state that refutes an attempt to the front: it may refute others.
func refuter[S comparable, A comparable](o *order[A], belief []S, k int) {
	if !o.off {
		belief[0], belief[k] = belief[k], belief[0]
	}
}

// largestFirst sorts the parts of a belief.
func largestFirst[S comparable, A comparable, O Percept](o *order[A], groups []group[S, O]) {
	if !o.off {
		slices.SortStableFunc(groups, func(g, h group[S, O]) int { return len(h.states) - len(g.states) })
	}
}
