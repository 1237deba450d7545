package kriegspielers

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
)

// contested lets two players play from a position, at most so many turns, with a budget
// of simulations, and calls each with every decision.
func contested(t testing.TB, rules *kriegspiel.Rules, fen string, players [2]Player, number uint64, sims, turns int, each func(g *kriegspiel.Referee, d blindsight.Decision[kriegspiel.Attempt])) *kriegspiel.Referee {
	t.Helper()
	start := mustPosition(t, fen)
	g := kriegspiel.NewReferee(rules, &start, 0)
	streams := [2]*rand.Rand{randstream.New(3, "believer", number, 0), randstream.New(3, "believer", number, 1)}
	var told [2]feed
	for g.Result() == kriegspiel.Unfinished && g.View(chess.White).Turns() < turns {
		v, rng := g.View(g.Side()), streams[g.Side()]
		before := v.Key()
		if f, ok := players[g.Side()].(Follower); ok {
			told[g.Side()].tell(f, v)
		}
		d, err := players[g.Side()].Choose(context.Background(), rng, v, blindsight.Budget{Simulations: sims})
		if err != nil {
			t.Fatal(err)
		}
		if v.Key() != before || v.Sense(d.Action) != nil || !slices.Contains(v.Legal(nil), d.Action) {
			t.Fatalf("%s: tries %s, or has changed the view: %v", rules, d.Action, v.Sense(d.Action))
		}
		if each != nil {
			each(g, d)
		}
		if _, err := g.Try(d.Action); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// Whatever the rules, the players try what makes sense and was not refused, say honestly
// what they know, and play the same game again for the same seed, whatever they played
// before.
func TestBelieversPlay(t *testing.T) {
	used := [2]Player{NewBeliever(DefaultBeliever), NewHunter(DefaultHunter)}
	for i, rules := range kriegspiel.All() {
		var texts [2]string
		for round := range texts {
			players := used
			if round == 1 {
				players = [2]Player{NewBeliever(DefaultBeliever), NewHunter(DefaultHunter)}
			}
			g := contested(t, rules, chess.StartFEN, players, uint64(i), 200, 24, func(g *kriegspiel.Referee, d blindsight.Decision[kriegspiel.Attempt]) {
				var tracker belief
				switch p := players[g.Side()].(type) {
				case *believer:
					tracker = p.tracker
				case *hunter:
					tracker = p.tracker
				}
				checkHealth(t, tracker, d.Health)
			})
			texts[round] = string(g.Record().AppendJSON(nil))
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: the same seed gives different games:\n%s\n%s", rules, texts[0], texts[1])
		}
	}
}

// checkHealth checks that the health of a decision says what its belief was.
func checkHealth(t *testing.T, tracker belief, h blindsight.Health) {
	t.Helper()
	if h.Asymptotic == tracker.Exact() || (h.Fallbacks > 0) != (tracker.Guessed() || h.Samples == 0) || h.Samples > int64(len(tracker.States())) {
		t.Fatalf("health %+v; exact %t, guessed %t, %d positions", h, tracker.Exact(), tracker.Guessed(), len(tracker.States()))
	}
	if effective, guessed := float64(len(tracker.States())), h.Samples; tracker.Exact() && h.Effective != 0 || !tracker.Exact() && h.Effective != effective ||
		tracker.Guessed() && h.Guessed != guessed || !tracker.Guessed() && h.Guessed != 0 {
		t.Fatalf("health %+v: %g positions, exact %t, guessed %t", h, effective, tracker.Exact(), tracker.Guessed())
	}
}

// All that a player is told is in the record filtered for its side: on a view made from
// that alone it decides the same.
func TestBelieverSeesItsRecordOnly(t *testing.T) {
	rules := kriegspiel.MustRules("berkeley")
	players := [2]Player{NewBeliever(DefaultBeliever), NewRandom()}
	contested(t, rules, chess.StartFEN, players, 7, 200, 10, func(g *kriegspiel.Referee, _ blindsight.Decision[kriegspiel.Attempt]) {
		if g.Side() != chess.White || len(g.View(chess.White).Tries()) > 0 {
			return
		}
		var actions [2]kriegspiel.Attempt
		for i := range actions {
			v := g.View(chess.White)
			if i == 1 {
				rec, err := g.Record().Filter(chess.White)
				if err == nil {
					v, _, err = kriegspiel.Replay(rec)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			d, err := NewBeliever(DefaultBeliever).Choose(context.Background(), randstream.New(4, "x"), v, blindsight.Budget{Simulations: 500})
			if err != nil {
				t.Fatal(err)
			}
			actions[i] = d.Action
		}
		if actions[0] != actions[1] {
			t.Errorf("%s with the view of the game, %s with its record", actions[0], actions[1])
		}
	})
}

// A believer mates a lone king that it does not see.
func TestBelieverMatesLoneKings(t *testing.T) {
	rules := kriegspiel.MustRules("berkeley")
	for _, c := range []struct {
		name, fen    string
		least, turns int // of 8 games, and plies
	}{
		{"queen", "8/8/3k4/8/8/8/4KQ2/8 w - - 0 1", 7, 120},
		{"two rooks", "8/8/3k4/8/8/8/R3K2R/8 w - - 0 1", 8, 100},
		{"rook", "8/8/3k4/8/8/8/R3K3/8 w - - 0 1", 6, 200},
	} {
		mates, plies := 0, 0
		for number := range uint64(8) {
			g := contested(t, rules, c.fen, [2]Player{NewBeliever(DefaultBeliever), NewRandom()}, number, 1500, c.turns, nil)
			if g.Result() == kriegspiel.WhiteMates {
				mates++
				plies += len(g.Record().Turns)
			}
		}
		t.Logf("%s: %d mates of 8, in %d plies on the mean", c.name, mates, plies/max(1, mates))
		if mates < c.least {
			t.Errorf("%s: %d mates of 8 within %d plies, want %d", c.name, mates, c.turns, c.least)
		}
	}
}

// Where there is a guaranteed mate in two, it is played, whatever the reply.
func TestBelieverPlaysProvedMates(t *testing.T) {
	const fen = "6K1/8/BP6/PRb5/1pk5/5Q2/4N3/8 w - - 0 1" // published, in problemset/published.tsv
	for _, rules := range kriegspiel.All() {
		for number := range uint64(6) {
			g := contested(t, rules, fen, [2]Player{NewBeliever(DefaultBeliever), NewRandom()}, number, 20_000, 3, nil)
			if g.Result() != kriegspiel.WhiteMates {
				t.Errorf("%s, game %d: %s after two moves", rules, number, g.Result())
			}
		}
	}
}

// The complete player beats the simple ones, even with a sample so small that it is lost at
// times; where it has to guess it says so.
func TestBelieverBeatsGreedy(t *testing.T) {
	rules := kriegspiel.MustRules("berkeley")
	o := DefaultBeliever
	o.Tracker.Sample = 500
	wins, guessed := 0, 0
	for number := range uint64(6) {
		p := NewBeliever(o).(*believer)
		players := [2]Player{p, NewGreedy()}
		side := chess.Color(number & 1)
		players[side], players[side^1] = players[0], players[1]
		g := contested(t, rules, chess.StartFEN, players, number, 1000, 400, func(g *kriegspiel.Referee, d blindsight.Decision[kriegspiel.Attempt]) {
			if g.Side() == side {
				checkHealth(t, p.tracker, d.Health)
				guessed += int(d.Health.Fallbacks)
			}
		})
		if g.Result() == kriegspiel.WhiteMates+kriegspiel.Result(side) {
			wins++
		}
	}
	t.Logf("%d wins of 6, %d decisions guessed", wins, guessed)
	if wins < 4 || guessed == 0 {
		t.Errorf("%d wins of 6 against greedy, %d decisions guessed", wins, guessed)
	}
}
