package cfr

import "blindsight"

// GraphSolver is CFR+ over the views of a [Graph]. Where views forget nothing it is CFR+ as in
// [Solver], and tends to an equilibrium. Where they forget it is the same rule without that promise:
// what an action should have gained is summed over all plays that come to the view, each weighed by
// the other side's choices alone. What comes of it is to be judged by [Graph.Respond].
type GraphSolver[A comparable] struct {
	graph      *Graph[A]
	regrets    [2][]float64
	sums       [2][]float64
	play       [2]Plan
	reach      []float64 // by node
	worth      []float64 // by node, to side 0
	iterations int
}

// NewGraphSolver returns a solver that has not begun.
func NewGraphSolver[A comparable](g *Graph[A]) *GraphSolver[A] {
	s := &GraphSolver[A]{graph: g, reach: make([]float64, len(g.nodes)), worth: make([]float64, len(g.nodes))}
	for i := range s.play {
		s.play[i] = g.Uniform(blindsight.Side(i))
		s.regrets[i], s.sums[i] = make([]float64, len(s.play[i])), make([]float64, len(s.play[i]))
	}
	return s
}

// Iterations returns how many there were.
func (s *GraphSolver[A]) Iterations() int { return s.iterations }

// Average returns the average plans.
func (s *GraphSolver[A]) Average() (plans [2]Plan) {
	for i := range plans {
		plans[i] = s.graph.sides[i].matched(s.sums[i])
	}
	return plans
}

// Iterate lets both sides learn, one after the other.
func (s *GraphSolver[A]) Iterate() {
	s.iterations++
	for side := range blindsight.Side(2) {
		s.flow(side.Other())
		s.learn(side)
		s.play[side] = s.graph.sides[side].matched(s.regrets[side])
		s.flow(side)
		s.remember(side)
	}
}

// flow sets with what weight each node is come to, where one side plays and the other does everything
// with weight 1.
func (s *GraphSolver[A]) flow(plays blindsight.Side) {
	g := s.graph
	clear(s.reach)
	for _, o := range g.starts {
		if o.to != none {
			s.reach[o.to] += o.chance
		}
	}
	for i := range g.nodes {
		n, weight := &g.nodes[i], s.reach[i]
		if weight == 0 {
			continue
		}
		at := g.span(n)
		for a := range at.count {
			w := weight
			if n.side == plays {
				w *= s.play[plays][at.first+a]
			}
			for _, o := range g.of(n, a) {
				if o.to != none {
					s.reach[o.to] += w * o.chance
				}
			}
		}
	}
}

// learn adds to a side's regrets, which never fall below 0.
func (s *GraphSolver[A]) learn(side blindsight.Side) {
	g, regrets := s.graph, s.regrets[side]
	sign := 1.0
	if side == 1 {
		sign = -1
	}
	for i := len(g.nodes) - 1; i >= 0; i-- {
		n := &g.nodes[i]
		at := g.span(n)
		mean := 0.0
		weight := sign * s.reach[i]
		for a := range at.count {
			worth := 0.0
			for _, o := range g.of(n, a) {
				gain := o.gain
				if o.to != none {
					gain += s.worth[o.to]
				}
				worth += o.chance * gain
			}
			mean += s.play[n.side][at.first+a] * worth
			if n.side == side {
				regrets[at.first+a] += weight * worth
			}
		}
		s.worth[i] = mean
		if n.side == side {
			for a := at.first; a < at.first+at.count; a++ {
				regrets[a] -= weight * mean
			}
		}
	}
	for i, r := range regrets {
		regrets[i] = max(0, r)
	}
}

// remember adds a side's present play to its average, weighed by how likely it comes there and by
// the number of the iteration.
func (s *GraphSolver[A]) remember(side blindsight.Side) {
	g := s.graph
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.side != side {
			continue
		}
		at := g.span(n)
		for a := at.first; a < at.first+at.count; a++ {
			s.sums[side][a] += float64(s.iterations) * s.reach[i] * s.play[side][a]
		}
	}
}

// matched returns the plan in proportion to weights, uniform where there are none.
func (s *sights[A]) matched(weights []float64) Plan {
	p := make(Plan, len(weights))
	for _, at := range s.spans {
		from, to := at.first, at.first+at.count
		sum := 0.0
		for _, w := range weights[from:to] {
			sum += w
		}
		match(weights[from:to], sum, p[from:to])
	}
	return p
}
