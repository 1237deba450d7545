package chess

import "fmt"

// Square is a square of the board: 0 is a1, 1 is b1, 63 is h8.
type Square uint8

// The squares. NoSquare is none of them.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
	A2
	B2
	C2
	D2
	E2
	F2
	G2
	H2
	A3
	B3
	C3
	D3
	E3
	F3
	G3
	H3
	A4
	B4
	C4
	D4
	E4
	F4
	G4
	H4
	A5
	B5
	C5
	D5
	E5
	F5
	G5
	H5
	A6
	B6
	C6
	D6
	E6
	F6
	G6
	H6
	A7
	B7
	C7
	D7
	E7
	F7
	G7
	H7
	A8
	B8
	C8
	D8
	E8
	F8
	G8
	H8
	NoSquare
)

// SquareAt returns the square of a file (0 is a) and a rank (0 is rank 1), both 0 to 7.
func SquareAt(file, rank int) Square { return Square(rank<<3 | file) }

// File returns the file, 0 for a to 7 for h.
func (s Square) File() int { return int(s & 7) }

// Rank returns the rank, 0 for rank 1 to 7 for rank 8.
func (s Square) Rank() int { return int(s >> 3) }

// Bitboard returns the set of this square alone, the empty set for NoSquare.
func (s Square) Bitboard() Bitboard { return 1 << s }

// String returns the square as text, "e4"; "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// ParseSquare reads a square, "e4".
func ParseSquare(text string) (Square, error) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' {
		return NoSquare, fmt.Errorf("square %q: want a file a to h and a rank 1 to 8, as in e4", text)
	}
	return SquareAt(int(text[0]-'a'), int(text[1]-'1')), nil
}

// Color is a side, White or Black.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Kind is a kind of man.
type Kind uint8

// The kinds, NoKind for an empty square. Their bits are those that a Position keeps.
const (
	NoKind Kind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// kindLetters are the letters of the kinds in FEN, those of Black.
const kindLetters = ".pnbrqk"

// kindNames are the words for the kinds.
var kindNames = [...]string{"nothing", "pawn", "knight", "bishop", "rook", "queen", "king"}

// Letter returns the small letter of the kind, 'p' to 'k', '.' for NoKind.
func (k Kind) Letter() byte {
	if k > King {
		return '?'
	}
	return kindLetters[k]
}

// String returns the name of the kind, "pawn" to "king", "nothing" for NoKind.
func (k Kind) String() string {
	if k > King {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}
