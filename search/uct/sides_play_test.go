package uct_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"blindsight"
	"blindsight/search/searchtest"
	"blindsight/search/uct"
)

// parade is a play in which actions do not matter: each step pays what is written down for
// it, so that values are sums. Steps of side 1 are silent where the number is odd.
type parade struct {
	turns   []blindsight.Side
	rewards [][2]float64 // of each side, by step
	terms   blindsight.Terms
}

func (g *parade) Terms() blindsight.Terms { return g.terms }

func (g *parade) Start(_ *rand.Rand, s *int) blindsight.Side {
	*s = 0
	return g.turns[0]
}

func (g *parade) Step(_ *rand.Rand, s *int, _ int) blindsight.Step[int] {
	side := g.turns[*s]
	step := blindsight.Step[int]{Reward: g.rewards[*s][side], Other: g.rewards[*s][side.Other()], Silent: side == 1 && *s%2 == 1, Next: blindsight.Over}
	if *s++; *s < len(g.turns) {
		step.Next = g.turns[*s]
	}
	return step
}

func (g *parade) ViewOf(s *int, side blindsight.Side, v *paradeView) {
	v.CopyFrom(&paradeView{History: blindsight.NewHistory[int, int](0, 1)})
	for i := range *s {
		if g.turns[i] == side {
			_ = v.Did(0, 0)
		} else if !(side == 0 && i%2 == 1) {
			_ = v.Heard(0)
		}
	}
}

// paradeView is forced in every third of its situations.
type paradeView struct{ *blindsight.History[int, int] }

func (v *paradeView) Forced() (int, bool) { return 0, len(v.Past())%3 == 2 }

// Did refuses what is not what is forced, whoever did it.
func (v *paradeView) Did(a, o int) error {
	if _, forced := v.Forced(); forced && a != 0 {
		return fmt.Errorf("action %d where 0 is forced", a)
	}
	return v.History.Did(a, o)
}

func (v *paradeView) Clone() *paradeView { return &paradeView{v.History.Clone()} }

func (v *paradeView) CopyFrom(w *paradeView) { v.History.CopyFrom(w.History) }

// Each side counts what it gains from each of its decisions on, whoever acts, whatever is
// forced, discounted by every step, up to the horizon.
func TestSidesReturns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 60 {
		g := &parade{terms: blindsight.Terms{Discount: 0.9, Horizon: []int{0, 5}[n%2]}}
		own := blindsight.Side(n / 2 % 2)
		for i := range 4 + rng.IntN(8) {
			g.turns = append(g.turns, blindsight.Side(rng.IntN(2)))
			if i == 0 {
				g.turns[0] = own
			}
			g.rewards = append(g.rewards, [2]float64{float64(rng.IntN(9)), float64(rng.IntN(9))})
		}
		want, weight := 0.0, 1.0
		for i, r := range g.rewards {
			if g.terms.Horizon == 0 || i < g.terms.Horizon {
				want += weight * r[own]
				weight *= 0.9
			}
		}
		for _, c := range sidesConfigs() {
			p := uct.NewSides(g, own, func() blindsight.Sampler[int, *paradeView] { return &beginning[*paradeView]{} }, c)
			if n%3 == 0 {
				p.Against(uct.Uniform[*paradeView, int, int])
			}
			v := &paradeView{blindsight.NewHistory[int, int](0, 1)}
			d, err := p.Choose(context.Background(), rng, v, blindsight.Budget{Simulations: 200})
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range d.Actions {
				if a.Simulations > 0 && (math.Abs(a.Mean-want) > 1e-9 || math.Abs(a.Value-want) > 1e-9) {
					t.Fatalf("%+v for side %d of %+v: action %+v, want %v", c, own, g, a, want)
				}
			}
		}
	}
}

// beginning hands out the state before the first step.
type beginning[V any] struct{ health blindsight.Health }

func (b *beginning[V]) Sample(_ context.Context, _ *rand.Rand, _ V, _ int, s *int) error {
	*s = 0
	b.health.Samples++
	return nil
}

func (b *beginning[V]) Reset() {}

func (b *beginning[V]) Health() blindsight.Health { return b.health }

// A decision of two sides that learn depends on the seed and the number of trees, and on
// nothing else: not on the workers, nor on what the planner decided before.
func TestSidesDeterminism(t *testing.T) {
	d := searchtest.Row(1)
	decide := func(p blindsight.Planner[*searchtest.View, searchtest.Action], seed uint64, n int) blindsight.Decision[searchtest.Action] {
		got, err := p.Choose(context.Background(), rand.New(rand.NewPCG(seed, 1)), d.NewView(), blindsight.Budget{Simulations: n})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for _, c := range sidesConfigs() {
		for _, trees := range []int{1, 3, 8} {
			c.Trees, c.Workers = trees, 1
			const simulations = 301
			want := decide(uct.NewSides(d, d.Side, d.NewSampler, c), 7, simulations)
			if want.Simulations != simulations {
				t.Errorf("%+v: %d simulations, want %d", c, want.Simulations, simulations)
			}
			if want.Action != want.Actions[0].Action {
				t.Errorf("%+v: action %d, want the most simulated of %+v", c, want.Action, want.Actions)
			}
			for _, workers := range []int{1, 2, 8} {
				c.Workers = workers
				p := uct.NewSides(d, d.Side, d.NewSampler, c)
				for _, when := range []string{"at first", "again"} {
					if got := decide(p, 7, simulations); !reflect.DeepEqual(got, want) {
						t.Errorf("%+v, %s:\n got %+v\nwant %+v", c, when, got, want)
					}
					decide(p, 8, 2*simulations)
				}
			}
		}
	}
}

// Where the other side learns, too, its best play counts: whoever is second in the row can
// be beaten by who begins in the middle, and who begins there wins.
func TestSidesLearnToWin(t *testing.T) {
	for _, c := range sidesConfigs() {
		d := searchtest.Row(0)
		got, err := uct.NewSides(d, d.Side, d.NewSampler, c).Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), d.NewView(), blindsight.Budget{Simulations: 5000})
		if err != nil {
			t.Fatal(err)
		}
		if got.Action != 1 || math.Abs(got.Value-1) > 0.1 {
			t.Errorf("%+v: action %d worth %.3f, want the middle, worth 1", c, got.Action, got.Value)
		}
	}
}

// Where the estimator has no state there is any legal action, and the health says so.
func TestSidesWithoutAState(t *testing.T) {
	p := newKuhn(uct.Config{})
	for seed := range uint64(20) {
		d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(seed, 1)), kuhnView(0, 0), blindsight.Budget{})
		if err != nil || d.Health.Fallbacks != 1 {
			t.Fatalf("without a budget: %+v, %v", d, err)
		}
	}
	_, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), kuhnView(0, 2), blindsight.Budget{Simulations: 10})
	if !errors.Is(err, blindsight.ErrInconsistent) {
		t.Errorf("error %v, want that no state agrees", err)
	}
	exhausted := uct.NewSides(kuhn{}, 0, func() blindsight.Sampler[kuhnState, *tigerView] { return exhaustedKuhn{} }, uct.Config{Trees: 2})
	d, err := exhausted.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), kuhnView(0, 0), blindsight.Budget{Simulations: 1000})
	if err != nil || d.Health.Fallbacks != 1 || d.Simulations != 0 {
		t.Errorf("exhausted: %+v, %v", d, err)
	}
}

type exhaustedKuhn struct{}

func (exhaustedKuhn) Sample(context.Context, *rand.Rand, *tigerView, int, *kuhnState) error {
	return blindsight.ErrExhausted
}

func (exhaustedKuhn) Health() blindsight.Health { return blindsight.Health{} }

func (exhaustedKuhn) Reset() {}

// What does not go with two sides is refused with a reason.
func TestSidesRefuse(t *testing.T) {
	says := func(want string, do func()) {
		t.Helper()
		defer func() {
			if got := fmt.Sprint(recover()); !strings.Contains(got, want) {
				t.Errorf("panic %q, want %q in it", got, want)
			}
		}()
		do()
	}
	for want, c := range map[string]uct.Config{
		"sampling at nodes":        {Sampling: uct.AtNodes},
		"widening of outcomes":     {Outcomes: uct.Widening{Factor: 1}},
		"nodes kept apart":         {Apart: true},
		"returns of the whole":     {Returns: uct.WholePlay},
		"weighted":                 {Weighted: true},
		"keep":                     {Keep: true, Discount: 0.9},
		"horizon -1: must not":     {Horizon: -1},
		"bandit 9: must be Scaled": {Bandit: 9},
	} {
		says(want, func() { newKuhn(c) })
	}
	says("for games of one side", func() { newKuhn(uct.Config{}).Guided(nil) })
	says("before the first decision", func() {
		p := newKuhn(uct.Config{})
		p.Begin(kuhnView(0, 0))
		p.Against(uct.Uniform[*tigerView, int, int])
	})
	says("make the planner by NewSides", func() {
		uct.New(kuhn{}, func() blindsight.Sampler[kuhnState, *tigerView] { return &kuhnSampler{} }, uct.Config{}).Against(nil)
	})
}
