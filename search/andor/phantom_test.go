package andor_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/search/andor/andortest"
)

// phantom is tic-tac-toe in which the stones of the opponent are not seen: an attempt on
// one of his squares is refused. Both hear that a stone was placed, and who has won.
type phantom struct{}

// phantomState holds the stones of both sides and whose turn it is.
type phantomState struct {
	mine, theirs uint16
	reply        bool
}

var lines = [8]uint16{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

func (phantom) Attempts(s *phantomState, buf []uint8) []uint8 {
	for c := range uint8(9) {
		if s.mine>>c&1 == 0 {
			buf = append(buf, c)
		}
	}
	return buf
}

func (phantom) Try(s *phantomState, a uint8, to *phantomState) (uint8, bool) {
	if (s.mine|s.theirs)>>a&1 != 0 {
		return heardRefused, false
	}
	*to = *s
	to.reply = !s.reply
	stones := &to.mine
	if s.reply {
		stones = &to.theirs
	}
	*stones |= 1 << a
	for _, l := range lines {
		if *stones&l == l {
			return heardWon, true
		}
	}
	if to.mine|to.theirs == 0o777 {
		return heardLost, true
	}
	return 0, true
}

func (p phantom) Replies(s, to *phantomState, visit func(uint8) bool) bool {
	for c := range uint8(9) {
		if o, moved := p.Try(s, c, to); moved && !visit(o) {
			return false
		}
	}
	return true
}

func (phantom) Ended(o uint8) (over, won bool) { return o == heardWon || o == heardLost, o == heardWon }
func (phantom) Hash(s *phantomState) uint64    { return mix(uint64(s.mine)<<16 | uint64(s.theirs)) }

// All algorithms agree with the naive solver on phantom tic-tac-toe, in random beliefs
// with two or three own stones.
func TestPhantom(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	wins := 0
	for range 400 {
		belief := randomPhantom(rng, 2+rng.IntN(2))
		if len(belief) == 0 {
			continue
		}
		won, err := andortest.Check(t.Context(), phantom{}, belief, 1+2*rng.IntN(2))
		if err != nil {
			t.Fatalf("%v: %v", belief, err)
		}
		if won {
			wins++
		}
	}
	if wins < 40 || wins > 360 {
		t.Errorf("%d of 400 beliefs are won: the test says little", wins)
	}
}

// randomPhantom returns a belief with so many own stones, of up to four states, maybe none.
func randomPhantom(rng *rand.Rand, stones int) []phantomState {
	mine := randomStones(rng, stones, 0)
	var belief []phantomState
	for range 1 + rng.IntN(4) {
		s := phantomState{mine: mine, theirs: randomStones(rng, bits.OnesCount16(mine), mine)}
		if !slices.Contains(belief, s) && !hasLine(s.mine) && !hasLine(s.theirs) {
			belief = append(belief, s)
		}
	}
	return belief
}

func hasLine(stones uint16) bool {
	for _, l := range lines {
		if stones&l == l {
			return true
		}
	}
	return false
}

// randomStones returns n squares, none of them taken.
func randomStones(rng *rand.Rand, n int, taken uint16) uint16 {
	var stones uint16
	for bits.OnesCount16(stones) < n {
		if c := uint16(1) << rng.IntN(9); c&taken == 0 {
			stones |= c
		}
	}
	return stones
}
