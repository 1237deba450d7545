package kriegspielers

import (
	"flag"
	"runtime"
	"slices"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/cputime"
	"blindsight/internal/randstream"
)

var equalGames = flag.Int("equal-games", 1, "games between two believers in which TestBelieverDecidesAsBefore compares all decisions")

// With equal random numbers the tracker holds the positions that the one of before held, in the same
// order, and tells the same of its health: under all rule sets, exact, sampled, found again and guessed.
func TestTrackerHoldsWhatItHeldBefore(t *testing.T) {
	exact, sampled, guessed, regained, lost := 0, 0, 0, 0, int64(0)
	number := uint64(100)
	for _, rules := range kriegspiel.All() {
		for _, c := range []struct {
			fen     string
			options TrackerOptions
			turns   int
			games   int
		}{
			{chess.StartFEN, TrackerOptions{Exact: 2000, Sample: 300}, 20, 1},
			{chess.StartFEN, TrackerOptions{Exact: 100, Sample: 100}, 60, 1},
			{"4k2r/5p2/8/8/8/8/2P5/R3K3 w Qk - 0 1", TrackerOptions{Exact: 60, Sample: 40}, 60, 2},
			{"8/8/4k3/8/2q5/4K3/5R2/8 b - - 0 1", TrackerOptions{Exact: 10, Sample: 10, Effort: 300}, 60, 3},
		} {
			for range c.games {
				number++
				before, told, was := newTracker1(c.options), feed{}, true
				sampling := randstream.New(2, "tracker/sample", number)
				followed(t, rules, c.fen, c.options, number, c.turns, func(tr *Tracker, v *kriegspiel.View, _ chess.Position) {
					told.tell(before, v)
					if err := before.Update(t.Context(), sampling); err != nil {
						t.Fatal(err)
					}
					h, old := tr.Health(), before.Health()
					if !slices.Equal(tr.States(), before.States()) || tr.Exact() != before.Exact() || tr.Guessed() != before.Guessed() ||
						h.Draws != old.Draws || h.Failures != old.Failures {
						t.Fatalf("%s, game %d, turn %d: %d positions, exact %t, guessed %t, %+v; before %d, %t, %t, %+v", rules, number, v.Turns(),
							len(tr.States()), tr.Exact(), tr.Guessed(), h, len(before.States()), before.Exact(), before.Guessed(), old)
					}
					switch {
					case tr.Exact():
						exact++
						if !was {
							regained++
						}
					case tr.Guessed():
						guessed++
					default:
						sampled++
					}
					was = tr.Exact()
				})
				lost += before.Health().Failures
			}
		}
	}
	t.Logf("exact %d times, sampled %d, guessed %d, exact again %d, lost %d", exact, sampled, guessed, regained, lost)
	if exact < 50 || sampled < 200 || guessed < 20 || regained < 3 || lost < 5 {
		t.Errorf("exact %d times, sampled %d, guessed %d, exact again %d, lost %d: too seldom to mean much", exact, sampled, guessed, regained, lost)
	}
}

// The complete player decides as it did before its belief became a general filter. Whole games, as
// many as the flag says, are compared by
//
//	go test ./player/kriegspielers -run DecidesAsBefore -equal-games 100
func TestBelieverDecidesAsBefore(t *testing.T) {
	plies := 40
	if *equalGames > 1 {
		plies = 400
	}
	sampled, guessed := 0, 0
	for number := range uint64(*equalGames) {
		rules := kriegspiel.All()[number%6]
		var records [2][]blindsight.Decision[kriegspiel.Attempt]
		for i, newPlayer := range []func(BelieverOptions) Player{NewBeliever, NewBeliever1} {
			players := [2]Player{newPlayer(DefaultBeliever), newPlayer(DefaultBeliever)}
			contested(t, rules, chess.StartFEN, players, number, 500, plies, func(_ *kriegspiel.Referee, d blindsight.Decision[kriegspiel.Attempt]) {
				records[i] = append(records[i], d)
			})
		}
		if len(records[0]) != len(records[1]) {
			t.Fatalf("%s, game %d: %d decisions, before %d", rules, number, len(records[0]), len(records[1]))
		}
		for n, d := range records[0] {
			old := records[1][n]
			if d.Action != old.Action || d.Value != old.Value || d.Health.Draws != old.Health.Draws || !slices.Equal(d.Actions, old.Actions) {
				t.Fatalf("%s, game %d: decision %d is %+v, before %+v", rules, number, n, d, old)
			}
			if d.Health.Asymptotic {
				sampled++
			}
			guessed += int(d.Health.Fallbacks)
		}
	}
	t.Logf("%d decisions on samples, %d of them guessed, all equal", sampled, guessed)
	if sampled < 10**equalGames {
		t.Errorf("only %d decisions on samples", sampled)
	}
}

// BenchmarkTrackers compares what beliefs cost, now and before, in processor time: both follow the
// same games of hunters, turn about, so that whatever else the machine does slows both.
func BenchmarkTrackers(b *testing.B) {
	var views [][]*kriegspiel.View // by game, at the beginning of each turn of White
	for number := range uint64(4) {
		var list []*kriegspiel.View
		players := [2]Player{NewHunter(DefaultHunter), NewHunter(DefaultHunter)}
		contested(b, kriegspiel.All()[number%6], chess.StartFEN, players, number, 1, 60, func(g *kriegspiel.Referee, _ blindsight.Decision[kriegspiel.Attempt]) {
			if v := g.View(chess.White); g.Side() == chess.White && len(v.Tries()) == 0 {
				list = append(list, v.Clone())
			}
		})
		views = append(views, list)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	kinds := []func() belief{func() belief { return NewTracker(DefaultTracker) }, func() belief { return newTracker1(DefaultTracker) }}
	var seconds [2]float64
	var ratios []float64
	turns := 0
	for n := 0; b.Loop(); n++ {
		game := views[n%len(views)]
		turns += len(game)
		before := seconds
		for i := range kinds {
			kind := (i + n/len(views)) % 2 // who is first finds the caches cold
			t, rng, told := kinds[kind](), randstream.New(1, "trackers", uint64(n)), feed{}
			start := cputime.Thread()
			for _, v := range game {
				told.tell(t, v)
				if err := t.Update(b.Context(), rng); err != nil {
					b.Fatal(err)
				}
			}
			seconds[kind] += cputime.Thread() - start
		}
		ratios = append(ratios, (seconds[0]-before[0])/(seconds[1]-before[1]))
	}
	slices.Sort(ratios)
	b.ReportMetric(1000*seconds[0]/float64(turns), "ms/turn")
	b.ReportMetric(1000*seconds[1]/float64(turns), "ms/turn-before")
	b.ReportMetric(ratios[len(ratios)/2], "median-ratio")
}
