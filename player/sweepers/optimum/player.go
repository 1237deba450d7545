package optimum

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/search/reveal"
)

// NewPlayer returns the player that wins most: from the first move on it opens a
// cell of greatest exact win probability, of several the one of least risk. It is for small
// boards (see MaxPlacements); it ignores the budget and takes the time it needs. Of cells
// that are not best a decision gives bounds: they are not searched to the end. The
// solver may be shared by players of one goroutine and remembers what it has solved.
func NewPlayer(g *minesweeper.Game, s *reveal.Solver) minesweeper.Planner {
	return &player{g: g.WithObjective(minesweeper.Win), solver: s}
}

type player struct {
	g      *minesweeper.Game
	solver *reveal.Solver
	first  *minesweeper.Decision // of the untouched board
}

func (o *player) Choose(ctx context.Context, _ *rand.Rand, v *minesweeper.View, _ blindsight.Budget) (minesweeper.Decision, error) {
	var d minesweeper.Decision
	if c, forced := v.Forced(); forced {
		d.Action = c
		return d, nil
	}
	if !v.Started() {
		return o.open(ctx)
	}
	a, err := o.g.AnswersContext(ctx, v, MaxPlacements)
	if err != nil {
		return d, fmt.Errorf("the exact optimum: %w", err)
	}
	choice := o.solver.Best(ctx, a)
	if choice.Action < 0 {
		return d, pace.Err(ctx)
	}
	return decisionOf(v, a, choice), pace.Err(ctx)
}

// decisionOf puts what the exact search found about a view's table into a decision.
func decisionOf(v *minesweeper.View, a *reveal.Answers, choice reveal.Choice) (d minesweeper.Decision) {
	legal, states := v.Legal(nil), float64(a.States)
	for i, b := range choice.Actions {
		value := float64(b.Lower) / states
		d.Actions = append(d.Actions, blindsight.ActionStat[minesweeper.Cell]{Action: legal[i], Mean: value, Bound: float64(b.Upper) / states, Value: value})
	}
	d.Action, d.Value, d.Measure = legal[choice.Action], float64(choice.Value.Lower)/states, blindsight.Return
	if choice.Value.Exact() {
		d.Measure = blindsight.ExactReturn
	}
	return d
}

// open decides on the first cell, once.
func (o *player) open(ctx context.Context) (minesweeper.Decision, error) {
	if o.first != nil {
		return *o.first, nil
	}
	all, err := Solve(ctx, o.g, o.solver, nil)
	if err != nil {
		return minesweeper.Decision{}, err
	}
	if pace.Err(ctx) != nil {
		return minesweeper.Decision{}, pace.Err(ctx)
	}
	d := opening(all)
	o.first = &d
	return d, nil
}

// opening is the decision for the best of the first cells.
func opening(all []FirstCell) minesweeper.Decision {
	d := minesweeper.Decision{Value: -1, Measure: blindsight.ExactReturn}
	for _, f := range all {
		lower, _ := f.Lower.Float64()
		upper, _ := f.Upper.Float64()
		d.Actions = append(d.Actions, blindsight.ActionStat[minesweeper.Cell]{Action: f.Cell, Mean: lower, Bound: upper, Value: lower})
		if !f.Exact() {
			d.Measure = blindsight.Return
		}
		if lower > d.Value {
			d.Action, d.Value = f.Cell, lower
		}
	}
	return d
}
