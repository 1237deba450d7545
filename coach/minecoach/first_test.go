package minecoach_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/sweeptest"
)

// untouched returns the position of a board with nothing open.
func untouched(height, width int, rest string) string {
	return rest + "\n" + strings.Repeat(strings.Repeat(".", width)+"\n", height)
}

// Before the first cell the coach advises the measured first cells, all symmetric ones and
// no others, however little time it has; where nothing is measured the usual one.
func TestCoachKnowsFirstCells(t *testing.T) {
	for _, test := range []struct {
		position string
		best     []minesweeper.Cell
		text     string
	}{
		{untouched(9, 9, "9x9/10 windows"), []minesweeper.Cell{0, 8, 72, 80}, "Chance to win: 91.5% (91.1% to 91.9%): strong won that share of 20000 games that it began there"},
		{untouched(9, 9, "9x9/10 gnomine"), []minesweeper.Cell{20, 24, 56, 60}, "Chance to win: 97.3%"},
		// A given board: 0.91525 * 71/81.
		{untouched(9, 9, "9x9/10 none"), []minesweeper.Cell{0, 8, 72, 80}, "Chance to win: 80.2% (79.9% to 80.6%), with the risk of the first cell"},
		{untouched(12, 12, "12x12/20 windows"), []minesweeper.Cell{0, 11, 132, 143}, "told from 200 plays on"},
	} {
		c, err := newCoach(2).Advise(context.Background(), sweeptest.ViewOf(t, test.position), "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(c.Best, test.best) || !slices.Contains(c.Best, c.Cell) || !strings.Contains(c.Text(), test.text) {
			t.Errorf("%.20s: advises %d of %v, want %v: %s", test.position, c.Cell, c.Best, test.best, c.Text())
		}
	}
}

// On a board that was chosen to need no guess the chance is 1, before the first cell and
// while play follows what is certain; the risks stay those of the numbers.
func TestCoachOfBoardsWithoutGuessing(t *testing.T) {
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true})
	var deducer minecoach.Deducer
	board, _, err := deducer.NoGuess(context.Background(), g, 7, 0, 40, 20_000)
	if err != nil {
		t.Fatal(err)
	}
	var hidden minesweeper.State
	g.Lay(board, &hidden)
	v, next := g.NewView(), minesweeper.Cell(40)
	coach := newCoach(2)
	coach.NoGuess = true
	for decisions := 0; ; decisions++ {
		c, err := coach.Advise(context.Background(), v, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if v.Left() == 0 {
			if decisions < 5 {
				t.Errorf("won after %d decisions", decisions)
			}
			break
		}
		if !c.Known || !c.Exact || c.Win != 1 || c.Of != minecoach.CertainOnly || c.Mine != 0 || !strings.Contains(c.Text(), "Chance to win: 100%: this board needs no guess") {
			t.Fatalf("%+v: %s", c, c.Text())
		}
		if v.Started() {
			plain, err := newCoach(2).Glance(context.Background(), v)
			if err != nil {
				t.Fatal(err)
			}
			for i, cell := range c.Analysis.Cells {
				if cell.Mine != plain.Analysis.Cells[i].Mine || (cell.Win != nil) != (cell.Mine == 0) {
					t.Fatalf("%+v", cell)
				}
			}
			next = c.Cell
		}
		for forced := true; forced; next, forced = v.Forced() {
			if err := v.Did(next, g.Step(nil, &hidden, next).Seen); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := coach.Advise(context.Background(), sweeptest.ViewOf(t, "2x2/1 windows\n1.\n..\n"), "", nil); !errors.Is(err, minecoach.ErrNeedsGuess) {
		t.Errorf("a position that needs a guess: %v", err)
	}
}

// A search that goes on where it was knows what one search of the same length knows, and
// one that was broken off is not lost.
func TestCoachGoesOn(t *testing.T) {
	v := sweeptest.ViewOf(t, "9x9/10 windows\n.........\n.........\n.........\n....2....\n.........\n.........\n.........\n.........\n.........\n")
	asked := func(plays int) *minecoach.Coach { // with other cells to compare
		coach := newCoach(plays)
		coach.Budget.Simulations = 250
		return coach
	}
	whole, err := asked(300).Advise(context.Background(), v, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	part, err := asked(120).Advise(context.Background(), v, "", nil)
	if err != nil || part.Known || part.Plays != 120 {
		t.Fatalf("%+v %v", part, err)
	}
	broken, end := context.WithCancel(context.Background())
	end()
	again := asked(300)
	again.Before = part
	part, err = again.Advise(broken, v, "", nil)
	if err == nil || part == nil || !part.GoesOn() || part.Plays != 120 {
		t.Fatalf("broken off: %+v %v", part, err)
	}
	again = asked(300)
	again.Before = part
	rest, err := again.Advise(context.Background(), v, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !rest.Known || rest.Resumed != 120 || rest.Plays != whole.Plays || rest.Win != whole.Win || rest.Low != whole.Low || rest.Cell != whole.Cell || rest.Text() != whole.Text() || len(whole.Estimates) < 2 || len(rest.Estimates) != len(whole.Estimates) {
		t.Errorf("in parts %v (%d plays, %d before), at once %v (%d plays)", rest.Win, rest.Plays, rest.Resumed, whole.Win, whole.Plays)
	}
}
