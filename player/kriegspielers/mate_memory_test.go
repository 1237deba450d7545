package kriegspielers

import (
	"errors"
	"math/rand/v2"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// largeBeliefs returns beliefs in which each position is a mate on its own within a depth,
// so that proofs and disproofs are large.
func largeBeliefs(t testing.TB, n, size, depth int) [][]chess.Position {
	t.Helper()
	s := NewSolver(kriegspiel.MustRules("berkeley"), andor.Options{States: 50_000})
	rng := rand.New(rand.NewPCG(uint64(n), uint64(depth)))
	var set [][]chess.Position
	for len(set) < n {
		var belief []chess.Position
		for _, p := range randomBelief(rng, 4*size, 2) {
			if len(belief) < size && s.Solve(t.Context(), []chess.Position{p}, depth).Verdict == andor.Win {
				belief = append(belief, p)
			}
		}
		if len(belief) >= size/2 {
			set = append(set, belief)
		}
	}
	return set
}

// UDB, DUB and DBU hold less than a thirtieth of what IPNS does; depth-first IPNS decides all
// problems in a quarter of the memory that it would take, which IPNS exceeds.
func TestMateMemory(t *testing.T) {
	rules := kriegspiel.MustRules("berkeley")
	solve := func(o andor.Options, belief []chess.Position) andor.Result {
		s := NewSolver(rules, o)
		return s.Solve(t.Context(), belief, 5)
	}
	bytes := map[string]int64{}
	exceeded := 0
	for i, belief := range largeBeliefs(t, 8, 10, 5) {
		for _, name := range []string{"l-udb", "l-dub", "l-dbu", "ipns"} {
			bytes[name] += solve(andor.Options{Algorithm: name, States: 100_000}, belief).Bytes
		}
		free := solve(andor.Options{Algorithm: "df-ipns"}, belief)
		bound := max(free.Bytes/4, 200_000) // what the states of one path take
		if r := solve(andor.Options{Algorithm: "ipns", Memory: bound}, belief); errors.Is(r.Err, andor.ErrLimit) {
			exceeded++
		}
		r := solve(andor.Options{Algorithm: "df-ipns", Memory: bound}, belief)
		if r.Verdict == andor.Unknown || r.Verdict != free.Verdict || r.Bytes > bound {
			t.Errorf("problem %d: %s with %d bytes, then %s with %d of %d: %v", i, free.Verdict, free.Bytes, r.Verdict, r.Bytes, bound, r.Err)
		}
	}
	for _, name := range []string{"l-udb", "l-dub", "l-dbu"} {
		if 30*bytes[name] > bytes["ipns"] {
			t.Errorf("%s holds %d bytes in all, IPNS %d", name, bytes[name], bytes["ipns"])
		}
	}
	if exceeded < 6 {
		t.Errorf("IPNS exceeds the bound in %d of 8 problems: the test says little", exceeded)
	}
}
