package rejection_test

import (
	"slices"
	"strings"
	"testing"

	"blindsight/game/minesweeper"
)

// position returns the game and the view that rows of text show.
func position(t testing.TB, r minesweeper.Rules, rows ...string) (*minesweeper.Game, *minesweeper.View) {
	t.Helper()
	text := r.String()
	for row := range slices.Chunk([]byte(strings.Join(rows, "")), r.Width) {
		text += "\n" + string(row)
	}
	p, err := minesweeper.NewPositionReader(strings.NewReader(text), "position", r).Next()
	if err != nil {
		t.Fatal(err)
	}
	return p.View.Game(), p.View
}

// rules reads a board and adds the rules for first cell and neighbours.
func rules(t testing.TB, board string, f minesweeper.First, n minesweeper.Neighbours) minesweeper.Rules {
	t.Helper()
	h, w, m, err := minesweeper.ParseBoard(board)
	if err != nil {
		t.Fatal(err)
	}
	return minesweeper.Rules{Height: h, Width: w, Mines: m, First: f, Neighbours: n}
}
