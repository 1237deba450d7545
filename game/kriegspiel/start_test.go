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

// TestRemarks: a comment of a whole record is a remark, unless it is meant as what was heard with refused tries.
func TestRemarks(t *testing.T) {
	for comment, wrong := range map[string]bool{
		"better: d2d4": false, "the main alternative; d2d4": false, "a fine move": false, "silent": false, "silent : e4d5": false, "see : the book": false,
		"silnt : e4d5": true, "Silent : e4d5": true, "silent; e4d5": true, "silent: e4d5, e4f5": true, "SILENT : Any?=no": true,
	} {
		text := "[Rules \"english\"]\n\n1. e4 {silent} e5 {silent} 2. Nf3 {" + comment + "} *\n"
		rec, err := kriegspiel.NewReader(strings.NewReader(text), "test").Next()
		if wrong != (err != nil) {
			t.Errorf("{%s}: %v, %v", comment, rec, err)
		}
	}
	text := "[Rules \"english\"]\n\n1. e4 {silent} e5 {silent} 2. Nf3 {silent : Any?=no} *\n"
	if _, err := kriegspiel.NewReader(strings.NewReader(text), "test").Next(); err != nil {
		t.Errorf("the question in capitals: %v", err)
	}
}
