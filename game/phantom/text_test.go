package phantom_test

import (
	"fmt"
	"strings"
	"testing"

	"blindsight/game/phantom"
)

func TestParseRules(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"tictactoe", "tictactoe 3x3 classical"},
		{"hex abrupt", "hex 3x3 abrupt"},
		{" hex  abrupt 2x5 ", "hex 2x5 abrupt"},
		{"hex 8x8 recall classical", "hex 8x8 classical recall"},
		{"tictactoe 1x3", "tictactoe 1x3 classical"},
	} {
		if r, err := phantom.ParseRules(c.text); err != nil || r.String() != c.want {
			t.Errorf("%q: %q, %v", c.text, r, err)
		}
	}
	for _, c := range []struct{ text, reason string }{
		{"", "no game"},
		{"go 3x3", `game "go"`},
		{"hex 3", `"3" in "hex 3"`},
		{"hex 3xx", `size "3xx"`},
		{"hex 9x9", "board 9x9: must have from 1 to 64 cells"},
		{"hex 4294967296x4294967296", "must have from 1 to 64 cells"},
		{"hex -2x-2", "must have"},
		{"hex 1x5", "a single stone"},
		{"tictactoe 2x2", "no room for three"},
		{"hex abrupt classical", `"classical" in`},
		{"hex 3x3 3x3", `"3x3" in`},
		{"hex recall recall", `"recall" in`},
	} {
		if _, err := phantom.ParseRules(c.text); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%q: %v, want %q", c.text, err, c.reason)
		}
	}
	for _, r := range []phantom.Rules{{Kind: 2, Rows: 3, Cols: 3}, {Variant: 2, Rows: 3, Cols: 3}} {
		if _, err := phantom.New(r); err == nil {
			t.Errorf("%+v is accepted", r)
		}
	}
}

func TestCells(t *testing.T) {
	g := parse(t, "hex 3x4")
	for c := range phantom.Cell(12) {
		if got, err := g.ParseCell(g.CellText(c)); err != nil || got != c {
			t.Errorf("%d: %q, read as %d, %v", c, g.CellText(c), got, err)
		}
	}
	if g.CellText(6) != "1,2" {
		t.Errorf("cell 6 is %q", g.CellText(6))
	}
	for _, text := range []string{"", "1", "1,4", "3,0", "-1,0", "a,b", "1,2,3"} {
		if c, err := g.ParseCell(text); err == nil {
			t.Errorf("%q is read as %d", text, c)
		}
	}
}

func TestDraw(t *testing.T) {
	g := parse(t, "hex 3x4")
	var s phantom.State
	for _, c := range []phantom.Cell{0, 0, 5, 5, 11} { // one refusal each
		g.Step(nil, &s, c)
	}
	for _, c := range []struct{ got, want string }{
		{g.Draw(&s.Board), "x . . .\n . o . .\n  . . . x\n"},
		{viewOf(g, &s, 0).Draw(), "x ? ? ?\n ? o ? ?\n  ? ? ? x\n"},
		{viewOf(g, &s, 1).Draw(), "x ? ? ?\n ? o ? ?\n  ? ? ? ?\n"},
	} {
		if c.got != c.want {
			t.Errorf("drawn\n%swant\n%s", c.got, c.want)
		}
	}
}

// Every answer has a word of its own, for who saw it and for who heard it.
func TestAnswers(t *testing.T) {
	g := parse(t, "hex 3x3")
	words := map[string]bool{}
	for a := range phantom.Drawn + 1 {
		words[a.String()], words[g.SeenText(a)], words[g.HeardText(a)] = true, true, true
	}
	if len(words) != 5+3+4 || phantom.Answer(200).String() != "unknown" {
		t.Errorf("%d different words: %v", len(words), words)
	}
}

// What is read is written and read back equal, and nothing panics.
func FuzzText(f *testing.F) {
	for _, text := range games {
		f.Add(text, "0,1")
	}
	f.Add("hex 3x3 recall", "2, 2")
	f.Fuzz(func(t *testing.T, settings, cell string) {
		g, err := phantom.Parse(settings)
		if err != nil {
			return
		}
		again, err := phantom.ParseRules(fmt.Sprint(g.Rules()))
		if err != nil || again != g.Rules() {
			t.Errorf("%q: %v is read as %v, %v", settings, g.Rules(), again, err)
		}
		if c, err := g.ParseCell(cell); err == nil {
			if back, err := g.ParseCell(g.CellText(c)); err != nil || back != c {
				t.Errorf("%q: %d is read as %d, %v", cell, c, back, err)
			}
		}
	})
}
