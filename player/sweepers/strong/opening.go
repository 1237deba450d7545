package strong

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/player/sweepers/openings"
	"blindsight/player/sweepers/optimum"
)

// fixed is the stage of the first cell that the options name.
type fixed struct{ cell minesweeper.Cell }

func (s fixed) decide(_ context.Context, p *position, _ *budget) (choice, bool) {
	if p.view.Started() {
		return choice{}, false
	}
	return surviving(s.cell, 1-p.game().FirstRisk()), true
}

// usual is the stage of the first cell where nothing is known by heart.
type usual struct{}

func (usual) decide(_ context.Context, p *position, _ *budget) (choice, bool) {
	if p.view.Started() {
		return choice{}, false
	}
	return surviving(openings.Usual(p.game()), 1-p.game().FirstRisk()), true
}

// opening is the stage of the first cell: the best one where that is known; with a budget the one that
// playouts find; else the usual one.
type opening struct {
	options Options
	found   struct { // what playouts found last
		game   *minesweeper.Game
		budget blindsight.Budget
		cell   minesweeper.Cell
	}
}

func (s *opening) decide(ctx context.Context, p *position, b *budget) (choice, bool) {
	if p.view.Started() {
		return choice{}, false
	}
	cell, err := s.first(ctx, p.game(), b.whole)
	c := surviving(cell, 1-p.game().FirstRisk())
	c.err = err
	return c, true
}

func (s *opening) first(ctx context.Context, g *minesweeper.Game, b blindsight.Budget) (minesweeper.Cell, error) {
	if r, ok := openings.First(g); ok {
		return r.Cell(g), nil
	}
	if b == (blindsight.Budget{}) || g.Rules().Neighbours == minesweeper.Torus {
		return openings.Usual(g), nil // on a torus all cells are alike
	}
	if o := &s.found; o.game == g && o.budget == b {
		return o.cell, nil
	}
	play := playouts{roller: newWhole(s.options), by: s.options.Constants} // a quick player does not know what a first cell is worth
	cell := play.first(ctx, g, b)
	if pace.Err(ctx) == nil {
		s.found.game, s.found.budget, s.found.cell = g, b, cell
	}
	return cell, pace.Err(ctx)
}

// farFirst is how far from the first corner first cells are looked at, in rows and in columns, on boards
// of more than one row and column: those that were measured had their best there.
const farFirst = 3

// first compares first cells, one of each class of symmetric ones, by playing whole games, and
// takes the usual one unless another is better. The random numbers are its own, so that what it finds depends on
// the board and the budget alone.
func (o *playouts) first(ctx context.Context, g *minesweeper.Game, b blindsight.Budget) minesweeper.Cell {
	r := g.Rules()
	usual := openings.Usual(g)
	arms := []arm{{cell: usual, prior: o.by.UsualLead, post: o.by.UsualLead}}
	for _, c := range optimum.FirstCells(g) {
		row, col := g.RowCol(c)
		if c != g.LeastImage(usual) && (r.Height == 1 || r.Width == 1 || row <= farFirst && col <= farFirst) {
			arms = append(arms, arm{cell: c})
		}
	}
	o.alive, o.doubt = o.alive[:0], o.by.FirstDoubt
	for i := range arms {
		o.alive = append(o.alive, &arms[i])
	}
	o.known = make(map[blindsight.Key]step)
	var stream rand.PCG
	rng := rand.New(&stream)
	seed := uint64(0)
	best := o.race(ctx, b, func(ctx context.Context, alive []*arm) {
		clear(o.known)
		seed++
		for _, a := range alive {
			if pace.Err(ctx) != nil {
				return
			}
			stream.Seed(seed, 2)
			o.view = g.NewView()
			o.roller.position.Forget()
			o.openFirst(rng, o.view, a.cell)
			a.values = append(a.values, o.playOn(ctx, rng, 1))
		}
	})
	return best.cell
}
