package pointbased

import "math"

// strive is by how much of itself a trial means to close the gap at the root: it samples as if the search
// was to end there.
const strive = 0.5

// hope is how small the gap of a belief may be, in parts of the target's, for a walk to go on because more is
// expected of it than the path counts on.
const hope = 0.1

// deepest is how many steps a walk takes at most.
const deepest = 1000

// trial samples a path of beliefs and backs them up on the way back (algorithms 1 and 2 of the
// paper).
func (s *Solver) trial(w *watch) {
	s.refresh(s.root)
	gap := s.root.upper - s.root.lower
	if gap <= w.limits.Gap {
		return
	}
	s.sample(w, max(w.limits.Gap, strive*gap))
	for i := len(s.path) - 2; i >= 0; i-- { // the last was backed up when it was reached
		s.refresh(s.path[i])
	}
}

// sample walks from the root by the actions of greatest upper bound and the observations that add most to
// the gap, until what it would find out there can no longer matter at the root (algorithm 2 of the paper, SamplePoints).
// Target is the gap that is aimed at.
func (s *Solver) sample(w *watch, target float64) {
	n := s.root
	lower, upper := n.lower, n.lower+target // what the belief must reach to raise, and not to exceed to lower, the root's
	s.path = append(s.path[:0], n)
	discount := s.tables.Discount
	if discount == 0 {
		return // there is nothing to come
	}
	for depth := 0; depth < deepest && w.over() == nil; depth++ {
		if !s.worth(n, lower, upper, target) {
			return
		}
		lower, upper = max(lower, n.lower), max(upper, n.lower+target)
		a := n.upperBest()
		e := &n.edges[a]
		c, rest := e.widest(target / discount)
		if c == nil {
			return
		}
		// What is left of the targets when the other observations are taken at their bounds.
		lower = ((lower-e.reward)/discount - rest.lower) / c.chance
		upper = ((upper-e.reward)/discount - rest.upper) / c.chance
		target /= discount
		n = s.visit(n, a, c)
		s.path = append(s.path, n)
		s.refresh(n)
	}
}

// worth tells whether a walk is to go on from a node: its bounds are too far apart for the target, or
// it is expected to be worth more than what the path has come to count on (section III-B of the paper).
func (s *Solver) worth(n *node, lower, upper, target float64) bool {
	if n.upper > max(upper, n.lower+target) {
		return true
	}
	return n.upper > n.lower+hope*target && s.guesses.of(n) > lower
}

// sums are bounds added up.
type sums struct{ lower, upper float64 }

// widest returns the child whose gap, beyond the one it may have, adds most to that of the action, and the bounds
// of the others, added up by their chances.
func (e *edge) widest(target float64) (best *child, rest sums) {
	most := math.Inf(-1)
	for i := range e.children {
		c := &e.children[i]
		if excess := c.chance * (c.upper - c.lower - target); excess > most {
			most, best = excess, c
		}
		rest.lower += c.chance * c.lower
		rest.upper += c.chance * c.upper
	}
	if best != nil {
		rest.lower -= best.chance * best.lower
		rest.upper -= best.chance * best.upper
	}
	return best, rest
}
