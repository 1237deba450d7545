package sweepers_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/sweeptest"
)

// All players of the catalogue finish games whose first cell may be a mine, and do not
// call it safe.
func TestPlayersWithoutProtection(t *testing.T) {
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 4, Mines: 4, First: minesweeper.None, AutoOpen: true})
	lostAtOnce := 0
	for _, name := range sweepers.Catalogue.Names() {
		p, err := sweepers.Catalogue.New(name, g)
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
