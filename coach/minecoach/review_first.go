package minecoach

import (
	"context"

	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
	"blindsight/internal/randstream"
	"blindsight/player/sweepers/openings"
)

// first finds the values of the first opening where these are not exact: that of the best
// first cell as the coach knows it, from its table, else by playing whole games, and that of
// the chosen one by playing whole games. It is charged where the interval of the difference
// excludes 0.
func (r *Reviewer) first(ctx, limited context.Context, v *minesweeper.View, a *Analysis, j *Judged) error {
	g := v.Game()
	known, ok := openings.First(g)
	best := openings.Usual(g)
	if ok {
		best = known.Cell(g)
		j.known(g, known)
	}
	alike := g.LeastImage(best) == g.LeastImage(j.Cell)
	if ok && alike {
		j.Best, j.Chosen = j.Cell, j.Before
		return nil
	}
	cells := []minesweeper.Cell{j.Cell}
	if !ok && !alike {
		cells = append(cells, best)
	}
	f := NewForecast(v, a, randstream.New(r.Seed, "mines review", 0), 0, cells...)
	if err := r.play(ctx, limited, f, firstPlays); err != nil {
		return err
	}
	chosen := f.find(j.Cell)
	win, low, high := chosen.Win()
	if alike {
		j.Best, j.Chosen, j.Before, j.Low, j.High, j.Plays = j.Cell, win, win, low, high, chosen.Plays
		return nil
	}
	if !ok {
		j.Before, j.Low, j.High = f.find(best).Win()
	}
	j.Plays, j.Exact = chosen.Plays, false
	_, least, _ := interval.Estimate{Value: j.Before, Lo: j.Low, Hi: j.High}.Less95(interval.Estimate{Value: win, Lo: low, Hi: high})
	if !ok {
		_, least, _, _ = f.Better(best, j.Cell) // both met the same boards
	}
	if least > 0 && chosen.Plays >= LeastPlays {
		j.Best, j.Chosen = best, win
	} else {
		j.Best, j.Chosen = j.Cell, j.Before
	}
	return nil
}

// known notes the value of the best first cell.
func (j *Judged) known(g *minesweeper.Game, f openings.Record) {
	if !f.Exact(g) {
		j.Before, j.Low, j.High = f.Share(g)
		j.Plays = int(f.All)
		return
	}
	j.Before, _ = f.Win(g).Float64()
	j.Low, j.High, j.Exact, j.Of = j.Before, j.Before, true, BestPlay
}
