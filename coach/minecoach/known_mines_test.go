package minecoach

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
)

// With some of its mines known, a position's risks are those among the placements that
// have them: counted by brute force.
func TestKnownMinesAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	g, err := minesweeper.New(minesweeper.Rules{Height: 3, Width: 4, Mines: 4, First: minesweeper.Windows})
	if err != nil {
		t.Fatal(err)
	}
	n := &Analyst{}
	tried := 0
	for range 200 {
		// A random board, a few random safe cells open, some of its mines known.
		cells := rng.Perm(g.Cells())
		var laid uint
		for _, c := range cells[:4] {
			laid |= 1 << c
		}
		v := g.NewView()
		for _, c := range cells[4 : 5+rng.IntN(4)] {
			if err := v.Did(minesweeper.Cell(c), shown(g, laid, minesweeper.Cell(c))); err != nil {
				t.Fatal(err)
			}
		}
		var known []minesweeper.Cell
		for _, c := range cells[:rng.IntN(4)] {
			known = append(known, minesweeper.Cell(c))
		}
		a, err := n.KnownMines(context.Background(), v, known)
		if err != nil {
			t.Fatal(err)
		}
		all, with := 0, make([]int, g.Cells())
		for b := range uint(1) << g.Cells() {
			if !agrees(g, v, b, known) {
				continue
			}
			all++
			for c := range g.Cells() {
				with[c] += int(b >> c & 1)
			}
		}
		if !a.Placements.IsInt64() || a.Placements.Int64() != int64(all) {
			t.Fatalf("%v with %v known: %v placements, want %d", v, known, a.Placements, all)
		}
		for _, c := range a.Cells {
			if want := float64(with[c.Cell]) / float64(all); c.Mine < want-1e-12 || c.Mine > want+1e-12 {
				t.Errorf("%v with %v known: risk of %d is %v, want %v", v, known, c.Cell, c.Mine, want)
			}
			tried++
		}
		for _, c := range a.Best {
			if slices.Contains(known, c) {
				t.Errorf("%v: the known mine %d is among the best", v, c)
			}
		}
	}
	if tried < 1000 {
		t.Errorf("only %d risks were compared", tried)
	}
}

// agrees tells whether a placement, a set of cells, agrees with a view and known mines.
func agrees(g *minesweeper.Game, v *minesweeper.View, mines uint, known []minesweeper.Cell) bool {
	n := 0
	for c := range minesweeper.Cell(g.Cells()) {
		mine := mines>>c&1 == 1
		if mine {
			n++
		}
		if mine && v.At(c) != minesweeper.Covered || !mine && slices.Contains(known, c) {
			return false
		}
		if s := v.At(c); s != minesweeper.Covered && shown(g, mines, c) != s {
			return false
		}
	}
	return n == g.Rules().Mines
}

func shown(g *minesweeper.Game, mines uint, c minesweeper.Cell) minesweeper.Seen {
	n := minesweeper.Seen(0)
	for _, near := range g.Neighbours(c) {
		n += minesweeper.Seen(mines >> near & 1)
	}
	return n
}

func TestKnownMinesThatDoNotFit(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 1, Width: 4, Mines: 1, First: minesweeper.Windows})
	if err != nil {
		t.Fatal(err)
	}
	v := g.NewView()
	if err := v.Did(0, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := (&Analyst{}).KnownMines(context.Background(), v, []minesweeper.Cell{3}); !errors.Is(err, blindsight.ErrInconsistent) {
		t.Errorf("a mine where none can be: %v", err)
	}
}
