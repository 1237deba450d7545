package studies

import (
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"blindsight"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/openings/solved"
	"blindsight/player/sweepers/optimum"
)

// TestKnownOptima holds the optima that the study does not find itself against the tables of mines-optimum, which commands write.
func TestKnownOptima(t *testing.T) {
	tables, err := solved.ReadTables(func(file string) ([]byte, error) { return os.ReadFile(filepath.Join("..", filepath.FromSlash(file))) })
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bssuctBoards {
		if b.optimum == "" {
			continue
		}
		board := b.board
		if board == "7x3/10" {
			board = "3x7/10" // on its side
		}
		best := new(big.Rat)
		if i := slices.IndexFunc(tables.Boards, func(s solved.Board) bool { return s.Rule == "windows" && s.Board == board }); i >= 0 {
			best = tables.Boards[i].Value
		}
		cells := 0
		for _, f := range tables.Firsts {
			if f.Rule == "windows" && f.Board == board {
				if cells++; f.Value.Cmp(best) > 0 {
					best = f.Value
				}
			}
		}
		if board == "5x5/10" && cells != 6 {
			t.Errorf("%s: %d of six classes of first cells are solved", board, cells)
		}
		if got := best.String(); got != b.optimum {
			t.Errorf("%s: %s, in the tables %s", b.board, b.optimum, got)
		}
	}
}

// TestSafeAtOnce holds the walks of players that simulate also where cells are certainly safe against those of the study, where they do not.
func TestSafeAtOnce(t *testing.T) {
	for _, c := range [][2]string{{"4x4/4", literal}, {"5x2/3", literal}, {"10x1/5", literal}, {"4x4/4", "bssuct"}, {"4x4/4", "bssuct-exact"}} {
		board, player := c[0], c[1]
		quick, err := worth(t.Context(), board, player, 100, 1)
		if err != nil {
			t.Fatal(err)
		}
		g, err := windowsGame(board)
		if err != nil {
			t.Fatal(err)
		}
		p, err := sweepers.Catalogue.New(player, g)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := optimum.Evaluate(t.Context(), g, p, blindsight.Budget{Simulations: 100}, 1, optimum.EvaluateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if quick.Cmp(whole.Value) != 0 {
			t.Errorf("%s on %s: %s at once, %s with simulations", player, board, quick, whole.Value)
		}
	}
}
