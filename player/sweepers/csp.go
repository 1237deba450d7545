package sweepers

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
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
	corner  bool
	points  singlePoint
	front   frontier
	counter counting.Counter
	sums    counting.Sums
	cells   []minesweeper.Cell
}

func (p *csp) Choose(_ context.Context, rng *rand.Rand, v *minesweeper.View, _ blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	risk, err := p.consider(v)
	if err != nil {
		return blindsight.Decision[minesweeper.Cell]{}, err
	}
	d := sure(p.cells[rng.IntN(len(p.cells))])
	d.Value = 1 - risk
	return d, nil
}

// Choices returns the cells that Choose draws from.
func (p *csp) Choices(v *minesweeper.View) ([]minesweeper.Cell, error) {
	_, err := p.consider(v)
	return slices.Clone(p.cells), err
}

// consider sets p.cells to the cells to choose from and returns their risk.
func (p *csp) consider(v *minesweeper.View) (risk float64, err error) {
	if v.Left() == 0 {
		return 0, errNoCell
	}
	if c, forced := v.Forced(); forced {
		p.cells = append(p.cells[:0], c) // the rules open only what is safe
		return 0, nil
	}
	if !v.Started() {
		p.cells = v.Legal(p.cells[:0])
		if p.corner {
			p.cells = corners(v.Game(), p.cells)
		}
		return v.Game().FirstRisk(), nil
	}
	if p.corner {
		if p.cells = p.points.safe(v, p.cells[:0]); len(p.cells) > 0 {
			return 0, nil
		}
	}
	return p.leastRiskOnward(v)
}

// sure is the decision for a cell that is certainly safe.
func sure(c minesweeper.Cell) blindsight.Decision[minesweeper.Cell] {
	return blindsight.Decision[minesweeper.Cell]{Action: c, Value: 1}
}

// leastRiskOnward sets p.cells to the closed cells of least mine probability, in
// increasing order, and returns that probability. It is fast where the view goes on
// from the last one; its unknowns are those of p.front.
func (p *csp) leastRiskOnward(v *minesweeper.View) (float64, error) {
	p.front.constraints(v, &p.sums)
	if err := p.counter.Count(&p.sums); err != nil {
		p.front.game = nil // start anew
		return 0, err
	}
	p.front.learn(&p.sums, p.counter.Certain())
	if p.cells = p.front.safe(v, p.cells[:0]); len(p.cells) > 0 {
		return 0, nil
	}
	return p.collect(1), nil
}

// leastRisk sets p.cells to the closed cells of least mine probability and returns
// that probability.
func (p *csp) leastRisk(v *minesweeper.View) (float64, error) {
	g := v.Game()
	g.Constraints(v, &p.sums)
	p.cells = p.cells[:0]
	if err := p.counter.Count(&p.sums); err != nil {
		return 0, err
	}
	risk := 1.0
	if v.Left()+g.Rules().Mines > p.sums.Unknowns {
		risk = 0
		p.cells = p.protected(v, p.cells)
	}
	return p.collect(risk), nil
}

// collect appends to p.cells the cells of least mine probability, if that is at most
// risk, and returns it.
func (p *csp) collect(risk float64) float64 {
	chances := p.counter.Chances()
	for _, chance := range chances {
		if chance < risk {
			risk = chance
		}
	}
	// Equal probabilities may differ in the last digits where they come from
	// different sums; impossible mines are exactly 0.
	most := risk * (1 + 1e-11)
	for i, chance := range chances {
		if chance <= most {
			p.cells = append(p.cells, minesweeper.Cell(p.sums.Names[i]))
		}
	}
	return risk
}

// protected appends the closed cells that can hold no mine because the first-move
// rule kept them free: no unknown stands for them.
func (p *csp) protected(v *minesweeper.View, cells []minesweeper.Cell) []minesweeper.Cell {
	for _, c := range v.Game().Zone(v.Opened()[0]) {
		if v.At(c) == minesweeper.Covered {
			cells = append(cells, c)
		}
	}
	return cells
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
