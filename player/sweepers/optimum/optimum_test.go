package optimum_test

import (
	"context"
	"math/big"
	"testing"

	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// The optimum and the book that are interrupted at once enclose the truth, and their
// placements are those of the whole.
func TestInterruptedOptimumAndBook(t *testing.T) {
	for _, objective := range []minesweeper.Objective{minesweeper.Win, minesweeper.Score} {
		g := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 4, Mines: 3}).WithObjective(objective)
		s := reveal.New(reveal.Options{Workers: 1})
		got, err := optimum.Solve(sweeptest.Over(), g, s, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, err := optimum.Solve(context.Background(), g, s, nil)
		if err != nil || len(want) != len(got) {
			t.Fatalf("%v: %d cells, want %d", err, len(got), len(want))
		}
		for i, f := range got {
			if f.Cell != want[i].Cell || f.Exact() || f.Lower.Sign() <= 0 || f.Lower.Cmp(want[i].Lower) > 0 || f.Upper.Cmp(want[i].Upper) < 0 {
				t.Errorf("%s: %v does not enclose %v", objective, f, want[i])
			}
		}
	}
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 4, Mines: 3}).WithObjective(minesweeper.Win)
	s := reveal.New(reveal.Options{Workers: 1})
	got, err := optimum.Book(sweeptest.Over(), g, s, 5, 1000, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := optimum.Book(context.Background(), g, s, 5, 1000, nil)
	if err != nil || len(want) != len(got) {
		t.Fatalf("%v: %d moves, want %d", err, len(got), len(want))
	}
	sum := int64(0)
	for i, m := range got {
		if m.Placements != want[i].Placements || m.Lower < 1 || m.Lower > want[i].Lower || m.Upper < want[i].Upper {
			t.Errorf("%+v does not enclose %+v", m, want[i])
		}
		sum += m.Placements
	}
	if all := new(big.Int).Binomial(11, 3); sum != all.Int64() {
		t.Errorf("%d placements, want %d", sum, all)
	}
}

// On a torus all first cells are one, and so is what each of them wins when it is solved for itself.
func TestFirstCellsOfATorus(t *testing.T) {
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 4, Width: 4, Mines: 4, Neighbours: minesweeper.Torus, Objective: minesweeper.Win})
	if list := optimum.FirstCells(g); len(list) != 1 {
		t.Errorf("first cells %v, want one", list)
	}
	for c := range minesweeper.Cell(g.Cells()) {
		f, err := optimum.SolveFirst(t.Context(), g, reveal.New(reveal.Options{Workers: 1, Memory: 1 << 24}), c)
		if err != nil || f.Lower.Cmp(big.NewRat(886, 1365)) != 0 || !f.Exact() {
			t.Errorf("cell %d: %v, %v", c, f, err)
		}
	}
}

// Where nothing protects the first cell, it survives as often as its cell is free, and
// then the game is that of windows: every exact value is the one of windows times
// 1 - mines/cells, for the chance to win and for the score.
func TestFirstCellWithoutProtection(t *testing.T) {
	solver := reveal.New(reveal.Options{Workers: 1, Memory: 1 << 24})
	for _, r := range []minesweeper.Rules{
		{Height: 1, Width: 2, Mines: 1},
		{Height: 1, Width: 4, Mines: 3}, // one safe cell: the first wins or loses
		{Height: 3, Width: 3, Mines: 2, AutoOpen: true},
		{Height: 2, Width: 5, Mines: 4},
		{Height: 3, Width: 4, Mines: 3, Neighbours: minesweeper.Hex},
		{Height: 3, Width: 3, Mines: 0},
	} {
		for _, objective := range []minesweeper.Objective{minesweeper.Win, minesweeper.Score} {
			r.Objective, r.First = objective, minesweeper.Windows
			want, err := optimum.Solve(context.Background(), sweeptest.NewGame(t, r), solver, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.First = minesweeper.None
			got, err := optimum.Solve(context.Background(), sweeptest.NewGame(t, r), solver, nil)
			if err != nil || len(got) != len(want) {
				t.Fatal(got, want, err)
			}
			survival := big.NewRat(int64(r.Safe()), int64(r.Height*r.Width))
			for i := range got {
				if w := new(big.Rat).Mul(want[i].Lower, survival); !got[i].Exact() || got[i].Cell != want[i].Cell || got[i].Lower.Cmp(w) != 0 {
					t.Errorf("%s for %s: %v, want %v", r, objective, got[i], w)
				}
			}
		}
	}
}
