package particle_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/particle"
)

// possibleShells returns all states that a view of the shells leaves, all alike. They are those of
// the exact weighted belief, which is held against an enumeration of all plays elsewhere.
func possibleShells(t *testing.T, g shells, v *shellsView, side blindsight.Side) (*belieftest.Truth[shellsState], error) {
	t.Helper()
	f := particle.NewSide(g, side, nil, particle.Options{})
	f.Begin(v)
	if err := f.Update(t.Context(), newRand(1)); err != nil {
		return nil, err
	}
	states := f.States()
	weights := make([]float64, len(states))
	for i := range weights {
		weights[i] = 1
	}
	return belieftest.NewTruth(g.Fingerprint, states, weights)
}

func shellsSet(t *testing.T, g shells, side blindsight.Side, o particle.Options) belieftest.Followed[shellsState, *shellsView, int8, int8] {
	return belieftest.Followed[shellsState, *shellsView, int8, int8]{
		New:     particle.NewSet[*shellsView](particle.Unweighted(g), side, o).Fresh,
		Game:    g,
		NewView: belieftest.NewShellsView,
		Sides:   2, Side: side,
		Truth: func(v *shellsView) (*belieftest.Truth[shellsState], error) { return possibleShells(t, g, v, side) },
		Plays: 2, Samples: 150,
	}
}

// An exact set is all states that are possible, and each is as likely to be handed out as another.
func TestSetConforms(t *testing.T) {
	eachShells(t, func(t *testing.T, g shells, side blindsight.Side, _ uint64) {
		belieftest.RunFollowed(t, shellsSet(t, g, side, particle.Options{}))
	})
}

// A sample of a set has states that are possible, knows nothing else, and says that it is one.
func TestSampledSetConforms(t *testing.T) {
	eachShells(t, func(t *testing.T, g shells, side blindsight.Side, _ uint64) {
		e := shellsSet(t, g, side, particle.Options{Particles: 12, Exact: 1})
		e.Asymptotic = true
		for name, check := range map[string]func() error{
			"consistent": e.Consistent, "blind": e.Blind, "seeded": e.Seeded, "honest": e.Honest, "stops": e.Stops,
		} {
			if err := check(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// hiding is a game of one who hides in one of a thousand places, again after each question, and one
// who asks whether he is in a place.
type hiding struct{}

const hidings = 1000

func (hiding) Fingerprint(x *int) uint64 { return uint64(*x) }

func (hiding) Starts(_ blindsight.Side, _ bool, x *int, visit func(float64) bool) bool {
	*x = 0
	return visit(1)
}

func (hiding) Successors(_ blindsight.Side, past []blindsight.Event[int, bool], _ bool, x, to *int, visit func(float64) bool) bool {
	if e := past[len(past)-1]; !e.Heard {
		*to = *x
		return (*x == e.Action) != e.Seen || visit(1)
	}
	for *to = range hidings {
		if !visit(1) {
			return false
		}
	}
	return true
}

// What the own side learns is told to all states that could have followed, not to the few that were
// handed out: a sample of ten survives an answer that one place in a thousand agrees with.
func TestOwnStepsAreToldToAll(t *testing.T) {
	f := particle.NewSet[*blindsight.History[int, bool]](particle.Unweighted(hiding{}), 1, particle.Options{Particles: 10, Exact: 10, Effort: 1})
	rng := newRand(1)
	f.Begin(blindsight.NewHistory[int, bool]())
	for round := range 20 {
		f.Heard(false)
		if err := f.Update(t.Context(), rng); err != nil || len(f.States()) != 10 || f.Exact() {
			t.Fatalf("round %d: %d states, exact %t: %v", round, len(f.States()), f.Exact(), err)
		}
		place := rng.IntN(hidings)
		f.Did(place, true)
		if err := f.Update(t.Context(), rng); err != nil || len(f.States()) != 1 || f.States()[0] != place || f.Revived() > 0 {
			t.Fatalf("round %d: places %v, want %d: %v", round, f.States(), place, err)
		}
	}
}

// A set that nothing agrees with is inconsistent where it is exact, and deprived where it is not: then
// it may be found again later on.
func TestSetThatDies(t *testing.T) {
	type history = blindsight.History[int, bool]
	f, rng := particle.NewSet[*history](particle.Unweighted(hiding{}), 1, particle.Options{Exact: hidings}), newRand(1)
	f.Begin(blindsight.NewHistory[int, bool]())
	f.Heard(false)
	f.Did(hidings, true) // where nobody can hide
	if err := f.Update(t.Context(), rng); !isInconsistent(err) || f.Exact() || len(f.States()) > 0 {
		t.Errorf("exact %t, %d states: %v", f.Exact(), len(f.States()), err)
	}
	f = particle.NewSet[*history](particle.Unweighted(hiding{}), 1, particle.Options{Exact: 10, Particles: 10})
	f.Begin(blindsight.NewHistory[int, bool]())
	f.Heard(false)
	f.Did(hidings, true)
	if err := f.Update(t.Context(), rng); !isDeprived(err) || len(f.States()) > 0 {
		t.Errorf("%d states: %v", len(f.States()), err)
	}
	f.Begin(blindsight.NewHistory[int, bool]())
	if err := f.Update(t.Context(), rng); err != nil || !f.Exact() {
		t.Errorf("a new play: exact %t: %v", f.Exact(), err)
	}
}

// A set that died is guessed, from what it was last, if the game can disturb a state.
func TestSetGuesses(t *testing.T) {
	disturb := func(rng *rand.Rand, x *int, boldness float64) bool {
		*x += rng.IntN(3+int(30*boldness)) - 1 - int(15*boldness)
		return true
	}
	f := particle.NewSet[*blindsight.History[rune, int]](particle.Unweighted(drift{}), 0, particle.Options{Particles: 10, Exact: 1, Effort: 1000}).Hook(particle.Hooks[int, rune, int]{Disturb: disturb})
	rng := newRand(2)
	f.Begin(blindsight.NewHistory[rune, int]('w'))
	f.Did('w', silence)
	f.Did('w', ringing) // five places away, after two hours
	f.Did('w', silence)
	if err := f.Update(t.Context(), rng); err != nil || !f.Guessed() || f.Exact() || f.Revived() != 1 {
		t.Fatalf("guessed %t, exact %t, revived %d times: %v", f.Guessed(), f.Exact(), f.Revived(), err)
	}
	for _, x := range f.States() {
		if sound(x-1) != ringing && sound(x) != ringing && sound(x+1) != ringing || sound(x) != silence {
			t.Errorf("%d does not agree with what was heard last", x)
		}
	}
}

func isInconsistent(err error) bool { return errors.Is(err, blindsight.ErrInconsistent) }

func isDeprived(err error) bool { return errors.Is(err, particle.ErrDeprived) }
