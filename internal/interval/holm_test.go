package interval_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/internal/interval"
)

// Worked out by hand: sorted 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1 are 0.02, 0.03, 0.06,
// 0.04, of which the last is less than the one before it.
func TestHolm(t *testing.T) {
	got := interval.Holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if math.Abs(got[i]-want) > 1e-15 {
			t.Errorf("%v, want %v at %d", got, want, i)
		}
	}
	if got := interval.Holm([]float64{0.7, 0.9}); !slices.Equal(got, []float64{1, 1}) {
		t.Errorf("%v, want no more than 1", got)
	}
	if got := interval.Holm(nil); len(got) != 0 {
		t.Errorf("%v of nothing", got)
	}
}

// The second road: Holm's procedure as he gives it. Test by test, the least first, reject
// while p <= alpha/(tests left), and stop at the first that is not.
func TestHolmIsTheProcedure(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		p := make([]float64, 1+rng.IntN(12))
		for i := range p {
			p[i] = math.Round(rng.Float64()*rng.Float64()*100) / 1000 // with ties
		}
		alpha := 0.01 + 0.1*rng.Float64()
		corrected := interval.Holm(p)
		sorted := slices.Sorted(slices.Values(p))
		rejected := 0
		for rejected < len(sorted) && sorted[rejected]*float64(len(sorted)-rejected) <= alpha {
			rejected++
		}
		n := 0
		for i := range p {
			if corrected[i] < p[i] {
				t.Fatalf("%v corrected to %v", p, corrected)
			}
			if corrected[i] <= alpha {
				n++
			}
		}
		if n != rejected {
			t.Fatalf("%v at %v: %d rejected, by the procedure %d", p, alpha, n, rejected)
		}
	}
}
