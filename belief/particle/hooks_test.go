package particle_test

import (
	"maps"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/particle"
)

// drift is a raft on a river that cannot be seen: each hour it drifts a place up, down, or stays.
// Every tenth place has a bell, which is heard when it is there.
type drift struct{}

const (
	bell    = 10
	silence = 0
	ringing = 1
)

func (drift) Start(_ *rand.Rand, x *int) blindsight.Side {
	*x = bell / 2
	return 0
}

func sound(x int) int {
	if x%bell == 0 {
		return ringing
	}
	return silence
}

func (drift) Step(rng *rand.Rand, x *int, _ rune) blindsight.Step[int] {
	*x += rng.IntN(3) - 1
	return blindsight.Step[int]{Seen: sound(*x)}
}

func (drift) Fingerprint(x *int) uint64 { return uint64(int64(*x)) }

func (drift) Starts(_ blindsight.Side, _ bool, x *int, visit func(float64) bool) bool {
	*x = bell / 2
	return visit(1)
}

func (drift) Successors(_ blindsight.Side, past []blindsight.Event[rune, int], _ bool, x, to *int, visit func(float64) bool) bool {
	for *to = *x - 1; *to <= *x+1; *to++ {
		if sound(*to) == past[len(past)-1].Seen && !visit(1./3) {
			return false
		}
	}
	return true
}

// driftPlay lets a filter follow a raft, and calls each with it and all places that agree.
func driftPlay(t *testing.T, f filter[int], seed uint64, hours int, each func(truth map[int]bool, ringing bool)) {
	t.Helper()
	rules, rng := newRand(seed), newRand(100+seed)
	f.Begin(blindsight.NewHistory[rune, int]('w'))
	var x int
	drift{}.Start(rules, &x)
	truth := map[int]bool{x: true}
	for hour := range hours {
		o := drift{}.Step(rules, &x, 'w').Seen
		next := map[int]bool{}
		for y := range truth {
			for z := y - 1; z <= y+1; z++ {
				if sound(z) == o {
					next[z] = true
				}
			}
		}
		truth = next
		f.Did('w', o)
		if err := f.Update(t.Context(), rng); err != nil {
			t.Fatalf("seed %d, hour %d: %v", seed, hour, err)
		}
		each(truth, o == ringing)
	}
}

// states returns the places of a filter, and fails unless all weigh the same.
func states(t *testing.T, f filter[int]) map[int]bool {
	t.Helper()
	all, weight := map[int]bool{}, 0.0
	for x, w := range f.Particles {
		if all[*x] || weight != 0 && (w < weight*0.999 || w > weight*1.001) {
			t.Fatalf("place %d is there twice, or weighs %v, another one %v", *x, w, weight)
		}
		all[*x], weight = true, w
	}
	return all
}

// A belief that is a set is all places that agree wherever it is called exact, and some of them
// wherever it is not; with a hook that fits it is exact again after it was not, without one it is not.
func TestExactBeliefIsRegained(t *testing.T) {
	for name, hooks := range map[string]particle.Hooks[int, rune, int]{
		"none":     {},
		"telling":  {Telling: func(past []blindsight.Event[rune, int]) bool { return past[len(past)-1].Seen == ringing }},
		"surround": {Surround: surround},
		"surround too widely": {Surround: func(past []blindsight.Event[rune, int], asked bool, visit func(*int)) bool {
			x := -bell // where it cannot be
			visit(&x)
			return surround(past, asked, visit)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			exact, sampled, regained := 0, 0, 0
			for seed := range uint64(40) {
				f := particle.NewSet[*blindsight.History[rune, int]](particle.Unweighted(drift{}), 0, particle.Options{Particles: 7, Exact: 7}).Hook(hooks)
				was := true
				driftPlay(t, f, seed, 30, func(truth map[int]bool, _ bool) {
					got := states(t, f)
					for x := range got {
						if !truth[x] {
							t.Fatalf("seed %d: place %d is none of %v", seed, x, truth)
						}
					}
					switch {
					case f.Exact() && !maps.Equal(got, truth):
						t.Fatalf("seed %d: %v is called exact, it is %v", seed, got, truth)
					case f.Exact():
						exact++
						if !was {
							regained++
						}
					default:
						sampled++
					}
					was = f.Exact()
				})
			}
			t.Logf("exact %d times, sampled %d, exact again %d", exact, sampled, regained)
			if sampled == 0 || (regained > 5) != (name == "telling" || name == "surround") {
				t.Errorf("exact %d times, sampled %d, exact again %d", exact, sampled, regained)
			}
		})
	}
}

// surround: when a bell rings for the first time it is one of the two nearest.
func surround(past []blindsight.Event[rune, int], _ bool, visit func(*int)) bool {
	rings := 0
	for _, e := range past {
		rings += e.Seen
	}
	if rings != 1 || past[len(past)-1].Seen != ringing {
		return false
	}
	for x := 0; x <= bell; x += bell {
		visit(&x)
	}
	return true
}

// Particles that died, and that no effort brings back, are guessed if the game can disturb a
// state, and are called guessed from then on, in the health as well.
func TestGuess(t *testing.T) {
	o := particle.Options{Particles: 10, Exact: -1, Effort: 1}
	disturb := func(rng *rand.Rand, x *int, boldness float64) bool {
		*x += rng.IntN(3+int(30*boldness)) - 1 - int(15*boldness)
		return true
	}
	f, rng := particle.New(drift{}, o).Hook(particle.Hooks[int, rune, int]{Disturb: disturb}), newRand(2)
	f.Begin(blindsight.NewHistory[rune, int]('w'))
	f.Did('w', silence)
	if err := f.Update(t.Context(), rng); err != nil || f.Guessed() {
		t.Fatalf("guessed %t: %v", f.Guessed(), err)
	}
	f.Did('w', ringing) // five places away, after two hours
	if err := f.Update(t.Context(), rng); err != nil || !f.Guessed() || f.Exact() {
		t.Fatalf("guessed %t, exact %t: %v", f.Guessed(), f.Exact(), err)
	}
	for x := range f.Particles {
		if sound(*x) != ringing {
			t.Errorf("%d does not agree with what was heard last", *x)
		}
	}
	f.Did('w', silence)
	v := blindsight.NewHistory[rune, int]('w')
	for _, o := range []int{silence, ringing, silence} {
		v.Did('w', o)
	}
	var x int
	if err := f.Sample(t.Context(), rng, v, 0, &x); err != nil {
		t.Fatal(err)
	}
	if h := f.Health(); h.Guessed != 1 || h.Samples != 1 || !h.Asymptotic {
		t.Errorf("health %+v", h)
	}
	f.Begin(blindsight.NewHistory[rune, int]('w'))
	if err := f.Update(t.Context(), rng); err != nil || f.Guessed() {
		t.Errorf("a new play: guessed %t: %v", f.Guessed(), err)
	}
}
