package pointbased_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"blindsight"
	"blindsight/game/pomdp"
	"blindsight/search/pointbased"
)

// solve closes the bounds of a problem.
func solve(t *testing.T, p *blindsight.Tables, gap float64) *pointbased.Solver {
	t.Helper()
	s, err := pointbased.New(t.Context(), p, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(t.Context(), pointbased.Limits{Gap: gap, Trials: 20_000}, nil); err != nil {
		t.Fatalf("%v: %+v of %+v", err, s.Bounds(), p)
	}
	return s
}

// The reference solver's values of the Tiger (SARSOP of its authors, run to closed bounds).
func TestTiger(t *testing.T) {
	for discount, want := range map[float64]float64{.95: 19.3714, .75: 1.93343} {
		b := solve(t, tiger(discount), 1e-5).Bounds()
		if b.Lower > want+1e-4 || b.Upper < want-1e-4 {
			t.Errorf("discount %v: from %v to %v, want %v", discount, b.Lower, b.Upper, want)
		}
	}
}

// The values of RockSample 4x4 (the reference solver's with d0 = 1 and 2, those of another solver of ours, closed
// to 3e-4, with d0 = 20).
func TestRockSample(t *testing.T) {
	for half, want := range map[float64]float64{1: 17.9245, 2: 17.9245, 20: 19.0101} {
		layout, err := pomdp.RockSampleOf("4x4")
		if err != nil {
			t.Fatal(err)
		}
		layout.HalfLife = half
		b := solve(t, tables(t, layout), 1e-3).Bounds()
		if b.Lower > want+2e-4 || b.Upper < want-2e-4 {
			t.Errorf("d0 = %v: from %v to %v, want %v", half, b.Lower, b.Upper, want)
		}
	}
}

// Problems of two states against value iteration over straight lines.
func TestTwoStatesAgainstExactValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 60 {
		p := random(rng, 2, 1+rng.IntN(3), 1+rng.IntN(2), .4+.4*rng.Float64())
		b := solve(t, p, 1e-6).Bounds()
		if want := exact(p, p.Start[1], 1e-6); math.Abs(b.Lower-want) > 1e-5 || math.Abs(b.Upper-want) > 1e-5 {
			t.Fatalf("%+v: from %v to %v, want %v", p, b.Lower, b.Upper, want)
		}
	}
}

// Problems of more states against all play of a few steps; the bounds hold at every moment.
func TestBoundsHoldAtEveryMoment(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 25 {
		p := random(rng, 3+rng.IntN(3), 2, 2, .2+.2*rng.Float64())
		lower, upper := tree(p, p.Start, 6)
		s, err := pointbased.New(t.Context(), p, 0)
		if err != nil {
			t.Fatal(err)
		}
		before := s.Bounds()
		check := func(b pointbased.Bounds) {
			if b.Lower > upper+1e-9 || b.Upper < lower-1e-9 || b.Lower < before.Lower || b.Upper > before.Upper {
				t.Fatalf("%+v: from %v to %v after %+v, want from %v to %v", p, b.Lower, b.Upper, before, lower, upper)
			}
			before = b
		}
		check(before)
		if err := s.Run(t.Context(), pointbased.Limits{Gap: 1e-6, Trials: 5000}, check); err != nil {
			t.Fatalf("%v: %+v", err, s.Bounds())
		}
	}
}

// The policy is closed: in every state a vector's value is what its action and the next vectors give,
// and the first gives the lower bound.
func TestPolicyIsClosed(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 25 {
		p := random(rng, 2+rng.IntN(4), 1+rng.IntN(3), 1+rng.IntN(3), .9*rng.Float64())
		s, err := pointbased.New(t.Context(), p, 0)
		if err != nil {
			t.Fatal(err)
		}
		s.Run(t.Context(), pointbased.Limits{Gap: 1e-3, Trials: 50}, nil)
		list := s.Policy()
		if got := at([][]float64{list[0].Values}, p.Start); math.Abs(got-s.Bounds().Lower) > 1e-9 {
			t.Fatalf("the first vector gives %v, the bound is %v", got, s.Bounds().Lower)
		}
		for i, v := range list {
			for state, value := range v.Values {
				gain := p.Rewards[v.Action][state]
				for s2 := range p.States {
					for o := range p.Observations {
						gain += p.Discount * p.Moves[v.Action].At(state, s2) * p.Signals[v.Action].At(s2, o) * list[v.Next[o]].Values[s2]
					}
				}
				if value > gain+1e-9 {
					t.Fatalf("%+v: vector %d promises %v in state %d and gains %v", p, i, value, state, gain)
				}
			}
		}
	}
}

// A search that is stopped says why, keeps what it has, and goes on.
func TestLimits(t *testing.T) {
	s, err := pointbased.New(t.Context(), tiger(.95), 0)
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for _, c := range []struct {
		ctx  context.Context
		l    pointbased.Limits
		want error
	}{
		{ended, pointbased.Limits{}, context.Canceled},
		{t.Context(), pointbased.Limits{Time: 1}, pointbased.ErrTime},
		{t.Context(), pointbased.Limits{Memory: 1}, pointbased.ErrMemory},
		{t.Context(), pointbased.Limits{Trials: 3}, pointbased.ErrTrials},
		{t.Context(), pointbased.Limits{Gap: 1e-6, Time: time.Hour}, nil},
	} {
		if err := s.Run(c.ctx, c.l, nil); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.l, err, c.want)
		}
	}
	if _, err := pointbased.New(t.Context(), &blindsight.Tables{}, 0); err == nil {
		t.Error("empty tables are a problem")
	}
}

// So many trials give the same bounds, at once or in parts, and the same policy.
func TestTrialsRepeat(t *testing.T) {
	p := random(rand.New(rand.NewPCG(6, 6)), 6, 3, 3, .95)
	once, err := pointbased.New(t.Context(), p, 0)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := pointbased.New(t.Context(), p, 0)
	if err != nil {
		t.Fatal(err)
	}
	for trials := range 30 {
		parts.Run(t.Context(), pointbased.Limits{Trials: trials + 1}, nil)
	}
	once.Run(t.Context(), pointbased.Limits{Trials: 30}, nil)
	if once.Bounds() != parts.Bounds() || once.Bounds().Trials != 30 {
		t.Errorf("%+v at once, %+v in parts", once.Bounds(), parts.Bounds())
	}
	if a, b := len(once.Policy()), len(parts.Policy()); a != b {
		t.Errorf("policies of %d and %d vectors", a, b)
	}
}
