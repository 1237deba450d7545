package rejection_test

import (
	"strings"
	"testing"

	"blindsight/game/minesweeper"
)

// position returns the game and the view that rows of text show: digits are open
// cells, everything else is closed.
func position(t testing.TB, r minesweeper.Rules, rows ...string) (*minesweeper.Game, *minesweeper.View) {
	t.Helper()
	g, err := minesweeper.New(r)
	if err != nil {
		t.Fatal(err)
	}
	v := g.NewView()
	text := strings.Join(rows, "")
	if len(text) != g.Cells() {
		t.Fatalf("%d cells of text for a board of %d", len(text), g.Cells())
	}
	for _, zeros := range []bool{true, false} { // under gnomine the first cell must show 0
		for c, b := range []byte(text) {
			if b < '0' || b > '8' || zeros != (b == '0') {
				continue
			}
			if err := v.Observe(minesweeper.Cell(c), minesweeper.Seen(b-'0')); err != nil {
				t.Fatal(err)
			}
		}
	}
	return g, v
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
