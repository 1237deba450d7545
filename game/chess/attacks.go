package chess

import "math/bits"

// Squares that a man attacks from each square, on an empty board.
var (
	knightMoves [64]Bitboard
	kingMoves   [64]Bitboard
	pawnAttacks [2][64]Bitboard // by color
	rookRays    [64]Bitboard
	bishopRays  [64]Bitboard
)

// between holds, for two squares on one line, the squares between them, else none;
// through holds the whole line through both, ends included.
var between, through [64][64]Bitboard

// diagonalOf and antidiagonalOf hold the diagonals through a square, in the
// directions of a1-h8 and of a8-h1, the square included.
var diagonalOf, antidiagonalOf [64]Bitboard

// A magic finds the attacks of a rook or a bishop on one square: the men on its
// lines, multiplied by a number that sends their bits to the top, are the place of the
// attacks in a table (Kannan, Magic Move-Bitboard Generation in Computer Chess, 2007).
type magic struct {
	mask   Bitboard // squares on which a man matters
	factor uint64
	offset uint32 // of the square's part of the table
	shift  uint8
}

var (
	rookMagics, bishopMagics [64]magic
	// sliderAttacks holds the attacks of rooks, then of bishops.
	sliderAttacks [rookEntries + bishopEntries]Bitboard
)

// Sizes of the table: 2^n for a square with n squares in its mask, summed over all.
const (
	rookEntries   = 102400
	bishopEntries = 5248
)

// rookAttacks returns what a rook on s attacks, men being on occupied.
func rookAttacks(s Square, occupied Bitboard) Bitboard {
	m := &rookMagics[s&63]
	return sliderAttacks[m.offset+uint32(uint64(occupied&m.mask)*m.factor>>(m.shift&63))]
}

// bishopAttacks returns what a bishop on s attacks, men being on occupied.
func bishopAttacks(s Square, occupied Bitboard) Bitboard {
	m := &bishopMagics[s&63]
	return sliderAttacks[m.offset+uint32(uint64(occupied&m.mask)*m.factor>>(m.shift&63))]
}

// Attacks returns the squares that a man attacks from s, men of either side being on
// occupied; the first man on a line is attacked, whoever's it is. For pawns these are
// the two squares on which they capture.
func Attacks(c Color, k Kind, s Square, occupied Bitboard) Bitboard {
	s &= 63
	switch k {
	case Pawn:
		return pawnAttacks[c&1][s]
	case Knight:
		return knightMoves[s]
	case Bishop:
		return bishopAttacks(s, occupied)
	case Rook:
		return rookAttacks(s, occupied)
	case Queen:
		return bishopAttacks(s, occupied) | rookAttacks(s, occupied)
	case King:
		return kingMoves[s]
	}
	return 0
}

// Between returns the squares between two squares of one rank, file or diagonal, ends
// left out; none if they are not on one line.
func Between(a, b Square) Bitboard { return between[a&63][b&63] }

// Attackers returns the men of one side that attack a square.
func (p *Position) Attackers(s Square, by Color) Bitboard {
	s &= 63
	occupied, men := p.Occupied(), p.Men(by)
	attackers := men & (pawnAttacks[by^1][s]&p.pawns() | knightMoves[s]&p.knights() | kingMoves[s]&p.kings())
	lines := &between[s]
	for far := (rookRays[s]&p.straights() | bishopRays[s]&p.diagonals()) & men; far != 0; far &= far - 1 {
		if lines[far.First()&63]&occupied == 0 {
			attackers |= far & -far
		}
	}
	return attackers
}

// attacked reports whether one of the men, all of color by, attacks s.
func (p *Position) attacked(s Square, occupied, men Bitboard, by Color) bool {
	s &= 63
	if men&(pawnAttacks[by^1][s]&p.pawns()|knightMoves[s]&p.knights()|kingMoves[s]&p.kings()) != 0 {
		return true
	}
	// Few men stand on lines through one square: looking between is less work than
	// following the lines.
	lines := &between[s]
	for far := (rookRays[s]&p.straights() | bishopRays[s]&p.diagonals()) & men; far != 0; far &= far - 1 {
		if lines[far.First()&63]&occupied == 0 {
			return true
		}
	}
	return false
}

// Steps of files and ranks, in pairs of opposite ones, first the one that leads to
// squares of higher number.
var (
	rookSteps   = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	bishopSteps = [4][2]int{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}
)

// step returns the square so many files and ranks away, and whether it is on the board.
func (s Square) step(d [2]int) (Square, bool) {
	file, rank := s.File()+d[0], s.Rank()+d[1]
	return SquareAt(file, rank), file|rank >= 0 && file|rank < 8
}

// ray returns the squares from s in one direction, up to and including the first man.
func ray(s Square, d [2]int, occupied Bitboard) Bitboard {
	var b Bitboard
	for {
		next, ok := s.step(d)
		if !ok {
			return b
		}
		s = next
		b |= 1 << s
		if occupied.Has(s) {
			return b
		}
	}
}

// rays returns the squares that lines in the given directions reach.
func rays(s Square, steps [4][2]int, occupied Bitboard) Bitboard {
	return ray(s, steps[0], occupied) | ray(s, steps[1], occupied) | ray(s, steps[2], occupied) | ray(s, steps[3], occupied)
}

func init() {
	for s := range NoSquare {
		fillSteps(s)
		fillLines(s)
	}
	fillMagics(&rookMagics, &rookFactors, rookSteps, 0)
	fillMagics(&bishopMagics, &bishopFactors, bishopSteps, rookEntries)
	for s := range NoSquare {
		fillReach(s)
	}
}

// fillSteps fills the tables of men that step.
func fillSteps(s Square) {
	set := func(b *Bitboard, files, ranks int) {
		if to, ok := s.step([2]int{files, ranks}); ok {
			*b |= 1 << to
		}
	}
	for _, a := range []int{-1, 1} {
		set(&pawnAttacks[White][s], a, 1)
		set(&pawnAttacks[Black][s], a, -1)
		for _, b := range []int{-1, 1} {
			set(&knightMoves[s], a, 2*b)
			set(&knightMoves[s], 2*a, b)
		}
	}
	kingMoves[s] = rays(s, rookSteps, ^Bitboard(0)) | rays(s, bishopSteps, ^Bitboard(0))
}

// fillLines fills the tables of lines from one square.
func fillLines(s Square) {
	rookRays[s] = rays(s, rookSteps, 0)
	bishopRays[s] = rays(s, bishopSteps, 0)
	diagonalOf[s] = 1<<s | ray(s, bishopSteps[0], 0) | ray(s, bishopSteps[1], 0)
	antidiagonalOf[s] = 1<<s | ray(s, bishopSteps[2], 0) | ray(s, bishopSteps[3], 0)
	for _, steps := range [][4][2]int{rookSteps, bishopSteps} {
		for i, d := range steps {
			out := ray(s, d, 0)
			line := out | 1<<s | ray(s, steps[i^1], 0) // steps come in opposite pairs
			for to := range out.All() {
				between[s][to] = ray(s, d, 1<<to) &^ (1 << to)
				through[s][to] = line
			}
		}
	}
}

// relevant returns the squares on which a man changes what the lines reach: all of
// them but the last one of each.
func relevant(s Square, steps [4][2]int) Bitboard {
	var mask Bitboard
	for _, d := range steps {
		out := ray(s, d, 0)
		for to := range out.All() {
			if _, ok := to.step(d); ok {
				mask |= 1 << to
			}
		}
	}
	return mask
}

// fillMagics fills the table of attacks of rooks or bishops, from offset on. There
// are more than 100,000 of them, so that it does not follow lines square by square.
func fillMagics(magics *[64]magic, factors *[64]uint64, steps [4][2]int, offset uint32) {
	var lines [4][64]Bitboard
	for i, d := range steps {
		for s := range NoSquare {
			lines[i][s] = ray(s, d, 0)
		}
	}
	for s := range NoSquare {
		mask := relevant(s, steps)
		n := mask.Count()
		magics[s] = magic{mask: mask, factor: factors[s], offset: offset, shift: uint8(64 - n)}
		part := sliderAttacks[offset : offset+1<<n]
		for set := Bitboard(0); ; {
			attacks := Bitboard(0)
			for i := range lines {
				attacks |= lines[i][s]
				if men := lines[i][s] & set; men != 0 { // nothing behind the first man
					first := men.First()
					if i&1 != 0 {
						first = Square(63 - bits.LeadingZeros64(uint64(men)))
					}
					attacks &^= lines[i][first]
				}
			}
			part[uint64(set)*factors[s]>>(64-n)] = attacks
			if set = (set - mask) & mask; set == 0 { // the next subset
				break
			}
		}
		offset += 1 << n
	}
}
