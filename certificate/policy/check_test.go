package policy_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/certificate/policy"
)

const allowed = 1e-6

func check(t *testing.T, p *blindsight.Tables, f *policy.Policy) policy.Report {
	t.Helper()
	r, err := policy.Check(t.Context(), p, f, allowed)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// unnamed is a policy that does not say which vectors one goes on with, as files of others.
func unnamed(f *policy.Policy) *policy.Policy {
	g := &policy.Policy{Vectors: slices.Clone(f.Vectors)}
	for i := range g.Vectors {
		g.Vectors[i].Next = nil
	}
	return g
}

// What the solver hands out is proved, and what is proved is what one gains at least who plays it.
func TestWhatIsFoundIsProved(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		p := problem(rng)
		f := solved(t, p, 1+rng.IntN(40))
		r := check(t, p, f)
		if !r.Proved || r.Broken > 0 || math.Abs(r.Bound-r.Claimed) > 1e-8 {
			t.Fatalf("%+v of %+v", r, p)
		}
		if _, upper := worth(p, p.Start, 7, greedy(f)); r.Bound > upper {
			t.Fatalf("%+v is proved, and is worth %v at most: %+v", r, upper, p)
		}
	}
}

// Without being told which vectors one goes on with, the check finds most of them.
func TestSuccessorsAreFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	found := 0
	for range 60 {
		p := problem(rng)
		if check(t, p, unnamed(solved(t, p, 20))).Proved {
			found++
		}
	}
	if found < 45 {
		t.Errorf("%d of 60 policies are proved without being told their successors", found)
	}
}

// greedy is the play of a file: the action of the vector of greatest mean.
func greedy(f *policy.Policy) func([]float64) int {
	return func(b []float64) int {
		best, _ := f.Best(b)
		return f.Vectors[best].Action
	}
}

// Of 1,000 policies that were tampered with, none is accepted at a bound that playing it refutes, nor is any
// bound above what the best play gains.
func TestTamperedPolicies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	refused := 0
	for i := range 1000 {
		p := problem(rng)
		f := solved(t, p, 15)
		if i%2 == 0 {
			f = unnamed(f)
		}
		tamper(rng, p, f)
		r := check(t, p, f)
		if _, upper := worth(p, p.Start, 5, nil); r.Bound > upper {
			t.Fatalf("%d: bound %v, and the best is %v at most: %+v of %+v", i, r.Bound, upper, f, p)
		}
		if !r.Proved {
			refused++
			continue
		}
		if _, upper := worth(p, p.Start, 7, greedy(f)); r.Bound > upper {
			t.Fatalf("%d: accepted at %v, and is worth %v at most: %+v of %+v", i, r.Bound, upper, f, p)
		}
	}
	if refused < 500 {
		t.Errorf("%d of 1000 refused: the tampering is harmless", refused)
	}
}

// tamper changes something of a policy.
func tamper(rng *rand.Rand, p *blindsight.Tables, f *policy.Policy) {
	k := rng.IntN(len(f.Vectors))
	v := &f.Vectors[k]
	v.Values = slices.Clone(v.Values)
	switch s := rng.IntN(len(v.Values)); rng.IntN(6) {
	case 0:
		v.Values[s] += 5 * rng.Float64()
	case 1:
		for s := range v.Values {
			v.Values[s] += rng.Float64()
		}
	case 2:
		v.Action = (v.Action + 1) % p.Actions
		v.Values[s] += .01
	case 3:
		v.Values[s] *= 2
	case 4: // a vector is lost
		if len(f.Vectors) > 1 {
			f.Vectors = slices.Delete(f.Vectors, k, k+1)
			for i := range f.Vectors {
				f.Vectors[i].Next = slices.Clone(f.Vectors[i].Next)
				for o, n := range f.Vectors[i].Next {
					f.Vectors[i].Next[o] = min(n, len(f.Vectors)-1)
				}
			}
		}
	case 5: // digits are lost
		for i := range f.Vectors {
			values := slices.Clone(f.Vectors[i].Values)
			for s, x := range values {
				values[s] = math.Round(x*100) / 100
			}
			f.Vectors[i].Values = values
		}
	}
}

// A policy that promises too little or nothing for most vectors is proved at what its play gains: do one action for
// ever, promised to be worth anything.
func TestBoundThatIs(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 50 {
		p := problem(rng)
		f := &policy.Policy{Vectors: []policy.Vector{{Action: 0, Values: make([]float64, p.States)}}}
		for s := range p.States {
			f.Vectors[0].Values[s] = 100 * (rng.Float64() - .5)
		}
		r := check(t, p, f)
		lower, _ := worth(p, p.Start, 12, func([]float64) int { return 0 })
		if r.Bound < min(lower-1e-3, r.Claimed-1e-3) {
			t.Fatalf("bound %v, and is worth %v at least: %+v of %+v", r.Bound, lower, r, p)
		}
		if _, upper := worth(p, p.Start, 12, func([]float64) int { return 0 }); r.Bound > upper {
			t.Fatalf("bound %v, and is worth %v at most: %+v of %+v", r.Bound, upper, r, p)
		}
	}
}

// A check that is stopped says so, and one of another problem's policy says what does not fit.
func TestNoCheck(t *testing.T) {
	p := problem(rand.New(rand.NewPCG(5, 5)))
	f := solved(t, p, 5)
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := policy.Check(ended, p, f, allowed); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	for _, bad := range []*policy.Policy{
		{},
		{Vectors: []policy.Vector{{Action: p.Actions, Values: make([]float64, p.States)}}},
		{Vectors: []policy.Vector{{Values: make([]float64, p.States+1)}}},
		{Vectors: []policy.Vector{{Values: append(make([]float64, p.States-1), math.NaN())}}},
		{Vectors: []policy.Vector{{Values: make([]float64, p.States), Next: make([]int, p.Observations+1)}}},
		{Vectors: []policy.Vector{{Values: make([]float64, p.States), Next: append(make([]int, p.Observations-1), 1)}}},
	} {
		if _, err := policy.Check(t.Context(), p, bad, allowed); err == nil {
			t.Errorf("%+v is checked", bad)
		}
	}
}
