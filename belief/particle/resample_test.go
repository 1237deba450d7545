package particle

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
)

// coin is any game: its filter is filled by hand.
type coin struct{}

func (coin) Start(*rand.Rand, *int) blindsight.Side              { return 0 }
func (coin) Step(*rand.Rand, *int, int) blindsight.Step[int]     { return blindsight.Step[int]{} }
func (coin) Observation(blindsight.Side, int, *int, int) float64 { return 1 }

// filled returns a filter with one particle for each weight, its state the number of it.
func filled(weights ...float64) *Filter[int, *blindsight.History[int, int], int, int] {
	f := New(coin{}, Options{Particles: 10})
	for i, w := range weights {
		*f.next.slot() = i
		f.next.keep(0, math.Log(w)-300) // weights need not be near 1
	}
	f.swap()
	return f
}

// Of weights 1, 2, 3 and 4 the effective size is 10²/(1+4+9+16) = 10/3; of n equal ones n; of one
// that outweighs all 1.
func TestEffectiveSize(t *testing.T) {
	for _, c := range []struct {
		weights []float64
		want    float64
	}{{[]float64{1, 2, 3, 4}, 10. / 3}, {[]float64{5, 5, 5, 5, 5, 5, 5}, 7}, {[]float64{1, 1e-200, 1e-200}, 1}} {
		f := filled(c.weights...)
		for name, got := range map[string]float64{"method": f.EffectiveSize(), "cloud": f.now.effective()} {
			if math.Abs(got-c.want) > 1e-9 {
				t.Errorf("%v, %s: %v, want %v", c.weights, name, got, c.want)
			}
		}
	}
}

// Thinning leaves as many particles as wanted, the heavy ones as they are, and on average the weight
// of each as it was: within 4 standard errors. With 5 of weights 4, 2, 1, 0.7, 0.6, 0.4, 0.2 and 0.1
// to be left, 4 and 2 stay, and the others are picked for a weight of 3/3 = 1.
func TestThinningIsUnbiased(t *testing.T) {
	weights := []float64{0.2, 4, 0.7, 0.1, 1, 2, 0.6, 0.4}
	rng := rand.New(rand.NewPCG(1, 1))
	const runs = 20_000
	sums, squares := make([]float64, len(weights)), make([]float64, len(weights))
	for range runs {
		f := filled(weights...)
		f.options.Particles = 5
		f.swap() // what was filled is in next
		f.thin(rng)
		if f.next.n != 5 {
			t.Fatalf("%d particles", f.next.n)
		}
		for i := range f.next.n {
			s, w := f.next.states[i], 4*math.Exp(f.next.logs[i]) // the greatest weight is 4
			if want := max(weights[s], 1); math.Abs(w-want) > 1e-9 {
				t.Fatalf("particle %d of weight %v has weight %v", s, weights[s], w)
			}
			sums[s] += w
			squares[s] += w * w
		}
	}
	for i, sum := range sums {
		mean := sum / runs
		deviation := math.Sqrt(max(0, squares[i]/runs-mean*mean) / runs)
		if math.Abs(mean-weights[i]) > 4*deviation+1e-9 {
			t.Errorf("particle %d of weight %v has weight %v ± %v on average", i, weights[i], mean, deviation)
		}
	}
}

// A comb picks each particle its share of times, rounded down or up, and on average exactly its
// share: within 4 standard errors of a rounded number.
func TestCombIsUnbiased(t *testing.T) {
	weights := []float64{0.5, 3, 1.25, 0.01, 2.24, 1.4, 0.6, 1} // sum 10, the number of teeth
	rng := rand.New(rand.NewPCG(1, 1))
	const runs = 20_000
	counts := make([]float64, len(weights))
	f := filled(weights...)
	for range runs {
		picked := make([]float64, len(weights))
		f.comb(rng, 10, func(i int) { picked[i]++ })
		for i, n := range picked {
			if n < math.Floor(weights[i]-1e-9) || n > math.Ceil(weights[i]+1e-9) {
				t.Fatalf("particle %d of weight %v was picked %v times", i, weights[i], n)
			}
			counts[i] += n
		}
	}
	for i, n := range counts {
		share := weights[i] - math.Floor(weights[i])
		deviation := math.Sqrt(share * (1 - share) / runs)
		if off := math.Abs(n/runs - weights[i]); off > 4*deviation+1e-9 {
			t.Errorf("particle %d of weight %v was picked %v times on average", i, weights[i], n/runs)
		}
	}
}

// Equal states become one particle that counts as several draws: two of weight 1 and one of 2 are
// worth 4²/(1+1+4) = 8/3, merged or not.
func TestMergedDraws(t *testing.T) {
	f := filled(1)
	f.begin()
	for _, w := range []float64{1, 2, 1} {
		*f.next.slot() = 7
		f.join(0, math.Log(w))
	}
	if got := f.next.effective(); f.next.n != 1 || math.Abs(got-8./3) > 1e-9 || math.Abs(math.Exp(f.next.logs[0])-4) > 1e-9 {
		t.Errorf("%d particles, effective size %v, weight %v", f.next.n, got, math.Exp(f.next.logs[0]))
	}
}

// Snapshots are so many at most, the first and the last among them, and ever sparser.
func TestSnapshotsGrowSparse(t *testing.T) {
	f := filled(1, 1, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	for events := range 1000 {
		f.remember(rng, events)
		if len(f.past) > f.options.Snapshots {
			t.Fatalf("%d snapshots", len(f.past))
		}
	}
	if f.past[0].taken != 0 || f.past[len(f.past)-1].taken != 999 {
		t.Errorf("from %d to %d", f.past[0].taken, f.past[len(f.past)-1].taken)
	}
	for i := 2; i < len(f.past); i++ {
		older, newer := f.past[i-1].taken-f.past[i-2].taken, f.past[i].taken-f.past[i-1].taken
		if 3*older < newer {
			t.Errorf("gaps of %d, then %d", older, newer)
		}
	}
	if last := f.past[len(f.past)-2].taken; last < 990 {
		t.Errorf("the last but one is of %d", last)
	}
}

// Equal states are found, different ones of the same hash are not.
func TestIndex(t *testing.T) {
	var x index
	values := []int{}
	find := func(v int) int {
		i := x.find(uint64(v%10), func(i int) bool { return values[i] == v })
		if i < 0 {
			values = append(values, v)
		}
		return i
	}
	for v := range 300 {
		if i := find(v); i >= 0 {
			t.Fatalf("%d was found as %d", v, values[i])
		}
	}
	for v := range 300 {
		if i := find(v); i != v {
			t.Fatalf("%d was found at %d", v, i)
		}
	}
}
