package web

import (
	"context"
	"encoding/json"
	"testing"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
)

// BenchmarkRiskMap analyses all positions of a game of 16x30/99, as the coach does after
// each click, in one go.
func BenchmarkRiskMap(b *testing.B) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 16, Width: 30, Mines: 99, First: minesweeper.Gnomine, AutoOpen: true})
	if err != nil {
		b.Fatal(err)
	}
	n := minecoach.NewAnalyst(0, nil)
	positions, bytes := 0, 0
	for b.Loop() {
		for seed := range uint64(3) {
			var s minesweeper.State
			g.Deal(seed, 0, &s)
			v := g.NewView()
			for c := g.Cell(8, 15); v.Left() > 0; {
				step := g.Step(nil, &s, c)
				if step.Seen == minesweeper.Mine || v.Did(c, step.Seen) != nil {
					break
				}
				if next, forced := v.Forced(); forced {
					c = next
					continue
				}
				if v.Left() == 0 {
					break
				}
				said, err := glance(context.Background(), n, &analyzed{View: v}, 0)
				if err != nil {
					b.Fatal(err)
				}
				j := analysed(v, said)
				text, err := json.Marshal(j)
				if err != nil {
					b.Fatal(err)
				}
				positions++
				bytes += len(text)
				c = g.Cell(j.Why.Cell[0], j.Why.Cell[1])
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(positions), "µs/position")
	b.ReportMetric(float64(bytes)/float64(positions), "bytes/position")
}
