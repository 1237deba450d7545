package kriegspiel

import (
	"errors"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/chess"
)

func squares(t *testing.T, text string) (list []chess.Square) {
	t.Helper()
	for _, name := range strings.Fields(text) {
		s, err := chess.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

func pattern(t *testing.T, own string, men ...string) *Pattern {
	t.Helper()
	known, err := chess.ParseMen(own)
	if err != nil {
		t.Fatal(err)
	}
	p := &Pattern{Known: known}
	for i := 0; i < len(men); i += 2 {
		kinds, err := ParseKinds(men[i])
		if err != nil {
			t.Fatal(err)
		}
		p.Men = append(p.Men, PatternMan{kinds, squares(t, men[i+1])})
	}
	return p
}

func TestPattern(t *testing.T) {
	for _, test := range []struct {
		own  string
		men  []string
		want int
	}{
		{"8/8/8/8/8/8/8/K7 w", []string{"k", "c1 c2 c3 a3 b2"}, 4},                 // on b2 the kings touch, and so White could take
		{"8/8/8/8/8/8/8/K7 w", []string{"k", "h8", "r-", "b8 c8"}, 3},              // a rook on one of two squares, or none
		{"8/8/8/8/8/8/8/K7 w", []string{"k", "h8", "q", "b8 c8", "q", "b8 c8"}, 1}, // two queens on two squares are one position
		{"7k/8/8/8/8/8/8/K7 w - -", []string{"pn", "c5 c6"}, 4},
		{"8/8/8/8/8/8/8/R3K2R w KQ", []string{"k", "e8 d8"}, 2},
	} {
		list, err := pattern(t, test.own, test.men...).Belief(100)
		if err != nil || len(list) != test.want {
			t.Errorf("%s %v: %d positions, %v: want %d", test.own, test.men, len(list), err, test.want)
		}
		for i := range list {
			if err := list[i].Check(); err != nil {
				t.Error(err)
			}
		}
		if len(list) > 0 {
			p := Problem{Rules: rules[0], Side: chess.White, Depth: 1, Belief: list}
			if err := p.Check(); err != nil {
				t.Error(err)
			}
		}
	}
	if _, err := pattern(t, "8/8/8/8/8/8/8/K7 w", "k", "c1 c2 c3").Belief(2); !errors.Is(err, blindsight.ErrTooMany) {
		t.Errorf("three positions where two are allowed: %v", err)
	}
	if _, err := pattern(t, "8/8/8/8/8/8/8/K7 w", "k", "b1").Belief(2); !errors.Is(err, blindsight.ErrInconsistent) {
		t.Errorf("kings that touch: %v", err)
	}
	if _, err := pattern(t, "8/8/8/8/8/8/8/K7 w", "k", "a1").Belief(2); !errors.Is(err, blindsight.ErrInconsistent) {
		t.Errorf("a king on a king: %v", err)
	}
	for _, bad := range []string{"", "x", "kz"} {
		if _, err := ParseKinds(bad); err == nil {
			t.Errorf("kinds %q are read", bad)
		}
	}
}
