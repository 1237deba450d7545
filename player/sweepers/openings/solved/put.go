package solved

import (
	"slices"

	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/openings"
)

// PutBoard puts a row into a table of boards: in the place of that of the same board, or where its number of mines belongs.
func PutBoard(rows []Board, b Board) []Board {
	return put(rows, b, func(x Board) (string, string) { return x.Rule, x.Board }, func(x, y Board) bool { return true })
}

// PutFirst puts a row into a table of first cells: in the place of that of the same cell, or after the others of its board.
func PutFirst(rows []First, f First) []First {
	return put(rows, f, func(x First) (string, string) { return x.Rule, x.Board }, func(x, y First) bool { return x.Cell == y.Cell })
}

// PutMoves puts the moves of a board into the book, in the place of those of the same board.
func PutMoves(rows, moves []openings.Row) []openings.Row {
	if len(moves) == 0 {
		return rows
	}
	same := func(r openings.Row) bool { return r.Rule == moves[0].Rule && r.Board == moves[0].Board }
	at := slices.IndexFunc(rows, same)
	if at < 0 {
		at = len(rows)
	}
	kept := slices.DeleteFunc(slices.Clone(rows), same)
	return slices.Concat(kept[:at], moves, kept[at:])
}

// put replaces the row of the same board that is the same, or inserts one before the first of the rule and size that has more
// mines, or after the last of the rule.
func put[R any](rows []R, row R, board func(R) (rule, board string), same func(x, y R) bool) []R {
	rule, name := board(row)
	height, width, mines, _ := minesweeper.ParseBoard(name) // which reading the row has checked, here and below
	last := len(rows)
	for i, r := range rows {
		otherRule, other := board(r)
		if otherRule != rule {
			continue
		}
		if other == name && same(r, row) {
			rows = slices.Clone(rows)
			rows[i] = row
			return rows
		}
		if h, w, more, _ := minesweeper.ParseBoard(other); h == height && w == width && more > mines {
			return slices.Insert(slices.Clone(rows), i, row)
		}
		last = i + 1
	}
	return slices.Insert(slices.Clone(rows), last, row)
}
