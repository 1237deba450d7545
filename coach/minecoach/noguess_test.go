package minecoach_test

import (
	"context"
	"strings"
	"testing"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
)

// solvesByEnumeration is the other road: it lists all placements that agree with what
// is open, and goes on while a closed cell is mined in none of them.
func solvesByEnumeration(t *testing.T, g *minesweeper.Game, b minesweeper.Board) bool {
	t.Helper()
	var s minesweeper.State
	g.Lay(b, &s)
	v := g.NewView()
	open := func(c minesweeper.Cell) {
		if err := v.Did(c, g.Step(nil, &s, c).Seen); err != nil {
			t.Fatal(err)
		}
	}
	open(b.First)
	for v.Left() > 0 {
		mined := make([]bool, g.Cells())
		for p := range g.States(v) {
			for c := range mined {
				mined[c] = mined[c] || p.Mine(minesweeper.Cell(c))
			}
		}
		before := v.Left()
		for c := range minesweeper.Cell(g.Cells()) {
			if v.At(c) == minesweeper.Covered && !mined[c] {
				open(c)
			}
		}
		if v.Left() == before {
			return false
		}
	}
	return true
}

func TestDeducerAgainstEnumeration(t *testing.T) {
	var d minecoach.Deducer
	solved, all := 0, 0
	for _, r := range []minesweeper.Rules{
		{Height: 4, Width: 4, Mines: 3, First: minesweeper.Gnomine},
		{Height: 3, Width: 5, Mines: 4},
		{Height: 4, Width: 4, Mines: 2, Neighbours: minesweeper.Hex, AutoOpen: true},
	} {
		g, err := minesweeper.New(r)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(150) {
			b, err := g.Board(seed, 0, minesweeper.Cell(seed)%minesweeper.Cell(g.Cells()))
			if err != nil {
				continue // a first cell that the rule cannot serve
			}
			got, err := d.Solves(g, b)
			if err != nil {
				t.Fatal(err)
			}
			if want := solvesByEnumeration(t, g, b); got != want {
				t.Fatalf("%s: %s: %v, by enumeration %v", r, g.FormatBoard(b), got, want)
			}
			all++
			if got {
				solved++
			}
		}
	}
	if solved < all/10 || solved > all*9/10 {
		t.Errorf("%d of %d boards are solved: too few of one kind to tell anything", solved, all)
	}
}

func TestNoGuess(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 9, Width: 9, Mines: 10})
	if err != nil {
		t.Fatal(err)
	}
	var d minecoach.Deducer
	b, game, err := d.NoGuess(context.Background(), g, 1, 0, 40, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for before := range game { // it is the first
		c, _ := g.Board(1, before, 40)
		if ok, _ := d.Solves(g, c); ok {
			t.Errorf("game %d is solved as well", before)
		}
	}
	dealt, _ := g.Board(1, game, 40)
	if g.FormatBoard(b) != g.FormatBoard(dealt) {
		t.Errorf("the board is not that of game %d", game)
	}
	full, err := minesweeper.New(minesweeper.Rules{Height: 4, Width: 4, Mines: 14})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := d.NoGuess(context.Background(), full, 1, 0, 5, 20); err == nil || !strings.Contains(err.Error(), "none of 20 boards") {
		t.Errorf("error %v", err)
	}
}

func BenchmarkNoGuess(b *testing.B) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 16, Width: 30, Mines: 99, First: minesweeper.Gnomine})
	if err != nil {
		b.Fatal(err)
	}
	var d minecoach.Deducer
	game := uint64(0)
	for b.Loop() {
		if _, game, err = d.NoGuess(context.Background(), g, 1, game+1, 0, 1e6); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(game)/float64(b.N), "boards/op")
}
