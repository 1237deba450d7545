package endings

import "blindsight/game/chess"

// Summary says how far a table goes.
type Summary struct {
	Won     int            // placements that are won wherever the king may be
	Safe    int            // placements in which some move leaves no man that the king, wherever he is, could take next
	Moves   int            // the most moves that one of those won takes
	Deepest int            // the most moves that any set takes
	Longest Men            // a placement that takes the most moves
	Counts  map[int]int    // placements won, by moves
	Of      chess.Bitboard // where the king may be in the longest
}

// Summary looks through the table, in a second or so for two men and some twenty for three.
func (t *Table) Summary() Summary {
	sum := Summary{Deepest: t.levels, Counts: map[int]int{}}
	for i, men := range t.places.list {
		if t.material.Safe(men) {
			sum.Safe++
		}
		possible := t.material.Possible(men)
		n := t.won[i].moves(possible)
		if n == 0 {
			continue
		}
		sum.Won++
		sum.Counts[n]++
		if n > sum.Moves {
			sum.Moves, sum.Longest, sum.Of = n, men, possible
		}
	}
	return sum
}

// Safe reports whether the own side can make a move after which the king, wherever he may be, can take no man and
// is not stalemated. Where a try may be refused, another one must be safe on the squares where it is.
func (m *Material) Safe(men Men) bool {
	alone := &placements{material: m} // which placement follows does not matter
	return safe(alone.tries(men, nil), m.Possible(men))
}

// safe reports whether one of the tries is safe for these squares of the king.
func safe(tries []try, kings chess.Bitboard) bool {
	for i := range tries {
		y := &tries[i]
		legal := kings & y.legal
		if legal != 0 && legal&^y.winnable() == 0 && (legal == kings || safe(tries, kings&^y.legal)) {
			return true
		}
	}
	return false
}
