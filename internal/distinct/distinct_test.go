package distinct_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight/internal/distinct"
)

// Fingerprints as callers make them: small integers, integers that differ in high
// bits only, and hashes.
var kinds = map[string]func(i uint64) uint64{
	"integers":  func(i uint64) uint64 { return i },
	"high bits": func(i uint64) uint64 { return i << 44 },
	"hashes":    func(i uint64) uint64 { return rand.NewPCG(7, i).Uint64() },
}

func TestFewAreExact(t *testing.T) {
	for name, kind := range kinds {
		for n := range uint64(33) {
			var c distinct.Counter
			for range 3 { // repetition must not count
				for i := range n {
					c.Add(kind(i))
				}
			}
			if got := c.Count(); got != int64(n) {
				t.Errorf("%s: counted %d of %d", name, got, n)
			}
		}
	}
}

// The standard error of linear counting with m bits and n values is
// sqrt(m·(exp(n/m) - n/m - 1))/n (Whang et al. 1990, section 3): 1.8% for 10,000
// values in 4096 bits, less below. Over 40 sets of values the mean error must be
// below half of that, and no error above four times.
func TestManyAreEstimated(t *testing.T) {
	const sets = 40
	for _, n := range []int{33, 50, 100, 300, 1000, 3000, 10_000} {
		load := float64(n) / 4096
		deviation := math.Sqrt(4096*(math.Exp(load)-load-1)) / float64(n)
		if deviation > 0.02 {
			t.Errorf("%d values: the documented 2%% does not hold, the standard error is %v", n, deviation)
		}
		mean := 0.0
		for set := range uint64(sets) {
			rng := rand.New(rand.NewPCG(uint64(n), set))
			var c distinct.Counter
			for range n {
				c.Add(rng.Uint64()) // equal draws do not occur among so few
			}
			miss := float64(c.Count())/float64(n) - 1
			mean += miss / sets
			// Rounding to a whole number adds up to half a value.
			if math.Abs(miss) > 4*deviation+0.5/float64(n) {
				t.Errorf("%d values: counted %d, off by %.1f%%", n, c.Count(), 100*miss)
			}
		}
		if math.Abs(mean) > deviation/2+0.5/float64(n) {
			t.Errorf("%d values: the estimate is off by %.2f%% on the average", n, 100*mean)
		}
	}
}

// Structured fingerprints must be estimated as well as random ones.
func TestStructureDoesNotMatter(t *testing.T) {
	for name, kind := range kinds {
		var c distinct.Counter
		for i := range uint64(5000) {
			c.Add(kind(i))
		}
		// Four standard errors of 1.4% each.
		if got := c.Count(); got < 4720 || got > 5280 {
			t.Errorf("%s: counted %d of 5000", name, got)
		}
	}
}

func TestNeverFallsWhenAdding(t *testing.T) {
	var c distinct.Counter
	last := int64(0)
	for i := range uint64(200_000) {
		c.Add(i)
		got := c.Count()
		if got < last {
			t.Fatalf("fell from %d to %d with value %d", last, got, i)
		}
		last = got
	}
	// Full table: 4096·ln(4096) = 34069.6, the most it can tell.
	if last != 34070 {
		t.Errorf("saturates at %d, want 34070", last)
	}
}

// A counter depends on the set of values alone: any split over counters, merged in
// any order, is equal in count to one counter that saw everything.
func TestMergeEqualsAddingAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range 300 {
		var whole distinct.Counter
		parts := make([]distinct.Counter, 1+rng.IntN(5))
		for range rng.IntN(80) {
			v := rng.Uint64N(60) // many repetitions, around the exact limit
			whole.Add(v)
			parts[rng.IntN(len(parts))].Add(v)
		}
		var merged distinct.Counter
		for _, i := range rng.Perm(len(parts)) {
			before := parts[i]
			merged.Merge(&parts[i])
			if parts[i] != before {
				t.Fatal("Merge changed its argument")
			}
		}
		if merged.Count() != whole.Count() {
			t.Errorf("round %d: merged counts %d, whole %d", round, merged.Count(), whole.Count())
		}
		twice := merged
		twice.Merge(&merged)
		if twice.Count() != merged.Count() {
			t.Errorf("round %d: merging a counter with itself gives %d, not %d", round, twice.Count(), merged.Count())
		}
	}
}

func TestReset(t *testing.T) {
	var c distinct.Counter
	for i := range uint64(1000) {
		c.Add(i)
	}
	c.Reset()
	if c != (distinct.Counter{}) || c.Count() != 0 {
		t.Errorf("counts %d after Reset", c.Count())
	}
	c.Add(0)
	if c.Count() != 1 {
		t.Errorf("counts %d after one value", c.Count())
	}
}

func TestDoesNotAllocate(t *testing.T) {
	var c, d distinct.Counter
	i := uint64(0)
	if n := testing.AllocsPerRun(1000, func() { c.Add(i); d.Merge(&c); d.Count(); i++ }); n != 0 {
		t.Errorf("allocates %v times", n)
	}
}

func BenchmarkAdd(b *testing.B) {
	for _, states := range []uint64{1, 32, 1000} {
		b.Run(fmt.Sprintf("%d-states", states), func(b *testing.B) {
			var c distinct.Counter
			for i := range uint64(b.N) {
				c.Add(i % states)
			}
		})
	}
}

func TestTallyAddsUpDecisions(t *testing.T) {
	var tally distinct.Tally
	for range 3 {
		for f := range uint64(5) {
			tally.Add(f)
			tally.Add(f)
		}
		tally.Next()
	}
	tally.Add(1)
	if n := tally.Count(); n != 16 { // three times five, and one
		t.Errorf("%d, want 16", n)
	}
}
