package uct_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/search/uct"
)

// Once its memory has grown, the search hardly allocates: some slices and a map for
// the table of a decision, nothing for a simulation.
func TestAllocations(t *testing.T) {
	skipUnderRace(t)
	const simulations = 5000
	boards := []minesweeper.Rules{
		{Height: 4, Width: 4, Mines: 6, First: minesweeper.Gnomine},
		{Height: 6, Width: 6, Mines: 4, AutoOpen: true},
	}
	for _, rules := range boards {
		g := newGame(t, rules)
		for _, c := range append(configs(), widened(relative(uct.PaperA()), 1, 0.5), uct.Config{}) {
			p := newPlanner(g, c)
			// The same seed each time, so that every run needs the same memory.
			allocations := testing.AllocsPerRun(3, func() { decide(t, p, g.NewView(), 1, simulations) })
			if each := allocations / simulations; each >= 0.01 {
				t.Errorf("%v, %s: %.4f allocations a simulation", rules, name(c), each)
			}
		}
	}
}

// BenchmarkChoose decides on the first cell; what counts is simulations a second.
func BenchmarkChoose(b *testing.B) {
	boards := []struct {
		name  string
		rules minesweeper.Rules
		sims  int
	}{
		{"4x4x6", minesweeper.Rules{Height: 4, Width: 4, Mines: 6, First: minesweeper.Gnomine}, 3000},
		{"9x9x10", minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true}, 3000},
	}
	for _, board := range boards {
		g := newGame(b, board.rules)
		for _, c := range configs() {
			if board.rules.AutoOpen && c.Sampling == uct.AtNodes {
				continue // rejection finds nothing there
			}
			b.Run(board.name+"/"+name(c), func(b *testing.B) {
				p := newPlanner(g, c)
				v := g.NewView()
				rng := rand.New(rand.NewPCG(1, 1))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := p.Choose(context.Background(), rng, v, blindsight.Budget{Simulations: board.sims}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N)*float64(board.sims)/b.Elapsed().Seconds(), "sims/s")
			})
		}
	}
}
