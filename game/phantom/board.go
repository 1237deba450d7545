package phantom

import (
	"math/bits"

	"blindsight"
)

// Cell is a cell, and the attempt to place a stone there: row*cols + col, both from 0.
type Cell uint8

// Answer is what is observed of an attempt.
type Answer uint8

// The answers. Who tried sees one of all but Passed. In the classical variant the opponent
// hears the same of an attempt that is not refused; in the abrupt one he hears Passed
// as long as the game goes on.
const (
	Refused Answer = iota // the opponent's stone is there
	Placed                // a stone was placed
	Passed                // the turn is over, with a stone placed or not
	Won                   // a stone was placed, and has won
	Drawn                 // a stone was placed, and the board is full
)

// String returns the answer in one word.
func (a Answer) String() string {
	if int(a) >= len(answers) {
		return "unknown"
	}
	return answers[a]
}

var answers = [...]string{"refused", "placed", "passed", "won", "drawn"}

// Board is all that matters for how a game goes on: bit number c of a set is cell c.
// Boards are comparable.
type Board struct {
	Stones [2]uint64       // of each side
	Known  [2]uint64       // what each side knows to be the opponent's, by refusals
	Turn   blindsight.Side // who acts; Over when the game has ended
}

// legal returns what the side to act may try.
func (g *Game) legal(b *Board) uint64 {
	return g.full &^ (b.Stones[b.Turn] | b.Known[b.Turn])
}

// try lets the side to act try a cell that is legal.
func (g *Game) try(b *Board, c Cell) Answer {
	bit, own := uint64(1)<<c, b.Turn
	other := own.Other()
	if b.Stones[other]&bit != 0 {
		b.Known[own] |= bit
		if g.rules.Variant == Abrupt {
			b.Turn = other
		}
		return Refused
	}
	b.Stones[own] |= bit
	switch {
	case g.wins(own, b.Stones[own], c):
		b.Turn = blindsight.Over
		return Won
	case b.Stones[0]|b.Stones[1] == g.full:
		b.Turn = blindsight.Over
		return Drawn
	}
	b.Turn = other
	return Placed
}

// heard returns what the opponent hears of an answer, and whether he hears anything.
func (g *Game) heard(a Answer) (heard Answer, silent bool) {
	switch {
	case a == Won || a == Drawn:
		return a, false
	case g.rules.Variant == Abrupt:
		return Passed, false
	}
	return a, a == Refused
}

// hash returns 64 bits that are equal for equal boards, the same in every run.
func (b *Board) hash() uint64 {
	h := b.Stones[0]*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(b.Stones[1]*0xc2b2ae3d27d4eb4f, 31)
	h ^= b.Known[0]*0x165667b19e3779f9 ^ bits.RotateLeft64(b.Known[1]*0xd6e8feb86659fd93, 17)
	return mix(h + uint64(b.Turn))
}

// mix is a bijection whose every output bit depends on all input bits (the finaliser of
// SplitMix64).
func mix(z uint64) uint64 {
	z ^= z >> 30
	z *= 0xbf58476d1ce4e5b9
	z ^= z >> 27
	z *= 0x94d049bb133111eb
	return z ^ z>>31
}

// cellsOf calls visit with each cell of a set, in ascending order, until it returns false, which
// cellsOf then returns too.
func cellsOf(set uint64, visit func(Cell) bool) bool {
	for ; set != 0; set &= set - 1 {
		if !visit(Cell(bits.TrailingZeros64(set))) {
			return false
		}
	}
	return true
}
