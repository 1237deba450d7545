package chess

import (
	"iter"
	"math/bits"
	"strings"
)

// Bitboard is a set of squares, bit s for Square s. Set operations are those of
// integers: &, |, &^, ^.
type Bitboard uint64

const (
	fileA Bitboard = 0x0101010101010101
	fileH Bitboard = fileA << 7
	rank1 Bitboard = 0xff
	rank8 Bitboard = rank1 << 56
	// backRanks are those where pawns promote, one for each side.
	backRanks = rank1 | rank8
)

// Has reports whether the square is in the set.
func (b Bitboard) Has(s Square) bool { return b&(1<<s) != 0 }

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of the set, NoSquare if it is empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// All returns the squares of the set, from a1 to h8.
func (b Bitboard) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(b.First()) {
				return
			}
		}
	}
}

// String returns the squares of the set, "a1 e4 h8", from a1 to h8.
func (b Bitboard) String() string {
	var text strings.Builder
	for s := range b.All() {
		if text.Len() > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(s.String())
	}
	return text.String()
}

// rotate shifts by n ranks and files at once, n = 8*ranks + files, round the ends.
// Pawns never stand where the ends would meet.
func (b Bitboard) rotate(n int) Bitboard { return Bitboard(bits.RotateLeft64(uint64(b), n)) }
