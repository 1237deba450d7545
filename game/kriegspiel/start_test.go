package kriegspiel_test

import (
	"strings"
	"testing"

	"blindsight/game/kriegspiel"
)

// TestReadStart: a start keeps its counter, and is none where the game would be over.
func TestReadStart(t *testing.T) {
	const quiet = "4k3/4p3/8/8/8/8/8/R3K3 w - - 99 1"
	wild, berkeley := kriegspiel.MustRules("wild16"), kriegspiel.MustRules("berkeley")
	s, err := wild.ReadStart(quiet)
	if err != nil || s.Halfmoves != 99 || s.FEN() != quiet {
		t.Errorf("%+v, %v, %s", s, err, s.FEN())
	}
	g := s.Referee(wild, 0)
	a, err := kriegspiel.ParseAttempt("a1a2")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Try(a); err != nil || g.Result() == kriegspiel.Unfinished {
		t.Errorf("the hundredth move: %v, %v", g.Result(), err)
	}
	if s, err := wild.ReadStart("start"); err != nil || strings.Contains(s.FEN(), " 0 ") {
		t.Errorf("%s, %v", s.FEN(), err)
	}
	for _, c := range []struct {
		rules     *kriegspiel.Rules
		fen, want string
	}{
		{wild, "4k3/4p3/8/8/8/8/8/R3K3 w - - 100 80", "fifty moves"},
		{wild, "8/8/8/4k3/8/4K3/8/8 w - -", "too little is left"},
		{berkeley, "7k/5Q2/6K1/8/8/8/8/8 b - -", "black has no legal move"},
		{berkeley, "x", "fields"},
		{berkeley, "4k3/4p3/8/8/8/8/8/R3K3 w - - 100 80", ""},
	} {
		_, err := c.rules.ReadStart(c.fen)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s under %s: %v", c.fen, c.rules, err)
		}
	}
}
