package minesweeper_test

import (
	"testing"

	"blindsight/game/minesweeper"
)

// clicksByPlay counts by the other road: it plays, with the rules that open what a 0
// opens, all zeros first and then what is still closed.
func clicksByPlay(t *testing.T, g *minesweeper.Game, board minesweeper.Board) int {
	t.Helper()
	var s minesweeper.State
	g.Lay(board, &s)
	v := g.NewView()
	zero := func(c minesweeper.Cell) bool {
		for _, n := range g.Neighbours(c) {
			if s.Mine(n) {
				return false
			}
		}
		return true
	}
	clicks := 0
	for _, zeros := range []bool{true, false} {
		for c := range minesweeper.Cell(g.Cells()) {
			if s.Mine(c) || v.At(c) != minesweeper.Covered || zeros && !zero(c) {
				continue
			}
			clicks++
			for next, forced := c, true; forced; next, forced = v.Forced() {
				if err := v.Did(next, g.Step(nil, &s, next).Seen); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return clicks
}

func TestThreeBV(t *testing.T) {
	for _, n := range []minesweeper.Neighbours{minesweeper.Eight, minesweeper.Hex, minesweeper.Torus, minesweeper.Knight} {
		for _, board := range []struct{ height, width, mines int }{{4, 4, 3}, {9, 9, 10}, {16, 30, 99}, {5, 7, 0}} {
			g, err := minesweeper.New(minesweeper.Rules{Height: board.height, Width: board.width, Mines: board.mines, Neighbours: n, AutoOpen: true})
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(20) {
				b, err := g.Board(seed, 0, 0)
				if err != nil {
					t.Fatal(err)
				}
				var s minesweeper.State
				g.Lay(b, &s)
				total, done := g.ThreeBV(&s, g.NewView())
				if want := clicksByPlay(t, g, b); total != want || done != 0 {
					t.Fatalf("%s seed %d: 3BV %d, %d of it done; by play %d, 0", g.Rules(), seed, total, done, want)
				}
			}
		}
	}
}

// TestThreeBVDone opens a corner of a board without mines but one: all but what the
// opened zeros reach is left.
func TestThreeBVDone(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 1, Width: 7, Mines: 2, AutoOpen: true})
	if err != nil {
		t.Fatal(err)
	}
	// 0 1 * 2 * 1 0: two openings, and the 2 between the mines.
	var s minesweeper.State
	g.Lay(minesweeper.Board{Mines: []minesweeper.Cell{2, 4}}, &s)
	v := g.NewView()
	for next, forced := minesweeper.Cell(0), true; forced; next, forced = v.Forced() {
		if err := v.Did(next, g.Step(nil, &s, next).Seen); err != nil {
			t.Fatal(err)
		}
	}
	if total, done := g.ThreeBV(&s, v); total != 3 || done != 1 {
		t.Errorf("3BV %d, %d of it done, want 3 and 1", total, done)
	}
}
