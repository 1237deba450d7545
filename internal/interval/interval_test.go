package interval_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight/internal/interval"
)

// Published and computed score intervals at 95%.
func TestWilson95Known(t *testing.T) {
	for _, c := range []struct {
		successes, trials int
		lo, hi            float64
		tolerance         float64
	}{
		// R. G. Newcombe, Two-sided confidence intervals for the single proportion,
		// Stat. Med. 17 (1998) 857-872, table I, method 3, four digits.
		{81, 263, 0.2553, 0.3662, 5e-5},
		{15, 148, 0.0624, 0.1605, 5e-5},
		{0, 20, 0.0000, 0.1611, 5e-5},
		{1, 29, 0.0061, 0.1718, 5e-5},
		// The formula evaluated in Python, double precision.
		{390, 1000, 0.3602454063696288, 0.42059648049719334, 1e-14},
	} {
		lo, hi := interval.Wilson95(c.successes, c.trials)
		if math.Abs(lo-c.lo) > c.tolerance || math.Abs(hi-c.hi) > c.tolerance {
			t.Errorf("Wilson95(%d, %d) = %v, %v, want %v, %v", c.successes, c.trials, lo, hi, c.lo, c.hi)
		}
	}
}

// The second road to the same truth: the bounds are defined as the two solutions p
// of |rate - p| = z·sqrt(p(1-p)/n), so they must solve it.
func TestWilsonSolvesScoreEquation(t *testing.T) {
	for _, z := range []float64{0.5, 1, interval.Z95, 3} {
		for trials := 1; trials <= 60; trials++ {
			for successes := range trials + 1 {
				rate := float64(successes) / float64(trials)
				lo, hi := interval.Wilson(successes, trials, z)
				for _, p := range []float64{lo, hi} {
					// Squared: the root would magnify rounding near 0 and 1.
					left := (rate - p) * (rate - p)
					right := z * z * p * (1 - p) / float64(trials)
					if math.Abs(left-right) > 1e-14 {
						t.Errorf("Wilson(%d, %d, %v): bound %v does not solve its equation: %v, %v",
							successes, trials, z, p, left, right)
					}
				}
			}
		}
	}
}

func TestWilsonProperties(t *testing.T) {
	for _, z := range []float64{0, 0.1, 1, interval.Z95, 5} {
		for trials := 1; trials <= 60; trials++ {
			for successes := range trials + 1 {
				rate := float64(successes) / float64(trials)
				lo, hi := interval.Wilson(successes, trials, z)
				if !(0 <= lo && lo <= rate && rate <= hi && hi <= 1) {
					t.Errorf("Wilson(%d, %d, %v) = %v, %v: not around %v within [0, 1]",
						successes, trials, z, lo, hi, rate)
				}
				mirrorLo, mirrorHi := interval.Wilson(trials-successes, trials, z)
				if math.Abs(lo-(1-mirrorHi)) > 1e-14 || math.Abs(hi-(1-mirrorLo)) > 1e-14 {
					t.Errorf("Wilson(%d, %d, %v) = %v, %v is no mirror image of %v, %v",
						successes, trials, z, lo, hi, mirrorLo, mirrorHi)
				}
				if z == 0 {
					continue
				}
				moreLo, moreHi := interval.Wilson(10*successes, 10*trials, z)
				if moreHi-moreLo >= hi-lo {
					t.Errorf("Wilson(%d, %d, %v) does not shrink with ten times the trials", successes, trials, z)
				}
				widerLo, widerHi := interval.Wilson(successes, trials, 1.5*z)
				if widerLo > lo || widerHi < hi {
					t.Errorf("Wilson(%d, %d, %v) does not grow with z", successes, trials, z)
				}
			}
		}
	}
}

func TestWilsonEnds(t *testing.T) {
	if lo, hi := interval.Wilson95(0, 0); lo != 0 || hi != 1 {
		t.Errorf("without trials: %v, %v, want 0, 1", lo, hi)
	}
	for _, n := range []int{1, 7, 1000, math.MaxInt32} {
		if lo, hi := interval.Wilson95(0, n); lo != 0 || hi <= 0 {
			t.Errorf("0 of %d: %v, %v", n, lo, hi)
		}
		if lo, hi := interval.Wilson95(n, n); hi != 1 || lo >= 1 {
			t.Errorf("%d of %d: %v, %v", n, n, lo, hi)
		}
	}
}

// With 95% confidence the interval must cover the true rate about 95 times in 100.
// Summed exactly over all outcomes of 50 trials and averaged over true rates from
// 0.05 to 0.95, the coverage of Wilson's interval is within half a percent of it
// (L. D. Brown, T. T. Cai, A. DasGupta, Interval estimation for a binomial
// proportion, Stat. Sci. 16 (2001) 101-133, section 4).
func TestWilson95Coverage(t *testing.T) {
	const trials = 50
	total, rates := 0.0, 0
	for p := 0.05; p < 0.951; p += 0.005 {
		covered := 0.0
		probability := math.Pow(1-p, trials) // of no success
		for k := range trials + 1 {
			if lo, hi := interval.Wilson95(k, trials); lo <= p && p <= hi {
				covered += probability
			}
			probability *= float64(trials-k) / float64(k+1) * p / (1 - p)
		}
		total += covered
		rates++
	}
	if mean := total / float64(rates); math.Abs(mean-0.95) > 0.005 {
		t.Errorf("mean coverage is %.4f, want 0.95", mean)
	}
}

func TestMisusePanics(t *testing.T) {
	for name, misuse := range map[string]func(){
		"negative successes": func() { interval.Wilson95(-1, 3) },
		"too many successes": func() { interval.Wilson95(4, 3) },
		"negative trials":    func() { interval.Wilson95(0, -1) },
		"negative z":         func() { interval.Wilson(1, 2, -1) },
		"z not a number":     func() { interval.Wilson(1, 2, math.NaN()) },
		"infinite z":         func() { interval.Wilson(1, 2, math.Inf(1)) },
		"negative count":     func() { interval.Values{N: -1}.Mean95(0, 1) },
		"no room for values": func() { interval.Values{N: 1}.Mean95(2, 2) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("did not panic")
				}
			}()
			misuse()
		})
	}
}

// Of values that are 0 or 1 it is Wilson's interval, but for n-1 in the variance; of values
// that vary less it is narrower, and never a point.
func TestShare95(t *testing.T) {
	for _, c := range []struct{ wins, n int }{{0, 10}, {10, 10}, {3, 7}, {400, 1000}} {
		mean, lo, hi := interval.Values{N: c.n, Sum: float64(c.wins), Squares: float64(c.wins)}.Share95()
		wlo, whi := interval.Wilson95(c.wins, c.n)
		if mean != float64(c.wins)/float64(c.n) || math.Abs(lo-wlo) > 1e-12 || math.Abs(hi-whi) > 1e-12 {
			t.Errorf("%d of %d: %v (%v to %v), Wilson %v to %v", c.wins, c.n, mean, lo, hi, wlo, whi)
		}
	}
	mean, lo, hi := interval.Values{N: 100, Sum: 50, Squares: 25}.Share95() // a hundred times a half
	if wlo, whi := interval.Wilson95(50, 100); mean != 0.5 || lo <= wlo || hi >= whi || lo >= 0.5 || hi <= 0.5 {
		t.Errorf("a hundred halves: %v (%v to %v)", mean, lo, hi)
	}
	mean, lo, hi = interval.Values{N: 1, Sum: 0.3, Squares: 0.09}.Share95() // a single value says as little as a single trial
	if _, one := interval.Wilson95(0, 1); mean != 0.3 || lo > 0.05 || hi < one {
		t.Errorf("a single value: %v (%v to %v)", mean, lo, hi)
	}
	if _, lo, hi := (interval.Values{}).Share95(); lo != 0 || hi != 1 {
		t.Errorf("nothing known: %v to %v", lo, hi)
	}
	// Half of the values 0.2, half 0.6: the standard error is 0.2*sqrt(1/399), near enough that of the normal interval.
	_, lo, hi = interval.Values{N: 400, Sum: 200 * 0.8, Squares: 200 * 0.4}.Share95()
	if radius := interval.Z95 * 0.2 / math.Sqrt(399); math.Abs(lo-(0.4-radius)) > 0.003 || math.Abs(hi-(0.4+radius)) > 0.003 {
		t.Errorf("two values: %v to %v, want about 0.4 ± %v", lo, hi, radius)
	}
}

// Of many samples of a few values each about 95% of the intervals hold the true mean, or
// more: the variance is rather taken too large.
func TestShare95Covers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		name string
		mean float64
		draw func() float64
	}{
		{"uniform", 0.5, rng.Float64},
		{"squares", 1.0 / 3, func() float64 { x := rng.Float64(); return x * x }},
		{"mostly 0", 0.05, func() float64 {
			if rng.Float64() < 0.9 {
				return 0
			}
			return rng.Float64()
		}},
	} {
		for _, n := range []int{3, 16, 100} {
			held := 0
			const samples = 2000
			for range samples {
				sum, squares := 0.0, 0.0
				for range n {
					x := c.draw()
					sum, squares = sum+x, squares+x*x
				}
				if _, lo, hi := (interval.Values{N: n, Sum: sum, Squares: squares}).Share95(); lo <= c.mean && c.mean <= hi {
					held++
				}
			}
			if rate := float64(held) / samples; rate < 0.93 {
				t.Errorf("%s, %d values: %.3f of the intervals hold the mean", c.name, n, rate)
			}
		}
	}
}

// Few equal values are no certainty where no bounds are known.
func TestEqualValuesHaveNoErrors(t *testing.T) {
	for _, x := range []float64{0, -20, 0.1} {
		var v interval.Values
		for range 7 {
			v.Add(x)
		}
		if mean, lo, hi := v.Difference95(math.Inf(1)); math.Abs(mean-x) > 1e-12 || !math.IsInf(lo, -1) || !math.IsInf(hi, 1) {
			t.Errorf("seven times %v: %v from %v to %v", x, mean, lo, hi)
		}
	}
	v := interval.Values{N: 2, Sum: 3, Squares: 5} // 1 and 2
	if _, lo, hi := v.Mean95(math.Inf(-1), math.Inf(1)); lo >= hi || math.IsInf(lo, 0) {
		t.Errorf("from %v to %v", lo, hi)
	}
}

// Three in so many games may still differ where none did.
func TestRuleOfThree(t *testing.T) {
	for n, want := range map[int]float64{1: 1, 3: 1, 300: 0.01} {
		if mean, lo, hi := (interval.Values{N: n}).Rare95(1); mean != 0 || lo != -want || hi != want {
			t.Errorf("nothing in %d: %v from %v to %v, want %v", n, mean, lo, hi, want)
		}
	}
	v := interval.Values{N: 2, Sum: 3, Squares: 5}
	_, low, high := v.Difference95(math.Inf(1))
	if _, lo, hi := v.Rare95(1); lo != low || hi != high {
		t.Errorf("%v to %v, want %v to %v", lo, hi, low, high)
	}
}

// The p-value against the z that it belongs to: a mean of so many standard errors.
func TestPOfMean(t *testing.T) {
	for z, want := range map[float64]float64{0: 1, interval.Z95: 0.05, -3: 0.002699796063} {
		// Half the values above the mean by 1, half below it.
		const n = 10_000
		mean := z / math.Sqrt(n-1)
		v := interval.Values{N: n, Sum: n * mean, Squares: n * (mean*mean + 1)}
		if p := v.P(); math.Abs(p-want) > 1e-9 || math.Abs(v.StandardError()*math.Sqrt(n-1)-1) > 1e-12 {
			t.Errorf("z = %v: p = %v, want %v; standard error %v", z, p, want, v.StandardError())
		}
	}
}

// One player's scores on five boards less another's: between -1 and 1, and about 0.2.
func ExampleValues_Difference95() {
	var v interval.Values
	for _, x := range []float64{0.5, 0, 0.25, 0, 0.25} {
		v.Add(x)
	}
	mean, lo, hi := v.Difference95(1)
	fmt.Printf("%.2f (%.2f to %.2f)\n", mean, lo, hi)
	// Output: 0.20 (-0.33 to 0.56)
}
