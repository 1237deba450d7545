package sweepers_test

import (
	"context"
	"errors"
	"math/big"
	"reflect"
	"testing"

	"blindsight/game/minesweeper"
	players "blindsight/player/sweepers"
	"blindsight/search/reveal"
)

// over is a context that has ended.
func over() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// An analysis that is interrupted has the risks of the whole one, and claims no chance to win.
func TestInterruptedAnalysis(t *testing.T) {
	for open := range 2 {
		v := position(t, minesweeper.Rules{Height: 4, Width: 4, Mines: 4}, open)
		analyst := players.NewAnalyst(5000, reveal.New(reveal.Options{Workers: 1}))
		got, err := analyst.Analyse(over(), v)
		if !errors.Is(err, context.Canceled) || got == nil {
			t.Fatalf("%v and %v", got, err)
		}
		want, err := analyst.Analyse(context.Background(), v)
		if err != nil || want.Win == nil {
			t.Fatalf("%v: not solved", err)
		}
		for i := range want.Cells {
			want.Cells[i].Win = nil
		}
		if got.Win != nil || got.Placements.Cmp(want.Placements) != 0 || !reflect.DeepEqual(got.Cells, want.Cells) {
			t.Errorf("interrupted %+v, want the risks of %+v", got, want)
		}
		if len(got.Best) == 0 {
			t.Error("no cell is the safest")
		}
	}
}

// The optimum and the book that are interrupted at once enclose the truth, and their
// placements are those of the whole.
func TestInterruptedOptimumAndBook(t *testing.T) {
	for _, objective := range []minesweeper.Objective{minesweeper.Win, minesweeper.Score} {
		g := newGame(t, minesweeper.Rules{Height: 3, Width: 4, Mines: 3}).WithObjective(objective)
		s := reveal.New(reveal.Options{Workers: 1})
		got, err := players.Optimum(over(), g, s, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, err := players.Optimum(context.Background(), g, s, nil)
		if err != nil || len(want) != len(got) {
			t.Fatalf("%v: %d cells, want %d", err, len(got), len(want))
		}
		for i, f := range got {
			if f.Cell != want[i].Cell || f.Exact() || f.Lower.Sign() <= 0 || f.Lower.Cmp(want[i].Lower) > 0 || f.Upper.Cmp(want[i].Upper) < 0 {
				t.Errorf("%s: %v does not enclose %v", objective, f, want[i])
			}
		}
	}
	g := newGame(t, minesweeper.Rules{Height: 3, Width: 4, Mines: 3}).WithObjective(minesweeper.Win)
	s := reveal.New(reveal.Options{Workers: 1})
	got, err := players.Book(over(), g, s, 5, 1000, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := players.Book(context.Background(), g, s, 5, 1000, nil)
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
