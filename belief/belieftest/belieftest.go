// Package belieftest tells whether an estimator keeps its word: whether the states
// it returns agree with the view, are drawn from the exact belief, depend on the
// seed alone, and whether it gives up in the agreed way and is honest about its
// health. It is for whoever writes a [blindsight.Sampler].
//
// Describe the estimator as a [Subject], name some positions, and run all checks:
//
//	func TestEstimator(t *testing.T) {
//		game := ...
//		subject := belieftest.Subject[State, *View]{
//			New:     func() blindsight.Sampler[State, *View] { return myestimator.New(game) },
//			Problem: game,
//			Effort:  100,
//		}
//		belieftest.Run(t, subject,
//			belieftest.Position[*View]{Name: "opening", View: opening},
//			belieftest.Position[*View]{Name: "contradiction", View: contradiction, Hopeless: true},
//		)
//	}
//
// What is checked depends on what the problem can do. A [blindsight.Prior] is
// enough to tell a consistent state from an inconsistent one. A problem that is also
// a [blindsight.Lister] and a [blindsight.Fingerprinter] lets the kit list all
// states, which is the truth that the estimator is measured against: choose
// positions with a few to a few hundred states. A truth known from elsewhere, of
// states that are not equally likely, is written down with [NewTruth].
//
// An estimator that is told each step of a play (a [blindsight.Follower]), and one for a side of
// a game of two, is described as [Followed] and checked by [RunFollowed]: the kit plays, and
// tells it. [Shells] is a game of two sides to try it on, whose exact belief is listed.
//
// An estimator that is exact only in the limit (a Markov chain) is Asymptotic. It is
// tested for bias at the effort given, which should be enough for it; how its error
// falls as the effort grows is measured by [Subject.TotalVariation].
//
// All checks draw from fixed seeds: they pass or fail the same way every time. Each
// is also a method that returns an error, for use outside of tests.
package belieftest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"blindsight"
	"blindsight/internal/randstream"
)

// Subject is an estimator to be checked, and what it promises. It is plain data and
// may be shared as far as New and Problem may.
type Subject[S, V any] struct {
	// New makes a fresh estimator.
	New func() blindsight.Sampler[S, V]
	// Problem judges states. The more of Lister and Fingerprinter it implements, the
	// more is checked.
	Problem blindsight.Prior[S, V]
	// Asymptotic says that the estimator is exact only in the limit of effort. Its
	// health must say the same.
	Asymptotic bool
	// Effort is asked for with every sample, other than those of TotalVariation.
	Effort int
	// Samples is how many states a check draws. 0 means 500, and for the check of
	// bias 20 for every state of the truth, but at least 2000.
	Samples int
	// Seed chooses the random numbers.
	Seed uint64
	// Patience is how long the estimator may go on after its context has ended. 0
	// means two seconds, which forgives a busy machine.
	Patience time.Duration
}

// Position is a view at which an estimator is checked.
type Position[V any] struct {
	Name string
	View V
	// Hopeless says that no state can be found: none agrees with the view, or the cap
	// that the estimator was made with is far too small.
	Hopeless bool
	// Large says that there are too many states to list, or to try in order to list
	// them: what needs the list is left out.
	Large bool
}

// Run checks the estimator at each position, in subtests named after position and
// check. It takes a second or so for positions of some hundred states.
func Run[S, V any](t *testing.T, e Subject[S, V], positions ...Position[V]) {
	t.Helper()
	for _, p := range positions {
		if p.Hopeless {
			t.Run(p.Name+"/gives up", func(t *testing.T) { report(t, e.GivesUp(p)) })
			continue
		}
		t.Run(p.Name+"/consistent", func(t *testing.T) { report(t, e.Consistent(p)) })
		t.Run(p.Name+"/honest", func(t *testing.T) { report(t, e.Honest(p)) })
		t.Run(p.Name+"/stops", func(t *testing.T) { report(t, e.Stops(p)) })
		if e.listable(p) {
			t.Run(p.Name+"/unbiased", func(t *testing.T) {
				fit, err := e.Unbiased(p)
				t.Log(fit)
				report(t, err)
			})
		}
	}
	t.Run("seeded", func(t *testing.T) { report(t, e.Seeded(positions...)) })
}

func report(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// samples returns how many states a check draws.
func (e Subject[S, V]) samples() int {
	if e.Samples > 0 {
		return e.Samples
	}
	return 500
}

func (e Subject[S, V]) patience() time.Duration {
	if e.Patience > 0 {
		return e.Patience
	}
	return 2 * time.Second
}

// rng returns the random numbers of one check.
func (e Subject[S, V]) rng(check string, numbers ...uint64) *rand.Rand {
	return randstream.New(e.Seed, "belieftest/"+check, numbers...)
}

// listable tells whether the states of a position can be listed.
func (e Subject[S, V]) listable(p Position[V]) bool {
	_, ok := e.Problem.(Enumerable[S, V])
	return ok && !p.Large
}

// truth lists the states of a position, nil where that is not possible.
func (e Subject[S, V]) truth(p Position[V]) (*Truth[S], error) {
	if !e.listable(p) {
		return nil, nil
	}
	return Enumerate(e.Problem.(Enumerable[S, V]), p.View)
}

// drawing returns a function that draws independent states at one position with a
// new estimator. One that is asymptotic may remember its last state, so it begins a
// new decision with each.
func (e Subject[S, V]) drawing(p Position[V], effort int, rng *rand.Rand) func(*S) error {
	sampler := e.New()
	return func(s *S) error {
		if e.Asymptotic {
			sampler.Reset()
		}
		return sampler.Sample(context.Background(), rng, p.View, effort, s)
	}
}

// typed tells whether err is one of the errors an estimator may return.
func typed(err error) bool {
	return errors.Is(err, blindsight.ErrExhausted) || errors.Is(err, blindsight.ErrInconsistent) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// judgeError returns what is wrong with an error of an estimator. Truth may be nil.
func judgeError[S any](err error, truth *Truth[S]) error {
	if !typed(err) {
		return fmt.Errorf("gave up with %q (%T), which is none of ErrExhausted, ErrInconsistent and the context's errors", err, err)
	}
	if truth != nil && truth.States() > 0 && errors.Is(err, blindsight.ErrInconsistent) {
		return fmt.Errorf("claims %q, but %d states agree", err, truth.States())
	}
	return nil
}
