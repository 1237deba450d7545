package searchtest

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The values that the problems claim are those of value iteration: 2 by the formula of
// the geometric series, 19.3714 by SARSOP with its bounds closed.
func TestEndlessOptimum(t *testing.T) {
	for _, p := range Endlesses() {
		if got := p.Optimum(); math.Abs(got-p.Value) > 1e-4 {
			t.Errorf("%s: optimum %.6f, claimed %.4f", p.Name, got, p.Value)
		}
	}
}

// What a policy is worth by computation is what plays of it return: here of listening
// until the growls differ by two, and of any action at random.
func TestEndlessWorth(t *testing.T) {
	p := EndlessTiger()
	careful := func(at int) []float64 {
		switch {
		case at >= 2:
			return []float64{0, 0, 1}
		case at <= -2:
			return []float64{0, 1, 0}
		}
		return []float64{1, 0, 0}
	}
	random := func(int) []float64 { return []float64{1. / 3, 1. / 3, 1. / 3} }
	if got := p.Worth(careful); math.Abs(got-p.Value) > 1e-4 {
		t.Errorf("listening until two growls more is worth %.4f, want the optimum %.4f", got, p.Value)
	}
	for i, policy := range []func(int) []float64{careful, random} {
		const plays = 2000
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		sum, squares := 0.0, 0.0
		for range plays {
			var hidden int
			p.Start(rng, &hidden)
			view, total, weight := p.NewPlace(0), 0.0, 1.0
			for weight > 1e-4 {
				a := Action(draw(rng, policy(view.At)))
				step := p.Step(rng, &hidden, a)
				total += weight * step.Reward
				weight *= p.Discount
				if err := view.Did(a, step.Seen); err != nil {
					t.Fatal(err)
				}
			}
			sum += total
			squares += total * total
		}
		mean := sum / plays
		deviation := math.Sqrt((squares/plays - mean*mean) / plays)
		if want := p.Worth(policy); math.Abs(mean-want) > 4*deviation {
			t.Errorf("policy %d: plays return %.2f ± %.2f, computed %.2f", i, mean, deviation, want)
		}
	}
}
