package loneking

import (
	"blindsight/game/chess"
	"blindsight/player/kriegspielers/endings"
)

// promise returns what a belief is worth by its looks, the own side being to move: what tables know of the own men, or
// of some of them, and else how little room the king has and how far pawns are.
func (s *search) promise(own *chess.Position, kings chess.Bitboard) float64 {
	if n := s.library.moves(own, s.side, kings); n > 0 {
		return 1 - perMove*float64(n)
	}
	if tooFew(own, s.side) {
		return 0
	}
	room := perSquare * float64(kings.Count())
	if m, _ := endings.MaterialOf(own, s.side); s.library.of(m) != nil {
		return doubtful*s.library.cover(own, s.side, kings)*0.7 + 0.2 - room - s.loose(own, kings)
	}
	best := 0.3 + s.advance(own)
	for _, part := range s.parts(own) {
		if n := s.library.moves(&part, s.side, kings); n > 0 {
			best = max(best, doubtful-0.01*float64(n))
		} else {
			best = max(best, 0.4+0.2*s.library.cover(&part, s.side, kings))
		}
	}
	return best - room - s.loose(own, kings)
}

// tooFew reports whether the own men cannot mate.
func tooFew(own *chess.Position, side chess.Color) bool {
	men := own.Men(side)
	minor := men & (own.Kinds(chess.Knight) | own.Kinds(chess.Bishop))
	return men&(own.Kinds(chess.Pawn)|own.Kinds(chess.Rook)|own.Kinds(chess.Queen)) == 0 && minor.Count() < 2
}

// parts returns the own men with only those left that a table knows: a queen, or a rook, or two rooks, or two bishops.
func (s *search) parts(own *chess.Position) []chess.Position {
	var list []chess.Position
	queens, rooks, bishops := own.Pieces(s.side, chess.Queen), own.Pieces(s.side, chess.Rook), own.Pieces(s.side, chess.Bishop)
	add := func(keep chess.Bitboard) {
		p := *own
		for m := range (own.Men(s.side) &^ (keep | own.Pieces(s.side, chess.King))).All() {
			p.Put(m, s.side, chess.NoKind)
		}
		if m, _ := endings.MaterialOf(&p, s.side); s.library.of(m) != nil {
			list = append(list, p)
		}
	}
	for _, of := range []chess.Bitboard{queens, rooks} {
		for m := range of.All() {
			add(m.Bitboard())
		}
	}
	for _, of := range []chess.Bitboard{rooks, bishops} {
		for a := range of.All() {
			for b := range (of &^ (a.Bitboard()<<1 - 1)).All() {
				add(a.Bitboard() | b.Bitboard())
			}
		}
	}
	return list
}

// loose returns what men are worth less that the king could go next to and take: those that he may be two steps from and nobody
// protects.
func (s *search) loose(own *chess.Position, kings chess.Bitboard) float64 {
	men := own.Men(s.side) &^ (attackedBy(own, s.side) | own.Pieces(s.side, chess.King))
	if men == 0 {
		return 0
	}
	near := chess.Bitboard(0)
	for m := range men.All() {
		near |= chess.Attacks(s.side, chess.King, m, 0)
	}
	return 0.1 * float64((kings & near).Count()) / float64(kings.Count())
}

// advance returns what pawns are worth for how far they are, at most about a fifth.
func (s *search) advance(own *chess.Position) float64 {
	most := 0
	for m := range own.Pieces(s.side, chess.Pawn).All() {
		rank := m.Rank()
		if s.side == chess.Black {
			rank = 7 - rank
		}
		most = max(most, rank)
	}
	return 0.03 * float64(most)
}
