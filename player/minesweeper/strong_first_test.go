package minesweeper_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	players "blindsight/player/minesweeper"
	"blindsight/search/expectimax"
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
		g := newGame(t, r)
		all, err := players.Optimum(context.Background(), g, expectimax.New(expectimax.Options{Workers: 1}), nil)
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
		p := players.NewStrong(players.DefaultStrong())
		var cells []minesweeper.Cell
		for game := range uint64(2) {
			d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(game, 1)), g.NewView(), blindsight.Budget{Simulations: 3000})
			if err != nil {
				t.Fatal(err)
			}
			if values[d.Action] < 0.985*best {
				t.Errorf("%s: first cell %d wins %.4f, the best %.4f", r, d.Action, values[d.Action], best)
			}
			cells = append(cells, d.Action)
			p = players.NewStrong(players.DefaultStrong())
		}
		if cells[0] != cells[1] {
			t.Errorf("%s: first %d, then %d", r, cells[0], cells[1])
		}
	}
}
