package tiger

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/gametest"
	"blindsight/internal/randstream"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// mustNew makes a game.
func mustNew(t testing.TB, r Rules) *Game {
	t.Helper()
	g, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// kit makes a game ready for the conformance kit.
func kit(g *Game) gametest.Case[State, *View, Action, Seen] {
	return gametest.Case[State, *View, Action, Seen]{
		Game: g, NewView: gametest.Alone(g.NewView), Name: "tiger", Horizon: 30,
		ShowView: (*View).String,
		ShowState: func(s *State) string {
			if s.Left {
				return "the tiger is on the left"
			}
			return "the tiger is on the right"
		},
	}
}

// The game keeps the promises of package blindsight, also where nothing can be learnt.
func TestConformance(t *testing.T) {
	for _, hear := range []float64{0.85, 0.5, 0.99} {
		r := Usual()
		r.Hear = hear
		gametest.Run(t, kit(mustNew(t, r)))
	}
}

// A play, for a person to read and for the test to keep.
func TestPlaythrough(t *testing.T) {
	c := kit(mustNew(t, Usual()))
	c.Horizon = 16
	got := gametest.Playthrough(c, 1)
	file := filepath.Join("testdata", "playthrough.txt")
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed: run go test -update and read the diff. It is now\n%s", file, got)
	}
}

// What the view believes is what plays show: of all plays that come to a view, the share with the
// tiger on the left is the belief, within 4 standard errors.
func TestBeliefIsThatOfPlays(t *testing.T) {
	g := mustNew(t, Usual())
	rng := randstream.New(1, "tiger/belief")
	const far = 4
	var seen, left [2*far + 1]float64
	var s State
	v := g.NewView()
	g.Start(rng, &s)
	for range 200_000 {
		a := Action(rng.IntN(12)) // mostly listen
		if a > OpenRight {
			a = Listen
		}
		if err := v.Did(a, g.Step(rng, &s, a).Seen); err != nil {
			t.Fatal(err)
		}
		v.past = v.past[:0] // it would only grow
		if at := v.More() + far; at >= 0 && at <= 2*far {
			seen[at]++
			left[at] += float64(g.Fingerprint(&s))
		}
	}
	for at, n := range seen {
		v.more = at - far
		p := v.Left()
		if e := math.Abs(left[at]/n - p); n < 1000 || e > 4*math.Sqrt(p*(1-p)/n) {
			t.Errorf("%v: in %v of %v plays it is on the left", v, left[at], n)
		}
	}
}

// Likelihood and Observation lead to the belief as well: Bayes' rule, over the whole view and step by
// step.
func TestLikelihoods(t *testing.T) {
	g := mustNew(t, Rules{Hear: 0.7, Discount: 0.9, Horizon: 5})
	rng := randstream.New(1, "tiger/likelihood")
	v := g.NewView()
	states := [2]State{{Left: true}, {}}
	byStep := [2]float64{0.5, 0.5}
	for range 300 {
		a, o := Listen, Seen(rng.IntN(2))
		if rng.IntN(20) == 0 {
			a, o = OpenLeft, Opened
		}
		if err := v.Did(a, o); err != nil {
			t.Fatal(err)
		}
		if a != Listen {
			byStep = [2]float64{0.5, 0.5}
		}
		var atOnce [2]float64
		for i := range states {
			byStep[i] *= g.Observation(0, a, &states[i], o)
			atOnce[i] = g.Likelihood(v, &states[i])
		}
		for _, w := range [2][2]float64{byStep, atOnce} {
			if got := w[0] / (w[0] + w[1]); math.Abs(got-v.Left()) > 1e-9 {
				t.Fatalf("%v, by likelihood %v", v, got)
			}
		}
	}
	for i := range states {
		for _, a := range v.Legal(nil) {
			sum := 0.0
			for o := GrowlLeft; o <= Opened; o++ {
				p := g.Observation(0, a, &states[i], o)
				if (p == 0) != (g.NewView().Did(a, o) != nil) {
					t.Errorf("%v has %v of %v, and the view says %v", o, p, a, g.NewView().Did(a, o))
				}
				sum += p
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("what %v shows has a probability of %v in all", a, sum)
			}
		}
	}
}

func TestBadRules(t *testing.T) {
	for _, c := range []struct {
		rules   Rules
		problem string
	}{
		{Rules{0.4, 0.95, 100}, "hear 0.4"},
		{Rules{1, 0.95, 100}, "hear 1"},
		{Rules{math.NaN(), 0.95, 100}, "hear NaN"},
		{Rules{0.85, 1, 100}, "discount 1"},
		{Rules{0.85, 0, 100}, "discount 0"},
		{Rules{0.85, 0.95, 0}, "horizon 0"},
	} {
		if _, err := New(c.rules); err == nil || !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%+v: %v, want %q", c.rules, err, c.problem)
		}
	}
	if got, want := mustNew(t, Usual()).Terms(), (blindsight.Terms{Discount: 0.95, Horizon: 100}); got != want {
		t.Errorf("terms %+v", got)
	}
}
