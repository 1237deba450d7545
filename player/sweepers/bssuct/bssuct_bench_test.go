package bssuct_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/bssuct"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/uct"
)

// BenchmarkBSSUCT is one decision about an untouched board, by simulations a second.
func BenchmarkBSSUCT(b *testing.B) {
	for _, r := range []minesweeper.Rules{
		{Height: 4, Width: 4, Mines: 4, AutoOpen: true},
		{Height: 5, Width: 5, Mines: 10, AutoOpen: true},
		{Height: 9, Width: 9, Mines: 10, AutoOpen: true},
	} {
		b.Run(r.Board(), func(b *testing.B) {
			g := sweeptest.NewGame(b, r)
			p := bssuct.New(g, bssuct.Options{Policy: 1, Search: uct.Config{
				Caution: 10,
				Bandit:  uct.UCBV, Weighted: true,
			}})
			rng := rand.New(rand.NewPCG(1, 2))
			const simulations = 5000
			for b.Loop() {
				if _, err := p.Choose(context.Background(), rng, g.NewView(), blindsight.Budget{Simulations: simulations}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*simulations/b.Elapsed().Seconds(), "simulations/s")
		})
	}
}
