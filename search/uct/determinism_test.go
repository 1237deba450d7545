package uct_test

import (
	"reflect"
	"testing"

	"blindsight/belief/metropolis"
	"blindsight/game/minesweeper"
	"blindsight/search/uct"
)

// A decision depends on the seed and the number of trees, and on nothing else: not on
// the workers, nor on what the planner decided before.
func TestDeterminism(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 4, Width: 4, Mines: 6, First: minesweeper.Gnomine})
	start, later := g.NewView(), position(t, g, "....", ".03.", "....", "....")
	samplers := map[string]func() sampler{
		"rejection": nil,
		// A chain remembers, so that forgetting between decisions matters.
		"metropolis": func() sampler { return metropolis.New(g, metropolis.Inherit, 0) },
	}
	for _, s := range []string{"rejection", "metropolis"} {
		for _, c := range append(configs(), widened(sharing(uct.PaperA()), 2, 0.3), uct.Config{}) {
			for _, trees := range []int{1, 2, 8} {
				c.Trees = trees
				make := func(workers int) *planner {
					c.Workers = workers
					if samplers[s] == nil {
						return newPlanner(g, c)
					}
					return uct.New(g, samplers[s], c)
				}
				const simulations = 201 // no multiple of the trees
				want := decide(t, make(1), later, 7, simulations)
				if want.Simulations != simulations {
					t.Errorf("%s, %s, %d trees: %d simulations, asked for %d", s, name(c), trees, want.Simulations, simulations)
				}
				for _, workers := range []int{1, 2, 8} {
					p := make(workers)
					for _, when := range []string{"at first", "again"} {
						if got := decide(t, p, later, 7, simulations); !reflect.DeepEqual(got, want) {
							t.Errorf("%s, %s, %d trees, %d workers, %s:\n got %+v\nwant %+v", s, name(c), trees, workers, when, got, want)
						}
						decide(t, p, start, 8, 2*simulations)
					}
				}
			}
		}
	}
}

// Trees grow from streams of their own, and their tables add up.
func TestTreesAreMerged(t *testing.T) {
	g, v := figure2(t)
	one := decide(t, newPlanner(g, uct.PaperA()), v, 3, 1000)
	both := decide(t, newPlanner(g, trees(uct.PaperA(), 2)), v, 3, 2000)
	// The first of two trees draws from the same stream as a single one, so the
	// difference is the second tree.
	for _, first := range one.Actions {
		sum := stat(t, both, first.Action)
		n := sum.Simulations - first.Simulations
		mean := (sum.Mean*float64(sum.Simulations) - first.Mean*float64(first.Simulations)) / float64(n)
		// Its returns lie between 0 and what the two openings left pay, 1/9 each.
		if n <= 0 || mean < -1e-12 || mean > 2./9+1e-12 {
			t.Errorf("cell %d: the second tree has %d simulations of mean %v", first.Action, n, mean)
		}
	}
	if both.Simulations != 2000 {
		t.Errorf("%d simulations, want 2000", both.Simulations)
	}
}
