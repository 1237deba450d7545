package andor_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"blindsight/search/andor"
)

// UDB and DUB hold a branch of a proof and the states of its other percepts, DBU the
// whole proof and IPNS the whole tree (the paper's table of memory): with each own move
// more the memory of the first two grows by a little, that of the others is multiplied.
func TestBranchMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	belief := treeBelief(rng, 4)
	bytes := map[string][]int64{}
	for _, name := range []string{"dfs", "udb", "dub", "dbu", "ipns"} {
		for depth := int8(1); depth <= 11; depth += 2 {
			g := &treeGame{seed: 1, attempts: 2, replies: 3, percepts: 3, last: depth, won: 16}
			s := andor.New[treeState, int, uint8](g, andor.Options{Algorithm: name})
			r := s.Solve(t.Context(), belief, int(depth))
			if r.Verdict != andor.Win {
				t.Fatalf("%s, depth %d: %s", name, depth, r.Verdict)
			}
			bytes[name] = append(bytes[name], r.Bytes)
		}
	}
	for name, b := range bytes {
		last := len(b) - 1
		growth := float64(b[last]) / float64(b[last-1])
		switch small := name == "dfs" || name == "udb" || name == "dub"; {
		case small && growth > 1.6: // states do not become fewer here, so each level holds as much
			t.Errorf("%s: %v bytes at depths 1, 3, …: the last grows by %.2f", name, b, growth)
		case !small && growth < 2.5: // three replies, each to be answered
			t.Errorf("%s: %v bytes at depths 1, 3, …: the last grows by %.2f only", name, b, growth)
		case !small && (b[last] < 10*bytes["udb"][last] || b[last] < 10*bytes["dub"][last]):
			t.Errorf("%s holds %d bytes at most, UDB %d, DUB %d", name, b[last], bytes["udb"][last], bytes["dub"][last])
		}
	}
}

// Whatever a search took it has given back at its end, decided or cut off: what it dropped on the way as well.
func TestMemoryIsGivenBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, name := range []string{"dfs", "gx-dfs", "udb", "gl-dub", "gl-dbu", "pns", "gl-pns", "e-pns", "ipns", "d-ipns"} {
		cut := 0
		for i := range 60 {
			g := &madeUp{
				seed: rng.Uint64(), attempts: 2 + rng.IntN(3), refused: uint64(rng.IntN(8)),
				won: uint64(2 + rng.IntN(8)), lost: uint64(rng.IntN(2)), percepts: uint64(1 + rng.IntN(3)),
			}
			belief := madeUpBelief(rng, 1+rng.IntN(6))
			for _, states := range []int64{0, 20} {
				s := andor.New[madeUpState, int, uint8](g, andor.Options{Algorithm: name, States: states})
				r := s.Solve(t.Context(), belief, 5)
				if r.Verdict == andor.Unknown {
					cut++
				}
				if held := s.Held(); held != 0 {
					t.Fatalf("%s, game %d, at most %d states: %s; of %d bytes %d are left", name, i, states, r.Verdict, r.Bytes, held)
				}
			}
		}
		if cut < 5 {
			t.Errorf("%s: %d searches were cut off: the test says little", name, cut)
		}
	}
}

// Depth-first IPNS decides within a bound of memory that IPNS exceeds, and that it would
// exceed itself if it did not forget; it says the same.
func TestBoundedMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	decided := map[andor.Verdict]int{}
	for i := range 200 {
		g := &askable{madeUp{
			seed: rng.Uint64(), attempts: 4 + rng.IntN(3), refused: uint64(2 + rng.IntN(6)), won: uint64(1 + rng.IntN(6)),
			percepts: uint64(1 + rng.IntN(3)),
		}}
		belief := madeUpBelief(rng, 10)
		solve := func(o andor.Options) andor.Result {
			s := andor.New[madeUpState, int, uint8](g, o)
			return s.Solve(t.Context(), belief, 7)
		}
		free := solve(andor.Options{Algorithm: "df-ipns", States: 20_000})
		if free.Verdict == andor.Unknown || free.Bytes < 40_000 {
			continue // it has not much to forget
		}
		bound := free.Bytes / 2
		if r := solve(andor.Options{Algorithm: "ipns", Memory: bound}); r.Verdict != andor.Unknown || !errors.Is(r.Err, andor.ErrLimit) {
			continue
		}
		for _, name := range []string{"df-ipns", "g-df-ipns"} {
			r := solve(andor.Options{Algorithm: name, Memory: bound, States: 10_000_000})
			switch {
			case r.Verdict != free.Verdict:
				t.Errorf("game %d: %s, and by %s with a bound of %d bytes %s (%v)", i, free.Verdict, name, bound, r.Verdict, r.Err)
			case r.Bytes > bound:
				t.Errorf("game %d: %s holds %d bytes with a bound of %d", i, name, r.Bytes, bound)
			}
		}
		decided[free.Verdict]++
	}
	if decided[andor.Win] < 15 || decided[andor.None] < 5 {
		t.Errorf("%v: the test says little", decided)
	}
}
