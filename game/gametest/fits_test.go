package gametest_test

import (
	"testing"

	"blindsight/game/gametest"
	"blindsight/internal/randstream"
)

func TestFits(t *testing.T) {
	for _, c := range []struct {
		name          string
		counts        []int
		probabilities []float64
		fits          bool
	}{
		{"nothing", nil, nil, true},
		{"one outcome", []int{7}, nil, true},
		{"as expected", []int{100, 100, 100}, nil, true},
		{"as expected, weighted", []int{100, 200, 300}, []float64{1, 2, 3}, true},
		{"weighted, but not so", []int{200, 200, 200}, []float64{1, 2, 3}, false},
		{"impossible", []int{100, 1}, []float64{1, 0}, false},
		{"impossible and absent", []int{100, 0}, []float64{1, 0}, true},
		{"wrong length", []int{1, 2}, []float64{1}, false},
		// One degree of freedom: 10,000 draws that deviate by d have chi-square
		// 2·d²/5000. The limit is (1 - 2/9 + 6·sqrt(2/9))³ = 46.9, that is d = 342.
		{"just within", []int{5340, 4660}, nil, true},
		{"just without", []int{5345, 4655}, nil, false},
	} {
		if err := gametest.Fits(c.counts, c.probabilities); (err == nil) != c.fits {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Uniform draws pass, biased ones do not.
func TestFitsOnDraws(t *testing.T) {
	rng := randstream.New(1, "gametest/fits")
	const draws = 100_000
	for _, outcomes := range []int{2, 5, 50, 500} {
		even, biased := make([]int, outcomes), make([]int, outcomes)
		for range draws {
			even[rng.IntN(outcomes)]++
			i := rng.IntN(outcomes)
			if i%2 == 0 && rng.IntN(4) == 0 { // even outcomes come less often
				i = rng.IntN(outcomes)
			}
			biased[i]++
		}
		if err := gametest.Fits(even, nil); err != nil {
			t.Errorf("%d outcomes: %v", outcomes, err)
		}
		if gametest.Fits(biased, nil) == nil {
			t.Errorf("%d outcomes: bias is not found", outcomes)
		}
	}
}
