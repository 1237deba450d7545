package minecoach_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/sweeptest"
)

// BenchmarkForecast plays one placement for all candidates, early in a game of 16x30/99.
func BenchmarkForecast(b *testing.B) {
	g := sweeptest.NewGame(b, minesweeper.Rules{Height: 16, Width: 30, Mines: 99, First: minesweeper.Gnomine, AutoOpen: true})
	var s minesweeper.State
	g.Deal(1, 0, &s)
	v := g.NewView()
	for next, forced := minesweeper.Cell(40), true; forced; next, forced = v.Forced() {
		if err := v.Did(next, g.Step(nil, &s, next).Seen); err != nil {
			b.Fatal(err)
		}
	}
	a, err := newAnalyst().Analyse(context.Background(), v)
	if err != nil {
		b.Fatal(err)
	}
	f := minecoach.NewForecast(v, a, rand.New(rand.NewPCG(1, 2)), 10)
	for b.Loop() {
		if err := f.Play(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(f.Cells())), "candidates")
}
