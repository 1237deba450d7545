package minesweeper

import (
	"context"
	"fmt"
	"math/big"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/search/expectimax"
)

// SecondCell is what is best once the first cell shows a number.
type SecondCell struct {
	Number       minesweeper.Seen
	Placements   int64 // that show it
	Lower, Upper int64 // how many of them the best play wins; equal when the search was finished
	// Best is a cell from which as many as Lower are won. There is none where none was searched to the
	// end, or nothing is left to open.
	Best  minesweeper.Cell
	Found bool
}

// Exact tells whether the value is known.
func (c SecondCell) Exact() bool { return c.Lower == c.Upper }

// SecondCells returns for each number that a first cell can show the best cell to go on with,
// and how many placements the best play wins. When the context ends, values are enclosed by what is
// known by then. Done, unless nil, is called after each number. The game's objective must be to win.
func SecondCells(ctx context.Context, g *minesweeper.Game, s *expectimax.Solver, first minesweeper.Cell, done func(SecondCell)) ([]SecondCell, error) {
	rules := g.Rules()
	if rules.Objective != minesweeper.Win {
		return nil, fmt.Errorf("the best second cells are found for the chance to win, not for the score")
	}
	left := new(big.Int).Binomial(int64(g.Cells()-len(g.Zone(first))), int64(rules.Mines))
	if left.Cmp(big.NewInt(MaxPlacements)) > 0 {
		return nil, fmt.Errorf("board %s: %s placements of the mines are left after the first cell: the exact optimum is found for at most %d", rules.Board(), left, MaxPlacements)
	}
	var all []SecondCell
	for number := range minesweeper.Seen(len(g.Neighbours(first)) + 1) {
		v := g.NewView()
		if v.Observe(first, number) != nil {
			continue // the rule excludes it
		}
		a, err := g.Answers(v, MaxPlacements)
		if err == blindsight.ErrInconsistent {
			continue // no placement shows it
		}
		if err != nil {
			return nil, err
		}
		c := SecondCell{Number: number, Placements: int64(a.States)}
		if v.Left() == 0 {
			c.Lower, c.Upper = c.Placements, c.Placements
		} else {
			choice := s.Best(ctx, a)
			c.Lower, c.Upper = choice.Value.Lower, choice.Value.Upper
			if choice.Action >= 0 {
				c.Best, c.Found = closed(v)[choice.Action], true
			}
		}
		all = append(all, c)
		if done != nil {
			done(c)
		}
	}
	return all, nil
}

// closed lists the closed cells of a view, which are the actions of its answers.
func closed(v *minesweeper.View) (cells []minesweeper.Cell) {
	for c := range minesweeper.Cell(v.Game().Cells()) {
		if v.At(c) == minesweeper.Covered {
			cells = append(cells, c)
		}
	}
	return cells
}
