package chess

import "strings"

// Directions is a set of directions from which a king is in check, seen from the
// king, as the referee of Kriegspiel announces them. Of the two diagonals through
// the king's square the one with more squares is the long one; they are never equal.
// A pawn's check is on its diagonal.
type Directions uint8

// The directions, in the order in which they are announced.
const (
	FromKnight Directions = 1 << iota
	FromRank
	FromFile
	FromLongDiagonal
	FromShortDiagonal
)

// String returns the names of the directions, joined by commas: "knight", "rank",
// "file", "long", "short", in this order; "" for none.
func (d Directions) String() string {
	var names []string
	for i, name := range []string{"knight", "rank", "file", "long", "short"} {
		if d>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// Checkers returns the men that give check to the side to move.
func (p *Position) Checkers() Bitboard {
	us := p.Side()
	return p.checkersOf(us)
}

// checkersOf returns the men that attack the king of a side, none if it has no king.
func (p *Position) checkersOf(c Color) Bitboard {
	king := p.KingSquare(c)
	if king == NoSquare {
		return 0
	}
	return p.Attackers(king, c.Other())
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool {
	us := p.Side()
	king := p.KingSquare(us)
	return king != NoSquare && p.attacked(king, p.Occupied(), p.Men(us^1), us^1)
}

// CheckDirections returns the directions from which the side to move is in check,
// none if it is not. It is worked out from the squares of king and checkers, in a
// few nanoseconds.
func (p *Position) CheckDirections() Directions {
	var d Directions
	king := p.KingSquare(p.Side())
	for checkers := p.Checkers(); checkers != 0; checkers &= checkers - 1 {
		d |= direction(king, checkers.First())
	}
	return d
}

// Standing returns what [Position.CheckDirections] and [Position.HasMove] return, for
// little more than the cost of one of them.
func (p *Position) Standing() (check Directions, canMove bool) {
	var sc scene
	p.look(&sc)
	for checkers := sc.checkers; checkers != 0; checkers &= checkers - 1 {
		check |= direction(sc.king, checkers.First())
	}
	return check, p.hasMove(&sc)
}

// direction returns the direction in which a king sees a man that checks him.
func direction(king, checker Square) Directions {
	if king.Rank() == checker.Rank() {
		return FromRank
	}
	if king.File() == checker.File() {
		return FromFile
	}
	diagonal, other := diagonalOf[king&63], antidiagonalOf[king&63]
	if other.Has(checker) {
		diagonal, other = other, diagonal
	}
	switch {
	case !diagonal.Has(checker):
		return FromKnight
	case diagonal.Count() > other.Count():
		return FromLongDiagonal
	default:
		return FromShortDiagonal
	}
}

// Checkmate reports whether the side to move is in check and has no legal move.
func (p *Position) Checkmate() bool { return p.InCheck() && !p.HasMove() }

// Stalemate reports whether the side to move is not in check and has no legal move.
func (p *Position) Stalemate() bool { return !p.InCheck() && !p.HasMove() }
