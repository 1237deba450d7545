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
	"blindsight/player/sweepers/sweeptest"
)

// The analysis of an untouched board says so: the risk is mines/cells on every cell, the
// chances to win are of the whole.
func TestAnalysisWithoutProtection(t *testing.T) {
	for _, position := range []string{"3x3/2 none\n...\n...\n...\n", "9x9/10 none\n" + strings.Repeat(".........\n", 9)} {
		v := sweeptest.ViewOf(t, position)
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
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 4, Mines: 4, First: minesweeper.None, AutoOpen: true})
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
