package sweepers

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/deduction"
)

// NewSPS returns the single point strategy (as in Sebag, Teytaud 2012): it looks
// at one number at a time. Where a number has as many known mines around it as it
// says, its other closed neighbours are safe; where it says as many as it has closed
// neighbours, they are all mines; and so on until nothing changes. It opens a cell
// found safe, uniformly one of them, and where there is none a closed cell not known
// to be a mine, uniformly.
//
// A decision's value is 1 for a safe cell and otherwise the share of cells that are
// safe among those not known to be mines: the chance to survive as far as this
// player can tell. It is a function of the view and of the random numbers alone.
func NewSPS() Player { return &sps{} }

type sps struct {
	points deduction.Points
	cells  []minesweeper.Cell
}

func (p *sps) Choose(_ context.Context, rng *rand.Rand, v *minesweeper.View, _ blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	safe, err := p.consider(v)
	if err != nil {
		return blindsight.Decision[minesweeper.Cell]{}, err
	}
	d := sure(p.cells[rng.IntN(len(p.cells))])
	if !safe {
		d.Value = float64(v.Left()) / float64(len(p.cells))
	}
	return d, nil
}

// Choices returns the cells that Choose draws from.
func (p *sps) Choices(v *minesweeper.View) ([]minesweeper.Cell, error) {
	_, err := p.consider(v)
	return slices.Clone(p.cells), err
}

// consider sets p.cells to the cells to choose from and tells whether they are
// known to be safe.
func (p *sps) consider(v *minesweeper.View) (safe bool, err error) {
	if v.Left() == 0 {
		return false, minesweeper.ErrNoCell
	}
	if _, forced := v.Forced(); forced || !v.Started() {
		p.cells = v.Legal(p.cells[:0])
		return forced || v.Game().FirstRisk() == 0, nil
	}
	if p.cells = p.points.Safe(v, p.cells[:0]); len(p.cells) > 0 {
		return true, nil
	}
	p.cells = p.points.Open(v, p.cells[:0])
	return false, nil
}
