package strong_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// The first cell of a board for which none is known is found by playouts: it is hardly worse than the best, and
// the same in every game.
func TestFirstCellByPlayouts(t *testing.T) {
	for _, r := range []minesweeper.Rules{
		{Height: 4, Width: 4, Mines: 4},
		{Height: 3, Width: 5, Mines: 3},
		{Height: 4, Width: 4, Mines: 3, Neighbours: minesweeper.Hex},
		{Height: 4, Width: 5, Mines: 5, First: minesweeper.Gnomine},
	} {
		r.AutoOpen, r.Objective = true, minesweeper.Win
		g := sweeptest.NewGame(t, r)
		all, err := optimum.Solve(context.Background(), g, reveal.New(reveal.Options{Workers: 1}), nil)
		if err != nil {
			t.Fatal(err)
		}
		best, worst := 0.0, 1.0
		values := make(map[minesweeper.Cell]float64)
		for _, f := range all {
			values[f.Cell], _ = f.Lower.Float64()
			best, worst = max(best, values[f.Cell]), min(worst, values[f.Cell])
		}
		if worst > 0.96*best {
			t.Fatalf("%s: all first cells are about the same", r)
		}
		choose := func(p minesweeper.Planner, g *minesweeper.Game, sims int) minesweeper.Cell {
			d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(uint64(sims), 1)), g.NewView(), blindsight.Budget{Simulations: sims})
			if err != nil {
				t.Fatal(err)
			}
			return d.Action
		}
		p := strong.New(strong.Default())
		cell := choose(p, g, 3000)
		if values[g.LeastImage(cell)] < 0.985*best {
			t.Errorf("%s: first cell %d wins %.4f, the best %.4f", r, cell, values[g.LeastImage(cell)], best)
		}
		// Other boards and budgets in between, and a new player, change nothing.
		choose(p, g, 200)
		choose(p, sweeptest.NewGame(t, minesweeper.Rules{Height: 6, Width: 4, Mines: 5, AutoOpen: true}), 3000)
		if again, fresh := choose(p, g, 3000), choose(strong.New(strong.Default()), g, 3000); again != cell || fresh != cell {
			t.Errorf("%s: first %d, then %d, and %d of a new player", r, cell, again, fresh)
		}
	}
}

// Too few playouts to tell leave the first cell that is opened without a budget, and so does a torus.
func TestFirstCellOfSmallBudget(t *testing.T) {
	for _, r := range []minesweeper.Rules{
		{Height: 10, Width: 10, Mines: 20, First: minesweeper.Gnomine},
		{Height: 12, Width: 10, Mines: 20},
		{Height: 1, Width: 9, Mines: 2},
		{Height: 7, Width: 6, Mines: 8, Neighbours: minesweeper.Torus},
	} {
		r.AutoOpen = true
		g := sweeptest.NewGame(t, r)
		p := strong.New(strong.Default())
		var cells []minesweeper.Cell
		for _, sims := range []int{0, 1, 20, 60} {
			d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), g.NewView(), blindsight.Budget{Simulations: sims})
			if err != nil {
				t.Fatal(err)
			}
			cells = append(cells, d.Action)
		}
		for _, c := range cells {
			if c != cells[0] {
				t.Errorf("%s: first cells %v", r, cells)
			}
		}
	}
}
