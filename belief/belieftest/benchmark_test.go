package belieftest_test

import (
	"math/rand/v2"
	"testing"

	"blindsight/game/minesweeper"
)

// benchmarked are the boards of paper A's experiments: 4x4 after the centre, and 7x7
// with the first nine cells open, and with three more, where a draw from the prior is
// accepted about once in 3·10^4. The positions come from one random game each.
var benchmarked = []struct {
	name  string
	rules minesweeper.Rules
	first minesweeper.Cell
	open  int
}{
	{"4x4x6-1-open", minesweeper.Rules{Height: 4, Width: 4, Mines: 6, First: minesweeper.Gnomine}, 5, 1},
	{"7x7x11-9-open", minesweeper.Rules{Height: 7, Width: 7, Mines: 11, First: minesweeper.Gnomine}, 24, 9},
	{"7x7x11-12-open", minesweeper.Rules{Height: 7, Width: 7, Mines: 11, First: minesweeper.Gnomine}, 24, 12},
}

// opened plays the first cell, then what it keeps free, then safe cells at random.
func opened(t testing.TB, r minesweeper.Rules, first minesweeper.Cell, open int) (*minesweeper.Game, *minesweeper.View) {
	t.Helper()
	g, err := minesweeper.New(r)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(12, 0))
	var s minesweeper.State
	g.Start(rng, &s)
	v := g.NewView()
	for queue := g.Zone(first); len(v.Opened()) < open; {
		var c minesweeper.Cell
		if len(queue) > 0 {
			c, queue = queue[0], queue[1:]
		} else if c = v.Pick(rng); s.Mine(c) {
			continue
		}
		if err := v.Did(c, g.Step(rng, &s, c).Seen); err != nil {
			t.Fatal(err)
		}
	}
	return g, v
}

// BenchmarkSample measures one state of each estimator, and how many draws (of the
// prior, or steps of the chain) it took. The chains are asked for an effort of 64
// steps. The baseline is rejection on the same board.
func BenchmarkSample(b *testing.B) {
	for i, name := range []string{"rejection", "random", "inherit", "solve"} {
		for _, p := range benchmarked {
			b.Run(name+"/"+p.name, func(b *testing.B) {
				g, v := opened(b, p.rules, p.first, p.open)
				e := estimators(g, 0)[i]
				rng := rand.New(rand.NewPCG(1, 2))
				var s minesweeper.State
				ctx := b.Context()
				failed := 0
				b.ReportAllocs()
				for b.Loop() {
					if err := e.Sample(ctx, rng, v, 64, &s); err != nil {
						failed++
					}
				}
				h := e.Health()
				b.ReportMetric(float64(h.Draws)/float64(b.N), "draws/op")
				b.ReportMetric(float64(failed)/float64(b.N), "failures/op")
			})
		}
	}
}

// The benchmark's positions are what it says, and no estimator allocates there once
// its memory has grown.
func TestBenchmarkedPositions(t *testing.T) {
	for _, p := range benchmarked {
		g, v := opened(t, p.rules, p.first, p.open)
		if len(v.Opened()) != p.open || v.At(p.first) != 0 {
			t.Errorf("%s: %d cells open, the first shows %d", p.name, len(v.Opened()), v.At(p.first))
		}
		for _, e := range estimators(g, 100) { // a small cap: giving up must not allocate either
			rng := rand.New(rand.NewPCG(1, 2))
			var s minesweeper.State
			ctx := t.Context()
			sample := func() { _ = e.Sample(ctx, rng, v, 8, &s) }
			for range 50 {
				sample()
			}
			if n := testing.AllocsPerRun(50, sample); n != 0 {
				t.Errorf("%s, %s: %v allocations a sample", p.name, e.name, n)
			}
		}
	}
}
