package strong

import (
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/search/reveal"
)

var thorough = flag.Bool("thorough", false, "three times those in TestTogetherIsTheOptimumOfTheWhole")

// The optimum of parts that share the mines that are left is that of the whole board, and the cell
// is one that wins as much.
func TestTogetherIsTheOptimumOfTheWhole(t *testing.T) {
	ctx := context.Background()
	budget := newBudget(nil, blindsight.Budget{Simulations: 1})
	stage := &together{solver: newSolver(), within: reach(Default().Exact)}
	compared, further, games := 0, 0, 20
	if *thorough {
		games = 60
	}
	for _, rules := range []minesweeper.Rules{
		{Height: 9, Width: 9, Mines: 16, First: minesweeper.Gnomine},
		{Height: 3, Width: 20, Mines: 13},
		{Height: 2, Width: 30, Mines: 14},
		{Height: 8, Width: 8, Mines: 14, Neighbours: minesweeper.Torus, First: minesweeper.Gnomine},
		{Height: 8, Width: 8, Mines: 12, Neighbours: minesweeper.Hex},
		{Height: 7, Width: 7, Mines: 9, Neighbours: minesweeper.Four},
	} {
		rules.AutoOpen, rules.Objective = rules.Height != 3, minesweeper.Win
		g, err := minesweeper.New(rules)
		if err != nil {
			t.Fatal(err)
		}
		o := Default()
		o.Exact = 0 // games go on where they would be solved
		p := New(o)
		solver := reveal.New(reveal.Options{Memory: 1 << 26, Workers: 1})
		for game := range uint64(games) {
			fitGame(t, g, p, rand.New(rand.NewPCG(game, 17)), func(v *minesweeper.View) {
				d, ok := stage.decide(ctx, &p.position, budget)
				if !ok {
					return
				}
				if p.position.Counter.Size() > 2500 {
					further++
					return
				}
				a, err := p.position.table(2500)
				if err != nil {
					t.Fatal(err)
				}
				solver.Forget()
				best, chosen := int64(0), int64(-1)
				for i, x := range solver.Actions(ctx, a) {
					if best = max(best, x.Lower); p.position.cells[i] == d.Action {
						chosen = x.Lower
					}
				}
				want := float64(best) / float64(a.States)
				if math.Abs(d.Value-want) > 1e-12 || chosen != best {
					t.Errorf("game %d: cell %d for %v, which wins %d; the best wins %d of %d", game, d.Action, d.Value, chosen, best, a.States)
				}
				compared++
			})
		}
	}
	if compared < 5*games || further < games*5/6 {
		t.Errorf("%d positions were compared, %d had too many placements to be", compared, further)
	}
}
