package andor_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"blindsight/search/andor"
)

// With several workers best says the same as with one: verdict, least depth, first
// attempts, and how much work it was.
func TestWorkers(t *testing.T) {
	defer andor.SetRaceStates(andor.SetRaceStates(50))
	rng := rand.New(rand.NewPCG(23, 24))
	verdicts := map[andor.Verdict]int{}
	for i := range 60 {
		g := madeUp{
			seed: rng.Uint64(), attempts: 6 + rng.IntN(8), refused: uint64(2 + rng.IntN(5)),
			won: uint64(1 + rng.IntN(5)), percepts: uint64(1 + rng.IntN(3)),
		}
		var game andor.Game[madeUpState, int, uint8] = &g
		if i%2 == 1 {
			game = &askable{g}
		}
		belief, depth := madeUpBelief(rng, 4+rng.IntN(20)), 5+2*rng.IntN(2)
		limit := []int64{0, 0, 3000}[i%3]
		var want string
		for _, workers := range []int{0, 1, 2, 8} {
			s := andor.New(game, andor.Options{Workers: workers, States: limit})
			first, r := s.First(t.Context(), belief, depth, 0)
			got := fmt.Sprintln(r, first)
			if want == "" {
				want = got
				verdicts[r.Verdict]++
			}
			if got != want {
				t.Fatalf("game %d, %+v, depth %d: with %d workers %s, with one %s", i, g, depth, workers, got, want)
			}
		}
		if limit > 0 {
			continue
		}
		s := andor.New(game, andor.Options{Algorithm: "gl-dbu", States: 1_000_000})
		best := andor.New(game, andor.Options{Workers: 3})
		r := best.Solve(t.Context(), belief, depth)
		if other := s.Solve(t.Context(), belief, depth).Verdict; other != andor.Unknown && other != r.Verdict {
			t.Fatalf("game %d, %+v, depth %d: %s, and gl-dbu says %s", i, g, depth, r.Verdict, other)
		}
		if plan, r := best.Plan(t.Context(), belief, depth); (plan != nil) != (r.Verdict == andor.Win) {
			t.Fatalf("game %d: %s, plan %v", i, r.Verdict, plan)
		}
	}
	if verdicts[andor.Win] < 5 || verdicts[andor.None] < 10 || verdicts[andor.Unknown] < 3 {
		t.Errorf("%v: the test says little", verdicts)
	}
}

// Several workers stop when the context ends.
func TestWorkersStop(t *testing.T) {
	defer andor.SetRaceStates(andor.SetRaceStates(50))
	g, belief := hard()
	ctx, cancel := context.WithCancel(t.Context())
	game := &stopping{madeUp: *g, cancel: cancel}
	s := andor.New[madeUpState, int, uint8](game, andor.Options{Workers: 4})
	if r := s.Solve(ctx, belief, 13); r.Verdict != andor.Unknown || !errors.Is(r.Err, context.Canceled) {
		t.Errorf("%s after %d states: %v", r.Verdict, r.States, r.Err)
	}
}

// stopping is a game that ends the context of its search in a state that is not met soon.
type stopping struct {
	madeUp
	cancel func()
}

func (g *stopping) Try(s *madeUpState, a int, to *madeUpState) (uint8, bool) {
	if s.n == 63 {
		g.cancel()
	}
	return g.madeUp.Try(s, a, to)
}
