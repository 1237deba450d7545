package poker_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"blindsight/game/gametest"
	"blindsight/game/poker"
	"blindsight/internal/golden"
)

// mustNew makes a game.
func mustNew(t testing.TB, r poker.Rules) *poker.Game {
	t.Helper()
	g, err := poker.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// kit makes a game ready for the conformance kit.
func kit(g *poker.Game) gametest.Case[poker.State, *poker.View, poker.Action, poker.Seen] {
	return gametest.Case[poker.State, *poker.View, poker.Action, poker.Seen]{
		Game: g, NewView: g.NewView, Sides: 2, Name: g.Rules().String(),
		ShowView: (*poker.View).String,
		ShowState: func(s *poker.State) string {
			return fmt.Sprintf("cards %d and %d, open %d", s.Card(0), s.Card(1), s.Open())
		},
	}
}

// The conformance kit finds nothing, for either side.
func TestConformance(t *testing.T) {
	for _, r := range []poker.Rules{{poker.Kuhn, 3}, {poker.Kuhn, 13}, {poker.Leduc, 3}, {poker.Leduc, 5}} {
		t.Run(r.String(), func(t *testing.T) { gametest.Run(t, kit(mustNew(t, r))) })
	}
}

// A play of each kind, for a person to read and for the test to keep.
func TestPlaythroughs(t *testing.T) {
	for _, c := range []struct {
		kind poker.Kind
		seed uint64
	}{{poker.Kuhn, 1}, {poker.Leduc, 3}} {
		file := filepath.Join("testdata", "playthrough", c.kind.String()+".txt")
		got := gametest.Playthrough(kit(mustNew(t, poker.Rules{Kind: c.kind, Ranks: 3})), c.seed)
		golden.Check(t, file, got)
	}
}
