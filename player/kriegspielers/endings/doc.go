// Package endings knows guaranteed mates against a lone king: with king and queen, king and
// rook, king and two rooks, king and two bishops (KQK, KRK, KRRK, KBBK).
//
// The own men are a placement, known. The enemy king is on one of a set of squares, which is
// all that is hidden: an information set of 64 bits. A set is won in n moves if some try wins
// it. Where the try is refused, the squares on which it is must be won in n by another try
// of the same turn. Where it is legal, each thing that can be heard leaves a set of its own: it is mate, or the
// squares to which the king can go from there, put together, are won in n-1. He may not be able to take a man,
// unless what is left wins too; and he may not be stalemated.
//
// A subset of a won set is won. So the sets won in n from a placement are told by the greatest
// of them, an antichain, and the antichains of n are worked out backwards from those of n-1
// (build.go, level.go). They are small enough to be complete: what a complete table does not
// hold is not won. No pawn is on the board, so that all rule sets announce the same and one
// table serves them all; fifty moves are not known to a table, as problems do not know them.
//
// [Build] makes a table, [Table.Ask] answers, [Table.Plan] writes a plan that
// package certificate checks, and [Table.Distil] leaves of a table what is enough to win.
package endings
