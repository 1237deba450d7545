package sweepers_test

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	players "blindsight/player/sweepers"
	"blindsight/search/reveal"
)

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
			want, err := players.Optimum(context.Background(), newGame(t, r), solver, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.First = minesweeper.None
			got, err := players.Optimum(context.Background(), newGame(t, r), solver, nil)
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

// The analysis of an untouched board says so: the risk is mines/cells on every cell, the
// chances to win are of the whole.
func TestAnalysisWithoutProtection(t *testing.T) {
	for _, position := range []string{"3x3/2 none\n...\n...\n...\n", "9x9/10 none\n" + strings.Repeat(".........\n", 9)} {
		v := viewOf(t, position)
		a, err := newAnalyst().Analyse(context.Background(), v)
		if err != nil {
			t.Fatal(err)
		}
		r := v.Game().Rules()
		for _, c := range a.Cells {
			if want := float64(r.Mines) / float64(r.Height*r.Width); math.Abs(c.Mine-want) > 1e-15 {
				t.Errorf("%s: risk %v, want %v", r, c.Mine, want)
			}
			if c.Win != nil && c.Win.Cmp(big.NewRat(int64(r.Safe()), int64(r.Height*r.Width))) > 0 {
				t.Errorf("%s: wins %v, more than it survives", r, c.Win)
			}
		}
	}
}

// All players of the catalogue finish games whose first cell may be a mine, and do not
// call it safe.
func TestPlayersWithoutProtection(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 3, Width: 4, Mines: 4, First: minesweeper.None, AutoOpen: true})
	lostAtOnce := 0
	for _, name := range players.Catalogue.Names() {
		p, err := players.Catalogue.New(name, g)
		if err != nil {
			t.Fatal(err)
		}
		for game := range uint64(12) {
			m := episode.MinesweeperGame{Game: g}
			g.Deal(3, game, &m.State)
			moves := 0
			_, err := m.Play(context.Background(), rand.New(rand.NewPCG(3, game)), p, blindsight.Budget{Simulations: 60},
				func(_ *minesweeper.View, move *episode.MinesweeperMove) {
					if moves++; moves == 1 && move.Decision.Value == 1 {
						t.Errorf("%s calls its first cell a sure thing", name)
					}
					if moves == 1 && move.Seen == minesweeper.Mine {
						lostAtOnce++
					}
				})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	if lostAtOnce == 0 {
		t.Error("no first cell held a mine")
	}
}
