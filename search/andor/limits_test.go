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
			s, err := andor.New[madeUpState, int, uint8](g, o)
			if err != nil {
				t.Fatal(err)
			}
			r := s.Solve(t.Context(), belief, 9)
			if r.Verdict != andor.Unknown || !errors.Is(r.Err, andor.ErrLimit) {
				t.Errorf("%s with %+v: %s, %v", name, o, r.Verdict, r.Err)
			}
			if o.States > 0 && (r.States < o.States || r.States > o.States+100) {
				t.Errorf("%s: %d states with a limit of %d", name, r.States, o.States)
			}
		}
		s, err := andor.New[madeUpState, int, uint8](g, andor.Options{Algorithm: name})
		if err != nil {
			t.Fatal(err)
		}
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

// Where all failing leaves lie at the depth limit, DUB constructs no more states than UDB
// (the paper's Theorem 3), and both are decided alike.
func TestTheorem3(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	less := 0
	for i := range 300 {
		g := &madeUp{seed: rng.Uint64(), attempts: 4, refused: 0, won: uint64(rng.IntN(4)), percepts: uint64(1 + rng.IntN(3))}
		g.neverLost = true
		belief := madeUpBelief(rng, 6)
		states := map[string]int64{}
		for _, name := range []string{"udb", "dub"} {
			s, err := andor.New[madeUpState, int, uint8](g, andor.Options{Algorithm: name})
			if err != nil {
				t.Fatal(err)
			}
			r := s.Solve(t.Context(), belief, 5)
			if r.Verdict == andor.None {
				states[name] = r.States
			}
		}
		if states["dub"] > states["udb"] {
			t.Errorf("game %d: DUB constructs %d states, UDB %d", i, states["dub"], states["udb"])
		}
		if states["dub"] < states["udb"] {
			less++
		}
	}
	if less < 100 {
		t.Errorf("DUB constructs fewer states than UDB in %d of 300 games only", less)
	}
}

// To disprove a belief two plies from the limit, DUB and DBU need one reply and the own
// moves in it (the paper's table of states constructed): nothing wins in this game.
func TestDisproofCost(t *testing.T) {
	g := &madeUp{seed: 1, attempts: 6, refused: 0, won: 0, percepts: 2, neverLost: true}
	belief := madeUpBelief(rand.New(rand.NewPCG(11, 12)), 20)
	for _, name := range []string{"dub", "dbu", "l-dub", "l-dbu", "gl-dbu"} {
		s, err := andor.New[madeUpState, int, uint8](g, andor.Options{Algorithm: name})
		if err != nil {
			t.Fatal(err)
		}
		// Each of 6 attempts in one state, then one reply and 6 attempts: 6 * (1 + 1 + 6).
		if r := s.Solve(t.Context(), belief, 3); r.Verdict != andor.None || r.States != 48 {
			t.Errorf("%s: %s after %d states, want none after 48", name, r.Verdict, r.States)
		}
	}
}
