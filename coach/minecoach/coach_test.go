package minecoach_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// newCoach returns a coach whose answers are the same every time. Fewer plays than it
// tells of say nothing.
func newCoach(plays int) *minecoach.Coach {
	solver := reveal.New(reveal.Options{Workers: 1, Memory: 16 << 20})
	n := minecoach.New(minecoach.NewAnalyst(minecoach.ExactPlacements, solver), 50, 0)
	n.Plays = plays
	return n
}

// Words of positions that people know.
func TestCoachWords(t *testing.T) {
	for _, test := range []struct{ position, want string }{
		{"1x4/1 windows\n0...\n", "0,1 is safe: beside the 0 on 0,0 there is none."},
		{"2x3/1 windows\n111\n...\n", "1,0 is safe: the 1 on 0,1 and the 1 on 0,2 leave no room for a mine there. 2 cells are certainly safe."},
		{"1x3/1 windows\n1..\n", "0,2 is safe: the 1 on 0,0 together with the number of mines, 1 in all, leaves no room for a mine there. Chance to win: 100%, of the best play after it, exact."},
		{"2x2/1 windows\n..\n..\n", "The rules protect any first cell; strong begins with 0,0. Chance to win: 33.3% (1/3), of the best play after it, exact."},
		{"2x2/1 windows\n1.\n..\n", "Nothing is certainly safe: 0,1 is a guess, at the least risk, 33.3%. Chance to win: 33.3% (1/3), of the best play after it, exact."},
		{
			"5x5/8 windows\n.2...\n..12.\n.21..\n.....\n.....\n",
			"Nothing is certainly safe: 1,1 is a guess at 16.7%, though the least risk is 12.1%, on 2,3. Once it is safe, the game is won or a certainly safe cell comes next in 60.0% of the cases, after 2,3 in 24.7%. It wins 38.9%, 2,3 wins 37.3%.",
		},
		{"1x2/1 windows\n1.\n", "Nothing is left to open: the game is won."},
		// The measured first cells of first_cells.tsv: 2053 of 5000.
		{"16x30/99 windows\n" + strings.Repeat(strings.Repeat(".", 30)+"\n", 16), "strong begins with 0,0. Chance to win: 41.1% (39.7% to 42.4%): strong won that share of 5000 games that it began there"},
		// The exact optimum of the same table, though C(24,7) placements are too many to solve now.
		{"5x5/7 windows\n.....\n.....\n.....\n.....\n.....\n", "strong begins with 0,1. Chance to win: 37.5%, of the best play, exact."},
	} {
		c, err := newCoach(4).Advise(context.Background(), sweeptest.ViewOf(t, test.position), "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Text(); !strings.Contains(got, test.want) {
			t.Errorf("%s\nsays %q, want %q", test.position, got, test.want)
		}
	}
}

// A player that opens a risky cell is told so, with a proof of a safe one.
func TestCoachOfAnotherPlayer(t *testing.T) {
	v := sweeptest.ViewOf(t, "2x3/1 windows\n111\n...\n")
	c, err := newCoach(4).Advise(context.Background(), v, "middle", always(4))
	if err != nil {
		t.Fatal(err)
	}
	want := "middle opens 1,1 at a risk of 100%, though 2 cells are certainly safe. 1,0 is safe: "
	if c.Cell != 4 || !strings.Contains(c.Text(), want) || !strings.Contains(c.Text(), "Chance to win: 0%, of the best play after it, exact. The best is 1,0 and 1,2, with 100%.") {
		t.Errorf("says %q", c.Text())
	}
}

// always opens the same cell.
type always minesweeper.Cell

func (a always) Choose(context.Context, *rand.Rand, *minesweeper.View, blindsight.Budget) (d blindsight.Decision[minesweeper.Cell], err error) {
	d.Action = minesweeper.Cell(a)
	return d, nil
}

// The chance is exact up to 8,000 placements, whatever the plays; beyond it is an estimate
// with an interval, or exact where strong finds it so. No chance is told from fewer than 200
// plays.
func TestCoachSaysHowItKnows(t *testing.T) {
	exact, estimated := 0, 0
	for _, v := range expertViews(t, 6, 47) {
		few, err := newCoach(2).Advise(context.Background(), v, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if !few.Exact && (few.Known || few.Estimates != nil || strings.Contains(few.Text(), "Chance to win") || !strings.Contains(few.Text(), "told from 200 plays on; this is after 2 plays")) {
			t.Errorf("after %d plays: %s", few.Plays, few.Text())
		}
		c, err := newCoach(minecoach.LeastPlays).Advise(context.Background(), v, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		a := c.Analysis
		solvable := a.Placements.IsInt64() && a.Placements.Int64() <= minecoach.ExactPlacements
		switch {
		case !c.Known || c.Win < c.Low || c.Win > c.High:
			t.Errorf("%+v", c)
		case solvable && (!c.Exact || a.Win == nil || c.Of != minecoach.BestPlay):
			t.Errorf("%s placements: not exact", a.Placements)
		case c.Exact:
			exact++
		case c.Of != minecoach.StrongPlaysOn || c.Plays != minecoach.LeastPlays || !strings.Contains(c.Text(), "an estimate: strong playing on after it, in 200 plays."):
			t.Errorf("an estimate of %q, %d plays: %s", c.Of, c.Plays, c.Text())
		default:
			estimated++
		}
	}
	if exact == 0 || estimated == 0 {
		t.Errorf("%d exact, %d estimated: want some of both", exact, estimated)
	}
}

// expertViews returns positions of games of 16x30/99 that strong plays, every so many
// decisions.
func expertViews(t testing.TB, games uint64, every int) (views []*minesweeper.View) {
	t.Helper()
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true})
	p := strong.New(strong.Default())
	for seed := range games {
		var board minesweeper.State
		g.Deal(seed, 0, &board)
		v := g.NewView()
		for n := 0; v.Left() > 0; {
			c, forced := v.Forced()
			if !forced {
				if n++; n%every == 0 {
					views = append(views, v.Clone())
				}
				d, err := p.Choose(context.Background(), nil, v, blindsight.Budget{})
				if err != nil {
					t.Fatal(err)
				}
				c = d.Action
			}
			step := g.Step(nil, &board, c)
			if step.Seen == minesweeper.Mine {
				break
			}
			if err := v.Did(c, step.Seen); err != nil {
				t.Fatal(err)
			}
		}
	}
	return views
}
