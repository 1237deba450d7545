package minecoach

import (
	"context"
	"errors"
	"fmt"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/player/sweepers/deduction"
)

// Deducer tells boards that deduction alone solves: from the first cell on there is
// always a cell that no placement of the mines mines, by the numbers and the number of
// mines together. What is certain is found by counting, so nothing that follows is
// missed, and nothing is assumed that does not. It is for one goroutine.
type Deducer struct {
	risks deduction.Risks
	cells []minesweeper.Cell
	view  *minesweeper.View
	state minesweeper.State
}

// maxDeducerNodes bounds the counting, see [counting.Counter]: a board beyond it counts
// as one that is not solved.
const maxDeducerNodes = 100_000

// Solves tells whether a board is solved without a guess, from its first cell on. It
// takes some milliseconds on 16x30/99, mostly less: few boards come far.
func (d *Deducer) Solves(g *minesweeper.Game, b minesweeper.Board) (bool, error) {
	g.Lay(b, &d.state)
	if d.view == nil || d.view.Game() != g {
		d.view = g.NewView()
		d.risks = deduction.Risks{}
		d.risks.Counter.Limit = maxDeducerNodes
	} else {
		d.view.CopyFrom(g.NewView())
	}
	v := d.view
	d.cells = append(d.cells[:0], b.First)
	for {
		for _, c := range d.cells {
			if v.At(c) != minesweeper.Covered {
				continue
			}
			step := g.Step(nil, &d.state, c)
			if step.Seen == minesweeper.Mine {
				return false, nil // only the first cell of a board that was given can hold one
			}
			if err := v.Did(c, step.Seen); err != nil {
				return false, err
			}
		}
		if v.Left() == 0 {
			return true, nil
		}
		d.cells = d.risks.Points.Safe(v, d.cells[:0])
		if len(d.cells) > 0 {
			continue
		}
		risk, err := d.risks.LeastOnward(v)
		if errors.Is(err, blindsight.ErrTooMany) || err == nil && risk > 0 {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		d.cells = append(d.cells[:0], d.risks.Cells...)
	}
}

// NoGuess returns the first board that deduction alone solves from a first cell, among
// the boards that the published generator deals for a seed and the games from one on,
// and the number of its game. It looks at most at so many boards as tries says, then
// gives an error.
func (d *Deducer) NoGuess(ctx context.Context, g *minesweeper.Game, seed, game uint64, first minesweeper.Cell, tries int) (minesweeper.Board, uint64, error) {
	for range tries {
		if err := pace.Err(ctx); err != nil {
			return minesweeper.Board{}, 0, err
		}
		b, err := g.Board(seed, game, first)
		if err != nil {
			return minesweeper.Board{}, 0, err
		}
		ok, err := d.Solves(g, b)
		if err != nil {
			return minesweeper.Board{}, 0, err
		}
		if ok {
			return b, game, nil
		}
		game++
	}
	return minesweeper.Board{}, 0, fmt.Errorf("none of %d boards %s can be solved without a guess: take fewer mines, or the gnomine rule", tries, g.Rules())
}
