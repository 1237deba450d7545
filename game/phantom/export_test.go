package phantom

import "blindsight"

// HasWon reports whether a side that has these stones has won by any of them.
func (g *Game) HasWon(side blindsight.Side, stones uint64) bool {
	return !cellsOf(stones, func(c Cell) bool { return !g.wins(side, stones, c) })
}

// Told returns how many events a posterior was told of.
func (p *Posterior) Told() int { return len(p.past) }
