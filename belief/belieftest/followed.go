package belieftest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/internal/randstream"
)

// FollowedView is what the checks of an estimator that follows a play ask of a view: V is the
// view's own type.
type FollowedView[V any, A, O comparable] interface {
	blindsight.View[A, O]
	blindsight.Copier[V]
}

// Followed is an estimator that follows a play, a [blindsight.Follower], to be checked, and what
// it promises. The kit plays games of one side or two with random legal actions, tells the
// estimator what its side may know of them, and asks it at decisions of that side. It is plain
// data and may be shared as far as what it names.
type Followed[S any, V FollowedView[V, A, O], A, O comparable] struct {
	// New makes a fresh estimator, which must be a Follower of the same view.
	New func() blindsight.Sampler[S, V]
	// Game is played. It must be a [blindsight.Fingerprinter]. If it is a [blindsight.Witness],
	// a state must show its side the view that it is drawn for.
	Game blindsight.Game[S, A, O]
	// NewView returns the view of a side at the start of a play.
	NewView func(side blindsight.Side) V
	// Sides is how many sides the game has, 0 means 1, and Side whose estimator it is.
	Sides int
	Side  blindsight.Side
	// Truth returns the exact belief at a decision, against another side that acts uniformly at
	// random.
	Truth func(v V) (*Truth[S], error)
	// Reference makes an estimator that is known to be right, such as a rejection.Replay, and
	// stands in where there is no Truth.
	Reference func() blindsight.Sampler[S, V]
	// Asymptotic says that the estimator is exact only in the limit. Its health must say the
	// same.
	Asymptotic bool
	// Plays is how many plays a check looks at, 0 means 3, and Steps how long they are at most,
	// 0 means 20.
	Plays, Steps int
	// Samples is how many estimators the check of bias lets follow a play, 0 means 400.
	Samples int
	// Seed chooses the random numbers.
	Seed uint64
}

// RunFollowed checks the estimator, in subtests named after the checks. Each is also a method
// that returns an error, for use outside of tests.
func RunFollowed[S any, V FollowedView[V, A, O], A, O comparable](t *testing.T, e Followed[S, V, A, O]) {
	t.Helper()
	for _, c := range []struct {
		name string
		run  func() error
	}{
		{"consistent", e.Consistent},
		{"unbiased", e.Unbiased},
		{"late", e.Late},
		{"blind", e.Blind},
		{"seeded", e.Seeded},
		{"honest", e.Honest},
		{"stops", e.Stops},
	} {
		t.Run(c.name, func(t *testing.T) { report(t, c.run()) })
	}
}

func (e *Followed[S, V, A, O]) plays() uint64 { return uint64(orElse(e.Plays, 3)) }

func orElse(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

func (e *Followed[S, V, A, O]) rng(check string, numbers ...uint64) *rand.Rand {
	return randstream.New(e.Seed, "belieftest/followed/"+check, numbers...)
}

// follower is an estimator that can be told.
type follower[S, V any, A, O comparable] interface {
	blindsight.Sampler[S, V]
	blindsight.Follower[V, A, O]
}

var errNoFollower = errors.New("the estimator is no Follower of the view: it has no methods Begin(V), Did(A, O) and Heard(O)")

// make returns so many new estimators.
func (e *Followed[S, V, A, O]) make(n int) ([]follower[S, V, A, O], error) {
	list := make([]follower[S, V, A, O], n)
	for i := range list {
		f, ok := e.New().(follower[S, V, A, O])
		if !ok {
			return nil, errNoFollower
		}
		list[i] = f
	}
	return list, nil
}

// begin tells a follower of a view, which it must not keep: what it was given is then changed.
func (e *Followed[S, V, A, O]) begin(f follower[S, V, A, O], v V) {
	given := v.Clone()
	f.Begin(given)
	given.CopyFrom(e.NewView(e.Side))
}

// decision is a moment at which the own side acts.
type decision[S, V any] struct {
	number int // from 0, of the play
	view   V
	state  *S // the hidden one
}

// play plays a game whose random numbers are those of its own number, tells followers, and calls
// each at every decision of the own side until it returns an error or stop.
func (e *Followed[S, V, A, O]) play(number uint64, followers []follower[S, V, A, O], each func(d decision[S, V]) (stop bool, err error)) error {
	rng := e.rng("play", number)
	var s S
	turn := e.Game.Start(rng, &s)
	views := make([]V, orElse(e.Sides, 1))
	for side := range views {
		views[side] = e.NewView(blindsight.Side(side))
	}
	for _, f := range followers {
		e.begin(f, views[e.Side])
	}
	var legal []A
	decisions := 0
	for range orElse(e.Steps, 20) {
		if turn == blindsight.Over {
			return nil
		}
		v := views[turn]
		if turn == e.Side {
			before := v.Key()
			if stop, err := each(decision[S, V]{decisions, v, &s}); err != nil || stop {
				return err
			}
			if v.Key() != before {
				return errors.New("the view was changed by sampling from it")
			}
			decisions++
		}
		if legal = v.Legal(legal[:0]); len(legal) == 0 {
			return fmt.Errorf("play %d: nothing is legal for side %d", number, turn)
		}
		a := legal[rng.IntN(len(legal))]
		step := e.Game.Step(rng, &s, a)
		if step.Done() {
			return nil
		}
		if err := v.Did(a, step.Seen); err != nil {
			return fmt.Errorf("play %d: the view refuses what the rules show: %w", number, err)
		}
		if len(views) > 1 && !step.Silent {
			h, ok := any(views[turn.Other()]).(blindsight.Hearing[O])
			if !ok {
				return errors.New("the view hears nothing of the other side: it has no method Heard")
			}
			if err := h.Heard(step.Heard); err != nil {
				return fmt.Errorf("play %d: the view refuses what the rules let it hear: %w", number, err)
			}
		}
		for _, f := range followers {
			if turn == e.Side {
				f.Did(a, step.Seen)
			} else if !step.Silent {
				f.Heard(step.Heard)
			}
		}
		turn = step.Next
	}
	return nil
}

// fingerprint returns that of a state.
func (e *Followed[S, V, A, O]) fingerprint(s *S) uint64 {
	f, ok := e.Game.(blindsight.Fingerprinter[S])
	if !ok {
		panic("belieftest: the game of a Followed must be a Fingerprinter")
	}
	return f.Fingerprint(s)
}

// sample asks an estimator for a state, as an outcome, and judges errors.
func (e *Followed[S, V, A, O]) sample(f blindsight.Sampler[S, V], rng *rand.Rand, v V, s *S) (outcome, error) {
	if err := f.Sample(context.Background(), rng, v, 0, s); err != nil {
		return outcome{failed: err.Error()}, judgeError[S](err, nil)
	}
	return outcome{state: e.fingerprint(s)}, nil
}
