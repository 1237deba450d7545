package searchtest

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
)

// solve returns the optimal return after each legal action, by going through all
// that can happen. Weights are the chances of what is hidden together with what was
// seen, and so are the returns.
func solve(p *Problem, v *View, weights []float64) []float64 {
	var values []float64
	for _, a := range v.Legal(nil) {
		sum := 0.0
		going := make(map[Seen][]float64) // weights after what can be seen where the play goes on
		var order []Seen
		for h, w := range weights {
			for _, o := range p.outcomes[h][a] {
				sum += w * o.chance * o.step.Reward
				if w == 0 || o.step.Done() || len(v.Past())+1 == p.horizon {
					continue
				}
				if going[o.step.Seen] == nil {
					going[o.step.Seen] = make([]float64, len(weights))
					order = append(order, o.step.Seen)
				}
				going[o.step.Seen][h+o.shift] += w * o.chance
			}
		}
		for _, o := range order {
			next := v.Clone()
			if err := next.Did(a, o); err != nil {
				panic(err)
			}
			sum += slices.Max(solve(p, next, going[o]))
		}
		values = append(values, sum)
	}
	return values
}

// The values that the comments derive are those of going through everything.
func TestValues(t *testing.T) {
	for _, p := range append(Problems(), Tiger(1)) {
		got := solve(p, p.NewView(), p.prior)
		if len(got) != len(p.Values) {
			t.Fatalf("%s: %d actions, %d values", p.Name, len(got), len(p.Values))
		}
		for a, want := range p.Values {
			if math.Abs(got[a]-want) > 1e-12 {
				t.Errorf("%s: action %d is worth %v, the problem says %v", p.Name, a, got[a], want)
			}
		}
	}
}

func TestOutcomesAreComplete(t *testing.T) {
	for _, p := range Problems() {
		total := 0.0
		for h, chance := range p.prior {
			total += chance
			for a, outcomes := range p.outcomes[h] {
				sum := 0.0
				for _, o := range outcomes {
					sum += o.chance
				}
				if math.Abs(sum-1) > 1e-12 {
					t.Errorf("%s: the chances of action %d add up to %v", p.Name, a, sum)
				}
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Errorf("%s: the prior adds up to %v", p.Name, total)
		}
	}
}

// Random plays stay within the stated range, end in time, and are refused by no view.
func TestPlays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, p := range Problems() {
		for range 1000 {
			var s State
			p.Start(rng, &s)
			v := p.NewView()
			total := 0.0
			for done := false; !done; {
				legal := v.Legal(nil)
				a := legal[rng.IntN(len(legal))]
				step := p.Step(rng, &s, a)
				total += step.Reward
				if done = step.Done(); !done {
					if err := v.Did(a, step.Seen); err != nil {
						t.Fatal(err)
					}
				}
			}
			if total < p.Low-1e-12 || total > p.High+1e-12 {
				t.Fatalf("%s: a play returned %v, not between %v and %v", p.Name, total, p.Low, p.High)
			}
		}
	}
}

func TestViewRefuses(t *testing.T) {
	v := Treasure().NewView()
	for _, a := range []Action{-1, 7} {
		if v.Did(a, Left) == nil {
			t.Errorf("action %d was not refused", a)
		}
	}
	for _, a := range []Action{1, 2, 3} {
		if err := v.Did(a, Right); err != nil {
			t.Fatal(err)
		}
		if v.Did(a, Right) == nil {
			t.Errorf("digging again in %d was not refused", a)
		}
	}
	if v.Did(4, Right) == nil {
		t.Error("a fourth dig was not refused")
	}
	if got := v.Legal(nil); len(got) != 0 {
		t.Errorf("legal actions at the end: %v", got)
	}
}

// The sampler's belief is the share of plays that went the same way.
func TestSampler(t *testing.T) {
	const plays = 200_000
	p := Tiger(3)
	v := p.NewView()
	if err := v.Did(0, 0); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 2))
	count := func(draw func(*State) bool) float64 {
		n, left := 0, 0
		for n < plays {
			var s State
			if draw(&s) {
				n++
				left += 1 - s.Hidden
			}
		}
		return float64(left) / plays
	}
	replayed := count(func(s *State) bool {
		p.Start(rng, s)
		return p.Step(rng, s, 0).Seen == 0
	})
	sampler := p.NewSampler()
	sampled := count(func(s *State) bool {
		return sampler.Sample(context.Background(), rng, v, 1, s) == nil
	})
	// After one growl the door is right with chance 0.85; the standard error is
	// sqrt(0.85*0.15/200000) = 0.0008.
	for _, got := range []float64{replayed, sampled} {
		if math.Abs(got-0.85) > 0.004 {
			t.Errorf("the growl was right in %.4f of the cases, want 0.85", got)
		}
	}
	if h := sampler.Health(); h.Samples != plays || h.Draws != plays {
		t.Errorf("health %+v after %d samples", h, plays)
	}
	if err := v.Did(0, 7); err != nil { // there is no such growl
		t.Fatal(err)
	}
	var s State
	if err := sampler.Sample(context.Background(), rng, v, 1, &s); !errors.Is(err, blindsight.ErrInconsistent) {
		t.Errorf("error %v, want ErrInconsistent", err)
	}
}
