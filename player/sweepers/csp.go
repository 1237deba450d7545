package sweepers

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/deduction"
)

// NewCSP returns the player that opens a cell of least mine probability, of equals
// one uniformly at random (Sebag, Teytaud 2012, Alg. 2). The probabilities are
// exact, by counting; on an untouched board they are all alike: 0, where the rules protect
// any first cell.
//
// A decision's value is the chance to survive it. It is a function of the view and
// of the random numbers alone, and does not depend on the budget.
func NewCSP() Player { return &csp{} }

// NewCSPCorner returns the player that opens a corner first, uniformly one of those that
// the rules can serve, or any cell where they serve none; then a cell that the single
// point strategy finds safe, uniformly one of them; and only where there is none a cell of
// least mine probability as [NewCSP] does. It is ours: what paper B compares with is
// [NewCSPPGMS].
func NewCSPCorner() Player { return &csp{corner: true} }

type csp struct {
	corner bool
	deduction.Risks
}

func (p *csp) Choose(_ context.Context, rng *rand.Rand, v *minesweeper.View, _ blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	risk, err := p.consider(v)
	if err != nil {
		return blindsight.Decision[minesweeper.Cell]{}, err
	}
	d := sure(p.Cells[rng.IntN(len(p.Cells))])
	d.Value = 1 - risk
	return d, nil
}

// Choices returns the cells that Choose draws from.
func (p *csp) Choices(v *minesweeper.View) ([]minesweeper.Cell, error) {
	_, err := p.consider(v)
	return slices.Clone(p.Cells), err
}

// consider sets p.Cells to the cells to choose from and returns their risk.
func (p *csp) consider(v *minesweeper.View) (risk float64, err error) {
	if v.Left() == 0 {
		return 0, minesweeper.ErrNoCell
	}
	if c, forced := v.Forced(); forced {
		p.Cells = append(p.Cells[:0], c) // the rules open only what is safe
		return 0, nil
	}
	if !v.Started() {
		p.Cells = v.Legal(p.Cells[:0])
		if p.corner {
			p.Cells = corners(v.Game(), p.Cells)
		}
		return v.Game().FirstRisk(), nil
	}
	if p.corner {
		if p.Cells = p.Points.Safe(v, p.Cells[:0]); len(p.Cells) > 0 {
			return 0, nil
		}
	}
	return p.LeastOnward(v)
}

// sure is the decision for a cell that is certainly safe.
func sure(c minesweeper.Cell) blindsight.Decision[minesweeper.Cell] {
	return blindsight.Decision[minesweeper.Cell]{Action: c, Value: 1}
}

// corners returns the cells that are corners of the board, or all cells if none is.
func corners(g *minesweeper.Game, cells []minesweeper.Cell) []minesweeper.Cell {
	r := g.Rules()
	kept := 0
	for i, c := range cells {
		row, col := g.RowCol(c)
		if (row == 0 || row == r.Height-1) && (col == 0 || col == r.Width-1) {
			cells[i], cells[kept] = cells[kept], cells[i]
			kept++
		}
	}
	if kept == 0 {
		return cells
	}
	return cells[:kept]
}
