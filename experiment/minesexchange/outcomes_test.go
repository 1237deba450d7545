package minesexchange

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"blindsight/internal/interval"
)

// bits makes games from their characters.
func bits(text string) []bool {
	won := make([]bool, len(text))
	for i := range text {
		won[i] = text[i] == '1'
	}
	return won
}

// The three forms say the same.
func TestForms(t *testing.T) {
	for _, text := range []string{
		"0110",
		"01\r\n\n 10 \n",
		"# board: 4x4/4\n# player: strong\n# games: 4\n# won: 2\n01\n10\n",
		"0 0 0.25 3\n1 1 1.000000 9\n2 1 1 7\n3 0 0.5 2\n",
	} {
		s, err := Read(strings.NewReader(text), "x")
		if err != nil || !reflect.DeepEqual(s.Won, bits("0110")) || s.Wins() != 2 {
			t.Errorf("%q: %+v, %v", text, s, err)
		}
	}
}

// What is written is read back equal, whatever the number of lines.
func TestWriteAndRead(t *testing.T) {
	for _, games := range []int{1, width, width + 1, 12345} {
		s := &Series{
			Head: Head{"4x4/4", "windows", "8", "7", "0,0", "strong,exact=0", "no budget", 1.25, "v1", "blindsight mines play --time 0s"},
			Won:  make([]bool, games),
		}
		for i := range s.Won {
			s.Won[i] = i*i%7 == 2
		}
		var b bytes.Buffer
		if err := s.Write(&b); err != nil {
			t.Fatal(err)
		}
		if again, err := Read(&b, "x"); err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%d games: %v, %v", games, again, err)
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "x: no game"},
		{"# board: 4x4/4\n", "x: no game"},
		{"01\n0a1\n", "x:2: character 2 is 'a': want 0 and 1, one a game, or lines 'game won score moves'"},
		{"won\n", "x:1: character 1 is 'w': want 0 and 1"},
		{"# board 4x4/4\n01", `x:1: "board 4x4/4": want # KEY: VALUE`},
		{"# bord: 4x4/4\n01", `x:1: unknown key "bord": use one of board, rule, neighbours, seed, first, player, budget, version, command, games, won, cpu ms a game`},
		{"# games: many\n01", `x:1: games: "many": want a number of games`},
		{"# cpu ms a game: -1\n01", `x:1: cpu ms a game: "-1": want milliseconds, above 0`},
		{"01\n# board: 4x4/4\n", "x:2: a line of the head after games"},
		{"# games: 3\n01", "x: the head says 3 games, there are 2"},
		{"# won: 2\n01", "x: the head says 2 games won, there are 1"},
		{"0 1 1 3\n2 1 1 3\n", `x:2: game "2": want 1, the games being in order from 0 on`},
		{"0 2 1 3\n", `x:1: won "2": want 0 or 1`},
		{"0 1 high 3\n", `x:1: score "high": want a number`},
		{"0 1 1 -3\n", `x:1: moves "-3": want a whole number`},
		{"0 white 1\n", "x:1: 3 words: want four, 'game won score moves'"},
	} {
		if _, err := Read(strings.NewReader(c.text), "x"); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

func TestCompare(t *testing.T) {
	if p := Compare(bits("1110010"), bits("1001000")); p != (interval.Paired{Both: 1, First: 3, Second: 1, Neither: 2}) {
		t.Errorf("%+v", p)
	}
}

func TestSameBoards(t *testing.T) {
	a := Head{Board: "4x4/4", Rule: "windows", Seed: "1", Player: "csp"}
	for _, c := range []struct {
		b    Head
		want string
	}{
		{Head{}, ""},
		{Head{Board: "4x4/4", Seed: "1", Neighbours: "hex", Player: "sps"}, ""},
		{Head{Board: "4x4/4", Seed: "2"}, "they are not of the same boards: the seed is 1 in the one, 2 in the other"},
		{Head{Board: "4x4/4", Rule: "gnomine"}, "they are not of the same boards: the rule is windows in the one, gnomine in the other"},
	} {
		err := SameBoards(&a, &c.b)
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%+v: %v, want %q", c.b, err, c.want)
		}
	}
}

// No text makes the reader panic; mistakes name the file; what is read is written and
// read back equal.
func FuzzRead(f *testing.F) {
	f.Add([]byte("0110\n01"))
	f.Add([]byte("# board: 4x4/4\n# seed: 1\n# games: 2\n# won: 1\n# cpu ms a game: 0.5\n01\n"))
	f.Add([]byte("0 1 1.000000 5\n1 0 0.500000 4\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Read(bytes.NewReader(data), "file")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "file:") {
				t.Errorf("%q: %v", data, err)
			}
			return
		}
		var b bytes.Buffer
		if err := s.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := Read(bytes.NewReader(b.Bytes()), "file")
		if err != nil {
			t.Fatalf("%q: written as %q, which is refused: %v", data, b.Bytes(), err)
		}
		s.Head.CPU, again.Head.CPU = 0, 0 // rounded to four digits
		if !reflect.DeepEqual(again, s) {
			t.Errorf("%q: read back as %+v", data, again)
		}
	})
}
