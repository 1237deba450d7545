package cfr_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"blindsight"
	"blindsight/certificate/strategy"
	"blindsight/game/poker"
	"blindsight/search/cfr"
)

// leduc lists Leduc hold'em with its types.
func leduc(t testing.TB) *cfr.Form[poker.Action, poker.Seen] {
	t.Helper()
	g := pokerGame(t, poker.Leduc, 3)
	f, err := cfr.List(context.Background(), g, g.NewView, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Workers change nothing, to the bit.
func TestWorkersChangeNothing(t *testing.T) {
	f := leduc(t)
	var want [2]cfr.Plan
	for _, workers := range []int{1, 2, 3, 8} {
		s := cfr.NewSolver(f, workers)
		s.Share(workers)
		for range 20 {
			s.Iterate()
		}
		got := s.Average()
		if workers == 1 {
			want = got
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers find other plans than one", workers)
		}
	}
}

// An iteration allocates nothing.
func TestIterationsAllocateNothing(t *testing.T) {
	s := cfr.NewSolver(leduc(t), 1)
	if n := testing.AllocsPerRun(10, s.Iterate); n > 0 {
		t.Errorf("an iteration allocates %v times", n)
	}
}

// A solver that has done nothing plays uniformly, and so does a strategy that lists nothing.
func TestUniformPlay(t *testing.T) {
	f := leduc(t)
	plans := cfr.NewSolver(f, 1).Average()
	if !reflect.DeepEqual(plans, [2]cfr.Plan{f.Uniform(0), f.Uniform(1)}) {
		t.Error("a solver does not begin with uniform play")
	}
	g := pokerGame(t, poker.Leduc, 3)
	words := strategy.Words[poker.Action, poker.Seen]{Action: poker.Action.String, Seen: poker.Seen.String, Heard: poker.Seen.String}
	r, err := strategy.Check(context.Background(), g, g.NewView, words, strategy.New(strategy.Head{}))
	if err != nil || r.Unlisted != 288 {
		t.Fatalf("%d sets are not listed, %v", r.Unlisted, err)
	}
	if gap := f.Gap(plans); math.Abs(gap-r.Gap()) > 1e-12 || gap < 4 {
		t.Errorf("uniform play is exploitable by %v, by the rules by %v", gap, r.Gap())
	}
}

// A response is one: it gains what it says.
func TestResponseIsWorthIt(t *testing.T) {
	f := leduc(t)
	for side := range blindsight.Side(2) {
		plans := [2]cfr.Plan{f.Uniform(0), f.Uniform(1)}
		gain, response := f.Respond(side, plans[side.Other()])
		plans[side] = response
		value := f.Value(plans)
		if side == 1 {
			value = -value
		}
		if d := value - gain; d > 1e-12 || d < -1e-12 {
			t.Errorf("side %d: the response gains %v, said to gain %v", side, value, gain)
		}
	}
}

// unfair is a poker in which the house takes a chip of who has called.
type unfair struct{ *poker.Game }

func (g unfair) AllSteps(s *poker.State, a poker.Action, to *poker.State, visit func(float64, blindsight.Step[poker.Seen]) bool) bool {
	return g.Game.AllSteps(s, a, to, func(p float64, step blindsight.Step[poker.Seen]) bool {
		if a == poker.Call {
			step.Reward--
		}
		return visit(p, step)
	})
}

func (g unfair) Step(rng *rand.Rand, s *poker.State, a poker.Action) blindsight.Step[poker.Seen] {
	step := g.Game.Step(rng, s, a)
	if a == poker.Call {
		step.Reward--
	}
	return step
}

// timed is a poker whose gains are discounted.
type timed struct{ *poker.Game }

func (timed) Terms() blindsight.Terms { return blindsight.Terms{Discount: 0.9} }

// What cannot be solved is refused, with the reason.
func TestRefusals(t *testing.T) {
	g := pokerGame(t, poker.Leduc, 13)
	for _, c := range []struct {
		game   cfr.Game[poker.State, poker.Action, poker.Seen]
		memory int64
		want   error
		says   string
	}{
		{g, 1 << 20, blindsight.ErrTooMany, "the memory of 1 MiB is used up"},
		{unfair{g}, 0, cfr.ErrNotZeroSum, "brings -1 to the one and 0 to the other"},
		{timed{g}, 0, cfr.ErrTerms, "a discount or a horizon"},
	} {
		_, err := cfr.List(context.Background(), c.game, g.NewView, c.memory)
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%T with %d bytes: %v, want %q", c.game, c.memory, err, c.says)
		}
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := cfr.List(stopped, g, g.NewView, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
