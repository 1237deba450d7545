package kriegspielers

import (
	"context"
	"testing"

	"blindsight"
	"blindsight/catalog"
	"blindsight/game/chess"
)

// When a game is adjudged: a bare king against enough to mate, none of which he can take, on the open board.
func TestBeatsBareKing(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want bool
	}{
		{"8/8/8/4k3/8/8/8/KQ6 b - -", true},
		{"8/8/8/4k3/8/8/8/KR6 w - -", true},
		{"8/8/8/4k3/4Q3/8/8/K7 b - -", false}, // he takes the queen
		{"8/8/8/4k3/4Q3/4K3/8/8 b - -", true}, // protected
		{"8/8/3Q4/8/8/4k3/8/K7 w - -", true},  // his turn is not now
		{"8/8/8/4k3/8/8/8/KBB5 w - -", true},  // both colours
		{"8/8/8/4k3/8/B7/8/K1B5 w - -", false},
		{"8/8/8/4k3/8/8/8/KBN5 w - -", false}, // no guaranteed mate is known
		{"8/8/8/4k3/8/8/8/KQ5r w - -", false}, // not bare
		{"k7/8/1Q6/8/8/8/8/K7 b - -", false},  // stalemate
		{"8/7P/8/8/8/k7/8/K7 b - -", true},    // outrun: two moves away, he is seven
		{"8/8/8/8/8/1k6/7P/K7 w - -", true},   // five steps with the first of two, the king needs six
		{"8/8/8/8/2k5/8/7P/K7 b - -", false},  // in the square
		{"7K/7P/8/8/8/k7/8/8 b - -", false},   // its own king stands in the way
	} {
		p, err := chess.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(c.fen, err)
		}
		if got := beatsBareKing(&p, chess.White); got != c.want {
			t.Errorf("%s: %v, want %v", c.fen, got, c.want)
		}
		if beatsBareKing(&p, chess.Black) {
			t.Errorf("%s: Black beats a bare king", c.fen)
		}
	}
}

// What is counted of games holds together: measures of both sides, for games with secret lines.
func TestGauge(t *testing.T) {
	s, err := Game.Open("rules=wild16,lines=setups,limit=60")
	if err != nil {
		t.Fatal(err)
	}
	rivals, err := s.Rivals("greedy", "random")
	if err != nil {
		t.Fatal(err)
	}
	at := make(map[string]int)
	for i, m := range Game.Measures {
		at[m.Name] = i
	}
	first := make(map[string]bool) // moves of the lines, by pair
	for n := range uint64(12) {
		for game := range 2 {
			given, line := 0, ""
			r, err := rivals.Play(context.Background(), game, catalog.Play{Seed: 3, Number: n, Budgets: []blindsight.Budget{{Simulations: 1}}, Each: func(s *catalog.Step) {
				if s.Given {
					given++
					line += " " + s.Action
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			first[line[:10]] = true
			a, b := r.Sides[0].Measures, r.Sides[1].Measures
			if d := a[at["moves"]] - b[at["moves"]]; d != 0 && d != 1 {
				t.Errorf("game %d: White moved %v times more often", n, d)
			}
			if sum := a[at["tries"]] + b[at["tries"]]; sum != float64(r.Steps) {
				t.Errorf("game %d: %v tries in %d steps", n, sum, r.Steps)
			}
			if sum := a[at["adjudged"]] + b[at["adjudged"]]; sum != 1 {
				t.Errorf("game %d: adjudged to %v points", n, sum)
			}
			if r.Gained[0] == 1 && a[at["adjudged"]] != 1 {
				t.Errorf("game %d was won and is adjudged otherwise", n)
			}
			if given < 4 || given > 8 {
				t.Errorf("game %d: %d moves of lines were made, want about four of each side", n, given)
			}
			if decisions := r.Sides[0].Decisions + r.Sides[1].Decisions; decisions != r.Steps-given {
				t.Errorf("game %d: %d decisions in %d steps, %d of them given", n, decisions, r.Steps, given)
			}
		}
	}
	if len(first) < 6 {
		t.Errorf("only %d beginnings in 12 pairs", len(first))
	}
}
