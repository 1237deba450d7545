package deduction

import (
	"blindsight/game/minesweeper"
)

// Risks finds the closed cells of least mine probability, by exact counting. It holds scratch
// memory and is for one goroutine.
type Risks struct {
	Position
	Points Points
	Cells  []minesweeper.Cell // that were found last
}

// LeastOnward sets p.Cells to the closed cells of least mine probability, in
// increasing order, and returns that probability. It is fast where the view goes on
// from the last one; its unknowns are those of the Frontier.
func (p *Risks) LeastOnward(v *minesweeper.View) (float64, error) {
	if err := p.Count(v); err != nil {
		return 0, err
	}
	if p.Cells = p.Safe(v, p.Cells[:0]); len(p.Cells) > 0 {
		return 0, nil
	}
	return p.collect(1), nil
}

// Least sets p.Cells to the closed cells of least mine probability and returns
// that probability.
func (p *Risks) Least(v *minesweeper.View) (float64, error) {
	g := v.Game()
	g.Constraints(v, &p.Sums)
	p.Cells = p.Cells[:0]
	if err := p.Counter.Count(&p.Sums); err != nil {
		return 0, err
	}
	risk := 1.0
	if v.Left()+g.Rules().Mines > p.Sums.Unknowns {
		risk = 0
		p.Cells = p.protected(v, p.Cells)
	}
	return p.collect(risk), nil
}

// collect appends to p.Cells the cells of least mine probability, if that is at most
// risk, and returns it.
func (p *Risks) collect(risk float64) float64 {
	chances := p.Counter.Chances()
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
			p.Cells = append(p.Cells, minesweeper.Cell(p.Sums.Names[i]))
		}
	}
	return risk
}

// protected appends the closed cells that can hold no mine because the first-move
// rule kept them free: no unknown stands for them.
func (p *Risks) protected(v *minesweeper.View, cells []minesweeper.Cell) []minesweeper.Cell {
	for _, c := range v.Game().Zone(v.Opened()[0]) {
		if v.At(c) == minesweeper.Covered {
			cells = append(cells, c)
		}
	}
	return cells
}
