// Package deduction finds what follows from a view of Minesweeper: which closed cells are certainly safe or
// mines, and how likely the others are to be mines. It decides nothing; players and the coach do.
//
// [Points] looks at one number at a time. A [Frontier] remembers what was found in one view for those that go on
// from it, and finds what two numbers say together. A [Position] is a view whose placements of the mines have
// been counted, exactly (package counting). [Risks] are the cells of least risk of one.
package deduction

import (
	"math/rand/v2"

	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

// Position is a counted position: the unknown cells of a view, what the numbers say of them, and
// in how many placements each is a mine: the belief. Views that go on from the last one are fast. It holds scratch
// memory and is for one goroutine.
type Position struct {
	Frontier
	Counter counting.Counter
	Sums    counting.Sums // its unknowns are cells; those of [Frontier].Known are left out
	mines   []minesweeper.Cell
	ones    []int32
}

// Count counts a view that is started, and notes what is certain. Errors are those of
// [counting.Counter.Count]; what was known before is then forgotten.
func (p *Position) Count(v *minesweeper.View) error {
	p.Constraints(v, &p.Sums)
	if err := p.Counter.Count(&p.Sums); err != nil {
		p.Forget()
		return err
	}
	p.Learn(&p.Sums, p.Counter.Certain())
	return nil
}

// Draw lays a hidden board of the position that was counted last: a determinization, drawn from the exact belief.
func (p *Position) Draw(rng *rand.Rand, s *minesweeper.State) {
	p.mines = p.mines[:0]
	for c, k := range p.Known {
		if k == 1 {
			p.mines = append(p.mines, minesweeper.Cell(c))
		}
	}
	p.ones = p.Counter.Sample(rng, p.ones[:0])
	for _, i := range p.ones {
		if c := minesweeper.Cell(p.Sums.Names[i]); p.Known[c] != 1 {
			p.mines = append(p.mines, c)
		}
	}
	p.Game().Lay(minesweeper.Board{Mines: p.mines}, s)
}

// Risk returns the chance that a closed cell is a mine, in the position that was counted last.
func (p *Position) Risk(c minesweeper.Cell) float64 {
	if k := p.Known[c]; k >= 0 {
		return float64(k)
	}
	return p.Counter.Chances()[p.Place[c]]
}
