package optimum

import (
	"context"
	"math/big"
	"time"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/search/reveal"
)

// MaxTable is how many placements a position may have for an exact search to be tried
// at all: listing them has a cost of its own.
const MaxTable = 20_000

// Handover decides positions by the exact search as far as a budget goes: one belief
// searched for each simulation granted, or half of the time. It is for one goroutine.
type Handover struct {
	g       *minesweeper.Game
	solver  *reveal.Solver
	counter counting.Counter
	sums    counting.Sums
	first   *minesweeper.Decision // of the untouched board, if it is known
}

// NewHandover returns one that has remembered nothing. Its memory is for the beliefs that its searches remember,
// in bytes.
func NewHandover(g *minesweeper.Game, memory int64) *Handover {
	return &Handover{g: g, solver: reveal.New(reveal.Options{Workers: 1, Memory: memory})}
}

// Try decides a position, or returns false where that takes more than its share of
// the budget; it then takes what it used off the time that is left.
func (h *Handover) Try(ctx context.Context, v *minesweeper.View, b *blindsight.Budget) (d minesweeper.Decision, ok bool, err error) {
	if !v.Started() && h.first != nil {
		return *h.first, true, nil
	}
	if size, err := h.size(v); err != nil || size > MaxTable {
		return d, false, err
	}
	begin := time.Now()
	// What is found within a limit depends on what is remembered, and a decision must
	// not depend on the games before.
	h.solver.Forget()
	h.solver.Limit(int64(b.Simulations))
	if b.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.Time/2)
		defer cancel()
	}
	if v.Started() {
		d, ok, err = h.solve(ctx, v)
	} else {
		d, ok, err = h.open(ctx)
	}
	if b.Time > 0 && !ok {
		b.Time = max(b.Time-time.Since(begin), time.Millisecond)
	}
	return d, ok, err
}

// size returns how many placements a position has, of an untouched board the most
// that any first cell leaves.
func (h *Handover) size(v *minesweeper.View) (float64, error) {
	if !v.Started() {
		n := new(big.Int).Binomial(int64(h.g.Cells()-1), int64(h.g.Rules().Mines)) // a mine on the first cell ends the game
		size, _ := new(big.Float).SetInt(n).Float64()
		return size, nil
	}
	h.g.Constraints(v, &h.sums)
	if err := h.counter.Count(&h.sums); err != nil {
		return 0, err
	}
	return h.counter.Size(), nil
}

// solve finds the best cell of a started board.
func (h *Handover) solve(ctx context.Context, v *minesweeper.View) (d minesweeper.Decision, ok bool, err error) {
	a, err := h.g.Answers(v, MaxTable)
	if err != nil {
		return d, false, err
	}
	choice := h.solver.Best(ctx, a)
	if !choice.Value.Exact() || choice.Action < 0 {
		return d, false, nil
	}
	return decisionOf(v, a, choice), true, nil
}

// open finds the best first cell.
func (h *Handover) open(ctx context.Context) (d minesweeper.Decision, ok bool, err error) {
	all, err := Solve(ctx, h.g, h.solver, nil)
	if err != nil {
		return d, false, err
	}
	for _, f := range all {
		if !f.Exact() {
			return d, false, nil
		}
	}
	d = opening(all)
	h.first = &d
	return d, true, nil
}
