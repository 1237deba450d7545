package sweepers_test

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
	players "blindsight/player/sweepers"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// The table is what the script makes of the study, strong plays it and says what it wins, and
// what is solved quickly is solved again.
func TestBookTable(t *testing.T) {
	table, err := os.ReadFile("book.tsv")
	if err != nil {
		t.Fatal(err)
	}
	made, err := exec.Command("bash", "../../scripts/mines-first-cells.sh", "book").Output()
	if err != nil {
		t.Fatal(err)
	}
	if string(made) != string(table) {
		t.Errorf("book.tsv is not what scripts/mines-first-cells.sh book makes:\n%s", made)
	}
	solver := reveal.New(reveal.Options{Workers: 1})
	rows, solved := 0, 0
	for line := range strings.Lines(string(table)) {
		field := strings.Split(strings.TrimSpace(line), "\t")
		if len(field) != 5 {
			continue
		}
		rows++
		g, m := readMove(t, field)
		var won, all int64
		if n, err := fmt.Sscanf(field[4], "%d/%d", &won, &all); n != 2 {
			t.Fatalf("%q: %v", line, err)
		}
		v := viewAfter(t, g, m)
		d, err := players.NewStrong(players.DefaultStrong()).Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{})
		if err != nil || d.Action != m.Best || d.Value != float64(won)/float64(all) {
			t.Errorf("%q: strong opens %d, which wins %v (%v)", line, d.Action, d.Value, err)
		}
		a, err := g.Answers(v, 1_000_000)
		if err != nil || int64(a.States) != all {
			t.Fatalf("%q: %d placements: %v", line, a.States, err)
		}
		if all > 6_000 {
			continue // that takes seconds, or minutes
		}
		solved++
		if b := solver.Best(context.Background(), a); b.Value.Lower != won || b.Value.Upper != won {
			t.Errorf("%q: %v are won", line, b.Value)
		}
	}
	if rows < 150 || solved < 10 {
		t.Errorf("%d rows, %d solved: too few", rows, solved)
	}
}

// readMove reads a row of the table.
func readMove(t *testing.T, field []string) (*minesweeper.Game, optimum.BookMove) {
	t.Helper()
	var r minesweeper.Rules
	var err1, err2 error
	r.Height, r.Width, r.Mines, err1 = minesweeper.ParseBoard(field[1])
	r.First, err2 = minesweeper.ParseFirst(field[0])
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	r.AutoOpen = true
	g := sweeptest.NewGame(t, r)
	var m optimum.BookMove
	for _, part := range strings.Fields(field[2]) {
		cell, number, _ := strings.Cut(part, "=")
		c, err := g.ParseCell(cell)
		if err != nil {
			t.Fatal(err)
		}
		m.Opened, m.Shown = append(m.Opened, c), append(m.Shown, minesweeper.Seen(number[0]-'0'))
	}
	var err error
	if m.Best, err = g.ParseCell(field[3]); err != nil {
		t.Fatal(err)
	}
	return g, m
}

// viewAfter opens the cells of a move.
func viewAfter(t *testing.T, g *minesweeper.Game, m optimum.BookMove) *minesweeper.View {
	t.Helper()
	v := g.NewView()
	for i, c := range m.Opened {
		if err := v.Did(c, m.Shown[i]); err != nil {
			t.Fatal(err)
		}
	}
	return v
}

// With the book and a small budget strong plays the optimum of a dense board, from the first cell to the last.
func TestBookIsOptimal(t *testing.T) {
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 7, Mines: 10, AutoOpen: true, Objective: minesweeper.Win})
	if e, want := sweeptest.Evaluate(t, g, players.NewStrong(players.DefaultStrong()), 1000), big.NewRat(3524, 46189); e.Value.Cmp(want) != 0 {
		t.Errorf("strong wins %v, the optimum is %v", e.Value, want)
	}
}
