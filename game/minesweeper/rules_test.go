package minesweeper

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestNewRefusesAndSaysWhatToDo(t *testing.T) {
	for _, c := range []struct {
		r    Rules
		want string // "" if the rules are right
	}{
		{Rules{Height: 1, Width: 1, Mines: 0}, ""},
		{Rules{Height: 100, Width: 100, Mines: 9999}, ""},
		{Rules{Height: 0, Width: 5, Mines: 0}, "board 0x5/0: height and width must be 1 to 100"},
		{Rules{Height: 5, Width: -1, Mines: 0}, "board 5x-1/0: height and width must be 1 to 100"},
		{Rules{Height: 101, Width: 5, Mines: 0}, "board 101x5/0: height and width must be 1 to 100"},
		{Rules{Height: 5, Width: 101, Mines: 0}, "board 5x101/0: height and width must be 1 to 100"},
		{Rules{Height: 3, Width: 3, Mines: -1}, "board 3x3/-1: -1 mines do not fit: a board of 9 cells takes 0 to 8"},
		{Rules{Height: 3, Width: 3, Mines: 9}, "board 3x3/9: 9 mines do not fit: a board of 9 cells takes 0 to 8"},
		{Rules{Height: 1, Width: 1, Mines: 1}, "board 1x1/1: 1 mines do not fit: a board of 1 cells takes 0 to 0"},
		// The smallest zone is a corner's: itself and 3 neighbours of 8, 2 of 4. On a
		// torus all cells have 8 neighbours, a knight in the corner of 4x4 has 2, and
		// hexagons at the left end of the first of four rows and at the right end of the last 2.
		{Rules{Height: 4, Width: 4, Mines: 12, First: Gnomine}, ""},
		{Rules{Height: 4, Width: 4, Mines: 13, First: Gnomine}, "board 4x4/13: too small for the gnomine rule, which keeps at least 4 cells free around the first: at most 12 mines fit"},
		{Rules{Height: 4, Width: 4, Mines: 13, First: Gnomine, Neighbours: Four}, ""},
		{Rules{Height: 4, Width: 4, Mines: 14, First: Gnomine, Neighbours: Four}, "board 4x4/14: too small for the gnomine rule, which keeps at least 3 cells free around the first: at most 13 mines fit"},
		{Rules{Height: 4, Width: 4, Mines: 7, First: Gnomine, Neighbours: Torus}, ""},
		{Rules{Height: 4, Width: 4, Mines: 8, First: Gnomine, Neighbours: Torus}, "board 4x4/8: too small for the gnomine rule, which keeps at least 9 cells free around the first: at most 7 mines fit"},
		{Rules{Height: 4, Width: 4, Mines: 13, First: Gnomine, Neighbours: Knight}, ""},
		{Rules{Height: 4, Width: 4, Mines: 14, First: Gnomine, Neighbours: Knight}, "board 4x4/14: too small for the gnomine rule, which keeps at least 3 cells free around the first: at most 13 mines fit"},
		{Rules{Height: 4, Width: 4, Mines: 13, First: Gnomine, Neighbours: Hex}, ""},
		{Rules{Height: 4, Width: 4, Mines: 14, First: Gnomine, Neighbours: Hex}, "board 4x4/14: too small for the gnomine rule, which keeps at least 3 cells free around the first: at most 13 mines fit"},
		{Rules{Height: 2, Width: 2, Mines: 1, First: Gnomine}, "board 2x2/1: too small for the gnomine rule, which keeps at least 4 cells free around the first: at most 0 mines fit"},
		{Rules{Height: 2, Width: 2, Mines: 3, First: Gnomine, Neighbours: Knight}, ""}, // no cell has a neighbour
	} {
		_, err := New(c.r)
		if got := fmt.Sprint(err); err == nil && c.want != "" || err != nil && got != c.want {
			t.Errorf("New(%s): %s, want %q", describe(c.r), got, c.want)
		}
	}
}

// The advice in an error is right: a board with the number of mines that it says
// fit is one, and one more mine is too many.
func TestNewSaysHowManyMinesFit(t *testing.T) {
	for _, neighbours := range neighbourhoods {
		for height := 1; height <= 5; height++ {
			for width := 1; width <= 5; width++ {
				r := Rules{Height: height, Width: width, Mines: height * width, First: Gnomine, Neighbours: neighbours}
				for r.Mines--; r.Mines >= 0; r.Mines-- {
					_, err := New(r)
					if err == nil {
						break
					}
					fit := 0
					_, tail, _ := strings.Cut(err.Error(), "at most ")
					if _, err := fmt.Sscanf(tail, "%d mines fit", &fit); err != nil {
						t.Fatalf("%s: no advice in %q", describe(r), tail)
					}
					r.Mines = fit + 1
					if _, err := New(r); err == nil {
						t.Errorf("%s: %d mines are said to fit at most, but one more does", describe(r), fit)
					}
					r.Mines = fit
					if _, err := New(r); err != nil {
						t.Errorf("%s: %d mines are said to fit: %v", describe(r), fit, err)
					}
					break
				}
			}
		}
	}
}

func TestParseBoard(t *testing.T) {
	for _, c := range []struct {
		text                 string
		height, width, mines int
		ok                   bool
	}{
		{"9x9/10", 9, 9, 10, true},
		{"16x30/99", 16, 30, 99, true},
		{"0x0/0", 0, 0, 0, true}, // the form is right; New refuses it
		{"", 0, 0, 0, false},
		{"9x9", 0, 0, 0, false},
		{"9/10", 0, 0, 0, false},
		{"9x9/", 0, 0, 0, false},
		{"9x9x9/10", 0, 0, 0, false},
		{"9x9/10/10", 0, 0, 0, false},
		{"-9x9/10", 0, 0, 0, false},
		{"+9x9/10", 0, 0, 0, false},
		{"9 x9/10", 0, 0, 0, false},
		{"9X9/10", 0, 0, 0, false},
		{"9x9/99999999999999999999", 0, 0, 0, false},
		{"9x9/4294967296", 0, 0, 0, false},
	} {
		height, width, mines, err := ParseBoard(c.text)
		if height != c.height || width != c.width || mines != c.mines || (err == nil) != c.ok {
			t.Errorf("ParseBoard(%q) = %d, %d, %d, %v", c.text, height, width, mines, err)
		}
		if want := "want HEIGHTxWIDTH/MINES, as in 9x9/10"; !c.ok && !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("ParseBoard(%q): %v does not say %q", c.text, err, want)
		}
		if back := (Rules{Height: height, Width: width, Mines: mines}).Board(); c.ok && back != c.text {
			t.Errorf("%q is written back as %q", c.text, back)
		}
	}
}

func TestNames(t *testing.T) {
	for _, f := range firsts {
		if got, err := ParseFirst(f.String()); got != f || err != nil {
			t.Errorf("first-move rule %d is called %q, which is read as %d, %v", f, f, got, err)
		}
	}
	for i, n := range neighbourhoods {
		if got, err := ParseNeighbours(n.String()); got != n || err != nil {
			t.Errorf("neighbourhood %d is called %q, which is read as %d, %v", n, n, got, err)
		}
		if names := NeighbourhoodNames(); len(names) != len(neighbourhoods) || names[i] != n.String() {
			t.Errorf("neighbourhood %d is %q in %v", i, n, names)
		}
	}
	for _, o := range []Objective{Score, Win} {
		if got, err := ParseObjective(o.String()); got != o || err != nil {
			t.Errorf("objective %d is called %q, which is read as %d, %v", o, o, got, err)
		}
	}
	_, err1 := ParseFirst("Windows")
	_, err2 := ParseNeighbours("6")
	_, err3 := ParseObjective("")
	for i, want := range []string{
		`unknown first-move rule "Windows" (did you mean "windows"?): use one of windows, gnomine, none`,
		`unknown neighbourhood "6": use one of 8, 4, hex, torus, knight`,
		`unknown objective "": use one of score, win`,
	} {
		if got := fmt.Sprint([]error{err1, err2, err3}[i]); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Rules are read from three words, and an error names the word that is wrong.
func TestParseRules(t *testing.T) {
	for _, c := range []struct{ board, first, neighbours, part string }{
		{"16x30/99", "gnomine", "torus", ""},
		{"16x30", "gnomine", "torus", "board"},
		{"16x30/99", "linux", "torus", "rule"},
		{"16x30/99", "gnomine", "5", "neighbours"},
	} {
		r := Rules{AutoOpen: true}
		err := r.Parse(c.board, c.first, c.neighbours)
		part := ""
		if wrong := (*RulesError)(nil); errors.As(err, &wrong) {
			part = wrong.Part
		}
		want := Rules{Height: 16, Width: 30, Mines: 99, First: Gnomine, Neighbours: Torus, AutoOpen: true}
		if part != c.part || part == "" && (err != nil || r != want) {
			t.Errorf("%+v: %v of %q, %+v", c, err, part, r)
		}
	}
}
