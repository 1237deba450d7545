package endings

import (
	"math/bits"

	"blindsight/game/chess"
)

// symmetry is one of the eight of the board: bit 0 mirrors files, then bit 1 ranks, then bit
// 2 turns files into ranks. Without pawns and castling the game has all of them: long
// diagonals stay long, and a rank that becomes a file is still told from a file that becomes a rank.
type symmetry uint8

const symmetries = 8

// inverse returns the symmetry that undoes g.
func (g symmetry) inverse() symmetry {
	if g&4 == 0 {
		return g
	}
	return 4 | g&1<<1 | g&2>>1
}

// square returns where a square goes.
func (g symmetry) square(s chess.Square) chess.Square {
	if g&1 != 0 {
		s ^= 7
	}
	if g&2 != 0 {
		s ^= 56
	}
	if g&4 != 0 {
		s = s>>3 | s&7<<3
	}
	return s
}

// set returns where a set of squares goes.
func (g symmetry) set(b chess.Bitboard) chess.Bitboard {
	x := uint64(b)
	if g&1 != 0 {
		x = bits.ReverseBytes64(bits.Reverse64(x))
	}
	if g&2 != 0 {
		x = bits.ReverseBytes64(x)
	}
	if g&4 != 0 { // swap squares across the diagonal, in blocks of 4, 2 and 1
		for _, swap := range [3]struct {
			mask  uint64
			shift uint
		}{{0x00000000f0f0f0f0, 28}, {0x0000cccc0000cccc, 14}, {0x00aa00aa00aa00aa, 7}} {
			t := (x ^ x>>swap.shift) & swap.mask
			x ^= t ^ t<<swap.shift
		}
	}
	return chess.Bitboard(x)
}

// move returns where a move goes.
func (g symmetry) move(m chess.Move) chess.Move {
	return chess.NewMove(g.square(m.From()), g.square(m.To()), chess.NoKind)
}
