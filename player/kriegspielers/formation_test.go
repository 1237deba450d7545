package kriegspielers

import (
	"context"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
)

// made makes attempts of both sides in turn, each of which must be legal.
func made(t *testing.T, g *kriegspiel.Referee, list ...string) {
	t.Helper()
	for _, text := range list {
		a, err := kriegspiel.ParseAttempt(text)
		if err != nil {
			t.Fatal(err)
		}
		if h, err := g.Try(a); err != nil || !h.Move() {
			t.Fatalf("%s: %v, %v", text, h, err)
		}
	}
}

// How often the own men stood so is counted from the last capture or own pawn's move on, whatever the opponent does.
func TestFormations(t *testing.T) {
	start := mustPosition(t, "r3k3/p7/8/8/8/8/P7/R3K3 w - -")
	g := kriegspiel.NewReferee(kriegspiel.MustRules("berkeley"), &start, 0)
	times := func(move string, want int) {
		t.Helper()
		v := g.View(chess.White)
		own := v.Own()
		m, err := chess.ParseUCI(move)
		if err != nil {
			t.Fatal(err)
		}
		f := make(formations)
		for range 2 { // as often as it is asked
			f.recall(v)
			if got := f.times(&own, m); got != want {
				t.Errorf("%s leads to where the men stood %d times, want %d", move, got, want)
			}
		}
		if now := f[formationOf(&own, chess.White)]; now < 1 {
			t.Errorf("the present formation is there %d times", now)
		}
	}
	times("a1b1", 0)
	made(t, g, "a1b1", "e8e7")
	times("b1a1", 1)
	made(t, g, "b1a1", "a7a6", "a1b1", "e7e8", "b1a1", "e8e7") // his pawn's move is not known of
	times("a1b1", 2)
	if h, err := g.Try(kriegspiel.Attempt(chess.NewMove(chess.A1, chess.A5, chess.NoKind))); h.Move() || err != nil {
		t.Fatalf("%v, %v", h, err)
	}
	times("a1b1", 2) // a refusal changes nothing
	made(t, g, "a2a4", "e7e8")
	times("a1b1", 0)
	made(t, g, "a1b1", "e8e7", "b1a1", "e7e8")
	times("a1b1", 1)
	made(t, g, "a4a5", "e8e7", "a1a4", "e7e8", "a4a1", "e8e7", "a1a4", "a8b8", "a4a1", "b8b5", "a1a2", "b5a5") // he takes
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
		worth := func(rules *kriegspiel.Rules) float64 {
			for _, p := range o.chain.plan(o, kriegspiel.NewView(rules, chess.White, &p), options) {
				if o.tries[p.try] == d.Action {
					return p.value
				}
			}
			t.Fatalf("%s: %s is no plan", c.fen, d.Action)
			return 0
		}
		berkeley := kriegspiel.MustRules("berkeley")
		first, before := worth(rules), worth(berkeley)
		var to chess.Position
		o.own.MakeInto(d.Action.Move(), &to)
		o.stood[formationOf(&to, chess.White)] = 2
		if x := first - worth(rules); (x > 1) != c.want || x < 0 {
			t.Errorf("%s: %s costs %v the third time", c.fen, d.Action, x)
		}
		if x := before - worth(berkeley); (x > 0.09) != c.want || x > 0.11 || x < 0 {
			t.Errorf("%s: %s costs %v the third time where repetition is no draw", c.fen, d.Action, x)
		}
	}
}
