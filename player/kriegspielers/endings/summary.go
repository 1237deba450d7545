package endings

import "blindsight/game/chess"

// Summary says how far a table goes.
type Summary struct {
	Won     int            // placements that are won wherever the king may be
	Safe    int            // placements in which some try leaves no man that the king, wherever he is, could take next
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

// Safe reports whether some try, legal wherever the king may be, leaves no man that he could take
// next, and no stalemate.
func (m *Material) Safe(men Men) bool {
	own := m.Position(men, chess.NoSquare, chess.White)
	for _, mv := range own.Moves(nil) {
		if m.safe(men, mv) {
			return true
		}
	}
	return false
}

// safe reports whether a move is safe wherever the king may be when it is legal.
func (m *Material) safe(men Men, mv chess.Move) bool {
	legal := false
	for s := range m.Possible(men).All() {
		p := m.Position(men, s, chess.White)
		if !p.Legal(mv) {
			continue
		}
		legal = true
		var to chess.Position
		p.MakeInto(mv, &to)
		var buf [16]chess.Move
		for _, reply := range to.Moves(buf[:0]) {
			if to.Men(chess.White).Has(reply.To()) {
				return false
			}
		}
	}
	return legal
}
