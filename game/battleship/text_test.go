package battleship

import (
	"strings"
	"testing"

	"blindsight/internal/randstream"
)

func TestSettings(t *testing.T) {
	for _, c := range []struct{ text, written string }{
		{"usual", "10x10/5,4,3,3,2"},
		{"silver-veness", "10x10/5,4,3,2 apart silent bonus=100"},
		{"usual  apart ship-by-ship", "10x10/5,4,3,3,2 apart ship-by-ship"},
		{"4x5/2,1 bonus=0.5 silent", "4x5/2,1 silent bonus=0.5"},
	} {
		r, err := ParseRules(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if r.String() != c.written {
			t.Errorf("%q is written as %q, want %q", c.text, r, c.written)
		}
		again, err := ParseRules(r.String())
		if err != nil || again.String() != c.written {
			t.Errorf("%q is read back as %q, %v", r, again, err)
		}
	}
	for _, c := range []struct{ text, problem string }{
		{"", "no setting"},
		{"usal", `did you mean "usual"`},
		{"10x10", "want one of usual, silver-veness"},
		{"10x10/5,x", "want one of"},
		{"10x-1/5", "want one of"},
		{"usual bonus=much", "and a number"},
		{"usual bonus=Inf", "and a number"},
		{"usual slient", `did you mean "silent"`},
	} {
		if _, err := ParseRules(c.text); err == nil || !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%q: the error is %v, want one that says %q", c.text, err, c.problem)
		}
	}
	for _, c := range []struct{ text, problem string }{
		{"17x10/5", "must be 1 to 16"},
		{"0x10/5", "must be 1 to 16"},
		{"10x10/5,0", "a ship of length 0"},
		{"4x3/5", "a ship of length 5"},
		{"2x2/2,2,1", "does not fit"},
		{"3x3/1,1,1,1,1 apart", "does not fit"},
		{"9x9/" + strings.Repeat("1,", 16) + "1", "17 ships"},
		{"usual ship-by-ship", "another game"},
	} {
		r, err := ParseRules(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := New(r); err == nil || !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%q: the error is %v, want one that says %q", c.text, err, c.problem)
		}
	}
}

// Every view of random plays is read back equal.
func TestPositionsAreReadBack(t *testing.T) {
	for _, setting := range []string{"usual", "silver-veness", "3x4/2,2,1", "16x16/5,3,3,1,1"} {
		g := mustNew(t, setting)
		rng := randstream.New(1, "battleship/text")
		for range 5 {
			var s State
			g.Start(rng, &s)
			v := g.NewView()
			for v.Left() > 0 {
				back, err := ParseView(v.String())
				if err != nil {
					t.Fatalf("%v\n%s", err, v)
				}
				if back.Key() != v.Key() || back.String() != v.String() || back.Left() != v.Left() || back.Shots() != v.Shots() {
					t.Fatalf("\n%sis read back as\n%s", v, back)
				}
				c := v.Pick(rng)
				if err := v.Did(c, g.Step(rng, &s, c).Seen); err != nil {
					t.Fatal(err)
				}
				if again, err := g.ParseCell(g.Name(c)); err != nil || again != c {
					t.Fatalf("cell %s is read back as %s, %v", g.Name(c), g.Name(again), err)
				}
			}
		}
	}
}

func TestBadPositions(t *testing.T) {
	for _, c := range []struct{ text, problem string }{
		{"", "1:1: no setting"},
		{"2x2/5\n..\n..", "1:1: board 2x2/5"},
		{"2x2/1\n..", "2:1: the position ends after 1 rows"},
		{"2x2/1\n..\n.", "3:2: row 1 has 1 cells"},
		{"2x2/1\n..\n...", "3:3: row 1 has more than 2"},
		{"2x2/1\n..\n.#", "3:2: '#' is no cell"},
		{"2x2/1\n..\n..\n..\n..", "5:1: the position goes on"},
		{"2x2/1\n..\n..\nfoo", "4:1: want sunk"},
		{"2x2/1\n..\n..\nsunk x", `4:1: "x" is no length`},
		{"2x2/1\n..\n..\nsunk 1", "4:1: 1 ships are sunk, but no cell is A"},
		{"2x2/2\n.A\n..", "2:2: A: only 0 ships"},
		{"2x2/2\n.b\n..", "2:2: b: only 0 ships"},
		{"2x2/2\nAA\n..\nsunk 2", "2:2: a second A"},
		{"2x2/2\n.A\na.\nsunk 2", "2:2: cell 0,1 cannot show sunk 2: there is no line"},
		{"2x2/2\n--\n--", "cannot be a miss"},
		{"2x2/2 silent\naA\n..\nsunk 2", "not announced"},
		{"2x2/2\naA\n..\nsunk 3", "no such ship"},
	} {
		if _, err := ParseView(c.text); err == nil || !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%q: the error is %v, want one that says %q", c.text, err, c.problem)
		}
	}
}

// Whatever can be read is written and read back equal.
func FuzzParseView(f *testing.F) {
	f.Add("5x5/3,2,2\n. - . . .\na a A . .\n. - b . .\n. . . . .\n. . . . -\nsunk 3\n")
	f.Add("2x3/2,1 apart silent bonus=5\n. a .\n- . .\n")
	f.Add("1x1/1 ship-by-ship\n.")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParseView(text)
		if err != nil {
			return
		}
		back, err := ParseView(v.String())
		if err != nil || back.Key() != v.Key() || back.String() != v.String() {
			t.Fatalf("%q is written as\n%sand read back as %v, %v", text, v, back, err)
		}
	})
}
