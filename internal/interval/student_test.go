package interval_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight/internal/interval"
)

// TestStudentCovers draws few normal numbers again and again: in 95 of 100 cases the interval has the true mean.
func TestStudentCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const trials = 40_000
	for _, n := range []int{2, 3, 5, 10, 20, 21} {
		covered := 0
		for range trials {
			var v interval.Values
			for range n {
				v.Add(7 + 3*rng.NormFloat64())
			}
			if _, lo, hi := v.Student95(); lo <= 7 && 7 <= hi {
				covered++
			}
		}
		if share := float64(covered) / trials; share < 0.946 || share > 0.956 {
			t.Errorf("%d values: %.4f", n, share)
		}
	}
}

// TestStudentOfFew: one value tells nothing of how far others are, equal ones that they do not vary.
func TestStudentOfFew(t *testing.T) {
	var v interval.Values
	v.Add(0.25)
	if mean, lo, hi := v.Student95(); mean != 0.25 || !math.IsInf(lo, -1) || !math.IsInf(hi, 1) {
		t.Errorf("one value: %v (%v to %v)", mean, lo, hi)
	}
	v.Add(0.25)
	if mean, lo, hi := v.Student95(); mean != 0.25 || lo != 0.25 || hi != 0.25 {
		t.Errorf("two equal ones: %v (%v to %v)", mean, lo, hi)
	}
}
