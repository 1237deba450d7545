package andor_test

import (
	"math/rand/v2"
	"testing"

	"blindsight/search/andor"
)

// If a belief is won, so is each of its subsets (the paper's Theorem 2).
func TestSubsets(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 300 {
		g := &askable{madeUp{seed: rng.Uint64(), attempts: 5, refused: 5, won: 7, lost: 0, percepts: 2}}
		s, err := andor.New[madeUpState, int, uint8](g, andor.Options{Algorithm: "l-dbu"})
		if err != nil {
			t.Fatal(err)
		}
		belief := madeUpBelief(rng, 4)
		if s.Solve(t.Context(), belief, 5).Verdict != andor.Win {
			continue
		}
		for k := range belief {
			subset := append(append([]madeUpState(nil), belief[:k]...), belief[k+1:]...)
			if v := s.Solve(t.Context(), subset, 5).Verdict; v != andor.Win {
				t.Fatalf("game %d: %v is won, %v is not", i, belief, subset)
			}
		}
	}
}

// treeGame is a tree: a state is the way that led to it, so that none is met twice. The
// own side wins by its last move or not at all; nothing is refused.
type treeGame struct {
	seed              uint64
	attempts, replies int
	percepts          uint64
	last              int8   // the own move, counted in moves of both sides, that may win
	won               uint64 // of 16
	constructed       map[treeState]bool
}

type treeState struct {
	way uint64
	ply int8
}

func (g *treeGame) after(s *treeState, k int) treeState {
	t := treeState{mix(g.seed ^ mix(s.way*31+uint64(k)+1)), s.ply + 1}
	if g.constructed != nil {
		g.constructed[t] = true
	}
	return t
}

func (g *treeGame) heard(s *treeState) uint8 {
	if s.ply == g.last && s.way>>40%16 < g.won {
		return heardWon
	}
	return uint8(s.way >> 20 % g.percepts)
}

func (g *treeGame) Attempts(_ *treeState, buf []int) []int {
	for a := range g.attempts {
		buf = append(buf, a)
	}
	return buf
}

func (g *treeGame) Try(s *treeState, a int, to *treeState) (uint8, bool) {
	*to = g.after(s, a)
	return g.heard(to), true
}

func (g *treeGame) Replies(s, to *treeState, visit func(uint8) bool) bool {
	for k := range g.replies {
		*to = g.after(s, k)
		if !visit(g.heard(to)) {
			return false
		}
	}
	return true
}

func (g *treeGame) Ended(o uint8) (over, won bool) { return o == heardWon, o == heardWon }
func (g *treeGame) Hash(s *treeState) uint64       { return s.way }

func treeBelief(rng *rand.Rand, n int) []treeState {
	var belief []treeState
	for range n {
		belief = append(belief, treeState{way: rng.Uint64()})
	}
	return belief
}

// Where all failing leaves lie at the depth limit, DUB constructs a subset of the states
// that UDB constructs, with the same order of attempts (the paper's Theorem 3, which
// leaves refused attempts and transpositions aside).
func TestTheorem3(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	less, verdicts := 0, map[andor.Verdict]int{}
	for i := range 300 {
		depth := int8(3 + 2*rng.IntN(2))
		g := &treeGame{
			seed: rng.Uint64(), attempts: 2 + rng.IntN(3), replies: 1 + rng.IntN(3), percepts: uint64(1 + rng.IntN(4)),
			last: depth, won: uint64(4 + rng.IntN(10)),
		}
		belief := treeBelief(rng, 1+rng.IntN(6))
		sets := map[string]map[treeState]bool{}
		results := map[string]andor.Result{}
		for _, name := range []string{"udb", "dub"} {
			s, err := andor.New[treeState, int, uint8](g, andor.Options{Algorithm: name})
			if err != nil {
				t.Fatal(err)
			}
			g.constructed = map[treeState]bool{}
			results[name] = s.Solve(t.Context(), belief, int(depth))
			sets[name] = g.constructed
		}
		if results["udb"].Verdict != results["dub"].Verdict {
			t.Fatalf("game %d: UDB says %s, DUB %s", i, results["udb"].Verdict, results["dub"].Verdict)
		}
		for s := range sets["dub"] {
			if !sets["udb"][s] {
				t.Fatalf("game %d, %+v, %d states: DUB constructs a state at ply %d that UDB does not", i, g, len(belief), s.ply)
			}
		}
		verdicts[results["dub"].Verdict]++
		if results["dub"].Verdict == andor.None && len(sets["dub"]) < len(sets["udb"]) {
			less++
		}
	}
	if less < 100 || verdicts[andor.Win] < 50 {
		t.Errorf("fewer states in %d of 300 games, verdicts %v: the test says little", less, verdicts)
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
