package endings

import (
	"blindsight/game/chess"
)

// Table holds won sets of squares of the enemy king, by the placement of the own men. It
// never changes once it is built, and is safe for concurrent use.
type Table struct {
	material *Material
	places   *placements
	won      []sets // by placement
	levels   int    // moves up to which it was worked out
	complete bool   // more moves win no more
	exact    bool   // false where some won sets were left out
	below    *Table // of what is left when the king takes a man, nil if there is none
}

// sets are those of one placement: the greatest sets won in n moves that are not won in n-1,
// for n from 1 on, one after the other.
type sets struct {
	all  []chess.Bitboard
	ends []int32 // by n-1, where those of n end
}

// upTo returns the sets that are won in at most n moves.
func (s *sets) upTo(n int) []chess.Bitboard {
	n = min(n, len(s.ends))
	if n <= 0 {
		return nil
	}
	return s.all[:s.ends[n-1]]
}

// of returns the sets that are won in n moves and not in n-1.
func (s *sets) of(n int) []chess.Bitboard {
	if n > len(s.ends) {
		return nil
	}
	return s.all[len(s.upTo(n-1)):s.ends[n-1]]
}

// add adds the sets of the next number of moves.
func (s *sets) add(won []chess.Bitboard) {
	s.all = append(s.all, won...)
	s.ends = append(s.ends, int32(len(s.all)))
}

// moves returns the least number of moves in which a set is won, 0 if it is not known to be.
func (s *sets) moves(kings chess.Bitboard) int {
	for i, t := range s.all {
		if kings&^t == 0 {
			n := 1
			for int(s.ends[n-1]) <= i {
				n++
			}
			return n
		}
	}
	return 0
}

// within reports whether a set is won in at most n moves.
func (s *sets) within(kings chess.Bitboard, n int) bool {
	return kings == 0 || within(kings, s.upTo(n))
}

// Material returns what the table is of.
func (t *Table) Material() *Material { return t.material }

// Levels returns the number of moves up to which the table was worked out.
func (t *Table) Levels() int { return t.levels }

// Complete reports whether the table holds all that can be won, in however many moves: what it
// does not hold is then not won for certain.
func (t *Table) Complete() bool { return t.complete && t.exact }

// Exact reports whether the moves that it answers are the least, and what it does not hold is not won within
// its levels. A table that was distilled is not: its moves are enough.
func (t *Table) Exact() bool { return t.exact }

// Placements returns the number of placements, up to symmetry.
func (t *Table) Placements() int { return len(t.won) }

// Sets returns how many sets are held.
func (t *Table) Sets() int {
	n := 0
	for i := range t.won {
		n += len(t.won[i].all)
	}
	return n
}

// Answer is what a table knows.
type Answer struct {
	Moves int          // within which mate is certain, 0 if it is not known to be
	Tries []chess.Move // that win in so many, in the order of the rules
}

// Moves returns within how many moves mate is certain when the king is on one of the squares,
// 0 if that is not known, as it is where no square is given or one on which he cannot be. It looks through at most
// some thousand sets.
func (t *Table) Moves(men Men, kings chess.Bitboard) int {
	i, by := t.places.of(men)
	if kings == 0 {
		return 0
	}
	return t.won[i].moves(by.set(kings))
}

// Ask is Moves with the tries that win. It takes about a millisecond.
func (t *Table) Ask(men Men, kings chess.Bitboard) Answer {
	i, by := t.places.of(men)
	kings = by.set(kings)
	if kings == 0 {
		return Answer{}
	}
	a := Answer{Moves: t.won[i].moves(kings)}
	if a.Moves == 0 {
		return a
	}
	for _, y := range t.tries(i) {
		if t.wins(i, &y, kings, a.Moves) {
			a.Tries = append(a.Tries, by.inverse().move(y.move))
		}
	}
	return a
}

// tries returns the tries of a placement.
func (t *Table) tries(i int) []try { return t.places.tries(t.places.list[i], t.left()) }

// left returns what follows when the king takes a man.
func (t *Table) left() sub {
	if t.below == nil {
		return nil
	}
	return func(men Men, king chess.Square) (int, bool) {
		n := t.below.Moves(men, king.Bitboard())
		return n, n > 0
	}
}

// wins reports whether a try wins in n moves: it is legal on one of the squares at least, wins
// where it is, and leaves a set that is won in n where it is not.
func (t *Table) wins(i int, y *try, kings chess.Bitboard, n int) bool {
	legal := kings & y.legal
	if legal == 0 || legal&^y.winnable() != 0 || !t.won[i].within(kings&^y.legal, n) {
		return false
	}
	for k := range y.classes {
		c := &y.classes[k]
		if kings&c.squares == 0 {
			continue
		}
		to, since := c.repliesTo(kings & c.squares)
		if since > n || !t.won[y.next].within(to, n-1) {
			return false
		}
	}
	return true
}

// Cover returns how many of the squares are in the won set that has the most of them.
func (t *Table) Cover(men Men, kings chess.Bitboard) int {
	i, by := t.places.of(men)
	kings = by.set(kings)
	most := 0
	for _, s := range t.won[i].all {
		most = max(most, (s & kings).Count())
	}
	return most
}
