package strong

import (
	"context"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
	"blindsight/search/reveal/joint"
)

// How many beliefs the exact search may visit: without a budget, and with simulations, if
// not more of these are granted.
const (
	instantNodes = 10_000
	exactNodes   = 50_000
)

// reach is the number of placements that exact searches take on without a budget.
type reach int

// of returns how many placements exact searches take on with a budget, and how many beliefs they
// may visit.
func (r reach) of(b blindsight.Budget) (placements int, beliefs int64) {
	if b == (blindsight.Budget{}) {
		return int(r), instantNodes
	}
	return optimum.MaxTable, max(exactNodes, int64(b.Simulations))
}

// exact is the stage of positions with so few placements that the optimum is found within the budget.
type exact struct {
	solver *reveal.Solver
	within reach
}

func (e *exact) decide(ctx context.Context, p *position, b *budget) (choice, bool) {
	if d, ok := e.solve(ctx, p, b); ok {
		return choice{Decision: d}, true
	}
	err := pace.Err(ctx)
	return failed(err), err != nil
}

func (e *exact) solve(ctx context.Context, p *position, b *budget) (d minesweeper.Decision, ok bool) {
	most, nodes := e.within.of(b.half)
	if p.Counter.Size() > float64(most)+0.5 {
		return d, false
	}
	a, err := p.table(most)
	if err != nil {
		return d, false
	}
	ctx, cancel := b.timed(ctx)
	defer cancel()
	// What is found within a limit depends on what is remembered, and a decision must
	// not depend on the games before.
	e.solver.Forget()
	e.solver.Limit(nodes)
	found := e.solver.Best(ctx, a)
	if !found.Value.Exact() || found.Action < 0 {
		return d, false
	}
	states := float64(a.States)
	for i, b := range found.Actions {
		value := float64(b.Lower) / states
		d.Actions = append(d.Actions, blindsight.ActionStat[minesweeper.Cell]{Action: p.cells[i], Mean: value, Bound: float64(b.Upper) / states, Value: value})
	}
	d.Action, d.Value, d.Measure = p.cells[found.Action], float64(found.Value.Lower)/states, blindsight.ExactReturn
	return d, true
}

// alone is the stage of boards with a part that stands alone and is easily solved: it has to be won sooner or later,
// and without it the exact search of the rest may come within reach.
type alone struct {
	solver *reveal.Solver
	within reach
}

func (s *alone) decide(ctx context.Context, p *position, b *budget) (c choice, ok bool) {
	half := b.half
	half.Time = 0 // it is for the searches before and after
	most, beliefs := s.within.of(half)
	p.divide().Alone(p.view, most, func(cells []minesweeper.Cell, t *reveal.Answers) bool {
		s.solver.Forget()
		s.solver.Limit(beliefs)
		found := s.solver.Best(ctx, t)
		if ok = found.Value.Exact() && found.Action >= 0; ok {
			cell := cells[found.Action]
			c = surviving(cell, 1-p.Counter.Chances()[p.Place[cell]])
		}
		return ok
	})
	return c, ok
}

// together is the stage of boards whose parts have nothing in common but the number of mines
// that are left, if each of them is small: their placements are not multiplied, so it reaches further
// than the search of the whole.
type together struct {
	solver *reveal.Solver
	within reach
}

func (s *together) decide(ctx context.Context, p *position, b *budget) (choice, bool) {
	if d, ok := s.solve(ctx, p, b); ok {
		return choice{Decision: d}, true
	}
	err := pace.Err(ctx)
	return failed(err), err != nil
}

func (s *together) solve(ctx context.Context, p *position, b *budget) (d minesweeper.Decision, ok bool) {
	most, beliefs := s.within.of(b.half)
	parts, cells, mines, ok := p.divide().Shared(p.view, most)
	if !ok {
		return d, false
	}
	ctx, cancel := b.timed(ctx)
	defer cancel()
	s.solver.Forget()
	c, err := joint.New(s.solver, beliefs).Best(ctx, parts, mines)
	if err != nil || c.Part < 0 {
		return d, false
	}
	d.Action, d.Value, d.Measure = cells[c.Part][c.Action], float64(c.Won)/c.States, blindsight.ExactReturn
	return d, true
}
