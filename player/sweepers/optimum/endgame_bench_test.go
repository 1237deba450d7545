package optimum_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// BenchmarkEndgame finds the best cell of positions of end games: of games of csp, the
// first in each in which no cell is safe and so many placements are left. Reported are
// milliseconds and nodes for a position (mean and percentiles), nodes a second, and
// how many positions were given up after a second.
func BenchmarkEndgame(b *testing.B) {
	for _, board := range sweeptest.Boards {
		for _, band := range [][2]int{{50, 200}, {200, 1000}, {1000, 4000}, {4000, 16000}} {
			b.Run(fmt.Sprintf("%s/%d-%d", board.Name, band[0], band[1]), func(b *testing.B) {
				tables := endgames(b, sweeptest.NewGame(b, board.Rules), band[0], band[1], 100)
				var times, nodes []float64
				unsolved := 0
				for b.Loop() {
					for _, a := range tables {
						s := reveal.New(reveal.Options{Workers: 1, Memory: 64 << 20})
						ctx, cancel := context.WithTimeout(context.Background(), time.Second)
						start := time.Now()
						if !s.Best(ctx, a).Value.Exact() {
							unsolved++
						}
						times = append(times, time.Since(start).Seconds()*1000)
						nodes = append(nodes, float64(s.Nodes()))
						cancel()
					}
				}
				for _, m := range []struct {
					name   string
					values []float64
				}{{"ms", times}, {"nodes", nodes}} {
					slices.Sort(m.values)
					at := func(q float64) float64 { return m.values[int(q*float64(len(m.values)-1))] }
					b.ReportMetric(mean(m.values), m.name+"-mean")
					b.ReportMetric(at(0.5), m.name+"-p50")
					b.ReportMetric(at(0.9), m.name+"-p90")
					b.ReportMetric(at(0.99), m.name+"-p99")
					b.ReportMetric(at(1), m.name+"-max")
				}
				b.ReportMetric(mean(nodes)/mean(times)*1000, "nodes/s")
				b.ReportMetric(float64(unsolved)/float64(b.N), "unsolved")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

func mean(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total / float64(len(values))
}

// endgames plays games of csp until so many positions are found, at most one a
// game, in which no cell is safe and more than least, at most most placements are left.
func endgames(b *testing.B, g *minesweeper.Game, least, most, count int) []*reveal.Answers {
	b.Helper()
	var tables []*reveal.Answers
	var counter counting.Counter
	var sums counting.Sums
	p := sweepers.NewCSP()
	for game := uint64(0); len(tables) < count && game < 20_000; game++ {
		rng := rand.New(rand.NewPCG(7, game))
		var s minesweeper.State
		g.Deal(1, game, &s)
		v := g.NewView()
		for {
			d, err := p.Choose(context.Background(), rng, v, blindsight.Budget{})
			if err != nil {
				b.Fatal(err)
			}
			if _, forced := v.Forced(); !forced && v.Started() && d.Value < 1 {
				g.Constraints(v, &sums)
				if err := counter.Count(&sums); err != nil {
					b.Fatal(err)
				}
				if n := counter.Placements(); n.IsInt64() && n.Int64() > int64(least) && n.Int64() <= int64(most) {
					a, err := g.Answers(v, most)
					if err != nil {
						b.Fatal(err)
					}
					tables = append(tables, a)
					break
				}
			}
			step := g.Step(rng, &s, d.Action)
			if step.Done() {
				break
			}
			if err := v.Did(d.Action, step.Seen); err != nil {
				b.Fatal(err)
			}
		}
	}
	return tables
}
