package minesweeper_test

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
	players "blindsight/player/minesweeper"
	"blindsight/search/expectimax"
)

// BenchmarkEndgame solves positions of end games exactly: of games of csp, the first
// in each in which no cell is safe and so many placements are left. Reported
// are milliseconds for a position (mean and percentiles), beliefs searched a second,
// and how many positions were given up after a second.
func BenchmarkEndgame(b *testing.B) {
	for _, board := range gameBoards {
		for _, band := range [][2]int{{50, 200}, {200, 1000}, {1000, 4000}, {4000, 16000}} {
			b.Run(fmt.Sprintf("%s/%d-%d", board.name, band[0], band[1]), func(b *testing.B) {
				tables := endgames(b, newGame(b, board.rules), band[0], band[1], 100)
				var times []float64
				nodes, unsolved := int64(0), 0
				for b.Loop() {
					for _, a := range tables {
						s := expectimax.New(expectimax.Options{Workers: 1, Memory: 64 << 20})
						ctx, cancel := context.WithTimeout(context.Background(), time.Second)
						start := time.Now()
						if !s.Win(ctx, a)[0].Exact() {
							unsolved++
						}
						times = append(times, time.Since(start).Seconds()*1000)
						cancel()
						nodes += s.Nodes()
					}
				}
				slices.Sort(times)
				total := 0.0
				for _, t := range times {
					total += t
				}
				at := func(q float64) float64 { return times[int(q*float64(len(times)-1))] }
				b.ReportMetric(total/float64(len(times)), "ms-mean")
				b.ReportMetric(at(0.5), "ms-p50")
				b.ReportMetric(at(0.9), "ms-p90")
				b.ReportMetric(at(0.99), "ms-p99")
				b.ReportMetric(at(1), "ms-max")
				b.ReportMetric(float64(nodes)/total*1000, "nodes/s")
				b.ReportMetric(float64(unsolved)/float64(b.N), "unsolved")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// endgames plays games of csp until so many positions are found, at most one a
// game, in which no cell is safe and more than least, at most most placements are left.
func endgames(b *testing.B, g *minesweeper.Game, least, most, count int) []*blindsight.Answers {
	b.Helper()
	var tables []*blindsight.Answers
	var counter counting.Counter
	var sums blindsight.Sums
	p := players.NewCSP()
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
			if step.Done {
				break
			}
			if err := v.Observe(d.Action, step.Seen); err != nil {
				b.Fatal(err)
			}
		}
	}
	return tables
}
