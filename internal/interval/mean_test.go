package interval_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight/internal/interval"
)

// mean95 is Mean95 of a list.
func mean95(values []float64, low, high float64) (mean, lo, hi float64) {
	var sum, squares float64
	for _, v := range values {
		sum += v
		squares += v * v
	}
	return interval.Values{N: len(values), Sum: sum, Squares: squares}.Mean95(low, high)
}

// Of values that are all 0 or 1 the interval is Wilson's, of rates.
func TestMean95IsWilson(t *testing.T) {
	for n := 1; n <= 60; n++ {
		for k := range n + 1 {
			wlo, whi := interval.Wilson95(k, n)
			for _, c := range []struct{ low, high float64 }{{0, 1}, {-1, 1}, {-3, 7}} {
				x := c.high - c.low
				sum := float64(n)*c.low + float64(k)*x
				squares := float64(n-k)*c.low*c.low + float64(k)*c.high*c.high
				_, lo, hi := interval.Values{N: n, Sum: sum, Squares: squares}.Mean95(c.low, c.high)
				if math.Abs(lo-(c.low+x*wlo)) > 1e-12*x || math.Abs(hi-(c.low+x*whi)) > 1e-12*x {
					t.Errorf("%d of %d between %v and %v: %v to %v, Wilson %v to %v", k, n, c.low, c.high, lo, hi, wlo, whi)
				}
			}
		}
	}
}

// The second road: the bounds solve the equation that defines them, with the variance from
// the values themselves rather than from their sums.
func TestMean95SolvesItsEquation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const z2 = interval.Z95 * interval.Z95
	for range 2000 {
		n := 1 + rng.IntN(40)
		values := make([]float64, n)
		for i := range values {
			values[i] = math.Pow(rng.Float64(), 3)
		}
		mean, lo, hi := mean95(values, 0, 1)
		w := 0.0
		for _, v := range values {
			w += v * (1 - v)
		}
		w /= float64(n) + z2
		for _, p := range []float64{lo, hi} {
			if left, right := (mean-p)*(mean-p), z2/float64(n)*(p*(1-p)-w); math.Abs(left-right) > 1e-12 {
				t.Fatalf("%v: the bound %v does not solve its equation: %v, %v", values, p, left, right)
			}
		}
		if !(0 <= lo && lo < mean && mean < hi && hi <= 1) {
			t.Fatalf("%v: mean %v, %v to %v", values, mean, lo, hi)
		}
		// Scaled and moved, it is scaled and moved; mirrored, it is mirrored.
		for i := range values {
			values[i] = 5 - 4*values[i]
		}
		if m, l, h := mean95(values, 1, 5); math.Abs(m-(5-4*mean)) > 1e-12 || math.Abs(l-(5-4*hi)) > 1e-12 || math.Abs(h-(5-4*lo)) > 1e-12 {
			t.Fatalf("mirrored: %v, %v to %v; want the image of %v, %v to %v", m, l, h, mean, lo, hi)
		}
	}
}

// No number of equal values makes the interval a point, and many values make it that of
// the normal approximation.
func TestMean95Width(t *testing.T) {
	for _, value := range []float64{0, 0.01, 0.5, 0.7, 1} {
		before := 1.0
		for n := 1; n <= 1_000_000; n *= 10 {
			mean, lo, hi := interval.Values{N: n, Sum: value * float64(n), Squares: value * value * float64(n)}.Mean95(0, 1)
			if math.Abs(mean-value) > 1e-12 || lo > value || hi < value || hi-lo <= 0 || hi-lo >= before {
				t.Errorf("%d times %v: %v to %v, width before %v", n, value, lo, hi, before)
			}
			before = hi - lo
		}
	}
	// The equation solved by bisection in Python. The rule of three says about the same: what
	// was not seen in 50 games may still happen in 3 of 50, and move the mean by as much as 0.042
	// down and 0.018 up.
	if _, lo, hi := (interval.Values{N: 50, Sum: 35, Squares: 24.5}).Mean95(0, 1); math.Abs(lo-0.6500567) > 1e-6 || math.Abs(hi-0.7214043) > 1e-6 {
		t.Errorf("50 times 0.7: %v to %v", lo, hi)
	}
	if mean, lo, hi := (interval.Values{N: 0, Sum: 0, Squares: 0}).Mean95(-1, 3); mean != 1 || lo != -1 || hi != 3 {
		t.Errorf("without values: %v, %v to %v", mean, lo, hi)
	}
	// A hundred thousand values of 0.2 and 0.6 in turn: variance 0.04.
	const n = 100_000
	mean, lo, hi := interval.Values{N: n, Sum: n * 0.4, Squares: n * (0.04 + 0.36) / 2}.Mean95(0, 1)
	if want := 2 * interval.Z95 * math.Sqrt(0.04/n); math.Abs(mean-0.4) > 1e-12 || math.Abs(hi-lo-want) > 0.002*want {
		t.Errorf("mean %v, width %v, want %v", mean, hi-lo, want)
	}
	// A sum of squares that rounding left too large is no root of a negative number.
	if _, lo, hi := (interval.Values{N: 3, Sum: 3, Squares: 3 + 1e-12}).Mean95(0, 1); !(lo < 1 && hi == 1) {
		t.Errorf("%v to %v", lo, hi)
	}
}

// The interval covers the true mean about as often as it says from fifty values on, and with
// ten no less than the normal approximation: of scores, of differences of scores, of rare
// events. (Of rare events in few trials Wilson's own covers less than it says too: Brown, Cai,
// DasGupta, section 4.1.)
func TestMean95Coverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		name      string
		low, high float64
		mean      float64
		draw      func() float64
	}{
		{"uniform", 0, 1, 0.5, rng.Float64},
		{"score: nine of ten won, else uniform", 0, 1, 0.95, func() float64 {
			if rng.Float64() < 0.9 {
				return 1
			}
			return rng.Float64()
		}},
		{"score: 49 of 50 won, else 0.3", 0, 1, 0.986, func() float64 {
			if rng.Float64() < 0.98 {
				return 1
			}
			return 0.3
		}},
		{"close to the middle", 0, 1, 0.5, func() float64 { return 0.45 + 0.1*rng.Float64() }},
		{"one half, rarely 0", 0, 1, 0.49, func() float64 {
			if rng.Float64() < 0.98 {
				return 0.5
			}
			return 0
		}},
		{"a difference: 10% and 5%", -1, 1, 0.05, func() float64 {
			switch u := rng.Float64(); {
			case u < 0.1:
				return 1
			case u < 0.15:
				return -1
			}
			return 0
		}},
		{"a difference of scores", -1, 1, 0.01, func() float64 {
			if rng.Float64() < 0.5 {
				return 0
			}
			return 0.02 + 0.6*(rng.Float64()-0.5)
		}},
	} {
		for _, n := range []int{10, 50, 300} {
			runs := 400_000 / (n + 100)
			covered, normal, width := 0, 0, 0.0
			values := make([]float64, n)
			for range runs {
				for i := range values {
					values[i] = c.draw()
				}
				mean, lo, hi := mean95(values, c.low, c.high)
				width += hi - lo
				if lo <= c.mean && c.mean <= hi {
					covered++
				}
				variance := 0.0
				for _, v := range values {
					variance += (v - mean) * (v - mean) / float64(n-1)
				}
				if math.Abs(mean-c.mean) <= interval.Z95*math.Sqrt(variance/float64(n)) {
					normal++
				}
			}
			share, plain := float64(covered)/float64(runs), float64(normal)/float64(runs)
			t.Logf("%s, %d values: covered in %.1f%%, width %.4f; by the normal approximation in %.1f%%", c.name, n, 100*share, width/float64(runs), 100*plain)
			if n >= 50 && share < 0.92 || share < plain-0.01 {
				t.Errorf("%s, %d values: the interval covers the mean in %.1f%% of runs, the normal approximation in %.1f%%", c.name, n, 100*share, 100*plain)
			}
		}
	}
}
