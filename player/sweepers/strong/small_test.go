package strong_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// denseViews are positions that the search with a budget is for: some cells of a dense
// board are open, none that is left is certainly safe, and many placements are left.
func denseViews(t *testing.T, rng *rand.Rand, n int) []*minesweeper.View {
	t.Helper()
	var views []*minesweeper.View
	for len(views) < n {
		r := minesweeper.Rules{Height: 4, Width: 4, Mines: 6 + rng.IntN(4), AutoOpen: true}
		g := sweeptest.NewGame(t, r)
		var s minesweeper.State
		g.Start(rng, &s)
		v := g.NewView()
		for range 1 + rng.IntN(2) {
			c := v.Pick(rng)
			if s.Laid() && s.Mine(c) {
				continue
			}
			if err := v.Did(c, g.Step(rng, &s, c).Seen); err != nil {
				t.Fatal(err)
			}
		}
		if _, forced := v.Forced(); forced {
			continue
		}
		views = append(views, v)
	}
	return views
}

// With a budget it never opens a certain mine, never overlooks a certainly safe cell, and
// decides by the view and the simulations alone; the more of these, the closer to the
// optimum, and with enough it plays an optimal cell.
func TestStrongSearches(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(8, 2))
	solver := reveal.New(reveal.Options{Workers: 1})
	used := strong.New(strong.Default())
	budgets := []int{100, 1000, 200_000}
	lost := make([]int64, len(budgets)+1)
	won := int64(0)
	for _, v := range denseViews(t, rng, 25) {
		a, err := v.Game().Answers(v, 20_000)
		if err != nil {
			t.Fatal(err)
		}
		best, values := int64(0), solver.Actions(ctx, a)
		for _, b := range values {
			best = max(best, b.Lower)
		}
		won += best
		risk := sweeptest.Risks(v)
		safe := false
		for _, x := range risk {
			safe = safe || x == 0
		}
		for i := range lost {
			budget := blindsight.Budget{Time: 2 * time.Millisecond}
			if i < len(budgets) {
				budget = blindsight.Budget{Simulations: budgets[i]}
			}
			d, err := used.Choose(ctx, rng, v, budget)
			if err != nil {
				t.Fatal(err)
			}
			if x := risk[d.Action]; x == 1 || safe && x > 0 {
				t.Errorf("%v\n%+v: opens %d, a mine with chance %v", v, budget, d.Action, x)
			}
			lost[i] += best - values[slices.Index(v.Legal(nil), d.Action)].Lower
			if i == len(budgets) {
				continue
			}
			again, err := strong.New(strong.Default()).Choose(ctx, rng, v, budget)
			if err != nil || again.Action != d.Action || again.Value != d.Value {
				t.Errorf("%v\n%d simulations: opens %d, a new player %d (%v)", v, budget.Simulations, d.Action, again.Action, err)
			}
		}
	}
	if lost[2] != 0 {
		t.Errorf("with enough simulations it loses %d of %d", lost[2], won)
	}
	for i, most := range []float64{0.04, 0.02} {
		if share := float64(lost[i]) / float64(won); share > most {
			t.Errorf("%d simulations: loses %.3f of what can be won", budgets[i], share)
		}
	}
	t.Logf("of %d: %v", won, lost)
}
