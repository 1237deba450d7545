package minecoach

import (
	"context"
	"slices"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/strong"
)

// What a rival shows to be needed cannot be left out, by counting; and proofs with the number of mines rely on
// rivals for nearly all of their numbers.
func TestRivalsAgainstCounting(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 9, Width: 9, Mines: 18, AutoOpen: true})
	if err != nil {
		t.Fatal(err)
	}
	p := strong.New(strong.Default())
	var n Analyst
	proofs, shown, needed := 0, 0, 0
	check := func(v *minesweeper.View) {
		a, err := n.Analyse(context.Background(), v)
		if err != nil {
			t.Fatal(err)
		}
		r := &n.reasoner
		for _, reason := range n.Reasons(v, a, 100, 100) {
			if !reason.Count {
				continue
			}
			// A reason may prove more cells than the one it was found for, of which alone it need be smallest.
			c := reason.Cells[slices.IndexFunc(reason.Cells, func(c minesweeper.Cell) bool {
				return !slices.ContainsFunc(reason.Numbers, func(x minesweeper.Cell) bool { return r.settles(remove(reason.Numbers, x), true, c, reason.Mine) })
			})]
			proofs++
			all := r.tiles()
			before, after := r.rival(all, c, reason.Mine), r.rival(reason.Numbers, c, reason.Mine)
			for _, x := range all {
				if before.needs(x) && r.settles(remove(all, x), true, c, reason.Mine) {
					t.Errorf("%s\n%d is needed to prove %d, but can be left out of all", minesweeper.Drawing{View: v}, x, c)
				}
			}
			for _, x := range reason.Numbers {
				if needed++; after.needs(x) {
					shown++
				}
			}
		}
	}
	for game := uint64(0); proofs < 40; game++ {
		playOut(t, g, p, game, check)
	}
	if shown < needed*3/4 {
		t.Errorf("rivals show %d of %d numbers to be needed", shown, needed)
	}
}

func remove(list []minesweeper.Cell, c minesweeper.Cell) []minesweeper.Cell {
	return slices.DeleteFunc(slices.Clone(list), func(other minesweeper.Cell) bool { return other == c })
}

// playOut lets a player play a game, and shows the positions it decides in after the first.
func playOut(t *testing.T, g *minesweeper.Game, p minesweeper.Planner, game uint64, see func(*minesweeper.View)) {
	t.Helper()
	var board minesweeper.State
	g.Deal(1, game, &board)
	for v := g.NewView(); v.Left() > 0; {
		c, forced := v.Forced()
		if !forced {
			if v.Started() {
				see(v)
			}
			d, err := p.Choose(context.Background(), nil, v, blindsight.Budget{})
			if err != nil {
				t.Fatal(err)
			}
			c = d.Action
		}
		step := g.Step(nil, &board, c)
		if step.Seen == minesweeper.Mine {
			return
		}
		if err := v.Did(c, step.Seen); err != nil {
			t.Fatal(err)
		}
	}
}
