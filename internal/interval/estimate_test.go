package interval_test

import (
	"math"
	"testing"

	"blindsight/internal/interval"
)

// The published example of Newcombe (1998), Table II, contrast (a): 56 of 70 against 48 of 80, by method 10.
func TestIndependentEstimates(t *testing.T) {
	of := func(k, n int) interval.Estimate {
		lo, hi := interval.Wilson95(k, n)
		return interval.Estimate{Value: float64(k) / float64(n), Lo: lo, Hi: hi}
	}
	d, lo, hi := of(56, 70).Less95(of(48, 80))
	if math.Abs(d-0.2) > 1e-12 || math.Abs(lo-0.0524) > 5e-5 || math.Abs(hi-0.3339) > 5e-5 {
		t.Errorf("%v, %v to %v; want 0.2, 0.0524 to 0.3339", d, lo, hi)
	}
	e, elo, ehi := of(48, 80).Less95(of(56, 70))
	if e != -d || math.Abs(elo+hi) > 1e-15 || math.Abs(ehi+lo) > 1e-15 {
		t.Errorf("mirrored: %v, %v to %v", e, elo, ehi)
	}
}

func TestNormalTail(t *testing.T) {
	for chance, want := range map[float64]float64{0.025: 1.959964, 0.005: 2.575829, 0.158655: 1} {
		if got := interval.NormalTail(chance); math.Abs(got-want) > 2e-6 {
			t.Errorf("%v is exceeded with a chance of %v, want %v", got, chance, want)
		}
	}
}
