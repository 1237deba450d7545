package planners_test

import (
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/catalog"
	"blindsight/certificate/policy"
	"blindsight/episode"
	"blindsight/game/pomdp"
	"blindsight/internal/randstream"
	"blindsight/player/planners"
)

// Measured at full length by go test ./player/planners -run PlaysWell -uct-plays 200 -uct-sims 500.
var (
	uctPlays = flag.Int("uct-plays", 3, "plays in TestUCTPlaysWell")
	uctSims  = flag.Int("uct-sims", 500, "simulations a decision in TestUCTPlaysWell")
)

func newGame(t testing.TB, problem interface{ Model() (*pomdp.Model, error) }) *pomdp.Game {
	t.Helper()
	m, err := problem.Model()
	if err != nil {
		t.Fatal(err)
	}
	g, err := pomdp.NewGame(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The optimum of the usual Tiger, by the reference solver with closed bounds.
const optimum = 19.3714

// far is how many growls more from one side than from the other are told apart here: with so many the
// belief is certain to ten digits.
const far = 15

// worth is the exact value of each difference of growls, by value iteration on the differences: a model of the problem
// that shares nothing with the tables.
func worth() (values [2*far + 1]float64, of func(more int, a pomdp.Action) float64) {
	left := func(more int) float64 { return 1 / (1 + math.Pow(0.15/0.85, float64(more))) }
	of = func(more int, a pomdp.Action) float64 {
		p := left(more)
		switch a {
		case 1:
			return 10 - 110*p + 0.95*values[far]
		case 2:
			return 10 - 110*(1-p) + 0.95*values[far]
		}
		growl := p*0.85 + (1-p)*0.15
		return -1 + 0.95*(growl*values[min(more+1, far)+far]+(1-growl)*values[max(more-1, -far)+far])
	}
	for range 600 {
		next := values
		for at := range next {
			next[at] = max(of(at-far, 0), of(at-far, 1), of(at-far, 2))
		}
		values = next
	}
	return values, of
}

// uct loses little of the optimum, on every belief. What it loses is measured without the luck of the doors: the sum, discounted, of
// what each decision is worth less than the best one, by the exact values (the performance difference lemma; Kakade,
// Langford 2002).
func TestUCTPlaysWell(t *testing.T) {
	values, of := worth()
	if math.Abs(values[far]-optimum) > 1e-4 {
		t.Fatalf("the optimum is %v, want %v", values[far], optimum)
	}
	g := newGame(t, pomdp.UsualTiger())
	for _, belief := range []planners.Belief{planners.ExactBelief, planners.ParticleBelief} {
		player, err := planners.NewUCT(g, planners.UCTOptions{Belief: belief})
		if err != nil {
			t.Fatal(err)
		}
		lost := 0.0
		for n := range uint64(*uctPlays) {
			weight, more := 1.0, 0
			var s pomdp.State
			rng := randstream.New(1, "planners/rules", n)
			seats := []episode.Seat[*pomdp.View, pomdp.Action]{{
				View: g.NewView(), Planner: player, Budget: blindsight.Budget{Simulations: *uctSims}, RNG: randstream.New(1, "planners/uct", n),
			}}
			_, err := episode.Play(t.Context(), rng, g, &s, g.Start(rng, &s), seats, func(m *episode.Move[pomdp.Action, pomdp.Seen]) {
				lost += weight * (values[more+far] - of(more, m.Decision.Action))
				weight *= 0.95
				switch {
				case m.Decision.Action != 0:
					more = 0
				case m.Step.Seen == 0:
					more = min(more+1, far)
				default:
					more = max(more-1, -far)
				}
				if m.Decision.Health.Failures+m.Decision.Health.Fallbacks > 0 {
					t.Fatalf("%+v", m.Decision.Health)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		lost /= float64(*uctPlays)
		t.Logf("on the belief %v it loses %.4f of %.4f a play, %.2f%%", belief, lost, optimum, 100*lost/optimum)
		if lost > 0.02*optimum {
			t.Errorf("on the belief %v it loses %.4f a play, want at most %.4f", belief, lost, 0.02*optimum)
		}
	}
}

// Counting growls to 2 is the best there is, by the exact values; to 1 or to 3 is not.
func TestThresholdIsOptimal(t *testing.T) {
	values, of := worth()
	g := newGame(t, pomdp.UsualTiger())
	for bound := 1; bound <= 3; bound++ {
		lost := 0.0
		for more := -3; more <= 3; more++ {
			v := g.NewView()
			// What is heard when a door is opened means nothing, and neither does what was heard before.
			for _, e := range []blindsight.Event[pomdp.Action, pomdp.Seen]{{Action: 0, Seen: 1}, {Action: 1, Seen: 0}} {
				if err := v.Did(e.Action, e.Seen); err != nil {
					t.Fatal(err)
				}
			}
			for range max(more, -more) {
				seen := pomdp.Seen(0)
				if more < 0 {
					seen = 1
				}
				if err := v.Did(0, seen); err != nil {
					t.Fatal(err)
				}
			}
			d, err := planners.NewThreshold(bound).Choose(t.Context(), nil, v, blindsight.Budget{})
			if err != nil {
				t.Fatal(err)
			}
			lost += values[more+far] - of(more, d.Action)
		}
		if (bound == 2) != (math.Abs(lost) < 1e-9) {
			t.Errorf("with a threshold of %d it loses %v", bound, lost)
		}
	}
}

// A filter that must die says so, and no decision claims a belief: one particle of a hidden state that never changes, and then an
// observation that only the other state shows. The exact belief is then still there.
func TestDeprivationIsReported(t *testing.T) {
	g := newGame(t, pomdp.Tiger{Hear: 1, Discount: 0.9})
	f := particle.NewView[*pomdp.View](g, 0, particle.Options{Particles: 1, Draws: 1, Effort: 1})
	deaths := 0
	for seed := range uint64(40) {
		for o := range pomdp.Seen(2) { // one of the two the particle does not show
			v := g.NewView()
			f.Begin(v)
			rng := randstream.New(seed, "deprived")
			if err := f.Update(t.Context(), rng); err != nil {
				t.Fatal(err)
			}
			if err := v.Did(0, o); err != nil {
				t.Fatal(err)
			}
			f.Did(0, o)
			var s pomdp.State
			err := f.Sample(t.Context(), rng, v, 0, &s)
			switch {
			case errors.Is(err, particle.ErrDeprived) && errors.Is(err, blindsight.ErrExhausted):
				deaths++
			case err != nil:
				t.Fatal(err)
			case g.Observation(0, 0, &s, o) == 0:
				t.Fatalf("it hands out %s, which does not growl so", g.Model().States[s])
			}
		}
	}
	if deaths == 0 {
		t.Fatal("no filter died")
	}
	t.Logf("%d of 80 filters died, and said so", deaths)
	for name, newPlayer := range map[string]func() (planners.Player, error){
		"uct": func() (planners.Player, error) {
			return planners.NewUCT(g, planners.UCTOptions{Belief: planners.ParticleBelief, Particles: 1})
		},
		"pomcp": func() (planners.Player, error) { return planners.NewPOMCP(g, planners.POMCPOptions{Particles: 1}), nil },
	} {
		player, err := newPlayer()
		if err != nil {
			t.Fatal(err)
		}
		follower := player.(blindsight.Follower[*pomdp.View, pomdp.Action, pomdp.Seen])
		v := g.NewView()
		follower.Begin(v)
		for _, o := range []pomdp.Seen{0, 1} { // it cannot growl from both: every filter must die
			if err := v.Did(0, o); err != nil {
				t.Fatal(err)
			}
			follower.Did(0, o)
		}
		d, err := player.Choose(t.Context(), randstream.New(1, "deprived/uct"), v, blindsight.Budget{Simulations: 100})
		if err != nil {
			t.Fatal(err)
		}
		if d.Health.Fallbacks != 1 || d.Health.Failures == 0 || d.Health.Samples != 0 || d.Simulations != 0 || len(d.Actions) != 0 || d.Value != 0 {
			t.Errorf("%s: a decision without a belief claims %+v", name, d)
		}
	}
	v := g.NewView()
	for _, o := range []pomdp.Seen{0, 1} {
		if err := v.Did(0, o); err != nil {
			t.Fatal(err)
		}
	}
	exact, err := planners.NewUCT(g, planners.UCTOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exact.Choose(t.Context(), randstream.New(1, "deprived/exact"), v, blindsight.Budget{Simulations: 100}); !errors.Is(err, blindsight.ErrInconsistent) {
		t.Errorf("the exact belief of what cannot have been: %v", err)
	}
}

// Plays do not depend on those before, though the tree is kept during a play.
func TestPlaysAreIndependent(t *testing.T) {
	s, err := planners.Game.Open("problem=grid,horizon=8,see=0.8")
	if err != nil {
		t.Fatal(err)
	}
	for _, player := range []string{"random", "uct", "uct,belief=particle,particles=50", "pomcp,particles=50,explore=0.2"} {
		record := func(games ...uint64) (text string) {
			m, err := s.Seat(player)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range games {
				text = ""
				_, err := m.Play(t.Context(), catalog.Play{
					Seed: 1, Number: n, Budgets: []blindsight.Budget{{Simulations: 50}},
					Each: func(step *catalog.Step) { text += step.Action + ": " + step.Seen + "\n" },
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			return text
		}
		if alone, after := record(7), record(1, 2, 7); alone != after || strings.Count(alone, "\n") != 8 {
			t.Errorf("%s plays\n%safter other plays\n%s", player, alone, after)
		}
	}
}

// Problems without a discount, or of which only the first step counts, are played too.
func TestEdgesOfTheDiscount(t *testing.T) {
	for _, discount := range []float64{0, 1} {
		m, err := pomdp.UsualTiger().Model()
		if err != nil {
			t.Fatal(err)
		}
		m.Discount = discount
		g, err := pomdp.NewGame(m, 3)
		if err != nil {
			t.Fatal(err)
		}
		player, err := planners.NewUCT(g, planners.UCTOptions{})
		if err != nil {
			t.Fatal(err)
		}
		d, err := player.Choose(t.Context(), randstream.New(1, "edges"), g.NewView(), blindsight.Budget{Simulations: 300})
		if err != nil || d.Action != 0 {
			t.Errorf("discount %v: %+v, %v", discount, d, err)
		}
	}
}

// Settings and players that cannot be are refused with the reason, and what the settings say is opened again from its text.
func TestDescriptions(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	good := write("good.pomdp", "discount: 0.9 values: reward states: 2 actions: 2 observations: 2 T: * identity O: * uniform")
	endless := write("endless.pomdp", "discount: 1.0 values: reward states: 2 actions: 2 observations: 2 T: * identity O: * uniform R: * : * : * : * 1")
	bad := write("bad.pomdp", "discount: 0.9\nvalues: gain\n")
	for _, c := range []struct{ settings, player, problem string }{
		{"problem=chess", "", "use one of tiger"},
		{"hear=2", "", "hear 2: must be"},
		{"hear=x", "", "want a number"},
		{"discount=1", "", "discount=1: must be"},
		{"horizon=-1", "", "want a whole number"},
		{"problem=tag,hear=0.7", "", "hear is a parameter of tiger, not of tag"},
		{"problem=rocksample,layout=9", "", "no layout"},
		{"problem=rocksample,d0=-1", "", "half-life -1"},
		{"problem=grid,rows=70000,cols=70000", "", "more than 65536 cells"},
		{"problem=grid,rows=0", "", "without a plain cell"},
		{"file=" + filepath.Join(folder, "none"), "", "no such file"},
		{"file=" + bad, "", "bad.pomdp:2:9: values: want reward or cost"},
		{"file=" + good + ",problem=tag", "", "exclude each other"},
		{"file=" + good + ",slip=0.5", "", "slip is a parameter of grid, not of a file"},
		{"file=" + endless, "", "give the steps"},
		{"", "pomcp,explore=-1", "must be finite and not negative"},
		{"", "uct,belief=best", "use one of exact"},
		{"", "uct,particles=-1", "want a whole number"},
		{"", "policy", "give its file"},
		{"", "policy,file=" + filepath.Join(folder, "none"), "no such file"},
		{"", "policy,file=" + bad, "bad.pomdp"},
	} {
		s, err := planners.Game.Open(c.settings)
		if err == nil && c.player != "" {
			err = s.Check(c.player, 0)
		}
		if err == nil || !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s, %s: the error is %v, want one that says %q", c.settings, c.player, err, c.problem)
		}
	}
	for _, text := range []string{"", "problem=grid,rows=4", "problem=rocksample,layout=5x5,discount=0.9", "file=" + good, "file=" + endless + ",horizon=3", "file=" + endless + ",discount=0.5"} {
		s, err := planners.Game.Open(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		again, err := planners.Game.Open(s.Text)
		if err != nil || again.Text != s.Text {
			t.Errorf("%s is opened as %s, and that is not: %v", text, s.Text, err)
		}
	}
	if (planners.UCTOptions{Belief: 9}).Check() == nil || (planners.UCTOptions{Particles: -1}).Check() == nil || (planners.POMCPOptions{Particles: -1}).Check(newGame(t, pomdp.UsualTiger())) == nil {
		t.Error("belief 9 or fewer particles than none are accepted")
	}
	names := planners.Catalogue.Names()
	if !slices.Equal(names, []string{"random", "uct", "pomcp", "policy"}) {
		t.Errorf("%v", names)
	}
}

// A player by a policy does what its vectors say: those of Tiger that listen until two growls more came from one side are worth the
// optimum, and lose nothing.
func TestPolicyPlaysWell(t *testing.T) {
	values, of := worth()
	g := newGame(t, pomdp.UsualTiger())
	// The vector of a plan is what it is worth in each state. To open is best where the belief is beyond two growls.
	sure := 0.85 * 0.85 / (0.85*0.85 + 0.15*0.15)
	listen := values[far+2] - 1e-3
	p := &policy.Policy{Vectors: []policy.Vector{
		{Action: 0, Values: []float64{listen, listen}},
		{Action: 1, Values: []float64{-100 + 0.95*values[far], 10 + 0.95*values[far]}},
		{Action: 2, Values: []float64{10 + 0.95*values[far], -100 + 0.95*values[far]}},
	}}
	if mean := sure*p.Vectors[2].Values[0] + (1-sure)*p.Vectors[2].Values[1]; math.Abs(mean-values[far+2]) > 1e-9 {
		t.Fatalf("at two growls to open is worth %v, want %v", mean, values[far+2])
	}
	player, err := planners.NewPolicy(g, p)
	if err != nil {
		t.Fatal(err)
	}
	for n := range uint64(5) {
		more := 0
		var s pomdp.State
		rng := randstream.New(n, "planners/policy")
		seats := []episode.Seat[*pomdp.View, pomdp.Action]{{View: g.NewView(), Planner: player, RNG: rng}}
		_, err := episode.Play(t.Context(), rng, g, &s, g.Start(rng, &s), seats, func(m *episode.Move[pomdp.Action, pomdp.Seen]) {
			if lost := values[more+far] - of(more, m.Decision.Action); lost > 1e-9 {
				t.Errorf("at %d growls more it does %v, and loses %v", more, m.Decision.Action, lost)
			}
			switch {
			case m.Decision.Action != 0:
				more = 0
			case m.Step.Seen == 0:
				more++
			default:
				more--
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := planners.NewPolicy(g, &policy.Policy{}); err == nil {
		t.Error("a policy without vectors is taken")
	}
	if _, err := planners.NewPolicy(g, &policy.Policy{Vectors: []policy.Vector{{Action: 7, Values: []float64{0, 0}}}}); err == nil {
		t.Error("a policy of another game is taken")
	}
	if err := planners.Game.CheckStranger("policy,file=x"); err == nil {
		t.Error("strangers name a policy file")
	}
}
