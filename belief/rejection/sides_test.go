package rejection_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/rejection"
)

type shellsView = belieftest.ShellsView

// shellsPlay plays at random and calls each at every decision of a side with its view.
func shellsPlay(g belieftest.Shells, rng *rand.Rand, side blindsight.Side, each func(v *shellsView)) {
	var s belieftest.ShellsState
	views := [2]*shellsView{belieftest.NewShellsView(0), belieftest.NewShellsView(1)}
	for turn := g.Start(rng, &s); turn != blindsight.Over; {
		v := views[turn]
		if turn == side {
			each(v)
		}
		legal := v.Legal(nil)
		a := legal[rng.IntN(len(legal))]
		step := g.Step(rng, &s, a)
		v.Did(a, step.Seen)
		if !step.Silent {
			views[turn.Other()].Heard(step.Heard)
		}
		turn = step.Next
	}
}

// Replays of one side of a game with refusals and silent steps are drawn from the exact
// belief, which is listed by enumerating all plays.
func TestReplaySideAgainstEnumeration(t *testing.T) {
	for _, abrupt := range []bool{false, true} {
		g := belieftest.Shells{Abrupt: abrupt}
		for side := range blindsight.Side(2) {
			t.Run(fmt.Sprintf("abrupt=%t/side=%d", abrupt, side), func(t *testing.T) {
				compared := 0
				shellsPlay(g, newRand(uint64(3+side)), side, func(v *shellsView) {
					truth, err := g.Belief(v)
					if err != nil {
						t.Fatal(err)
					}
					sampler, rng := rejection.ReplaySide(g, side, nil, 0), newRand(1)
					fit, err := truth.Compare(4000, func(s *belieftest.ShellsState) error {
						return sampler.Sample(t.Context(), rng, v, 0, s)
					})
					t.Logf("%v: %v", v.Past(), fit)
					if err != nil {
						t.Errorf("%v: %v", v.Past(), err)
					}
					if truth.States() > 2 {
						compared++
					}
				})
				if compared < 2 {
					t.Errorf("only %d positions have more than two states", compared)
				}
			})
		}
	}
}

// A given policy is the other side's: against one that always takes the first shell it has
// not tried, side 1 knows all but the hole.
func TestReplaySideWithAPolicy(t *testing.T) {
	g := belieftest.Shells{}
	first := func(_ *rand.Rand, v *shellsView) int8 { return v.Legal(nil)[0] }
	v := belieftest.NewShellsView(1)
	v.Heard(belieftest.ShellQuiet)
	sampler, rng := rejection.ReplaySide(g, 1, first, 0), newRand(2)
	seen := map[uint64]int{}
	var s belieftest.ShellsState
	w := belieftest.NewShellsView(0)
	for range 2000 {
		if err := sampler.Sample(t.Context(), rng, v, 0, &s); err != nil {
			t.Fatal(err)
		}
		g.ViewOf(&s, 0, w)
		if past := w.Past(); len(past) != 1 || past[0].Action != 0 {
			t.Fatalf("the policy is not followed: %v", past)
		}
		seen[g.Fingerprint(&s)]++
	}
	// The hole is in shell 0 with weight 1/2 (it was not heard), in each other one with 1.
	if len(seen) != 4 {
		t.Errorf("%d states, want 4", len(seen))
	}
	// What the policy would not have done cannot be explained.
	v.Did(0, belieftest.ShellTaken)
	if err := rejection.ReplaySide(g, 1, first, 500).Sample(t.Context(), rng, v, 0, &s); !errors.Is(err, blindsight.ErrExhausted) {
		t.Errorf("error %v", err)
	}
}

// A sampler and one made by its Fresh have scratch memory of their own.
func TestReplaySideFreshSharesNothing(t *testing.T) {
	g := belieftest.Shells{}
	one := rejection.ReplaySide(g, 1, nil, 0)
	two := one.Fresh()
	v := belieftest.NewShellsView(1)
	v.Heard(belieftest.ShellQuiet)
	done := make(chan error)
	for i, sampler := range []blindsight.Sampler[belieftest.ShellsState, *shellsView]{one, two} {
		go func() { // under the race detector a shared view is found
			var s belieftest.ShellsState
			w, rng := v.Clone(), newRand(uint64(i))
			for range 200 {
				if err := sampler.Sample(t.Context(), rng, w, 0, &s); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// ownView is a one-sided view of its own that keeps its past.
type ownView struct {
	blindsight.History[string, int]
	heard [2]int
}

func (v *ownView) Did(a string, o int) error {
	v.heard[o]++
	return v.History.Did(a, o)
}

// Any view that keeps its past will do; the exact chance of left after two of three is 17/20.
func TestReplayOfAnotherView(t *testing.T) {
	v := &ownView{}
	for _, h := range []int{left, right, left} {
		v.Did("listen", h)
	}
	truth, err := belieftest.NewTruth(tiger{}.Fingerprint, []int{left, right}, []float64{17, 3})
	if err != nil {
		t.Fatal(err)
	}
	sampler, rng := rejection.ReplayView[*ownView](tiger{}, 0), newRand(3)
	fit, err := truth.Compare(10_000, func(s *int) error { return sampler.Sample(t.Context(), rng, v, 0, s) })
	t.Log(fit)
	if err != nil {
		t.Error(err)
	}
}
