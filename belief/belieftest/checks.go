package belieftest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"time"

	"blindsight"
)

// Consistent draws states and returns an error unless the problem gives each a
// likelihood above 0 and, where they can be listed, each is on the list. A typed
// error instead of a state is fine, but for the claim that there is none where
// there are.
func (e Subject[S, V]) Consistent(p Position[V]) error {
	truth, err := e.truth(p)
	if err != nil {
		return err
	}
	sampler, rng := e.New(), e.rng("consistent")
	before := keyOf(p.View)
	var s S
	for i := range e.samples() {
		if i%10 == 0 {
			sampler.Reset()
		}
		if err := sampler.Sample(context.Background(), rng, p.View, e.Effort, &s); err != nil {
			if err := judgeError(err, truth); err != nil {
				return fmt.Errorf("sample %d %w", i, err)
			}
			continue
		}
		if err := e.judgeState(p, &s, truth); err != nil {
			return fmt.Errorf("sample %d %w", i, err)
		}
	}
	if keyOf(p.View) != before {
		return errors.New("the view was changed by sampling from it")
	}
	return nil
}

// judgeState returns what is wrong with a state. Truth may be nil.
func (e Subject[S, V]) judgeState(p Position[V], s *S, truth *Truth[S]) error {
	if l := e.Problem.Likelihood(p.View, s); !(l > 0) {
		return fmt.Errorf("does not agree with the view: likelihood %v: %+v", l, *s)
	}
	if truth != nil && !truth.Has(s) {
		return fmt.Errorf("is none of the %d states that agree with the view: %+v", truth.States(), *s)
	}
	return nil
}

// keyOf returns the key of a view that has one.
func keyOf(v any) blindsight.Key {
	if k, ok := v.(interface{ Key() blindsight.Key }); ok {
		return k.Key()
	}
	return blindsight.Key{}
}

// Unbiased draws independent states and returns an error if they are unlikely
// (p ≤ 0.001) to come from the uniform distribution over all states of the position,
// which must be listable. The fit tells how they compare, also where there is no error.
func (e Subject[S, V]) Unbiased(p Position[V]) (Fit, error) {
	truth, err := e.truth(p)
	if err != nil {
		return Fit{}, err
	}
	if truth == nil {
		return Fit{}, fmt.Errorf("the states of this position cannot be listed by %T", e.Problem)
	}
	n := e.Samples
	if n == 0 {
		n = max(2000, 20*truth.States())
	}
	return truth.Compare(n, e.drawing(p, e.Effort, e.rng("unbiased")))
}

// TotalVariation draws n independent states with the given effort and returns how
// far they are from the uniform distribution over all states of the position, which
// must be listable.
func (e Subject[S, V]) TotalVariation(p Position[V], effort, n int) (Distance, error) {
	truth, err := e.truth(p)
	if err != nil {
		return Distance{}, err
	}
	if truth == nil {
		return Distance{}, fmt.Errorf("the states of this position cannot be listed by %T", e.Problem)
	}
	return truth.TotalVariation(n, e.drawing(p, effort, e.rng("total variation", uint64(effort))))
}

// Seeded returns an error unless the same seed gives the same states: from two new
// estimators that visit the positions in turn, and from a used one after Reset. Where
// states can be listed, other seeds must give others.
func (e Subject[S, V]) Seeded(positions ...Position[V]) error {
	first := e.New()
	want := e.visit(first, positions)
	if at, ok := differ(want, e.visit(e.New(), positions)); ok {
		return fmt.Errorf("two new estimators with the same seed differ from sample %d on", at)
	}
	first.Reset()
	if at, ok := differ(want, e.visit(first, positions)); ok {
		return fmt.Errorf("after Reset, the same seed gives other states from sample %d on: something was remembered", at)
	}
	for _, p := range positions {
		truth, err := e.truth(p)
		if err != nil {
			return err
		}
		if p.Hopeless || truth == nil || truth.States() < 2 {
			continue
		}
		// A new decision for each: a chain may stay where it is for long.
		var sequences [2][]outcome
		for seed := range sequences {
			sampler, rng := e.New(), e.rng("seeded", uint64(seed))
			for range 50 {
				sampler.Reset()
				var s S
				err := sampler.Sample(context.Background(), rng, p.View, e.Effort, &s)
				sequences[seed] = append(sequences[seed], e.outcome(&s, err))
			}
		}
		if _, ok := differ(sequences[0], sequences[1]); !ok {
			return fmt.Errorf("%s: two seeds give the same 50 states, of %d: the generator is not used", p.Name, truth.States())
		}
	}
	return nil
}

// outcome is what one call of Sample brought: an error, or a state.
type outcome struct {
	failed string
	state  any
}

// visit samples at all positions in turn, as a search does that walks down a tree.
func (e Subject[S, V]) visit(sampler blindsight.Sampler[S, V], positions []Position[V]) []outcome {
	rng := e.rng("seeded")
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	var all []outcome
	for round := range 20 {
		for _, p := range positions {
			ctx := context.Background()
			if p.Hopeless {
				if round > 0 {
					continue // once is enough: it may take as long as the cap allows
				}
				ctx = ended
			}
			var s S
			err := sampler.Sample(ctx, rng, p.View, e.Effort, &s)
			all = append(all, e.outcome(&s, err))
		}
	}
	return all
}

func (e Subject[S, V]) outcome(s *S, err error) outcome {
	if err != nil {
		return outcome{failed: err.Error()}
	}
	if f, ok := e.Problem.(blindsight.Fingerprinter[S]); ok {
		return outcome{state: f.Fingerprint(s)}
	}
	return outcome{state: *s}
}

// differ returns the first place where two sequences are not equal.
func differ(a, b []outcome) (int, bool) {
	for i := range a {
		if !reflect.DeepEqual(a[i], b[i]) {
			return i, true
		}
	}
	return 0, false
}

// GivesUp returns an error unless the estimator fails at a hopeless position, with
// one of the errors agreed on, within its patience after the context has ended
// (before the call, and in the middle of it), and counts that as a failure.
func (e Subject[S, V]) GivesUp(p Position[V]) error {
	truth, err := e.truth(p)
	if err != nil {
		return err
	}
	for _, delay := range []time.Duration{0, 20 * time.Millisecond} {
		sampler := e.New()
		returned, err := e.interrupted(sampler, p, e.Effort, delay, new(S))
		if !returned {
			return fmt.Errorf("still busy %v after its context ended", e.patience())
		}
		if err == nil {
			return errors.New("returned a state where there is none to be found")
		}
		if err := judgeError(err, truth); err != nil {
			return err
		}
		if h := sampler.Health(); h.Failures != 1 || h.Samples != 0 || h.Accepted > h.Draws {
			return fmt.Errorf("after one failure and no state its health is %+v", h)
		}
	}
	return nil
}

// Stops returns an error unless the estimator, asked for an enormous effort under a
// context that has ended, returns within its patience: an error as agreed, or a
// consistent state.
func (e Subject[S, V]) Stops(p Position[V]) error {
	var s S
	returned, err := e.interrupted(e.New(), p, math.MaxInt32, 0, &s)
	switch {
	case !returned:
		return fmt.Errorf("still busy %v after its context ended", e.patience())
	case err != nil:
		return judgeError[S](err, nil)
	}
	return e.judgeState(p, &s, nil)
}

// interrupted calls Sample under a context that ends after a delay, and returns what
// Sample returned, and whether it did within the patience. If not, the call is left
// behind in its goroutine.
func (e Subject[S, V]) interrupted(sampler blindsight.Sampler[S, V], p Position[V], effort int, delay time.Duration, s *S) (returned bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), delay)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- sampler.Sample(ctx, e.rng("interrupted"), p.View, effort, s) }()
	select {
	case err := <-done:
		return true, err
	case <-time.After(delay + e.patience()):
		return false, nil
	}
}
