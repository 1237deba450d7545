package chess

import "math/bits"

// Position is a physical state of the game: men, side to move, castling rights, and
// the en passant square if such a capture is fully legal. It is a value: == compares
// positions, and a Position can be the key of a map. The zero Position is an empty
// board, White to move.
type Position struct {
	white Bitboard // men of White
	// The kind of the man on a square, in binary: pawn 1, knight 2, bishop 3, rook
	// 4, queen 5, king 6.
	kind0, kind1, kind2 Bitboard
	// state is the side to move (bit 0), the castling rights (bits 1 to 4) and the
	// en passant square (from bit 8), 0 for none: nobody captures en passant on a1.
	state uint64
}

const (
	stateRights = 1
	stateEP     = 8
)

// Castling is a set of castling rights.
type Castling uint8

// The four rights. They are of use only while king and rook stand on their squares;
// a Position never holds one without them.
const (
	WhiteKingside Castling = 1 << iota
	WhiteQueenside
	BlackKingside
	BlackQueenside
)

// String returns the rights as FEN writes them: "KQkq", "-" for none.
func (c Castling) String() string {
	text := make([]byte, 0, 4)
	for i, letter := range []byte("KQkq") {
		if c>>i&1 != 0 {
			text = append(text, letter)
		}
	}
	if len(text) == 0 {
		return "-"
	}
	return string(text)
}

// castling says where king and rook stand and go for each right, by its bit.
var castling = [4]struct {
	king, kingTo, rook, rookTo Square
	empty                      Bitboard // between king and rook
}{
	{E1, G1, H1, F1, 1<<F1 | 1<<G1},
	{E1, C1, A1, D1, 1<<B1 | 1<<C1 | 1<<D1},
	{E8, G8, H8, F8, 1<<F8 | 1<<G8},
	{E8, C8, A8, D8, 1<<B8 | 1<<C8 | 1<<D8},
}

// Start returns the initial position.
func Start() Position {
	var p Position
	for file, k := range [8]Kind{Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook} {
		p.Put(SquareAt(file, 0), White, k)
		p.Put(SquareAt(file, 1), White, Pawn)
		p.Put(SquareAt(file, 6), Black, Pawn)
		p.Put(SquareAt(file, 7), Black, k)
	}
	p.SetCastling(WhiteKingside | WhiteQueenside | BlackKingside | BlackQueenside)
	return p
}

// Side returns the side to move.
func (p *Position) Side() Color { return Color(p.state & 1) }

// Castling returns the castling rights of both sides.
func (p *Position) Castling() Castling { return Castling(p.state >> stateRights & 15) }

// EnPassant returns the square on which a pawn can be captured en passant, NoSquare
// if there is none. At least one such capture is then legal.
func (p *Position) EnPassant() Square {
	if s := p.ep(); s != 0 {
		return s
	}
	return NoSquare
}

// ep returns the en passant square, 0 for none.
func (p *Position) ep() Square { return Square(p.state >> stateEP & 63) }

// Occupied returns the squares with a man.
func (p *Position) Occupied() Bitboard { return p.kind0 | p.kind1 | p.kind2 }

// Men returns the squares with a man of one side.
func (p *Position) Men(c Color) Bitboard {
	return p.white ^ p.Occupied()&-Bitboard(c&1)
}

// Kinds returns the squares with a man of one kind, of either side; for NoKind the
// empty squares.
func (p *Position) Kinds(k Kind) Bitboard {
	return ^((p.kind0 ^ -Bitboard(k&1)) | (p.kind1 ^ -Bitboard(k>>1&1)) | (p.kind2 ^ -Bitboard(k>>2&1)))
}

// Pieces returns the squares with a man of one kind and side.
func (p *Position) Pieces(c Color, k Kind) Bitboard { return p.Men(c) & p.Kinds(k) }

// diagonals returns bishops and queens of both sides.
func (p *Position) diagonals() Bitboard { return p.kind0 & (p.kind1 | p.kind2) }

// straights returns rooks and queens of both sides.
func (p *Position) straights() Bitboard { return p.kind2 &^ p.kind1 }

func (p *Position) pawns() Bitboard   { return p.kind0 &^ (p.kind1 | p.kind2) }
func (p *Position) knights() Bitboard { return p.kind1 &^ (p.kind0 | p.kind2) }
func (p *Position) kings() Bitboard   { return p.kind1 & p.kind2 }

// KingSquare returns where the king of a side stands, NoSquare if it has none.
func (p *Position) KingSquare(c Color) Square { return (p.kings() & p.Men(c)).First() }

// KindAt returns the kind of the man on a square, NoKind if it is empty.
func (p *Position) KindAt(s Square) Kind {
	s &= 63
	return Kind(p.kind0>>s&1 | p.kind1>>s&1<<1 | p.kind2>>s&1<<2)
}

// At returns the man on a square; the kind is NoKind if it is empty.
func (p *Position) At(s Square) (Color, Kind) {
	k := p.KindAt(s)
	if k == NoKind || p.white>>(s&63)&1 != 0 {
		return White, k
	}
	return Black, k
}

// Put places a man on a square, in place of what stood there; NoKind empties it.
// Castling rights whose king or rook is gone are dropped, and so is the en passant
// square. Whether the result is a position of a game is for [Position.Check] to say.
func (p *Position) Put(s Square, c Color, k Kind) {
	b := Bitboard(1) << (s & 63)
	p.white &^= b
	p.kind0 = p.kind0&^b | b&-Bitboard(k&1)
	p.kind1 = p.kind1&^b | b&-Bitboard(k>>1&1)
	p.kind2 = p.kind2&^b | b&-Bitboard(k>>2&1)
	if c == White && k != NoKind {
		p.white |= b
	}
	p.setEP(0)
	p.SetCastling(p.Castling())
}

// SetSide says who is to move. The en passant square is dropped if that changes.
func (p *Position) SetSide(c Color) {
	if p.Side() != c&1 {
		p.state ^= 1
		p.setEP(0)
	}
}

// SetCastling sets the castling rights, leaving out those whose king or rook does
// not stand on its square.
func (p *Position) SetCastling(rights Castling) {
	p.state = p.state&^(15<<stateRights) | uint64(rights&p.castlingPossible())<<stateRights
}

// castlingPossible returns the rights whose king and rook are in place.
func (p *Position) castlingPossible() Castling {
	var possible Castling
	for i := range castling {
		c, side := &castling[i], Color(i>>1)
		if p.Pieces(side, King).Has(c.king) && p.Pieces(side, Rook).Has(c.rook) {
			possible |= 1 << i
		}
	}
	return possible
}

// SetEnPassant says that the pawn in front of square s has just passed it, and
// reports whether it can be captured there: if not, no square is kept.
// The pawn must be there.
func (p *Position) SetEnPassant(s Square) bool {
	p.setEP(0)
	if p.epPassed(s) && p.epPossible(s) {
		p.setEP(s)
	}
	return p.ep() != 0
}

func (p *Position) setEP(s Square) {
	p.state = p.state&^(63<<stateEP) | uint64(s&63)<<stateEP
}

// epPassed reports whether a pawn of the side not to move can just have passed s.
func (p *Position) epPassed(s Square) bool {
	us := p.Side()
	if s >= NoSquare || s.Rank() != [2]int{5, 2}[us] {
		return false
	}
	forward := Square([2]uint8{8, 0xf8}[us]) // seen from the side to move
	return p.Pieces(us.Other(), Pawn).Has(s-forward) && !p.Occupied().Has(s) && !p.Occupied().Has(s+forward)
}

// Only returns the board that one side sees in Kriegspiel: its own men and castling
// rights, and no others. The side to move stays as it is.
func (p *Position) Only(c Color) Position {
	men := p.Men(c)
	return Position{
		white: p.white & men,
		kind0: p.kind0 & men, kind1: p.kind1 & men, kind2: p.kind2 & men,
		state: p.state & (1 | 3<<(stateRights+2*(c&1))),
	}
}

// Hash returns 64 bits that depend on everything in the position; equal positions
// have equal hashes. It is the same in every run and on every machine. It is
// computed anew by each call, which costs three multiplications.
func (p *Position) Hash() uint64 {
	// Multiply and fold, as wyhash does (Wang Yi, 2019); the constants are its own.
	h1, l1 := bits.Mul64(uint64(p.white)^0xa0761d6478bd642f, uint64(p.kind0)^0xe7037ed1a0b428db)
	h2, l2 := bits.Mul64(uint64(p.kind1)^0x8ebc6af09c88c6e3, uint64(p.kind2)^0x589965cc75374cc3)
	h, l := bits.Mul64(h1^l1^0x1d8e4e27c47d124f, h2^l2^p.state*0x9e3779b97f4a7c15^0xeb44accab455d165)
	return h ^ l
}
