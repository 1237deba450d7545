package optimum_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/deduction"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
)

// The best cell of a part that stands alone is a best cell of the whole game, by the
// exact solution of the whole, and what the part's table says of its cells is so.
func TestPartsThatStandAlone(t *testing.T) {
	ctx, rng := context.Background(), rand.New(rand.NewPCG(5, 8))
	solver := reveal.New(reveal.Options{Workers: 1, Memory: 1 << 24})
	analyst := minecoach.NewAnalyst(5000, solver)
	var parts optimum.Parts
	var counter deduction.Risks
	found, notBest := 0, 0
	for try := 0; try < 12000; try++ {
		r := minesweeper.Rules{Height: 1 + rng.IntN(4), Width: 6 + rng.IntN(5), Neighbours: minesweeper.Neighbours(rng.IntN(4)), First: minesweeper.First(rng.IntN(2))}
		r.Mines = r.Height * r.Width * (3 + rng.IntN(4)) / 10
		g, err := minesweeper.New(r)
		if err != nil {
			continue // the rule can serve no first cell, or the shape has no such neighbours
		}
		var s minesweeper.State
		g.Deal(uint64(try), 1, &s)
		v := g.NewView()
		// Open safe cells at random: guesses that came out well.
		for over := false; !over && (v.Left() > 2) && rng.IntN(12) > 0; {
			legal := v.Legal(nil)
			c := legal[rng.IntN(len(legal))]
			if s.Laid() && s.Mine(c) {
				continue
			}
			step := g.Step(rng, &s, c)
			if over = step.Done(); !over {
				if err := v.Did(c, step.Seen); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !v.Started() || v.Left() == 0 {
			continue
		}
		if risk, err := counter.Least(v); err != nil || risk == 0 || counter.Counter.Size() > 5000 {
			continue
		}
		parts.Divide(v, counter.Sums.Names, counter.Counter.Certain())
		parts.Alone(v, 500, func(cells []minesweeper.Cell, table *reveal.Answers) bool {
			found++
			whole, err := analyst.Analyse(ctx, v)
			if err != nil {
				t.Fatal(err)
			}
			chosen := cells[solver.Best(ctx, table).Action]
			won := solver.Win(ctx, table)[0]
			for _, c := range whole.Cells {
				for i, part := range cells {
					if c.Cell != part {
						continue
					}
					losses := 0
					for _, x := range table.Shown[i*table.States : (i+1)*table.States] {
						if x == reveal.Loss {
							losses++
						}
					}
					if risk := float64(losses) / float64(table.States); risk < c.Mine-1e-12 || risk > c.Mine+1e-12 {
						t.Errorf("cell %d: risk %v in the part, %v in all", c.Cell, risk, c.Mine)
					}
				}
				if c.Cell == chosen && c.Win.Cmp(whole.Win) != 0 {
					t.Errorf("%s: cell %d wins %s, the best play %s; the part wins %d of %d", r, chosen, c.Win, whole.Win, won.Lower, table.States)
				}
				if c.Win.Cmp(whole.Win) != 0 {
					notBest++
				}
			}
			return false
		})
	}
	if found < 100 || notBest < 100 {
		t.Errorf("%d parts, %d cells that are not best: too few for a test", found, notBest)
	}
}
