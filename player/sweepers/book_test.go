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
	"blindsight/search/reveal"
)

// What the moves after a first cell win is together its optimum; each is worth what it is said to be if the best play
// follows; and what follows a move is together what it wins.
func TestBook(t *testing.T) {
	const least = 30
	deep := 0
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
			s := reveal.New(reveal.Options{Workers: 1})
			fresh := reveal.New(reveal.Options{Workers: 1})
			first, err := players.Optimum(context.Background(), g, s, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range first {
				all, err := players.Book(context.Background(), g, s, f.Cell, least, nil)
				if err != nil {
					t.Fatal(err)
				}
				var won, placements int64
				for _, m := range all {
					if len(m.Opened) == 1 {
						won, placements = won+m.Lower, placements+m.Placements
					} else {
						deep++
						if m.Placements < least {
							t.Errorf("%s: %s has only %d placements", r, m.Way(g), m.Placements)
						}
					}
					fresh.Forget()
					checkMove(t, g, fresh, m)
				}
				if !auto && f.Cell == 0 {
					checkSums(t, g, s)
				}
				if got := big.NewRat(won, placements); got.Cmp(f.Lower) != 0 {
					t.Errorf("%s, first %d: %v, the optimum is %v", r, f.Cell, got, f.Lower)
				}
			}
		}
	}
	if deep < 50 {
		t.Errorf("only %d moves further on", deep)
	}
}

// checkSums checks that the moves that follow a move win together what it does, where all are listed.
func checkSums(t *testing.T, g *minesweeper.Game, s *reveal.Solver) {
	t.Helper()
	all, err := players.Book(context.Background(), g, s, 0, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	below := make(map[string]int64)
	for _, m := range all {
		if n := len(m.Opened) - 1; n > 0 {
			below[players.BookMove{Opened: m.Opened[:n], Shown: m.Shown[:n]}.Way(g)] += m.Lower
		}
	}
	for _, m := range all {
		if won, followed := below[m.Way(g)]; followed && won != m.Lower {
			t.Errorf("%s: %s wins %d, what follows it %d", g.Rules(), m.Way(g), m.Lower, won)
		}
	}
	if len(below) == 0 && g.Rules().Safe() > 2 {
		t.Errorf("%s: nothing follows", g.Rules())
	}
}

// viewAfter opens the cells of a move.
func viewAfter(t *testing.T, g *minesweeper.Game, m players.BookMove) *minesweeper.View {
	t.Helper()
	v := g.NewView()
	for i, c := range m.Opened {
		if err := v.Did(c, m.Shown[i]); err != nil {
			t.Fatal(err)
		}
	}
	return v
}

func checkMove(t *testing.T, g *minesweeper.Game, s *reveal.Solver, m players.BookMove) {
	t.Helper()
	if !m.Found {
		if g.Rules().Safe() > len(m.Opened) {
			t.Errorf("%s: nothing is best after %s", g.Rules(), m.Way(g))
		}
		return
	}
	v := viewAfter(t, g, m)
	a, err := g.Answers(v, 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for cell := range m.Best {
		if v.At(cell) == minesweeper.Covered {
			i++
		}
	}
	if b := s.Actions(context.Background(), a)[i]; v.At(m.Best) != minesweeper.Covered || b.Lower != m.Lower || b.Upper != m.Upper {
		t.Errorf("%s: %d after %s wins %v, said to be %+v", g.Rules(), m.Best, m.Way(g), b, m)
	}
}

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
func readMove(t *testing.T, field []string) (*minesweeper.Game, players.BookMove) {
	t.Helper()
	var r minesweeper.Rules
	var err1, err2 error
	r.Height, r.Width, r.Mines, err1 = minesweeper.ParseBoard(field[1])
	r.First, err2 = minesweeper.ParseFirst(field[0])
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	r.AutoOpen = true
	g := newGame(t, r)
	var m players.BookMove
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

// With the book and a small budget strong plays the optimum of a dense board, from the first cell to the last.
func TestBookIsOptimal(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 3, Width: 7, Mines: 10, AutoOpen: true, Objective: minesweeper.Win})
	if e, want := evaluate(t, g, players.NewStrong(players.DefaultStrong()), 1000), big.NewRat(3524, 46189); e.Value.Cmp(want) != 0 {
		t.Errorf("strong wins %v, the optimum is %v", e.Value, want)
	}
}
