package belieftest

import (
	"context"
	"fmt"
	"math"

	"blindsight"
)

// Honest draws states and returns an error unless the estimator's health agrees with
// what was seen of it: a sample for every state, a failure for every error, no more
// candidates accepted than looked at, Asymptotic as the subject says, and as many
// distinct states as there were (within 10% where there are more than 32, since
// estimators may estimate that number). Reset must leave all of it as it is, and
// distinct states are then counted anew.
func (e Subject[S, V]) Honest(p Position[V]) error {
	truth, err := e.truth(p)
	if err != nil {
		return err
	}
	sampler, rng := e.New(), e.rng("honest")
	if h := sampler.Health(); h.Add(blindsight.Health{Asymptotic: true}) != (blindsight.Health{Asymptotic: true}) {
		return fmt.Errorf("a new estimator's health is %+v", h)
	}
	var want blindsight.Health
	low, high := 0.0, 0.0 // bounds for the distinct states
	var s S
	for decision := range 3 {
		seen := map[uint64]bool{}
		for range e.samples() {
			if err := sampler.Sample(context.Background(), rng, p.View, e.Effort, &s); err != nil {
				if err := judgeError(err, truth); err != nil {
					return err
				}
				want.Failures++
				continue
			}
			want.Samples++
			if f, ok := e.Problem.(blindsight.Fingerprinter[S]); ok {
				seen[f.Fingerprint(&s)] = true
			}
		}
		n := float64(len(seen))
		if n <= 32 {
			low, high = low+n, high+n
		} else {
			low, high = low+math.Floor(0.9*n), high+math.Ceil(1.1*n)
		}
		h := sampler.Health()
		if err := e.judgeHealth(h, want, low, high); err != nil {
			return fmt.Errorf("after %d decisions: %w", decision+1, err)
		}
		sampler.Reset()
		if after := sampler.Health(); after != h {
			return fmt.Errorf("the health was %+v, and after Reset is %+v", h, after)
		}
	}
	return nil
}

// judgeHealth returns what is wrong with a health.
func (e Subject[S, V]) judgeHealth(h, want blindsight.Health, low, high float64) error {
	switch {
	case h.Samples != want.Samples:
		return fmt.Errorf("it claims %d samples, there were %d", h.Samples, want.Samples)
	case h.Failures != want.Failures:
		return fmt.Errorf("it claims %d failures, there were %d", h.Failures, want.Failures)
	case h.Accepted > h.Draws || h.Accepted < 0:
		return fmt.Errorf("it claims to have accepted %d of %d draws", h.Accepted, h.Draws)
	case h.Asymptotic != e.Asymptotic && h.Samples > 0:
		return fmt.Errorf("it says asymptotic: %v, and should say %v", h.Asymptotic, e.Asymptotic)
	case h.Inconsistent != 0:
		return fmt.Errorf("it admits to %d inconsistent states, and there must be none", h.Inconsistent)
	case h.Fallbacks != 0:
		return fmt.Errorf("it claims %d fallbacks, which are not an estimator's to count", h.Fallbacks)
	}
	if _, ok := e.Problem.(blindsight.Fingerprinter[S]); !ok {
		return nil // it cannot know how many states were distinct
	}
	if d := float64(h.Distinct); d < low || d > high {
		return fmt.Errorf("it claims %d distinct states, there were %v to %v", h.Distinct, low, high)
	}
	return nil
}
