package belieftest_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight/belief/belieftest"
)

// Four states of known weight, drawn as they should be and with two exchanged.
func TestTruthOfUnequalStates(t *testing.T) {
	truth, err := belieftest.NewTruth(limit{}.Fingerprint, []int{10, 11, 12, 13}, []float64{4, 3, 2, 1})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	deck := []int{10, 10, 10, 10, 11, 11, 11, 12, 12, 13}
	deal := func(s *int) error { *s = deck[rng.IntN(len(deck))]; return nil }
	fit, err := truth.Compare(5000, deal)
	if err != nil || fit.Degrees != 3 || fit.States != 4 || fit.Samples != 5000 {
		t.Errorf("%v, error %v", fit, err)
	}
	swapped := func(s *int) error { _ = deal(s); *s = 23 - *s; return nil } // 10 and 13, 11 and 12
	if _, err := truth.Compare(5000, swapped); err == nil {
		t.Error("the wrong distribution fits")
	}
	// |4-1|, |3-2|, |2-3|, |1-4| tenths, halved.
	d, err := truth.TotalVariation(5000, swapped)
	if err != nil || math.Abs(d.Measured-0.4) > 5*d.Deviation {
		t.Errorf("distance %v, want 0.4; error %v", d, err)
	}
	if truth.Has(new(int)) || !truth.Has(&deck[0]) {
		t.Error("0 is one of 10 to 13, or 10 is not")
	}
}

func TestTruthRefuses(t *testing.T) {
	for _, c := range []struct {
		states  []int
		weights []float64
		message string
	}{
		{[]int{1, 2, 1}, []float64{1, 1, 1}, "states 0 and 2 of the list share the fingerprint 0x1"},
		{[]int{1, 2}, []float64{1, 0}, "state 1 has weight 0"},
		{[]int{1, 2}, []float64{1, math.NaN()}, "state 1 has weight NaN"},
		{[]int{1, 2}, []float64{1}, "2 states with 1 weights"},
	} {
		if _, err := belieftest.NewTruth(limit{}.Fingerprint, c.states, c.weights); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%v %v: error %v, want %q", c.states, c.weights, err, c.message)
		}
	}
	empty, err := belieftest.Enumerate(limit{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := empty.Compare(10, func(*int) error { return nil }); err == nil {
		t.Error("samples fit where there is no state")
	}
}

// One sample of k equally likely states is always 1 - 1/k away. The mean distance of
// many runs of perfect samples is the floor, and their spread within the bound.
func TestDistanceOfPerfectSamples(t *testing.T) {
	e := subject(estimator{})
	d, err := e.TotalVariation(seven, 0, 1)
	if err != nil || math.Abs(d.Measured-6./7) > 1e-12 || math.Abs(d.Floor-6./7) > 1e-12 {
		t.Errorf("distance of one sample %v, want 6/7 twice; error %v", d, err)
	}
	const runs = 400
	for _, n := range []int{10, 100, 1000} {
		var sum, squares float64
		for seed := range uint64(runs) {
			e.Seed = seed
			if d, err = e.TotalVariation(seven, 0, n); err != nil {
				t.Fatal(err)
			}
			sum += d.Measured
			squares += d.Measured * d.Measured
		}
		mean := sum / runs
		spread := math.Sqrt(squares/runs - mean*mean)
		// Four standard errors of the mean.
		if math.Abs(mean-d.Floor) > 4*spread/math.Sqrt(runs) {
			t.Errorf("%d samples: mean distance %.5f, the floor is %.5f", n, mean, d.Floor)
		}
		if spread > d.Deviation {
			t.Errorf("%d samples: the distance spreads by %.5f, the bound is %.5f", n, spread, d.Deviation)
		}
	}
}
