package counting_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

// latencies plays games of 16x30/99 by least risk and returns, sorted, how long
// counting each position took: by the counter that plays, which keeps components
// from position to position, and by one that knows nothing yet.
func latencies(t testing.TB, games int) (kept, fresh []time.Duration) {
	g := newGame(t, minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true})
	var c counting.Counter
	var sums counting.Sums
	for game := range uint64(games) {
		rng := rand.New(rand.NewPCG(game, 4))
		var s state
		g.Deal(1, game, &s)
		v := g.NewView()
		for {
			cell, forced := v.Forced()
			if !forced {
				cell = v.Pick(rng)
				if g.Constraints(v, &sums) {
					begin := time.Now()
					err := c.Count(&sums)
					kept = append(kept, time.Since(begin))
					c.Forget()
					begin = time.Now()
					_ = c.Count(&sums)
					fresh = append(fresh, time.Since(begin))
					if err != nil {
						t.Fatal(err)
					}
					cell = leastRisk(t, g, v, &c, &sums, rng)
				}
			}
			step := g.Step(rng, &s, cell)
			if step.Done() {
				break
			}
			if err := v.Did(cell, step.Seen); err != nil {
				t.Fatal(err)
			}
		}
	}
	slices.Sort(kept)
	slices.Sort(fresh)
	return kept, fresh
}

func quantile(sorted []time.Duration, q float64) time.Duration {
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// The must-show is 100 µs at the median and 5 ms at the 99.9th percentile over 1,000
// games (BenchmarkPositions); this is a small version with room for a busy machine.
func TestLatency(t *testing.T) {
	kept, fresh := latencies(t, 20)
	for name, l := range map[string][]time.Duration{"kept": kept, "fresh": fresh} {
		t.Logf("%s: %d positions, median %v, 99.9th percentile %v, most %v", name, len(l), quantile(l, 0.5), quantile(l, 0.999), l[len(l)-1])
		if quantile(l, 0.5) > time.Millisecond || l[len(l)-1] > time.Second {
			t.Errorf("%s: too slow", name)
		}
	}
}

// BenchmarkPositions reports the median, the 99.9th percentile and the greatest time
// of counting the positions of 1,000 games of 16x30/99: by a counter that keeps
// components from position to position, and by one that keeps none. Use -benchtime 1x.
func BenchmarkPositions(b *testing.B) {
	for b.Loop() {
		kept, fresh := latencies(b, 1000)
		for name, l := range map[string][]time.Duration{"kept": kept, "fresh": fresh} {
			b.ReportMetric(float64(quantile(l, 0.5).Nanoseconds())/1e3, name+"-median-µs")
			b.ReportMetric(float64(quantile(l, 0.999).Nanoseconds())/1e6, name+"-99.9%-ms")
			b.ReportMetric(float64(l[len(l)-1].Nanoseconds())/1e6, name+"-most-ms")
		}
		b.ReportMetric(float64(len(kept)), "positions")
	}
}

// BenchmarkCount counts one mid-game position again and again, knowing its
// components and not.
func BenchmarkCount(b *testing.B) {
	g := newGame(b, minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true})
	var c counting.Counter
	var sums counting.Sums
	g.Constraints(midGame(b, g, 3, &c), &sums)
	b.Run("kept/16x30x99", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = c.Count(&sums)
		}
	})
	b.Run("fresh/16x30x99", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			c.Forget()
			_ = c.Count(&sums)
		}
	})
	for _, open := range []int{500, 1000, 6000} {
		g, v := hugePosition(b, 2000, open, minesweeper.Windows)
		g.Constraints(v, &sums)
		b.Run("fresh/100x100x2000/"+map[int]string{500: "500-open", 1000: "1000-open", 6000: "6000-open"}[open], func(b *testing.B) {
			for b.Loop() {
				c.Forget()
				if err := c.Count(&sums); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSample draws states of one mid-game position, and BenchmarkShown works
// out what a cell would show there, for all cells.
func BenchmarkSample(b *testing.B) {
	g := newGame(b, minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true})
	var c counting.Counter
	v := midGame(b, g, 3, &c)
	sampler := counting.New(g)
	rng := rand.New(rand.NewPCG(1, 1))
	var s state
	b.Run("16x30x99", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := sampler.Sample(b.Context(), rng, v, 1, &s); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkShown(b *testing.B) {
	g := newGame(b, minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true})
	var c counting.Counter
	var sums counting.Sums
	g.Constraints(midGame(b, g, 3, &c), &sums)
	if err := c.Count(&sums); err != nil {
		b.Fatal(err)
	}
	among := make([][]int32, sums.Unknowns)
	for i := range among {
		among[i] = neighboursOf(g, &sums)(i)
	}
	b.Run("16x30x99", func(b *testing.B) {
		b.ReportAllocs()
		i := 0
		var dist []float64
		for b.Loop() {
			dist = c.Shown(int32(i), among[i], dist[:0])
			i = (i + 1) % len(among)
		}
	})
}
