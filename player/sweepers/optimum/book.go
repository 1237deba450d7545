package optimum

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/search/reveal"
)

// BookMove is what is best in a position of the best play.
type BookMove struct {
	Opened       []minesweeper.Cell // one after the other
	Shown        []minesweeper.Seen // what they showed
	Placements   int64              // that agree with it
	Lower, Upper int64              // how many of them the best play wins; equal when the search was finished
	// Best is a cell from which as many as Lower are won. There is none where none was searched to the
	// end, or nothing is left to open.
	Best  minesweeper.Cell
	Found bool
}

// Exact tells whether the value is known.
func (m BookMove) Exact() bool { return m.Lower == m.Upper }

// Way returns how the position came about, as in "1,2=4 2,0=1".
func (m BookMove) Way(g *minesweeper.Game) string {
	way := ""
	for i, c := range m.Opened {
		if i > 0 {
			way += " "
		}
		row, col := g.RowCol(c)
		way += fmt.Sprintf("%d,%d=%d", row, col, m.Shown[i])
	}
	return way
}

// Book finds the best play from a first cell on: the best cell for each number that it can show, and, as long as at
// least so many placements are left and no 0 has opened others, for each number that follows. When the context
// ends, values are enclosed by what is known by then. Done, unless nil, is called for each move as it is
// found. The game's objective must be to win.
func Book(ctx context.Context, g *minesweeper.Game, s *reveal.Solver, first minesweeper.Cell, least int64, done func(BookMove)) ([]BookMove, error) {
	rules := g.Rules()
	if rules.Objective != minesweeper.Win {
		return nil, fmt.Errorf("a book is made for the chance to win, not for the score")
	}
	left := new(big.Int).Binomial(int64(g.Cells()-len(g.Zone(first))), int64(rules.Mines))
	if left.Cmp(big.NewInt(MaxPlacements)) > 0 {
		return nil, fmt.Errorf("board %s: %s placements of the mines are left after the first cell: the exact optimum is found for at most %d", rules.Board(), left, MaxPlacements)
	}
	b := &bookWriter{ctx: ctx, g: g, solver: s, least: least, done: done}
	err := b.follow(g.NewView(), nil, first)
	return b.moves, err
}

type bookWriter struct {
	ctx    context.Context
	g      *minesweeper.Game
	solver *reveal.Solver
	least  int64
	done   func(BookMove)
	moves  []BookMove

	counter counting.Counter
	sums    counting.Sums
}

// follow looks at what a cell can show after some view.
func (b *bookWriter) follow(v *minesweeper.View, opened []minesweeper.Cell, cell minesweeper.Cell) error {
	for number := range minesweeper.Seen(len(b.g.Neighbours(cell)) + 1) {
		next := v.Clone()
		if next.Did(cell, number) != nil {
			continue // the rule excludes it
		}
		placements, err := b.placements(next)
		if err != nil {
			return err
		}
		if placements == 0 || len(opened) > 0 && placements < b.least {
			continue // no placement shows it, or too few do
		}
		m := BookMove{Opened: append(opened[:len(opened):len(opened)], cell), Placements: placements}
		for _, c := range m.Opened {
			m.Shown = append(m.Shown, next.At(c))
		}
		if err := b.solve(next, &m); err != nil {
			return err
		}
		b.moves = append(b.moves, m)
		if b.done != nil {
			b.done(m)
		}
		if _, forced := next.Forced(); m.Exact() && m.Found && !forced && m.Placements >= b.least {
			if err := b.follow(next, m.Opened, m.Best); err != nil {
				return err
			}
		}
	}
	return nil
}

// placements counts the placements that agree with a view: that is fast even where
// listing them is not.
func (b *bookWriter) placements(v *minesweeper.View) (int64, error) {
	b.g.Constraints(v, &b.sums)
	switch err := b.counter.Count(&b.sums); {
	case errors.Is(err, blindsight.ErrInconsistent):
		return 0, nil
	case err != nil:
		return 0, err
	}
	return b.counter.Placements().Int64(), nil
}

// solve finds the best cell of a view. When the context has ended, one placement is
// won by playing for it, and more is not known.
func (b *bookWriter) solve(v *minesweeper.View, m *BookMove) error {
	if v.Left() == 0 {
		m.Lower, m.Upper = m.Placements, m.Placements
		return nil
	}
	a, err := b.g.AnswersContext(b.ctx, v, MaxPlacements)
	if err != nil {
		if pace.Err(b.ctx) == nil {
			return err
		}
		m.Lower, m.Upper = 1, m.Placements
		return nil
	}
	choice := b.solver.Best(b.ctx, a)
	m.Lower, m.Upper = choice.Value.Lower, choice.Value.Upper
	if choice.Action < 0 {
		return nil
	}
	at := choice.Action
	for c := range minesweeper.Cell(b.g.Cells()) {
		if v.At(c) != minesweeper.Covered {
			continue
		}
		if at == 0 {
			m.Best, m.Found = c, true
			break
		}
		at--
	}
	return nil
}
