package minesweeper_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	players "blindsight/player/minesweeper"
	"blindsight/search/expectimax"
)

// What the best second cells win is together the optimum of the first cell, and each is worth what it
// is said to be if the best play follows.
func TestSecondCells(t *testing.T) {
	for _, r := range []minesweeper.Rules{
		{Height: 4, Width: 4, Mines: 4},
		{Height: 3, Width: 4, Mines: 5},
		{Height: 1, Width: 10, Mines: 5},
		{Height: 2, Width: 2, Mines: 3},
		{Height: 4, Width: 4, Mines: 6, First: minesweeper.Gnomine},
		{Height: 3, Width: 4, Mines: 4, Neighbours: minesweeper.Torus},
	} {
		for _, auto := range []bool{false, true} {
			r.AutoOpen, r.Objective = auto, minesweeper.Win
			g := newGame(t, r)
			s := expectimax.New(expectimax.Options{Workers: 1})
			first, err := players.Optimum(context.Background(), g, s, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range first {
				all, err := players.SecondCells(context.Background(), g, s, f.Cell, nil)
				if err != nil {
					t.Fatal(err)
				}
				var won, placements int64
				for _, c := range all {
					won, placements = won+c.Lower, placements+c.Placements
					checkSecond(t, g, s, f.Cell, c)
				}
				if got := big.NewRat(won, placements); got.Cmp(f.Lower) != 0 {
					t.Errorf("%s, first %d: %v, the optimum is %v", r, f.Cell, got, f.Lower)
				}
			}
		}
	}
}

func checkSecond(t *testing.T, g *minesweeper.Game, s *expectimax.Solver, first minesweeper.Cell, c players.SecondCell) {
	t.Helper()
	if !c.Found {
		if g.Rules().Safe() > 1 {
			t.Errorf("%s: no second cell after %d shows %d", g.Rules(), first, c.Number)
		}
		return
	}
	v := g.NewView()
	if err := v.Observe(first, c.Number); err != nil {
		t.Fatal(err)
	}
	a, err := g.Answers(v, 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for cell := range c.Best {
		if v.At(cell) == minesweeper.Covered {
			i++
		}
	}
	if b := s.Actions(context.Background(), a)[i]; v.At(c.Best) != minesweeper.Covered || b.Lower != c.Lower || b.Upper != c.Upper {
		t.Errorf("%s: %d after %d shows %d wins %v, said to be %+v", g.Rules(), c.Best, first, c.Number, b, c)
	}
}

// The table of second cells is what the script makes of the study, strong opens them and says what they win, and
// what is solved quickly is solved again.
func TestSecondCellTable(t *testing.T) {
	table, err := os.ReadFile("second_cells.tsv")
	if err != nil {
		t.Fatal(err)
	}
	made, err := exec.Command("bash", "../../scripts/mines-first-cells.sh", "second").Output()
	if err != nil {
		t.Fatal(err)
	}
	if string(made) != string(table) {
		t.Errorf("second_cells.tsv is not what scripts/mines-first-cells.sh second makes:\n%s", made)
	}
	solver := expectimax.New(expectimax.Options{Workers: 1})
	rows, solved := 0, 0
	for line := range strings.Lines(string(table)) {
		field := strings.Split(strings.TrimSpace(line), "\t")
		if len(field) != 6 {
			continue
		}
		rows++
		var r minesweeper.Rules
		if r.Height, r.Width, r.Mines, err = minesweeper.ParseBoard(field[1]); err != nil {
			t.Fatal(err)
		}
		if r.First, err = minesweeper.ParseFirst(field[0]); err != nil {
			t.Fatal(err)
		}
		r.AutoOpen = true
		g := newGame(t, r)
		first, err1 := g.ParseCell(field[2])
		second, err2 := g.ParseCell(field[4])
		var number minesweeper.Seen
		var won, all int64
		if n, err := fmt.Sscanf(field[3]+" "+field[5], "%d %d/%d", &number, &won, &all); n != 3 || err1 != nil || err2 != nil {
			t.Fatalf("%q: %v", line, err)
		}
		v := g.NewView()
		if err := v.Observe(first, number); err != nil {
			t.Fatal(err)
		}
		d, err := players.NewStrong(players.DefaultStrong()).Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{})
		if _, forced := v.Forced(); !forced && (err != nil || d.Action != second || d.Value != float64(won)/float64(all)) {
			t.Errorf("%q: strong opens %d, which wins %v (%v)", line, d.Action, d.Value, err)
		}
		a, err := g.Answers(v, 1_000_000)
		if err != nil || int64(a.States) != all {
			t.Fatalf("%q: %d placements: %v", line, a.States, err)
		}
		if all > 16_000 {
			continue // that takes seconds, or minutes
		}
		solved++
		if b := solver.Best(context.Background(), a); b.Value.Lower != won || b.Value.Upper != won {
			t.Errorf("%q: %v are won", line, b.Value)
		}
	}
	if rows < 19 || solved < 5 {
		t.Errorf("%d rows, %d solved: too few", rows, solved)
	}
}
