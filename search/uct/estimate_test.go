package uct_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/rejection"
	"blindsight/search/uct"
)

// treadmill pays 1 for each step of action 1 and nothing for action 0, for ever, and counts its steps.
type treadmill struct{ steps *int }

func (treadmill) Terms() blindsight.Terms { return blindsight.Terms{Discount: 0.9} }

func (treadmill) Start(*rand.Rand, *int) blindsight.Side { return 0 }

func (g treadmill) Step(_ *rand.Rand, _ *int, a int) blindsight.Step[int] {
	*g.steps++
	return blindsight.Step[int]{Reward: float64(a)}
}

func (treadmill) Propose(*rand.Rand, *blindsight.History[int, int], *int) {}

func (treadmill) Likelihood(*blindsight.History[int, int], *int) float64 { return 1 }

// knowing estimates rightly what every view is worth: 1/(1-0.9).
type knowing struct{}

func (knowing) Candidates(_ *blindsight.History[int, int], legal []int) ([]int, bool) {
	return legal, false
}

func (knowing) Rollout(*rand.Rand, *blindsight.History[int, int]) int {
	panic("there are no rollouts where a guide estimates")
}

func (knowing) Value(*blindsight.History[int, int]) (float64, bool) { return 0, false }

func (knowing) Estimate(*blindsight.History[int, int]) float64 { return 10 }

// With a guide that estimates there are no rollouts, and where it is right so are all values.
func TestEstimator(t *testing.T) {
	steps := 0
	g := treadmill{&steps}
	p := uct.New(g, rejection.New(g, 0).Fresh, uct.Config{}).Guided(func() uct.Guide[*blindsight.History[int, int], int] { return knowing{} })
	const simulations = 50
	d, err := p.Choose(t.Context(), rand.New(rand.NewPCG(1, 1)), blindsight.NewHistory[int, int](0, 1), blindsight.Budget{Simulations: simulations})
	if err != nil {
		t.Fatal(err)
	}
	if d.Action != 1 || math.Abs(d.Value-10) > 1e-12 {
		t.Errorf("%+v", d)
	}
	for _, a := range d.Actions {
		if most := 9 + float64(a.Action); a.Value > most+1e-12 || a.Value < most-2 { // of what follows it not all was tried
			t.Errorf("action %d is worth %v, want %v", a.Action, a.Value, most)
		}
	}
	if steps > simulations*20 { // a rollout would be of 66 steps
		t.Errorf("%d steps in %d simulations", steps, simulations)
	}
}
