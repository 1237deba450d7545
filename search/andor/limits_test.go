package andor_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"blindsight/search/andor"
)

// hard returns a made-up problem on which every algorithm has a lot to do.
func hard() (*madeUp, []madeUpState) {
	return &madeUp{seed: 1, attempts: 8, refused: 2, won: 2, lost: 0, percepts: 2}, madeUpBelief(rand.New(rand.NewPCG(7, 8)), 12)
}

// A search stops at each of its limits, says so, and can be used again.
func TestLimits(t *testing.T) {
	g, belief := hard()
	for _, name := range andor.Names() {
		for _, o := range []andor.Options{{States: 500}, {Time: time.Nanosecond}, {Memory: 100}} {
			o.Algorithm = name
			if name == "best" && o.Memory > 0 {
				o.Memory = 1 // it forgets, but it needs some
			}
			s := andor.New[madeUpState, int, uint8](g, o)
			r := s.Solve(t.Context(), belief, 9)
			if r.Verdict != andor.Unknown || !errors.Is(r.Err, andor.ErrLimit) {
				t.Errorf("%s with %+v: %s, %v", name, o, r.Verdict, r.Err)
			}
			if o.States > 0 && (r.States < o.States || r.States > o.States+100) {
				t.Errorf("%s: %d states with a limit of %d", name, r.States, o.States)
			}
		}
		s := andor.New[madeUpState, int, uint8](g, andor.Options{Algorithm: name})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if r := s.Solve(ctx, belief, 9); r.Verdict != andor.Unknown || !errors.Is(r.Err, context.Canceled) {
			t.Errorf("%s, cancelled: %s, %v", name, r.Verdict, r.Err)
		}
		if r := s.Solve(t.Context(), belief[:1], 1); r.Verdict == andor.Unknown {
			t.Errorf("%s, after it was cancelled: %v", name, r.Err)
		}
	}
}
