package interval_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/internal/interval"
)

// Ranks of the tables of the sign test.
func TestMedianRank(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 0, 5: 0, 6: 1, 8: 1, 9: 2, 10: 2, 20: 6, 30: 10, 50: 18, 100: 40} {
		if rank, ok := interval.MedianRank(n, 0.05); rank != want || ok != (want > 0) {
			t.Errorf("%d observations: rank %d, %v, want %d", n, rank, ok, want)
		}
	}
	if rank, ok := interval.MedianRank(7, 1); rank != 4 || !ok {
		t.Errorf("if it may always miss, rank %d of 7, %v", rank, ok)
	}
}

// The interval holds the true median about as often as it says, of a skew distribution whose
// median is known: also where the greatest observations are cut off and only known to be
// greater.
func TestMedianIsCovered(t *testing.T) {
	const games, n = 4000, 25
	rank, _ := interval.MedianRank(n, 0.05)
	rng := rand.New(rand.NewPCG(3, 5))
	held := 0
	for range games {
		lows, highs := make([]float64, n), make([]float64, n)
		for i := range lows {
			x := rng.Float64()
			x *= x // median 1/4
			lows[i], highs[i] = x, x
			if limit := rng.Float64(); x > limit { // each has one of its own
				lows[i], highs[i] = limit, 1e9
			}
		}
		slices.Sort(lows)
		slices.Sort(highs)
		if lows[rank-1] <= 0.25 && 0.25 <= highs[n-rank] {
			held++
		}
	}
	// By the binomial distribution 95.7% would be held if all were known; 4 standard deviations are 1.3%.
	if share := float64(held) / games; share < 0.944 {
		t.Errorf("held in %.3f of all", share)
	}
}
