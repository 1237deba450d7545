package discrete_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/discrete"
	"blindsight/belief/particle"
	"blindsight/game/pomdp"
	"blindsight/internal/randstream"
)

type filter = discrete.Filter[pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen]

func newFilter(t testing.TB, g *pomdp.Game, dense bool) *filter {
	t.Helper()
	table, err := g.Tables()
	if err != nil {
		t.Fatal(err)
	}
	return discrete.New[pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen](table, dense)
}

// problem is what generators have in common.
type problem interface{ Model() (*pomdp.Model, error) }

func newGame(t testing.TB, p problem) *pomdp.Game {
	t.Helper()
	m, err := p.Model()
	if err != nil {
		t.Fatal(err)
	}
	g, err := pomdp.NewGame(m, 0)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// small are problems whose belief can be listed path by path: one that goes on, one with ends, one with moves by chance.
func small(t testing.TB) map[string]*pomdp.Game {
	grid := pomdp.UsualGrid(2, 3)
	grid.Restart, grid.See = false, 0.8
	rocks := pomdp.RockSample{Size: 2, Rocks: []pomdp.Cell{{X: 1, Y: 1}, {X: 0, Y: 1}}, HalfLife: 1, Discount: 0.9}
	return map[string]*pomdp.Game{
		"tiger": newGame(t, pomdp.UsualTiger()), "grid": newGame(t, grid), "rocksample": newGame(t, rocks),
	}
}

// truth is the belief by its definition: the sum over all paths of hidden states, one by one, of the probability of path and
// observations. Plays that have ended before are not among them.
func truth(g *pomdp.Game, v *pomdp.View) (*belieftest.Truth[pomdp.State], error) {
	m := g.Model()
	table, err := g.Tables()
	if err != nil {
		return nil, err
	}
	ends := table.Ends()
	weights := make([]float64, len(m.States))
	var walk func(s int, p float64, past []blindsight.Event[pomdp.Action, pomdp.Seen])
	walk = func(s int, p float64, past []blindsight.Event[pomdp.Action, pomdp.Seen]) {
		if p == 0 || ends[s] {
			return
		}
		if len(past) == 0 {
			weights[s] += p
			return
		}
		a, o := int(past[0].Action), int(past[0].Seen)
		for to := range m.States {
			walk(to, p*m.Moves[a].At(s, to)*m.Signals[a].At(to, o), past[1:])
		}
	}
	for s, p := range m.Start {
		walk(s, p, v.Past())
	}
	var states []pomdp.State
	var chances []float64
	for s, w := range weights {
		if w > 0 {
			states, chances = append(states, pomdp.State(s)), append(chances, w)
		}
	}
	return belieftest.NewTruth(g.Fingerprint, states, chances)
}

// The kit: dense and sparse, against the sum over all paths.
func TestConformance(t *testing.T) {
	for name, g := range small(t) {
		for _, dense := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " dense ", dense), func(t *testing.T) {
				belieftest.RunFollowed(t, belieftest.Followed[pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen]{
					New:     func() blindsight.Sampler[pomdp.State, *pomdp.View] { return newFilter(t, g, dense) },
					Game:    g,
					NewView: func(blindsight.Side) *pomdp.View { return g.NewView() },
					Truth:   func(v *pomdp.View) (*belieftest.Truth[pomdp.State], error) { return truth(g, v) },
					Steps:   6,
				})
			})
		}
	}
}

// play plays at random, and calls each with the view at every decision.
func play(t *testing.T, g *pomdp.Game, seed uint64, steps int, each func(v *pomdp.View, s pomdp.State)) {
	t.Helper()
	rng := randstream.New(seed, "discrete")
	var s pomdp.State
	v := g.NewView()
	for turn := g.Start(rng, &s); turn != blindsight.Over && len(v.Past()) < steps; {
		each(v, s)
		a := pomdp.Action(rng.IntN(len(g.Model().Actions)))
		step := g.Step(rng, &s, a)
		if turn = step.Next; turn == blindsight.Over {
			return
		}
		if err := v.Did(a, step.Seen); err != nil {
			t.Fatal(err)
		}
	}
}

// Dense and sparse hold the same numbers, to the last bit, and they are the sum over all paths.
func TestDenseEqualsSparse(t *testing.T) {
	games := small(t)
	games["tag"] = newGame(t, pomdp.UsualTag())
	for name, g := range games {
		for seed := range uint64(5) {
			play(t, g, seed, 8, func(v *pomdp.View, hidden pomdp.State) {
				var both [2]*discrete.Belief
				for i := range both {
					f := newFilter(t, g, i == 1)
					f.Begin(v)
					b, err := f.Belief()
					if err != nil {
						t.Fatal(err)
					}
					both[i] = b
				}
				sum := 0.0
				for s := range g.Model().States {
					p, q := both[0].Chance(s), both[1].Chance(s)
					if p != q {
						t.Fatalf("%s: state %d has %v in the sparse and %v in the dense one", name, s, p, q)
					}
					sum += p
				}
				if both[0].Chance(int(hidden)) == 0 || math.Abs(sum-1) > 1e-12 {
					t.Fatalf("%s: the hidden state has %v of %v", name, both[0].Chance(int(hidden)), sum)
				}
				if name == "tag" || len(v.Past()) > 5 {
					return
				}
				want, err := truth(g, v)
				if err != nil {
					t.Fatal(err)
				}
				for s := range g.Model().States {
					state := pomdp.State(s)
					if p, q := both[0].Chance(s), want.Probability(&state); math.Abs(p-q) > 1e-12 {
						t.Fatalf("%s: state %d has %v, want %v", name, s, p, q)
					}
				}
			})
		}
	}
}

// The particle filter agrees with the exact belief: what many particles weigh is near it in every state.
func TestAgreesWithParticles(t *testing.T) {
	const particles = 20_000
	for name, g := range small(t) {
		f := particle.NewView[*pomdp.View](g, 0, particle.Options{Particles: particles})
		play(t, g, 3, 5, func(v *pomdp.View, _ pomdp.State) {
			exact := newFilter(t, g, false)
			exact.Begin(v)
			b, err := exact.Belief()
			if err != nil {
				t.Fatal(err)
			}
			f.Begin(v)
			if err := f.Update(t.Context(), randstream.New(1, "particles")); err != nil {
				t.Fatal(err)
			}
			weighed := make([]float64, len(g.Model().States))
			for s, w := range f.Particles {
				weighed[*s] += w
			}
			for s, w := range weighed {
				p := b.Chance(s)
				if most := 5 * math.Sqrt(p*(1-p)/f.EffectiveSize()); math.Abs(w-p) > most+1e-12 {
					t.Errorf("%s, step %d: state %d weighs %v, want %v within %v", name, len(v.Past()), s, w, p, most)
				}
			}
		})
	}
}

// What cannot have been is a typed error that says which step, and no state is handed out.
func TestImpossible(t *testing.T) {
	g := newGame(t, pomdp.Tiger{Hear: 1, Discount: 0.9})
	for _, dense := range []bool{false, true} {
		f := newFilter(t, g, dense)
		v := g.NewView()
		f.Begin(v)
		for _, o := range []pomdp.Seen{0, 1} { // it never errs, and now growls from both sides
			if err := v.Did(0, o); err != nil {
				t.Fatal(err)
			}
			f.Did(0, o)
		}
		var s pomdp.State
		err := f.Sample(t.Context(), rand.New(rand.NewPCG(1, 1)), v, 0, &s)
		var impossible *discrete.Impossible
		if !errors.Is(err, blindsight.ErrInconsistent) || !errors.As(err, &impossible) || impossible.Step != 2 || impossible.Observation != 1 {
			t.Errorf("%v", err)
		}
		if !strings.Contains(err.Error(), "step 2: observation 1 of action 0 is impossible") {
			t.Errorf("%v", err)
		}
		if b, err := f.Belief(); b != nil || err == nil {
			t.Errorf("it claims the belief %v", b)
		}
		if h := f.Health(); h.Samples != 0 || h.Failures != 1 {
			t.Errorf("%+v", h)
		}
		f.Begin(g.NewView())
		if err := f.Sample(t.Context(), rand.New(rand.NewPCG(1, 1)), g.NewView(), 0, &s); err != nil {
			t.Errorf("in a new play: %v", err)
		}
	}
}

// The probability of an observation is returned: over all observations it adds up to that of going on.
func TestUpdateReturnsChance(t *testing.T) {
	for name, g := range small(t) {
		table, err := g.Tables()
		if err != nil {
			t.Fatal(err)
		}
		ends := table.Ends()
		for a := range table.Actions {
			sum, goesOn := 0.0, 0.0
			for o := range table.Observations {
				sum += discrete.NewBelief(table, false).Update(a, o)
			}
			for s, p := range discrete.NewBelief(table, false).All() {
				to, chances := table.Moves[a].Row(s)
				for i, end := range to {
					if !ends[end] {
						goesOn += p * chances[i]
					}
				}
			}
			if math.Abs(sum-goesOn) > 1e-12 {
				t.Errorf("%s, action %d: observations have %v in all, want %v", name, a, sum, goesOn)
			}
		}
	}
}

// A view that does not keep its past must be told of.
func TestUntold(t *testing.T) {
	g := newGame(t, pomdp.UsualTiger())
	table, _ := g.Tables()
	f := discrete.New[pomdp.State, forgetful, pomdp.Action, pomdp.Seen](table, false)
	rng := rand.New(rand.NewPCG(1, 1))
	var s pomdp.State
	if err := f.Sample(t.Context(), rng, forgetful{1}, 0, &s); err != nil {
		t.Fatal(err)
	}
	if err := f.Sample(t.Context(), rng, forgetful{2}, 0, &s); !errors.Is(err, discrete.ErrUntold) {
		t.Errorf("%v", err)
	}
}

// forgetful is a view that is nothing but a key.
type forgetful struct{ key uint64 }

func (forgetful) Legal(buf []pomdp.Action) []pomdp.Action { return buf }
func (forgetful) Did(pomdp.Action, pomdp.Seen) error      { return nil }
func (f forgetful) Key() blindsight.Key                   { return blindsight.Key{Lo: f.key} }
