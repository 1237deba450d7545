package andor_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/search/andor"
	"blindsight/search/andor/andortest"
)

// A guaranteed win exists iff it exists against an opponent who sees everything (the
// paper's Theorem 1): strategies that are played out in single true states, against an
// opponent who sees these and against one who sees nothing, win where the search over
// beliefs says so, and nowhere else.
func TestTheorem1(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	games, wins := 0, 0
	check := func(won, seeing, blind bool, words string) {
		t.Helper()
		if seeing != won || blind != won {
			t.Fatalf("%s: the search says %v; against an opponent who sees %v, against a blind one %v", words, won, seeing, blind)
		}
		games++
		if won {
			wins++
		}
	}
	for i := range 600 {
		g := &madeUp{
			seed: rng.Uint64(), attempts: 2 + rng.IntN(2), refused: uint64(rng.IntN(8)),
			won: uint64(2 + rng.IntN(8)), lost: uint64(rng.IntN(2)), percepts: uint64(1 + rng.IntN(3)),
		}
		belief, depth := madeUpBelief(rng, 1+rng.IntN(4)), 3+2*rng.IntN(2)
		won := solves(t, g, "gl-dbu", belief, depth)
		check(won, andortest.Guaranteed(g, belief, depth, andortest.Seeing, 0), andortest.Guaranteed(g, belief, depth, andortest.Blind, 3),
			fmt.Sprintf("game %d, %+v, depth %d, %v", i, g, depth, belief))
	}
	if wins < games/5 || wins > games*4/5 {
		t.Errorf("%d of %d games are won: the test says little", wins, games)
	}
	games, wins = 0, 0
	for range 60 {
		belief := randomPhantom(rng, 3)
		if len(belief) == 0 {
			continue
		}
		won := solves(t, phantom{}, "gl-dbu", belief, 3)
		check(won, andortest.Guaranteed(phantom{}, belief, 3, andortest.Seeing, 0), andortest.Guaranteed(phantom{}, belief, 3, andortest.Blind, 6),
			fmt.Sprintf("phantom %v", belief))
	}
	if wins < games/10 || wins > games*9/10 {
		t.Errorf("%d of %d phantom games are won: the test says little", wins, games)
	}
}

// solves reports whether an algorithm finds a guaranteed win.
func solves[S comparable, A comparable](t *testing.T, g andor.Game[S, A, uint8], algorithm string, belief []S, depth int) bool {
	t.Helper()
	s := andor.New(g, andor.Options{Algorithm: algorithm})
	return s.Solve(t.Context(), belief, depth).Verdict == andor.Win
}

// If a belief is won, so is each of its subsets (the paper's Theorem 2).
func TestSubsets(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 300 {
		g := &askable{madeUp{seed: rng.Uint64(), attempts: 5, refused: 5, won: 7, lost: 0, percepts: 2}}
		s := andor.New[madeUpState, int, uint8](g, andor.Options{Algorithm: "l-dbu"})
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
	even              bool   // percepts are equally frequent, and own moves have none
	constructed       map[treeState]bool
	order             []treeState // of construction, if constructed is kept; each once
}

type treeState struct {
	way uint64
	ply int8
}

func (g *treeGame) after(s *treeState, k int) treeState {
	t := treeState{mix(g.seed ^ mix(s.way*31+uint64(k)+1)), s.ply + 1}
	if g.even { // the low bits are the number of the reply
		t.way = t.way&^0xff | uint64(k)
	}
	if g.constructed != nil && !g.constructed[t] {
		g.constructed[t] = true
		g.order = append(g.order, t)
	}
	return t
}

func (g *treeGame) heard(s *treeState) uint8 {
	if s.ply == g.last && s.way>>40%16 < g.won {
		return heardWon
	}
	if g.even {
		if s.ply%2 == 1 {
			return 0
		}
		return uint8(s.way & 0xff % g.percepts)
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
			s := andor.New[treeState, int, uint8](g, andor.Options{Algorithm: name})
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

// What a disproof of an EXPAND node two plies from the limit costs, in states constructed
// below it, where nothing wins (the paper's table, of which our copy has only the row of
// DUB and DBU, 1 + mw; the other two follow from what it says of the algorithms). The node has
// u' states with mb replies each, so u = u'*mb, heard in pb ways, all alike often; mw are
// the own moves.
//
//   - DFS constructs all u states of the node's child, then each move in all states of the
//     first percept: u + mw*u/pb;
//   - UDB stops at the first failing state of each move: u + mw;
//   - DUB and DBU follow a single reply: 1 + mw.
func TestDisproofCosts(t *testing.T) {
	for _, c := range []struct{ size, mb, pb, mw int }{{1, 1, 1, 2}, {1, 4, 1, 3}, {5, 2, 2, 3}, {5, 6, 3, 4}, {12, 6, 2, 5}, {20, 3, 3, 6}} {
		u := c.size * c.mb
		for name, want := range map[string]int{
			"dfs": u + c.mw*u/c.pb, "l-dfs": u + c.mw*u/c.pb,
			"udb": u + c.mw, "l-udb": u + c.mw,
			"dub": 1 + c.mw, "dbu": 1 + c.mw, "gl-dub": 1 + c.mw, "gl-dbu": 1 + c.mw,
		} {
			g := &treeGame{seed: 5, attempts: c.mw, replies: c.mb, percepts: uint64(c.pb), last: 3, even: true, constructed: map[treeState]bool{}}
			belief := treeBelief(rand.New(rand.NewPCG(11, 12)), c.size)
			s := andor.New(g, andor.Options{Algorithm: name})
			r := s.Solve(t.Context(), belief, 3)
			if r.Verdict != andor.None {
				t.Fatalf("%s: %s where nothing wins", name, r.Verdict)
			}
			if incremental := want == 1+c.mw && c.size > 1; incremental && r.States != int64(c.mw*(1+want)) { // and each first move in one state
				t.Errorf("%s counts %d states, want %d", name, r.States, c.mw*(1+want))
			}
			below := 0 // the EXPAND nodes, one for each first move of the root, all of the same size
			for s := range g.constructed {
				if s.ply >= 2 {
					below++
				}
			}
			if below != c.mw*want {
				t.Errorf("%s: %d states below %d EXPAND nodes of %d states with %d replies in %d percepts and %d own moves: want %d each",
					name, below, c.mw, c.size, c.mb, c.pb, c.mw, want)
			}
		}
	}
}

// Without percepts DUB and DBU act identically (the paper's section on incremental search):
// they construct the same states in the same order.
func TestNoPercepts(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	wins, differ := 0, 0
	for i := range 200 {
		percepts := uint64(1)
		if i >= 100 { // with percepts they need not
			percepts = 3
		}
		depth := int8(3 + 2*rng.IntN(2))
		g := &treeGame{seed: rng.Uint64(), attempts: 2 + rng.IntN(3), replies: 1 + rng.IntN(3), percepts: percepts, last: depth, won: uint64(8 + rng.IntN(8))}
		belief := treeBelief(rng, 1+rng.IntN(5))
		orders := map[string][]treeState{}
		for _, name := range []string{"dub", "dbu"} {
			g.constructed, g.order = map[treeState]bool{}, nil
			if solves(t, g, name, belief, int(depth)) && name == "dub" && percepts == 1 {
				wins++
			}
			orders[name] = g.order
		}
		same := slices.Equal(orders["dub"], orders["dbu"])
		if percepts == 1 && !same {
			t.Fatalf("game %d, %+v: DUB and DBU construct other states, or in another order", i, g)
		}
		if percepts > 1 && !same {
			differ++
		}
	}
	if wins < 20 || wins > 80 || differ < 30 {
		t.Errorf("%d of 100 games without percepts are won, %d of 100 with percepts differ: the test says little", wins, differ)
	}
}

// On a proof UDB, DUB and DBU construct the same states, in different orders; and DUB and
// DBU begin with the same branch, one state at each depth (both the paper's section on
// incremental search). There is one attempt, so that nothing but a proof is looked at.
func TestSameProof(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	orders := map[bool]int{}
	for i := range 100 {
		depth := int8(3 + 2*rng.IntN(2))
		g := &treeGame{seed: rng.Uint64(), attempts: 1, replies: 1 + rng.IntN(3), percepts: uint64(1 + rng.IntN(3)), last: depth, won: 16}
		belief := treeBelief(rng, 1+rng.IntN(5))
		sets, ways := map[string]map[treeState]bool{}, map[string][]treeState{}
		for _, name := range []string{"udb", "dub", "dbu"} {
			g.constructed, g.order = map[treeState]bool{}, nil
			if !solves(t, g, name, belief, int(depth)) {
				t.Fatalf("game %d: %s finds no win", i, name)
			}
			sets[name], ways[name] = g.constructed, g.order
		}
		if !maps.Equal(sets["udb"], sets["dub"]) || !maps.Equal(sets["dub"], sets["dbu"]) {
			t.Fatalf("game %d, %+v: UDB constructs %d states, DUB %d, DBU %d", i, g, len(sets["udb"]), len(sets["dub"]), len(sets["dbu"]))
		}
		for k := range int(depth) {
			if s := ways["dub"][k]; s != ways["dbu"][k] || s.ply != int8(k+1) {
				t.Fatalf("game %d: DUB and DBU begin with other branches", i)
			}
		}
		orders[slices.Equal(ways["udb"], ways["dbu"])]++
	}
	if orders[false] < 50 {
		t.Errorf("%d of 100 orders differ: the test says little", orders[false])
	}
}
