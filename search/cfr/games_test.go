package cfr_test

import (
	"context"
	"math"
	"testing"

	"blindsight"
	"blindsight/certificate/strategy"
	"blindsight/game/phantom"
	"blindsight/game/poker"
	"blindsight/internal/randstream"
	"blindsight/search/cfr"
)

// listed is a game of any types with its form.
type listed struct {
	name string
	sets func(side blindsight.Side) int
	// solve does iterations and returns the bounds.
	solve func(iterations int) (lo, hi float64)
	// twoRoads evaluates a random pair of plans by the form and by the checker.
	twoRoads func(t *testing.T, seed uint64) (form, checker [3]float64)
}

// list lists a game.
func list[S any, V cfr.View[A, O], A, O comparable](t testing.TB, name string, g cfr.Game[S, A, O], newView func(blindsight.Side) V, words strategy.Words[A, O]) listed {
	t.Helper()
	f, err := cfr.List(context.Background(), g, newView, 0)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return listed{
		name: name, sets: f.Sets,
		solve: func(iterations int) (lo, hi float64) {
			s := cfr.NewSolver(f, 1)
			for range iterations {
				s.Iterate()
			}
			return f.Bounds(s.Average())
		},
		twoRoads: func(t *testing.T, seed uint64) (byForm, byRules [3]float64) {
			t.Helper()
			rng := randstream.New(seed, "cfr/plans")
			file := strategy.New(strategy.Head{})
			var plans [2]cfr.Plan
			for side := range blindsight.Side(2) {
				plans[side], _, err = f.Ask(side, func(set int, play []float64) error {
					sum := 0.0
					for i := range play {
						if rng.IntN(3) > 0 { // some actions are never done
							play[i] = rng.Float64()
							sum += play[i]
						}
					}
					if sum == 0 {
						play[0], sum = 1, 1
					}
					s := strategy.Set{Side: side, Told: words.Told(f.Past(side, set, nil)), Play: map[string]float64{}}
					for i, a := range f.Actions(side, set) {
						if play[i] /= sum; play[i] > 0 {
							s.Play[words.Action(a)] = play[i]
						}
					}
					return file.Add(s)
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			r, err := strategy.Check(context.Background(), g, newView, words, file)
			if err != nil {
				t.Fatal(err)
			}
			if r.Unlisted != 0 {
				t.Errorf("%s: the checker comes to %d information sets that Ask does not", name, r.Unlisted)
			}
			lo, hi := f.Bounds(plans)
			return [3]float64{f.Value(plans), lo, hi}, [3]float64{r.Value, r.Lo, r.Hi}
		},
	}
}

func pokerGame(t testing.TB, kind poker.Kind, ranks int) *poker.Game {
	t.Helper()
	g, err := poker.New(poker.Rules{Kind: kind, Ranks: ranks})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func phantomGame(t testing.TB, rules string) *phantom.Game {
	t.Helper()
	g, err := phantom.Parse(rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// listPoker lists a poker.
func listPoker(t testing.TB, kind poker.Kind, ranks int) listed {
	t.Helper()
	g := pokerGame(t, kind, ranks)
	return list(t, g.Rules().String(), g, g.NewView, strategy.Words[poker.Action, poker.Seen]{Action: poker.Action.String, Seen: poker.Seen.String, Heard: poker.Seen.String})
}

// listPhantom lists a phantom game.
func listPhantom(t testing.TB, rules string) listed {
	t.Helper()
	g := phantomGame(t, rules)
	return list(t, rules, g, g.NewView, strategy.Words[phantom.Cell, phantom.Answer]{Action: g.CellText, Seen: phantom.Answer.String, Heard: phantom.Answer.String})
}

// Information sets: 12 of Kuhn's poker; 288 of Leduc without suits (Southey and others 2005); those of
// dark hex 2x3 as another program counted them. Those of 3x3 boards are counted in game/phantom.
func TestInformationSets(t *testing.T) {
	for _, c := range []struct {
		game listed
		sets [2]int
	}{
		{listPoker(t, poker.Kuhn, 3), [2]int{6, 6}},
		{listPoker(t, poker.Leduc, 3), [2]int{144, 144}},
		{listPhantom(t, "hex 2x3 classical"), [2]int{697, 1811}},
		{listPhantom(t, "hex 2x3 classical recall"), [2]int{697, 1811}}, // keys of views play no part
	} {
		if got := [2]int{c.game.sets(0), c.game.sets(1)}; got != c.sets {
			t.Errorf("%s: %d information sets, want %d", c.game.name, got, c.sets)
		}
	}
}

// Equilibria that are known. Kuhn's value is -1/18 (Kuhn 1950), Leduc's about -0.0856. Who begins
// dark hex 2x3 classical wins for certain, by the searches of game/phantom.
func TestKnownEquilibria(t *testing.T) {
	for _, c := range []struct {
		game       listed
		iterations int
		value      float64
		known      float64 // within this
		gap        float64
	}{
		{listPoker(t, poker.Kuhn, 3), 5000, -1. / 18, 1e-12, 1e-4},
		{listPoker(t, poker.Leduc, 3), 1000, -0.0856, 5e-5, 1e-3},
		{listPhantom(t, "hex 2x3 classical"), 200, 1, 1e-12, 1e-6},
	} {
		lo, hi := c.game.solve(c.iterations)
		t.Logf("%s: from %.6f to %.6f after %d iterations", c.game.name, lo, hi, c.iterations)
		if hi-lo > c.gap || c.value < lo-c.known || c.value > hi+c.known {
			t.Errorf("%s: the value is from %.6f to %.6f, want %.6f and a gap of at most %v", c.game.name, lo, hi, c.value, c.gap)
		}
	}
}

// Values and best responses of random plans are those of the checker, which walks the game by its
// rules and shares no code with this package.
func TestPlansByTwoRoads(t *testing.T) {
	for _, g := range []listed{
		listPoker(t, poker.Kuhn, 3), listPoker(t, poker.Kuhn, 5), listPoker(t, poker.Leduc, 3),
		listPhantom(t, "hex 2x2 classical"), listPhantom(t, "hex 2x2 abrupt"), listPhantom(t, "tictactoe 1x4 abrupt"), listPhantom(t, "tictactoe 1x5 classical"),
	} {
		for seed := range uint64(4) {
			form, rules := g.twoRoads(t, seed)
			for i, what := range []string{"value", "least", "most"} {
				if math.Abs(form[i]-rules[i]) > 1e-12 {
					t.Errorf("%s, plans %d: the %s is %v by the form, %v by the rules", g.name, seed, what, form[i], rules[i])
				}
			}
		}
	}
}
