package particle_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/particle"
)

type (
	shells      = belieftest.Shells
	shellsState = belieftest.ShellsState
	shellsView  = belieftest.ShellsView
	shellsTrack = particle.Filter[shellsState, *shellsView, int8, int8]
)

// bare is the game without what it can list.
type bare struct{ game shells }

func (b bare) Start(rng *rand.Rand, s *shellsState) blindsight.Side { return b.game.Start(rng, s) }

func (b bare) Step(rng *rand.Rand, s *shellsState, a int8) blindsight.Step[int8] {
	return b.game.Step(rng, s, a)
}

func (b bare) ViewOf(s *shellsState, side blindsight.Side, v *shellsView) { b.game.ViewOf(s, side, v) }

// shellsPlay plays at random, tells followers what a side may know, and calls each at every
// decision of that side.
func shellsPlay(g shells, rng *rand.Rand, side blindsight.Side, followers []*shellsTrack, each func(v *shellsView)) {
	var s shellsState
	views := [2]*shellsView{belieftest.NewShellsView(0), belieftest.NewShellsView(1)}
	for _, f := range followers {
		f.Begin(views[side])
	}
	for turn := g.Start(rng, &s); turn != blindsight.Over; {
		v := views[turn]
		if turn == side {
			each(v)
		}
		legal := v.Legal(nil)
		a := legal[rng.IntN(len(legal))]
		step := g.Step(rng, &s, a)
		if step.Done() {
			return
		}
		v.Did(a, step.Seen)
		if !step.Silent {
			views[turn.Other()].Heard(step.Heard)
		}
		for _, f := range followers {
			if turn == side {
				f.Did(a, step.Seen)
			} else if !step.Silent {
				f.Heard(step.Heard)
			}
		}
		turn = step.Next
	}
}

// eachShells runs a test for both games and sides, with a seed whose play is long.
func eachShells(t *testing.T, test func(t *testing.T, g shells, side blindsight.Side, seed uint64)) {
	for _, abrupt := range []bool{false, true} {
		for side := range blindsight.Side(2) {
			t.Run(fmt.Sprintf("abrupt=%t/side=%d", abrupt, side), func(t *testing.T) {
				test(t, shells{Abrupt: abrupt}, side, uint64(3+side))
			})
		}
	}
}

// The exact belief of a game with refusals and silent steps, followed step by step, is that of
// an enumeration of all plays, weights included.
func TestExactAgainstEnumeration(t *testing.T) {
	eachShells(t, func(t *testing.T, g shells, side blindsight.Side, _ uint64) {
		decisions := 0
		for seed := range uint64(20) {
			f, rng := particle.NewSide(g, side, nil, particle.Options{}), newRand(1)
			shellsPlay(g, newRand(seed), side, []*shellsTrack{f}, func(v *shellsView) {
				decisions++
				truth, err := g.Belief(v)
				if err != nil {
					t.Fatal(err)
				}
				var s shellsState
				if err := f.Sample(t.Context(), rng, v, 0, &s); err != nil {
					t.Fatal(err)
				}
				n := 0
				for s, w := range f.Particles {
					n++
					if want := truth.Probability(s); math.Abs(w-want) > 1e-12 {
						t.Fatalf("%v: %+v has weight %v, want %v", v.Past(), *s, w, want)
					}
				}
				if n != truth.States() || !f.Exact() {
					t.Fatalf("%v: %d states, exact %t, want %d", v.Past(), n, f.Exact(), truth.States())
				}
			})
		}
		t.Logf("%d decisions", decisions)
		if decisions < 50 {
			t.Errorf("only %d decisions", decisions)
		}
	})
}

// Sampled beliefs of the same: by simulation with a policy and with the views' own legal
// actions, and by samples of what the game lists. One state each of many filters that were
// told every step.
func TestSampledAgainstEnumeration(t *testing.T) {
	uniform := func(rng *rand.Rand, v *shellsView) int8 {
		legal := v.Legal(nil)
		return legal[rng.IntN(len(legal))]
	}
	const filters = 400
	for name, newFilter := range map[string]func(g shells, side blindsight.Side) *shellsTrack{
		"policy": func(g shells, side blindsight.Side) *shellsTrack {
			return particle.NewSide(g, side, uniform, particle.Options{Particles: 60})
		},
		"simulation": func(g shells, side blindsight.Side) *shellsTrack {
			return particle.NewSide(bare{g}, side, nil, particle.Options{Particles: 60})
		},
		"listed": func(g shells, side blindsight.Side) *shellsTrack {
			return particle.NewSide(g, side, nil, particle.Options{Particles: 24, Exact: -1})
		},
		"exact, then listed": func(g shells, side blindsight.Side) *shellsTrack {
			return particle.NewSide(g, side, nil, particle.Options{Particles: 24, Exact: 20})
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachShells(t, func(t *testing.T, g shells, side blindsight.Side, seed uint64) {
				followers := make([]*shellsTrack, filters)
				for i := range followers {
					followers[i] = newFilter(g, side)
				}
				rng := newRand(20)
				shellsPlay(g, newRand(seed), side, followers, func(v *shellsView) {
					truth, err := g.Belief(v)
					if err != nil {
						t.Fatal(err)
					}
					i := 0
					fit, err := truth.Compare(filters, func(s *shellsState) error {
						f := followers[i]
						i++
						return f.Sample(t.Context(), rng, v, 0, s)
					})
					t.Logf("%v: %v", v.Past(), fit)
					if err != nil {
						t.Errorf("%v: %v", v.Past(), err)
					}
				})
			})
		})
	}
}

// What is wrong with a sampled belief, some one in Particles of it, falls as there are more, and
// is soon not to be seen: the total variation distance from the exact belief at the end of a play
// with two heard moves, a refusal and the hole.
func TestErrorFallsWithParticles(t *testing.T) {
	g := shells{}
	v := belieftest.NewShellsView(1)
	v.Heard(belieftest.ShellQuiet)
	v.Did(3, belieftest.ShellTaken)
	v.Heard(belieftest.ShellQuiet)
	v.Did(2, belieftest.ShellRefuse)
	v.Did(1, belieftest.ShellHole)
	v.Heard(belieftest.ShellQuiet)
	truth, err := g.Belief(v)
	if err != nil {
		t.Fatal(err)
	}
	for name, newFilter := range map[string]func(particles int) *shellsTrack{
		"listed": func(n int) *shellsTrack {
			return particle.NewSide(g, 1, nil, particle.Options{Particles: n, Exact: -1})
		},
		"simulation": func(n int) *shellsTrack {
			return particle.NewSide(bare{g}, 1, nil, particle.Options{Particles: n})
		},
	} {
		last := 1.0
		for _, n := range []int{20, 150} {
			f, rng := newFilter(n), newRand(21)
			d, err := truth.TotalVariation(2000, func(s *shellsState) error {
				f.Begin(v)
				return f.Sample(t.Context(), rng, v, 0, s)
			})
			t.Logf("%s, %d particles: %v", name, n, d)
			if err != nil {
				t.Fatal(err)
			}
			if d.Measured >= last || n == 150 && d.Measured > d.Floor+2*d.Deviation {
				t.Errorf("%s, %d particles: %v", name, n, d)
			}
			last = d.Measured
		}
	}
}

// Without a way to say what the other side does, a play with another side is a mistake of the
// programmer, and is called one.
func TestNobodyActsForTheOtherSide(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	f := particle.NewView[*blindsight.History[int8, int8]](bare{}, 1, particle.Options{})
	f.Heard(belieftest.ShellQuiet)
	f.Update(t.Context(), newRand(1))
}
