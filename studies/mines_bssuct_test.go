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

// Walks that agree are no proof: the interval holds what others may win that differ as often as 5% of chance allow. Those that differ
// end at the optimum, and are as wide as before that.
func TestWalksThatAgree(t *testing.T) {
	quarter, third := big.NewRat(1, 4), big.NewRat(1, 3)
	few, many, differ := byWalks([]*big.Rat{quarter, quarter, quarter}), byWalks(slices.Repeat([]*big.Rat{quarter}, 64)), byWalks([]*big.Rat{quarter, third})
	for _, v := range []*valued{&few, &many, &differ} {
		v.bound(0.5)
	}
	// Three walks agree with a chance of 5% where 63% of all differ, 64 where 4.6% do.
	near := func(x, y float64) bool { return x > y-0.001 && x < y+0.001 }
	if !near(few.ci[0], 0.25*0.3684) || !near(few.ci[1], 0.25+0.25*0.6316) {
		t.Errorf("of three walks %v", few.ci)
	}
	if !near(many.ci[0], 0.25*0.9543) || !near(many.ci[1], 0.25+0.25*0.0457) || many.width > 0.024 {
		t.Errorf("of 64 walks %v", many.ci)
	}
	if differ.ci != [2]float64{0, 0.5} || differ.width < 1 {
		t.Errorf("of two that differ %v, width %v", differ.ci, differ.width)
	}
	most := byWalks(append(slices.Repeat([]*big.Rat{quarter}, 63), big.NewRat(51, 200)))
	if most.bound(0.5); most.width < many.width-1e-3 || most.exact != nil {
		t.Errorf("of 64 walks, one of which differs a little, %v: narrower than of 64 that agree, %v", most.ci, many.ci)
	}
	point := exactly(quarter)
	if point.bound(0.5); point.ci != [2]float64{0.25, 0.25} {
		t.Errorf("a player that decides without chance %v", point.ci)
	}
}
