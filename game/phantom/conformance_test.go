package phantom_test

import (
	"path/filepath"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/gametest"
	"blindsight/game/phantom"
	"blindsight/internal/golden"
)

// kit makes a game ready for the conformance kit.
func kit(g *phantom.Game) gametest.Case[phantom.State, *phantom.View, phantom.Cell, phantom.Answer] {
	return gametest.Case[phantom.State, *phantom.View, phantom.Cell, phantom.Answer]{
		Game: g, NewView: g.NewView, Sides: 2, Name: g.Rules().String(),
		ShowView:   (*phantom.View).Draw,
		ShowAction: g.CellText,
		ShowState:  func(s *phantom.State) string { return g.Draw(&s.Board) },
	}
}

// The conformance kit finds nothing, for either side: no leak, no view that is not what was
// told, no contest that is not the game.
func TestGametest(t *testing.T) {
	for _, settings := range append([]string{"tictactoe classical recall", "hex 3x3 abrupt recall"}, games...) {
		g := parse(t, settings)
		c := kit(g)
		if g.Cells() > 20 {
			c.Plays = 8
		}
		t.Run(settings, func(t *testing.T) {
			gametest.Run(t, c)
			gametest.RunContest(t, gametest.ContestCase[phantom.State, *phantom.View, phantom.Cell, phantom.Answer, phantom.Board]{
				Case: c, Contest: g.Contest(0, phantom.ToWin),
				Position: func(s *phantom.State, b *phantom.Board) {
					*b = s.Board
					if g.Rules().Variant == phantom.Classical {
						b.Known = [2]uint64{} // boards of a contest keep no knowledge
					}
				},
				Trail: func(v *phantom.View) blindsight.Trail[phantom.Board] { return v.Trail() },
			})
		})
	}
}

// One play of each kind and variant, with all that can be asked on the way.
func TestPlaythroughs(t *testing.T) {
	for i, settings := range games[:4] {
		g := parse(t, settings)
		file := filepath.Join("testdata", "playthrough", strings.ReplaceAll(g.Rules().String(), " ", "-")+".txt")
		got := gametest.Playthrough(kit(g), uint64(8+i)) // 8 begins at random: see there
		golden.Check(t, file, got)
	}
}
