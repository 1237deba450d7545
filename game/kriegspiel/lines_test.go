package kriegspiel_test

import (
	"strings"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Errors name the row and the mend.
func TestReadLinesErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "there is no line of white: add one"},
		{"white e2e4", "there is no line of black"},
		{"black e7e5\n\nwhite e2e5 # far", "test:3: e2e5: no such move is possible for the men of white alone"},
		{"white", "test:1: 0 moves: want 1 to 20"},
		{"red e2e4", `test:1: "red": a line begins with white or black`},
		{"white e2", "test:1: "},
		{"white d2d4 e2e4 d4e5", "test:1: d4e5: no such move"},
		{"white " + strings.Repeat("x", 70_000), "64 KiB"},
	} {
		if _, err := kriegspiel.ReadLines(strings.NewReader(c.text), "test"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.30q: error %v, want %q", c.text, err, c.want)
		}
	}
}

// A line is played as far as it goes: what was refused, or makes no sense, is left to the player.
func TestLineNext(t *testing.T) {
	l, err := kriegspiel.ReadLines(strings.NewReader("white e2e4 e4e5 e5e6 f1c4\nblack e7e5 # blocks\n"), "test")
	if err != nil {
		t.Fatal(err)
	}
	start := chess.Start()
	g := kriegspiel.NewReferee(kriegspiel.MustRules("berkeley"), &start, 0)
	white, black := l.Draw(1, 0, chess.White), l.Draw(1, 0, chess.Black)
	try := func(line kriegspiel.Line, side chess.Color, want, heard string) {
		t.Helper()
		a, ok := line.Next(g.View(side))
		if got := a.String(); !ok || got != want {
			t.Fatalf("the line says %s, %v, want %s", got, ok, want)
		}
		if h, err := g.Try(a); err != nil || h.String() != heard {
			t.Fatalf("%s: heard %s, %v, want %s", want, h, err, heard)
		}
	}
	try(white, chess.White, "e2e4", "silent")
	if _, ok := white.Next(g.View(chess.White)); ok {
		t.Error("a line moves in the turn of the opponent")
	}
	try(black, chess.Black, "e7e5", "silent")
	try(white, chess.White, "e4e5", "illegal")
	if a, ok := white.Next(g.View(chess.White)); ok {
		t.Errorf("after a refusal the line says %s, want nothing", a)
	}
	for _, text := range []string{"a2a3", "a7a6"} {
		m, _ := chess.ParseUCI(text)
		if _, err := g.Try(kriegspiel.Attempt(m)); err != nil {
			t.Fatal(err)
		}
	}
	if a, ok := white.Next(g.View(chess.White)); ok {
		t.Errorf("the line says %s, for which there is no pawn", a)
	}
	if a, ok := black.Next(g.View(chess.Black)); ok {
		t.Errorf("the line of Black is over and says %s", a)
	}
}

// The list of the program is one for each side, all different, of three or four moves, and drawn by number: all are.
func TestSetups(t *testing.T) {
	l := kriegspiel.Setups()
	for side := chess.White; side <= chess.Black; side++ {
		drawn := make(map[string]int)
		for n := range uint64(2000) {
			line := l.Draw(7, n, side)
			if len(line) < 3 || len(line) > 4 {
				t.Fatalf("a set-up of %d moves", len(line))
			}
			var text []string
			for _, a := range line {
				text = append(text, a.String())
			}
			drawn[strings.Join(text, " ")]++
		}
		if len(drawn) != 16 {
			t.Errorf("%s has %d set-ups, the list 16", side, len(drawn))
		}
	}
}

func FuzzReadLines(f *testing.F) {
	f.Add("white e2e4 g1f3 # comment\nblack e7e5\n")
	f.Add("white e1g1\nblack")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := kriegspiel.ReadLines(strings.NewReader(text), "fuzz")
		if err == nil && len(l.Draw(1, 2, chess.Black)) == 0 {
			t.Error("a line without a move")
		}
	})
}

// A byte order mark is left out, as by every reader.
func TestReadLinesMarked(t *testing.T) {
	if _, err := kriegspiel.ReadLines(strings.NewReader("\ufeffwhite e2e4\nblack e7e5\n"), "test"); err != nil {
		t.Error(err)
	}
}
