package optimum_test

import (
	"context"
	"fmt"
	"testing"

	"blindsight/game/minesweeper"
	"blindsight/internal/cputime"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// BenchmarkSolve solves boards from every first cell, on one core. Reported are seconds of processor time of the
// whole process, and beliefs searched.
func BenchmarkSolve(b *testing.B) {
	for _, r := range []minesweeper.Rules{
		{Height: 4, Width: 4, Mines: 7},
		{Height: 4, Width: 5, Mines: 11},
		{Height: 4, Width: 5, Mines: 9},
		{Height: 3, Width: 7, Mines: 10},
		{Height: 5, Width: 5, Mines: 17},
		{Height: 5, Width: 5, Mines: 15},
	} {
		b.Run(fmt.Sprintf("%dx%dx%d", r.Height, r.Width, r.Mines), func(b *testing.B) {
			r.First = minesweeper.Windows
			g := sweeptest.NewGame(b, r).WithObjective(minesweeper.Win)
			var nodes int64
			begin := cputime.Seconds()
			for b.Loop() {
				s := reveal.New(reveal.Options{Workers: 1})
				if _, err := optimum.Solve(context.Background(), g, s, nil); err != nil {
					b.Fatal(err)
				}
				nodes = s.Nodes()
			}
			b.ReportMetric((cputime.Seconds()-begin)/float64(b.N), "cpu-s/op")
			b.ReportMetric(float64(nodes), "nodes")
		})
	}
}
