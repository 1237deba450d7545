package kriegspielers

import (
	"context"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
)

// attempts makes attempts of both sides in turn, each of which must be legal, and takes in the turns of White.
func (s *formations) attempts(t *testing.T, g *kriegspiel.Referee, list ...string) {
	t.Helper()
	for _, text := range list {
		a, err := kriegspiel.ParseAttempt(text)
		if err != nil {
			t.Fatal(err)
		}
		if h, err := g.Try(a); err != nil || !h.Move() {
			t.Fatalf("%s: %v, %v", text, h, err)
		}
		if g.Side() == chess.White {
			s.note(g.View(chess.White))
		}
	}
}

// How often the own men stood so is counted from the last capture or own pawn's move on, whatever the opponent does.
func TestFormations(t *testing.T) {
	start := mustPosition(t, "r3k3/p7/8/8/8/8/P7/R3K3 w - -")
	g := kriegspiel.NewReferee(kriegspiel.MustRules("berkeley"), &start, 0)
	s := formations{}
	s.note(g.View(chess.White))
	times := func(move string, want int) {
		t.Helper()
		own := g.View(chess.White).Own()
		m, err := chess.ParseUCI(move)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.times(&own, m); got != want {
			t.Errorf("%s leads to where the men stood %d times, want %d", move, got, want)
		}
	}
	times("a1b1", 0)
	s.attempts(t, g, "a1b1", "e8e7")
	times("b1a1", 1)
	s.attempts(t, g, "b1a1", "a7a6", "a1b1", "e7e8", "b1a1", "e8e7") // his pawn's move is not known of
	times("a1b1", 2)
	s.attempts(t, g, "a2a4", "e7e8")
	times("a1b1", 0)
	s.attempts(t, g, "a1b1", "e8e7", "b1a1", "e7e8")
	times("a1b1", 1)
	s.attempts(t, g, "a4a5", "e8e7", "a1a4", "e7e8", "a4a1", "e8e7", "a1a4", "a8b8", "a4a1", "b8b5", "a1a2", "b5a5") // he takes
	times("a2a1", 0)
}

// Who is ahead does not go to and fro until the game is a draw by repetition; who is behind may.
func TestTedium(t *testing.T) {
	rules := kriegspiel.MustRules("wild16")
	for _, c := range []struct {
		fen  string
		want bool
	}{{"7k/7p/8/8/8/8/R7/KR6 w - -", true}, {"6rk/6rp/8/8/8/8/7N/K7 w - -", false}} {
		p := mustPosition(t, c.fen)
		v := kriegspiel.NewView(rules, chess.White, &p)
		options := DefaultForesight
		options.Mate = 0 // no mate decides before
		f := NewForesight(options).(*foresight)
		f.Begin(v)
		d, err := f.Choose(context.Background(), randstream.New(1, "tedium"), v, blindsight.Budget{Simulations: 500})
		if err != nil {
			t.Fatal(err)
		}
		o := &f.outlook
		i := 0
		for o.tries[i] != d.Action {
			i++
		}
		if x := o.tedium(i, rules, 0.05); x != 0 {
			t.Errorf("%s: %s costs %v at first", c.fen, d.Action, x)
		}
		var to chess.Position
		o.own.MakeInto(d.Action.Move(), &to)
		o.stood.seen[formationOf(&to, chess.White)] = 2
		if x := o.tedium(i, rules, 0.05); (x > 1) != c.want {
			t.Errorf("%s: %s costs %v the third time", c.fen, d.Action, x)
		}
		if x := o.tedium(i, kriegspiel.MustRules("berkeley"), 0.05); (x > 0.09) != c.want || x > 0.11 {
			t.Errorf("%s: %s costs %v the third time where repetition is no draw", c.fen, d.Action, x)
		}
	}
}
