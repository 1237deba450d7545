package kriegspielers

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
)

// followed plays a game with random attempts, at most so many turns, and calls each at
// every turn of a side with a tracker of its view.
func followed(t *testing.T, rules *kriegspiel.Rules, fen string, o TrackerOptions, number uint64, turns int, each func(tr *Tracker, v *kriegspiel.View, truth chess.Position)) {
	t.Helper()
	start := mustPosition(t, fen)
	g := kriegspiel.NewReferee(rules, &start, 0)
	rng := randstream.New(2, "tracker/game", number)
	side := chess.Color(number & 1)
	tracker, sampling := NewTracker(o), randstream.New(2, "tracker/sample", number)
	var told feed
	var buf []kriegspiel.Attempt
	for g.Result() == kriegspiel.Unfinished && g.View(chess.White).Turns() < turns {
		v := g.View(g.Side())
		if g.Side() == side && len(v.Tries()) == 0 {
			told.tell(tracker, v)
			if err := tracker.Update(context.Background(), sampling); err != nil {
				t.Fatalf("%s, game %d, turn %d: %v", rules, number, v.Turns(), err)
			}
			each(tracker, v, g.Position())
		}
		buf = v.Legal(buf[:0])
		if _, err := g.Try(buf[rng.IntN(len(buf))]); err != nil {
			t.Fatal(err)
		}
	}
}

func mustPosition(t testing.TB, fen string) chess.Position {
	t.Helper()
	p, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The belief is that of an enumeration from the beginning wherever it is called exact, and
// part of it wherever it is not called guessed; it is called exact again after it was not.
func TestTrackerAgainstEnumeration(t *testing.T) {
	const small = "4k2r/5p2/8/8/8/8/2P5/R3K3 w Qk - 0 1"
	exact, sampled, guessed, regained := 0, 0, 0, 0
	number := uint64(0)
	for _, rules := range kriegspiel.All() {
		for _, c := range []struct {
			fen     string
			options TrackerOptions
			turns   int
		}{
			{chess.StartFEN, TrackerOptions{Exact: 3000, Sample: 200}, 9},
			{small, TrackerOptions{Exact: 3000, Sample: 100}, 16},
			{small, TrackerOptions{Exact: 60, Sample: 40}, 24},
			{small, TrackerOptions{Exact: 1, Sample: 3}, 20},
			{"8/8/4k3/8/2q5/4K3/5R2/8 b - - 0 1", TrackerOptions{Exact: 10, Sample: 10}, 24},
		} {
			for range 2 {
				number++
				was := true
				followed(t, rules, c.fen, c.options, number, c.turns, func(tr *Tracker, v *kriegspiel.View, truth chess.Position) {
					if tr.Guessed() {
						guessed++
						if tr.Exact() {
							t.Fatalf("%s, game %d, turn %d: guessed and exact", rules, number, v.Turns())
						}
						return
					}
					e, err := NewEstimate(context.Background(), v.Record(), v.Side(), enumerate.Options{States: 8000})
					if errors.Is(err, blindsight.ErrTooMany) {
						return
					}
					if err != nil {
						t.Fatal(err)
					}
					states := tr.States()
					seen := map[chess.Position]bool{}
					for i := range states {
						if seen[states[i]] || !e.Belief.Has(e.Trail, &states[i]) {
							t.Fatalf("%s, game %d, turn %d: %s does not agree with the view, or is there twice", rules, number, v.Turns(), states[i].FEN())
						}
						seen[states[i]] = true
					}
					switch {
					case tr.Exact() && len(states) != e.Size:
						t.Fatalf("%s, game %d, turn %d: %d positions, want %d", rules, number, v.Turns(), len(states), e.Size)
					case tr.Exact():
						exact++
						if !was {
							regained++
						}
					default:
						sampled++
						if len(states) > max(c.options.Sample, c.options.Exact) {
							t.Fatalf("%d positions in a sample of %d", len(states), c.options.Sample)
						}
					}
					was = tr.Exact()
				})
			}
		}
	}
	t.Logf("exact %d times, sampled %d, guessed %d, exact again %d", exact, sampled, guessed, regained)
	if exact < 100 || sampled < 200 || regained < 3 {
		t.Errorf("exact %d times, sampled %d, exact again %d: too seldom to mean much", exact, sampled, regained)
	}
}

// All positions of a king and one man hold the belief.
func TestTrackerSurrounds(t *testing.T) {
	held := 0
	for number := range uint64(10) {
		rules := kriegspiel.All()[number%6]
		followed(t, rules, "4k3/8/8/8/3p4/8/8/R3K2R w - - 0 1", TrackerOptions{Exact: 1, Sample: 20}, 2*number, 30, func(tr *Tracker, v *kriegspiel.View, truth chess.Position) {
			in := map[chess.Position]bool{}
			if !tr.game.surround(make([]event, v.Turns()), true, func(p *chess.Position) { in[*p] = true }) {
				return
			}
			e, err := NewEstimate(context.Background(), v.Record(), v.Side(), enumerate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for p := range e.Belief.All() {
				if !in[*p] {
					t.Fatalf("%s, game %d, turn %d: %s agrees with the view, and is not among all %d placements", rules, number, v.Turns(), p.FEN(), len(in))
				}
			}
			held++
		})
	}
	if held < 40 {
		t.Errorf("looked at only %d times", held)
	}
}

// A tracker that begins another game follows that.
func TestTrackerChangesGames(t *testing.T) {
	rules := kriegspiel.MustRules("rand")
	tracker, rng := NewTracker(DefaultTracker), rand.New(rand.NewPCG(1, 1))
	for number := range uint64(3) {
		var told feed
		followed(t, rules, chess.StartFEN, DefaultTracker, 2*number, 6, func(own *Tracker, v *kriegspiel.View, _ chess.Position) {
			told.tell(tracker, v)
			err := tracker.Update(context.Background(), rng)
			if err != nil || len(tracker.States()) != len(own.States()) {
				t.Errorf("game %d, turn %d: %d positions, want %d; %v", number, v.Turns(), len(tracker.States()), len(own.States()), err)
			}
		})
	}
}
