package uct_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/search/searchtest"
	"blindsight/search/uct"
)

// notebook is an estimator that follows a play and writes down what it is told.
type notebook struct {
	blindsight.Sampler[searchtest.DuelState, *searchtest.View]
	told []string
	wait *int // samples drawn before Begin
}

func (b *notebook) Begin(v *searchtest.View) { b.told = append(b.told, fmt.Sprint("begin ", v.Past())) }

func (b *notebook) Did(a searchtest.Action, o searchtest.Seen) {
	b.told = append(b.told, fmt.Sprint("did ", a, " saw ", o))
}

func (b *notebook) Heard(o searchtest.Seen) { b.told = append(b.told, fmt.Sprint("heard ", o)) }

func (b *notebook) Sample(ctx context.Context, rng *rand.Rand, v *searchtest.View, effort int, s *searchtest.DuelState) error {
	if len(b.told) == 0 {
		*b.wait++
	}
	return b.Sampler.Sample(ctx, rng, v, effort, s)
}

// Every estimator that follows is told what the side of the planner does, sees and hears,
// before it is asked for a state, and nothing else: silent steps are not among it.
func TestEstimatorsFollow(t *testing.T) {
	d := searchtest.Row(1)
	early := 0
	var notebooks []*notebook
	p := uct.NewSides(d, d.Side, func() blindsight.Sampler[searchtest.DuelState, *searchtest.View] {
		b := &notebook{Sampler: d.NewSampler(), wait: &early}
		notebooks = append(notebooks, b)
		return b
	}, uct.Config{Trees: 2})
	for play := range 20 {
		rng := rand.New(rand.NewPCG(uint64(play), 1))
		for _, b := range notebooks {
			b.told = nil
		}
		var s searchtest.DuelState
		views := [2]*searchtest.View{d.EmptyView(0), d.EmptyView(1)}
		want := []string{"begin []"}
		policy := chooserOf(d.Policy())
		seats := []episode.Seat[*searchtest.View, searchtest.Action]{
			{View: views[0], Planner: policy, RNG: rng},
			{View: views[1], Planner: p, RNG: rng, Budget: blindsight.Budget{Simulations: 20}},
		}
		_, err := episode.Play(context.Background(), rng, d, &s, d.Start(rng, &s), seats, func(m *episode.Move[searchtest.Action, searchtest.Seen]) {
			switch {
			case m.Done():
			case m.Side == d.Side:
				want = append(want, fmt.Sprint("did ", m.Decision.Action, " saw ", m.Seen))
			case !m.Silent:
				want = append(want, fmt.Sprint("heard ", m.Heard))
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(notebooks) != 2 || early > 0 {
			t.Fatalf("%d estimators, want one a tree; %d states drawn before Begin", len(notebooks), early)
		}
		for i, b := range notebooks {
			if !slices.Equal(b.told, want) {
				t.Fatalf("estimator %d was told %q, want %q", i, b.told, want)
			}
		}
	}
}

// chooserOf is a planner that plays a policy.
type chooserOf func(rng *rand.Rand, v *searchtest.View) searchtest.Action

func (f chooserOf) Choose(_ context.Context, rng *rand.Rand, v *searchtest.View, _ blindsight.Budget) (blindsight.Decision[searchtest.Action], error) {
	return blindsight.Decision[searchtest.Action]{Action: f(rng, v)}, nil
}

// Being told changes nothing where no estimator follows: decisions of one side stay what
// they are.
func TestBeingToldChangesNothing(t *testing.T) {
	g := searchtest.Tiger(3)
	told, alone := uct.New(g, g.NewSampler, uct.Config{}), uct.New(g, g.NewSampler, uct.Config{})
	v := g.NewView()
	told.Begin(v)
	for step := range uint64(3) {
		decide := func(p blindsight.Planner[*searchtest.View, searchtest.Action]) string {
			d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(step, 1)), v, blindsight.Budget{Simulations: 300})
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprintf("%+v", d)
		}
		if a, b := decide(told), decide(alone); a != b {
			t.Errorf("step %d: told %s, alone %s", step, a, b)
		}
		if err := v.Did(0, 1); err != nil {
			t.Fatal(err)
		}
		told.Did(0, 1)
		told.Heard(0)
	}
}

var _ blindsight.Follower[*searchtest.View, searchtest.Action, searchtest.Seen] = (*uct.Planner[searchtest.State, *searchtest.View, searchtest.Action, searchtest.Seen])(nil)
