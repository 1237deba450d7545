package sweepers_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"

	"blindsight"
	"blindsight/belief/metropolis"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/uct"
)

// BenchmarkSimulate measures whole simulations, estimator and search together, in
// decisions of a fixed number of simulations: the number matters for Metropolis,
// whose chains are as long as a node has visits. Reported are simulations a second,
// allocations and draws (or steps) for one simulation.
func BenchmarkSimulate(b *testing.B) {
	big := minesweeper.Rules{Height: 7, Width: 7, Mines: 11, First: minesweeper.Gnomine}
	start := sweeptest.NewGame(b, minesweeper.Rules{Height: 4, Width: 4, Mines: 6, First: minesweeper.Gnomine}).NewView()
	positions := []struct {
		name        string
		view        *minesweeper.View
		simulations int
	}{
		{"4x4x6-start", start, 5000},
		{"7x7x11-9-opened", sweeptest.Position(b, big, 9), 500},
		{"7x7x11-12-opened", sweeptest.Position(b, big, 12), 50},
	}
	for _, sampling := range []struct {
		name string
		at   uct.Sampling
	}{{"nodes", uct.AtNodes}, {"root", uct.AtRoot}} {
		c := shared()
		c.Sampling = sampling.at
		for _, estimator := range []struct {
			name   string
			player func(*minesweeper.Game) sweepers.Player
		}{
			{"rejection", func(g *minesweeper.Game) sweepers.Player { return sweepers.NewBSR(g, 0, c) }},
			{"metropolis-random", func(g *minesweeper.Game) sweepers.Player {
				return sweepers.NewBSRMetropolis(g, sweepers.Chain{Start: metropolis.Random}, c)
			}},
			{"metropolis-inherit", func(g *minesweeper.Game) sweepers.Player {
				return sweepers.NewBSRMetropolis(g, sweepers.Chain{Start: metropolis.Inherit}, c)
			}},
			{"metropolis-solve", func(g *minesweeper.Game) sweepers.Player {
				return sweepers.NewBSRMetropolis(g, sweepers.Chain{Start: metropolis.Solve}, c)
			}},
		} {
			for _, p := range positions {
				b.Run(estimator.name+"/"+sampling.name+"/"+p.name, func(b *testing.B) {
					player := estimator.player(p.view.Game())
					rng := rand.New(rand.NewPCG(1, 2))
					choose := func() blindsight.Decision[minesweeper.Cell] {
						d, err := player.Choose(context.Background(), rng, p.view, blindsight.Budget{Simulations: p.simulations})
						if err != nil {
							b.Fatal(err)
						}
						return d
					}
					choose() // grows the memory that later decisions reuse
					simulations, draws := 0, int64(0)
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					for b.Loop() {
						d := choose()
						simulations += d.Simulations
						draws += d.Health.Draws
					}
					runtime.ReadMemStats(&after)
					b.ReportMetric(float64(simulations)/b.Elapsed().Seconds(), "simulations/s")
					b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(simulations), "allocs/simulation")
					b.ReportMetric(float64(draws)/float64(simulations), "draws/simulation")
					b.ReportMetric(0, "ns/op")
				})
			}
		}
	}
}
