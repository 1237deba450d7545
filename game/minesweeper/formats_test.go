package minesweeper_test

import (
	"slices"
	"strings"
	"testing"

	"blindsight/game/minesweeper"
)

// TestBoardFile reads bytes written by hand: width 3, height 2, two mines, at column 2
// of row 0 and column 0 of row 1.
func TestBoardFile(t *testing.T) {
	data := []byte{3, 2, 0, 2, 0, 1, 2, 0}
	g, mines, err := minesweeper.ParseBoardFile(data, minesweeper.Windows)
	if err != nil {
		t.Fatal(err)
	}
	if got := g.Rules().Board(); got != "2x3/2" {
		t.Errorf("board %s, want 2x3/2", got)
	}
	if want := []minesweeper.Cell{2, 3}; !slices.Equal(mines, want) {
		t.Errorf("mines %v, want %v", mines, want)
	}
	back, err := g.AppendBoardFile(nil, mines)
	if want := []byte{3, 2, 0, 2, 2, 0, 0, 1}; err != nil || !slices.Equal(back, want) {
		t.Errorf("written as %v, %v, want %v", back, err, want)
	}
	for _, bad := range []struct {
		data []byte
		want string
	}{
		{nil, "0 bytes"},
		{[]byte{3, 2, 0}, "begins with four"},
		{[]byte{3, 2, 0, 2, 2, 0}, "with 2 mines it has 8"},
		{[]byte{3, 2, 0, 1, 3, 0}, "not on a board of 3 columns"},
		{[]byte{3, 2, 0, 2, 1, 1, 1, 1}, "a second mine"},
		{[]byte{200, 2, 0, 0}, "1 to 100"},
		{[]byte{2, 2, 1, 0}, "do not fit"},
	} {
		if _, _, err := minesweeper.ParseBoardFile(bad.data, minesweeper.Windows); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%v: error %v, want one with %q", bad.data, err, bad.want)
		}
	}
}

func TestPositionFile(t *testing.T) {
	const text = "3x2x2\n01H\n12F\n"
	p, err := minesweeper.ReadPositionFile(strings.NewReader(text), "test", minesweeper.Windows)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.String(), "2x3/2 windows\n01.\n12F\n"; got != want {
		t.Errorf("position %q, want %q", got, want)
	}
	if back, err := p.PositionFile(); err != nil || back != text {
		t.Errorf("written as %q, %v", back, err)
	}
	for text, want := range map[string]string{
		"":                       "test:1: an empty file",
		"3x2\n":                  "test:1:1: \"3x2\": want WIDTHxHEIGHTxMINES",
		"3x-2x1\n":               "WIDTHxHEIGHTxMINES",
		"3x2x9\n":                "do not fit",
		"3x2x2\n01H\n":           "test:2: the file ends after 1 rows",
		"3x2x2\n0.H\n12F":        "test:2:2: '.' is no cell",
		"3x2x2\n0HH\n12F0":       "test:3:4: row 1 has more than 3 cells",
		"3x2x2\n0HH\n1\n":        "row 1 has 1 cells",
		"3x2x2\n000\n000\n000\n": "one row more",
	} {
		if _, err := minesweeper.ReadPositionFile(strings.NewReader(text), "test", minesweeper.Windows); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

// FuzzFiles asks the readers of foreign files for more than not to panic: what they
// read they write so that it is read as the same.
func FuzzFiles(f *testing.F) {
	f.Add([]byte{3, 2, 0, 2, 0, 1, 2, 0})
	f.Add([]byte("3x2x2\n01H\n12F\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if g, mines, err := minesweeper.ParseBoardFile(data, minesweeper.Windows); err == nil {
			again, err := g.AppendBoardFile(nil, mines)
			if err != nil {
				t.Fatal(err)
			}
			h, same, err := minesweeper.ParseBoardFile(again, minesweeper.Windows)
			if err != nil || !slices.Equal(mines, same) || h.Rules() != g.Rules() {
				t.Fatalf("%v became %v: %v, %v", mines, same, again, err)
			}
		}
		p, err := minesweeper.ReadPositionFile(strings.NewReader(string(data)), "fuzz", minesweeper.Windows)
		if err != nil {
			return
		}
		text, err := p.PositionFile()
		if err != nil {
			t.Fatal(err)
		}
		q, err := minesweeper.ReadPositionFile(strings.NewReader(text), "fuzz", minesweeper.Windows)
		if err != nil || q.String() != p.String() {
			t.Fatalf("%q became %q, %v", p, text, err)
		}
	})
}
