package particle_test

import (
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/particle"
)

// chain is a hidden Markov chain: a walker on a ring of places moves clockwise with probability
// 1/2, stays with 1/3 and goes back with 1/6; a lamp then tells whether it is on an even place,
// rightly with probability 3/4.
type chain struct{}

const places = 7

func (chain) Start(_ *rand.Rand, s *int) blindsight.Side {
	*s = 0
	return 0
}

func (chain) Step(rng *rand.Rand, s *int, _ rune) blindsight.Step[int] {
	*s = (*s + []int{1, 1, 1, 0, 0, places - 1}[rng.IntN(6)]) % places
	lamp := *s % 2
	if rng.IntN(4) == 0 {
		lamp = 1 - lamp
	}
	return blindsight.Step[int]{Seen: lamp}
}

func (chain) Fingerprint(s *int) uint64 { return uint64(*s) }

// lit is the chain with the likelihood of its lamp.
type lit struct{ chain }

func (lit) Observation(_ blindsight.Side, _ rune, s *int, o int) float64 {
	if *s%2 == o {
		return 0.75
	}
	return 0.25
}

// marked is the chain with a number drawn anew at each step, so that no two states are equal.
type marked struct{}

type markedState struct {
	place int
	mark  uint64
}

func (marked) Start(rng *rand.Rand, s *markedState) blindsight.Side {
	*s = markedState{mark: rng.Uint64()}
	return 0
}

func (marked) Step(rng *rand.Rand, s *markedState, a rune) blindsight.Step[int] {
	s.mark = rng.Uint64()
	return chain{}.Step(rng, &s.place, a)
}

func (marked) Fingerprint(s *markedState) uint64 { return s.mark }

type markedLit struct{ marked }

func (markedLit) Observation(side blindsight.Side, a rune, s *markedState, o int) float64 {
	return lit{}.Observation(side, a, &s.place, o)
}

// forward is the exact filter: the forward algorithm of hidden Markov models.
func forward(lamps []int) []float64 {
	now := make([]float64, places)
	now[0] = 1
	for _, o := range lamps {
		next := make([]float64, places)
		for s, p := range now {
			for _, move := range []struct {
				by int
				p  float64
			}{{1, 1. / 2}, {0, 1. / 3}, {places - 1, 1. / 6}} {
				to := (s + move.by) % places
				next[to] += p * move.p * lit{}.Observation(0, 0, &to, o)
			}
		}
		now = next
	}
	return now
}

// Many filters, one state of each: against the forward algorithm.
func TestChainAgainstForwardAlgorithm(t *testing.T) {
	rng := newRand(9)
	var s int
	v := blindsight.NewHistory[rune, int]('w')
	var lamps []int
	for range 20 {
		o := chain{}.Step(rng, &s, 'w').Seen
		lamps = append(lamps, o)
		v.Did('w', o)
	}
	all := make([]int, places)
	for i := range all {
		all[i] = i
	}
	truth, err := belieftest.NewTruth(chain{}.Fingerprint, all, forward(lamps))
	if err != nil {
		t.Fatal(err)
	}
	compare := func(name string, draw func(rng *rand.Rand, s *int) error) {
		t.Run(name, func(t *testing.T) {
			rng := newRand(10)
			fit, err := truth.Compare(500, func(s *int) error { return draw(rng, s) })
			t.Log(fit)
			if err != nil {
				t.Error(err)
			}
		})
	}
	o := particle.Options{Particles: 150}
	always := particle.Options{Particles: 150, Resample: 1}
	// A filter begins anew for each state: those of one are not independent.
	for name, f := range map[string]filter[int]{"weights": particle.New(lit{}, o), "simulation": particle.New(chain{}, o)} {
		compare(name, func(rng *rand.Rand, s *int) error {
			f.Begin(v)
			return f.Sample(t.Context(), rng, v, 0, s)
		})
	}
	for name, f := range map[string]filter[markedState]{
		"marked, weights":           particle.New(markedLit{}, o),
		"marked, weights made even": particle.New(markedLit{}, always),
		"marked, simulation":        particle.New(marked{}, o),
		"marked, simulation, even":  particle.New(marked{}, always),
	} {
		compare(name, func(rng *rand.Rand, s *int) error {
			var m markedState
			f.Begin(v)
			err := f.Sample(t.Context(), rng, v, 0, &m)
			*s = m.place
			return err
		})
		if f.Resampled() == 0 && name != "marked, simulation" {
			t.Errorf("%s: never thinned", name)
		}
	}
}

// What a filter that was told each step holds, one holds that takes up the play late and
// replays its past: the same particles for the same random numbers.
func TestToldEqualsReplayed(t *testing.T) {
	for name, newFilter := range map[string]func() filter[int]{
		"weights":    func() filter[int] { return particle.New(lit{}, particle.Options{Particles: 50}) },
		"simulation": func() filter[int] { return particle.New(chain{}, particle.Options{Particles: 50}) },
	} {
		t.Run(name, func(t *testing.T) {
			rules, v := newRand(11), blindsight.NewHistory[rune, int]('w')
			told, toldRand := newFilter(), newRand(12)
			told.Begin(v)
			var s int
			for n := range 40 {
				o := chain{}.Step(rules, &s, 'w').Seen
				v.Did('w', o)
				told.Did('w', o)
				if n%3 == 0 { // now and then nothing is asked
					continue
				}
				if err := told.Update(t.Context(), toldRand); err != nil {
					t.Fatal(err)
				}
				late := newFilter()
				late.Begin(v)
				if err := late.Update(t.Context(), newRand(12)); err != nil {
					t.Fatal(err)
				}
				want := list(late)
				for i, p := range list(told) {
					if p != want[i] {
						t.Fatalf("step %d: particle %d is %v instead of %v", n, i, p, want[i])
					}
				}
			}
		})
	}
}

type weightedState[S any] struct {
	state  S
	weight float64
}

func list[S any](f filter[S]) (all []weightedState[S]) {
	for s, w := range f.Particles {
		all = append(all, weightedState[S]{*s, w})
	}
	return all
}

// Once grown, a filter allocates nothing, however it leads its particles on.
func TestDoesNotAllocate(t *testing.T) {
	restless := tiger{0.1}
	for name, f := range map[string]*particle.Filter[int, *forgetful, rune, int]{
		"weights":    particle.NewView[*forgetful](lit{}, 0, particle.Options{Particles: 50}),
		"simulation": particle.NewView[*forgetful](chain{}, 0, particle.Options{Particles: 50}),
		"exact":      particle.NewView[*forgetful](listed{restless}, 0, particle.Options{}),
		"sampled":    particle.NewView[*forgetful](listed{restless}, 0, particle.Options{Particles: 1, Exact: -1}),
		"revival":    particle.NewView[*forgetful](restless, 0, particle.Options{Particles: 4, Draws: 1, Effort: 4000}),
	} {
		rng, ctx, v := newRand(13), t.Context(), &forgetful{}
		var s int
		play := func() {
			f.Begin(v)
			for i := range 40 {
				v.Did('w', i/3%2)
				f.Did('w', i/3%2)
				for range 3 {
					if err := f.Sample(ctx, rng, v, 0, &s); err != nil {
						t.Fatalf("%s: %v", name, err)
					}
				}
			}
		}
		for range 50 {
			play()
		}
		if n := testing.AllocsPerRun(20, play); n != 0 {
			t.Errorf("%s: %v allocations a play of 40 steps", name, n)
		}
		if name == "revival" && f.Revived() == 0 {
			t.Error("nothing was revived")
		}
	}
}
