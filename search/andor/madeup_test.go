package andor_test

import (
	"math/rand/v2"
	"testing"

	"blindsight/search/andor"
	"blindsight/search/andor/andortest"
)

// madeUp is a game without a meaning: what happens in a state is drawn from its number.
// It knows all that the searches must: refusals, wins, losses, percepts, equal states on
// different ways, and as an askable one a question with an obligation.
type madeUp struct {
	seed     uint64
	attempts int
	refused  uint64 // of 16
	won      uint64
	lost     uint64
	percepts uint64

	neverLost bool // no reply ends the game
}

// madeUpState is a number, and whose turn it is.
type madeUpState struct {
	n     uint16
	reply bool
}

// Percepts of a made-up game.
const (
	heardWon = 100 + iota
	heardLost
	heardRefused
	heardNo
	heardYes
)

func mix(z uint64) uint64 {
	z ^= z >> 30
	z *= 0xbf58476d1ce4e5b9
	z ^= z >> 27
	z *= 0x94d049bb133111eb
	return z ^ z>>31
}

func (g *madeUp) draw(s *madeUpState, a, k int) uint64 {
	return mix(g.seed + mix(uint64(s.n)<<20|uint64(a)<<4|uint64(k)))
}

func (g *madeUp) Attempts(_ *madeUpState, buf []int) []int {
	for a := range g.attempts {
		buf = append(buf, a)
	}
	return buf
}

func (g *madeUp) Try(s *madeUpState, a int, to *madeUpState) (uint8, bool) {
	if a < 0 {
		return g.answer(s), false
	}
	x := g.draw(s, a, 0)
	if x%16 < g.refused {
		return heardRefused, false
	}
	*to = madeUpState{uint16(x >> 32 % 64), true}
	switch y := x >> 8 % 16; {
	case y < g.won:
		return heardWon, true
	case y < g.won+g.lost:
		return heardLost, true
	}
	return uint8(x >> 16 % g.percepts), true
}

func (g *madeUp) answer(s *madeUpState) uint8 {
	for a := range g.attempts / 2 {
		if g.draw(s, a, 0)%16 >= g.refused {
			return heardYes
		}
	}
	return heardNo
}

func (g *madeUp) Replies(s, to *madeUpState, visit func(uint8) bool) bool {
	for a := 0; a < g.attempts && !s.reply; a++ {
		if o, moved := g.Try(s, a, to); moved && !visit(o) {
			return false
		}
	}
	if !s.reply {
		return true
	}
	for k := range int(1 + g.draw(s, 0, 1)%3) {
		x := g.draw(s, k, 2)
		*to = madeUpState{uint16(x >> 32 % 64), false}
		heard := uint8(x >> 16 % g.percepts)
		if x%64 == 0 && !g.neverLost {
			heard = heardLost
		}
		if !visit(heard) {
			return false
		}
	}
	return true
}

func (g *madeUp) Ended(o uint8) (over, won bool) {
	return o == heardWon || o == heardLost, o == heardWon
}
func (g *madeUp) Hash(s *madeUpState) uint64 { return uint64(s.n) % 7 } // collides, on purpose

// askable is a made-up game in which half of the attempts pay.
type askable struct{ madeUp }

func (g *askable) Question() int                   { return -1 }
func (g *askable) Obliges(o uint8) bool            { return o == heardYes }
func (g *askable) Pays(_ *madeUpState, a int) bool { return a >= 0 && a < g.attempts/2 }

// All algorithms agree with the naive solver on made-up games.
func TestMadeUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	wins, n := 0, 1500
	for i := range n {
		g := madeUp{
			seed: rng.Uint64(), attempts: 2 + rng.IntN(4), refused: uint64(rng.IntN(9)),
			won: uint64(2 + rng.IntN(9)), lost: uint64(rng.IntN(2)), percepts: uint64(1 + rng.IntN(3)),
		}
		var game andor.Game[madeUpState, int, uint8] = &g
		if i%2 == 1 {
			game = &askable{g}
		}
		belief := madeUpBelief(rng, 1+rng.IntN(5))
		won, err := andortest.Check(t.Context(), game, belief, 1+2*rng.IntN(3))
		if err != nil {
			t.Fatalf("game %d, %+v, belief %v: %v", i, g, belief, err)
		}
		if won {
			wins++
		}
	}
	if wins < n/5 || wins > n*4/5 {
		t.Errorf("%d of %d games are won: the test says little", wins, n)
	}
}

// madeUpBelief returns n different states.
func madeUpBelief(rng *rand.Rand, n int) []madeUpState {
	var belief []madeUpState
	for _, k := range rng.Perm(64)[:n] {
		belief = append(belief, madeUpState{uint16(k), false})
	}
	return belief
}

// All algorithms agree on deeper problems and larger beliefs, which the naive solver
// cannot do.
func TestDeep(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	wins, none := 0, 0
	for i := range 150 {
		g := madeUp{
			seed: rng.Uint64(), attempts: 3 + rng.IntN(4), refused: uint64(rng.IntN(7)),
			won: uint64(1 + rng.IntN(6)), lost: uint64(rng.IntN(2)), percepts: uint64(2 + rng.IntN(3)),
		}
		var game andor.Game[madeUpState, int, uint8] = &g
		if i%2 == 1 {
			game = &askable{g}
		}
		belief, depth := madeUpBelief(rng, 1+rng.IntN(20)), 7+2*rng.IntN(2)
		var want andor.Verdict
		for _, o := range andortest.Variants() {
			o.States = 20_000
			s := andor.New(game, o)
			switch got := s.Solve(t.Context(), belief, depth).Verdict; {
			case got == andor.Unknown:
			case want == andor.Unknown:
				want = got
			case got != want:
				t.Fatalf("game %d, %+v, depth %d, belief %v: %+v says %s, others %s", i, g, depth, belief, o, got, want)
			}
		}
		switch want {
		case andor.Win:
			wins++
		case andor.None:
			none++
		}
	}
	if wins < 20 || none < 20 {
		t.Errorf("%d won and %d not of 150: the test says little", wins, none)
	}
}
