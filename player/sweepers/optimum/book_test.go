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
			g := sweeptest.NewGame(t, r)
			s := reveal.New(reveal.Options{Workers: 1})
			fresh := reveal.New(reveal.Options{Workers: 1})
			first, err := optimum.Solve(context.Background(), g, s, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range first {
				all, err := optimum.Book(context.Background(), g, s, f.Cell, least, nil)
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
	all, err := optimum.Book(context.Background(), g, s, 0, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	below := make(map[string]int64)
	for _, m := range all {
		if n := len(m.Opened) - 1; n > 0 {
			below[optimum.BookMove{Opened: m.Opened[:n], Shown: m.Shown[:n]}.Way(g)] += m.Lower
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

func checkMove(t *testing.T, g *minesweeper.Game, s *reveal.Solver, m optimum.BookMove) {
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
