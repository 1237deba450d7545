package strong_test

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/internal/golden"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/sweeptest"
)

var moveGames = flag.Int("moves", 0, "print hashes of the moves of strong in so many games of each usual board, and in fewer with a budget")

// moveSets are the games whose moves are kept: the usual boards, at once and with a budget, and boards so small
// that other searches decide there. Share says how many of the games are played: those with a budget take longer.
var moveSets = []struct {
	rules minesweeper.Rules
	sims  int
	share int
}{
	{minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true}, 0, 1},
	{minesweeper.Rules{Height: 16, Width: 16, Mines: 40, AutoOpen: true}, 0, 1},
	{minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true}, 0, 1},
	{minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true, First: minesweeper.Gnomine}, 0, 2},
	{minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true}, 200, 20},
	{minesweeper.Rules{Height: 7, Width: 11, Mines: 17}, 200, 20},
	{minesweeper.Rules{Height: 5, Width: 5, Mines: 8}, 300, 10},
	{minesweeper.Rules{Height: 5, Width: 6, Mines: 15, First: minesweeper.None}, 300, 20},
	{minesweeper.Rules{Height: 6, Width: 6, Mines: 9, AutoOpen: true, Neighbours: minesweeper.Torus}, 300, 20},
}

// The moves of strong are those of the commit that the golden file is of: to change the rooms of the house is
// not to change a player. With -moves 2000 as many games of each usual board are played, and the hashes printed,
// to be compared with those of another commit.
func TestMovesOfStrong(t *testing.T) {
	games := *moveGames
	if games == 0 {
		games = 40
	}
	text := ""
	for _, set := range moveSets {
		n := max(games/set.share, 1)
		text += fmt.Sprintf("%s sims %d games %d: %s\n", set.rules, set.sims, n, hashOfMoves(t, set.rules, set.sims, n))
	}
	if *moveGames > 0 {
		t.Log("\n" + text)
		return
	}
	golden.Check(t, filepath.Join("testdata", "moves.golden"), text)
}

// hashOfMoves plays games number 0, 1, … of seed 24 and hashes every cell opened and what it showed.
func hashOfMoves(t *testing.T, rules minesweeper.Rules, sims, games int) string {
	g := sweeptest.NewGame(t, rules)
	p := strong.New(strong.Default())
	hash := sha256.New()
	for n := range games {
		_, err := episode.PlayMinesweeper(t.Context(), g, 24, n, p, blindsight.Budget{Simulations: sims}, func(_ *minesweeper.View, m *episode.MinesweeperMove) {
			fmt.Fprintf(hash, "%d=%d ", m.Decision.Action, m.Seen)
		})
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(hash, "\n")
	}
	return hex.EncodeToString(hash.Sum(nil)[:16])
}
