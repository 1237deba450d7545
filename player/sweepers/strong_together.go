package sweepers

import (
	"context"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/search/reveal/joint"
)

// together plays the optimum of a board whose parts have nothing in common but the number of mines
// that are left, if each of them is small: their placements are not multiplied, so it reaches further
// than the search of the whole. It is asked after standing, which has divided the board.
func (p *strong) together(ctx context.Context, v *minesweeper.View, b blindsight.Budget) (d blindsight.Decision[minesweeper.Cell], ok bool) {
	most, beliefs := p.reach(b)
	parts, cells, mines, ok := p.parts.Shared(v, most)
	if !ok {
		return d, false
	}
	p.solver.Forget()
	c, err := joint.New(p.solver, beliefs).Best(ctx, parts, mines)
	if err != nil || c.Part < 0 {
		return d, false
	}
	d.Action, d.Value = cells[c.Part][c.Action], float64(c.Won)/c.States
	return d, true
}
