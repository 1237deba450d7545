package belieftest_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"blindsight"
	"blindsight/belief/belieftest"
)

// limit is the smallest problem with something hidden: one of twelve numbers, all
// equally likely, of which the view says that it is below the view.
type limit struct{}

func (limit) Propose(rng *rand.Rand, _ int, s *int) { *s = rng.IntN(12) }

func (limit) Likelihood(v int, s *int) float64 {
	if *s < v {
		return 1
	}
	return 0
}

func (limit) States(v int) func(func(*int) bool) {
	return func(yield func(*int) bool) {
		for s := range v {
			if !yield(&s) {
				return
			}
		}
	}
}

func (limit) Fingerprint(s *int) uint64 { return uint64(*s) }

// estimator is a plain rejection sampler for limit, with a place for every fault: a
// hook that is not nil replaces what an honest estimator does.
type estimator struct {
	draw      func(e *estimator, rng *rand.Rand, v int) int // the state to hand out
	hopeless  func(ctx context.Context, e *estimator) error // what to do where there is no state
	lie       func(*blindsight.Health)                      // changes the health told
	forget    func(*estimator)                              // what Reset does
	spoil     func(v int)                                   // called with every view
	health    blindsight.Health
	seen      map[int]bool
	past      int64
	last      int
	remembers bool
}

func (e *estimator) Sample(ctx context.Context, rng *rand.Rand, v, _ int, s *int) error {
	if e.spoil != nil {
		e.spoil(v)
	}
	if v == 0 {
		if e.hopeless != nil {
			return e.hopeless(ctx, e)
		}
		<-ctx.Done()
		e.health.Failures++
		return ctx.Err()
	}
	if e.draw != nil {
		*s = e.draw(e, rng, v)
	} else {
		*s = rng.IntN(v)
	}
	e.last, e.remembers = *s, true
	if e.seen == nil {
		e.seen = map[int]bool{}
	}
	e.seen[*s] = true
	e.health.Samples++
	e.health.Draws++
	e.health.Accepted++
	return nil
}

func (e *estimator) Reset() {
	if e.forget != nil {
		e.forget(e)
		return
	}
	e.past += int64(len(e.seen))
	e.seen, e.remembers = nil, false
}

func (e *estimator) Health() blindsight.Health {
	h := e.health
	h.Distinct = e.past + int64(len(e.seen))
	if e.lie != nil {
		e.lie(&h)
	}
	return h
}

func subject(e estimator) belieftest.Subject[int, int] {
	return belieftest.Subject[int, int]{
		New:     func() blindsight.Sampler[int, int] { fresh := e; return &fresh },
		Problem: limit{},
	}
}

var (
	seven  = belieftest.Position[int]{Name: "seven", View: 7}
	single = belieftest.Position[int]{Name: "single", View: 1}
	none   = belieftest.Position[int]{Name: "none", View: 0, Hopeless: true}
)

// check runs all checks and returns what they found, each under its name.
func check(s belieftest.Subject[int, int]) map[string]error {
	_, biased := s.Unbiased(seven)
	found := map[string]error{
		"consistent": s.Consistent(seven),
		"unbiased":   biased,
		"seeded":     s.Seeded(seven, single, none),
		"gives up":   s.GivesUp(none),
		"stops":      s.Stops(seven),
		"honest":     s.Honest(seven),
	}
	for name, err := range found {
		if err == nil {
			delete(found, name)
		}
	}
	return found
}

// Every fault is found by the check that is there for it.
func TestFaultsAreFound(t *testing.T) {
	t.Parallel()
	asymptotic := func(h *blindsight.Health) { h.Asymptotic = true }
	for _, c := range []struct {
		fault     string
		estimator estimator
		check     string // that must find it
		message   string // part of what it says
	}{
		{"the smaller of two draws", estimator{draw: func(_ *estimator, rng *rand.Rand, v int) int {
			return min(rng.IntN(v), rng.IntN(v))
		}}, "unbiased", "biased: 7 states, 2000 samples"},
		{"6 comes a third too often", estimator{draw: func(_ *estimator, rng *rand.Rand, v int) int {
			return min(rng.IntN(v*3+1)/3, v-1)
		}}, "unbiased", "biased"},
		{"never finds 3", estimator{draw: func(_ *estimator, rng *rand.Rand, v int) int {
			if s := rng.IntN(v); s != 3 {
				return s
			}
			return 0
		}}, "unbiased", "biased"},
		{"clings to its last state", estimator{draw: func(e *estimator, rng *rand.Rand, v int) int {
			if e.remembers && rng.IntN(20) > 0 {
				return e.last
			}
			return rng.IntN(v)
		}}, "unbiased", "biased"},
		{"one state in fifty is inconsistent", estimator{draw: func(_ *estimator, rng *rand.Rand, v int) int {
			if rng.IntN(50) == 0 {
				return v
			}
			return rng.IntN(v)
		}}, "consistent", "does not agree with the view: likelihood 0: 7"},
		{"a state that is not on the list", estimator{draw: func(*estimator, *rand.Rand, int) int { return -1 }}, "consistent", "is none of the 7 states"},
		{"draws from the global generator", estimator{draw: func(_ *estimator, _ *rand.Rand, v int) int {
			return rand.IntN(v)
		}}, "seeded", "two new estimators with the same seed differ"},
		{"has a generator of its own", estimator{draw: func(e *estimator, _ *rand.Rand, v int) int {
			return rand.New(rand.NewPCG(1, uint64(e.health.Samples))).IntN(v)
		}, forget: func(e *estimator) { e.past, e.seen = e.past+int64(len(e.seen)), nil }}, "seeded", "something was remembered"},
		{"always the same state", estimator{draw: func(*estimator, *rand.Rand, int) int { return 0 }}, "seeded", "the generator is not used"},
		{"remembers across Reset", estimator{draw: func(e *estimator, rng *rand.Rand, v int) int {
			return (rng.IntN(v) + int(e.past)) % v
		}}, "seeded", "after Reset"},
		{"an error of its own", estimator{hopeless: func(_ context.Context, e *estimator) error {
			e.health.Failures++
			return errors.New("out of luck")
		}}, "gives up", `gave up with "out of luck"`},
		{"a state where there is none", estimator{hopeless: func(context.Context, *estimator) error { return nil }}, "gives up", "returned a state"},
		{"keeps quiet about failures", estimator{hopeless: func(context.Context, *estimator) error { return blindsight.ErrExhausted }}, "gives up", "its health is"},
		{"claims more samples", estimator{lie: func(h *blindsight.Health) { h.Samples *= 2 }}, "honest", "it claims 1000 samples, there were 500"},
		{"claims failures", estimator{lie: func(h *blindsight.Health) { h.Failures += min(1, h.Samples) }}, "honest", "it claims 1 failures, there were 0"},
		{"accepts more than it draws", estimator{lie: func(h *blindsight.Health) { h.Draws /= 2 }}, "honest", "it claims to have accepted 500 of 250 draws"},
		{"wrongly asymptotic", estimator{lie: asymptotic}, "honest", "it says asymptotic: true, and should say false"},
		{"counts fallbacks", estimator{lie: func(h *blindsight.Health) { h.Fallbacks = h.Samples / 2 }}, "honest", "fallbacks"},
		{"claims more variety", estimator{lie: func(h *blindsight.Health) { h.Distinct = h.Samples }}, "honest", "it claims 500 distinct states, there were 7 to 7"},
		{"counts no variety", estimator{lie: func(h *blindsight.Health) { h.Distinct = 0 }}, "honest", "it claims 0 distinct states"},
		{"born with samples", estimator{health: blindsight.Health{Samples: 3}}, "honest", "a new estimator's health"},
		{"Reset forgets the counts", estimator{forget: func(e *estimator) { e.health, e.seen = blindsight.Health{}, nil }}, "honest", "after Reset is"},
		{"distinct states are not counted anew", estimator{forget: func(*estimator) {}}, "honest", "it claims 7 distinct states, there were 14 to 14"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			found := check(subject(c.estimator))
			if err := found[c.check]; err == nil || !strings.Contains(err.Error(), c.message) {
				t.Errorf("want %q with %q, found %v", c.check, c.message, found)
			}
		})
	}
}

// An estimator that does not look at its context is not waited for.
func TestDeafnessIsFound(t *testing.T) {
	deaf := func(int) { time.Sleep(200 * time.Millisecond) }
	e := subject(estimator{spoil: deaf})
	e.Patience = 50 * time.Millisecond
	for name, err := range map[string]error{"gives up": e.GivesUp(none), "stops": e.Stops(seven)} {
		if err == nil || !strings.Contains(err.Error(), "still busy 50ms after its context ended") {
			t.Errorf("%s: found %v", name, err)
		}
	}
}

// A claim that no state agrees, where seven do.
func TestWrongClaimIsFound(t *testing.T) {
	liar := func() blindsight.Sampler[int, int] { return liar{} }
	e := belieftest.Subject[int, int]{New: liar, Problem: limit{}}
	for name, err := range map[string]error{
		"consistent": e.Consistent(seven),
		"honest":     e.Honest(seven),
		"gives up":   e.GivesUp(belieftest.Position[int]{View: 7, Hopeless: true}),
	} {
		if err == nil || !strings.Contains(err.Error(), "but 7 states agree") {
			t.Errorf("%s: found %v", name, err)
		}
	}
	if _, err := e.Unbiased(seven); !errors.Is(err, blindsight.ErrInconsistent) {
		t.Errorf("unbiased: found %v", err)
	}
}

type liar struct{}

func (liar) Sample(context.Context, *rand.Rand, int, int, *int) error {
	return blindsight.ErrInconsistent
}
func (liar) Reset()                    {}
func (liar) Health() blindsight.Health { return blindsight.Health{} }

// An estimator that changes the view it is given.
func TestChangedViewIsFound(t *testing.T) {
	e := belieftest.Subject[int, *blindsight.History[int, int]]{
		New:     func() blindsight.Sampler[int, *blindsight.History[int, int]] { return meddler{} },
		Problem: anything{},
	}
	p := belieftest.Position[*blindsight.History[int, int]]{View: blindsight.NewHistory[int, int](0)}
	if err := e.Consistent(p); err == nil || !strings.Contains(err.Error(), "the view was changed") {
		t.Errorf("found %v", err)
	}
	// What cannot be listed cannot be compared.
	if _, err := e.Unbiased(p); err == nil || !strings.Contains(err.Error(), "cannot be listed") {
		t.Errorf("unbiased: found %v", err)
	}
	if _, err := e.TotalVariation(p, 1, 100); err == nil || !strings.Contains(err.Error(), "cannot be listed") {
		t.Errorf("total variation: found %v", err)
	}
}

type anything struct{}

func (anything) Propose(*rand.Rand, *blindsight.History[int, int], *int) {}

func (anything) Likelihood(*blindsight.History[int, int], *int) float64 { return 1 }

type meddler struct{ liar }

func (meddler) Sample(_ context.Context, _ *rand.Rand, v *blindsight.History[int, int], _ int, _ *int) error {
	return v.Did(0, 0)
}

// The honest estimator passes everything, under Run as well.
func TestHonestEstimatorPasses(t *testing.T) {
	e := subject(estimator{})
	if found := check(e); len(found) > 0 {
		t.Errorf("found %v", found)
	}
	belieftest.Run(t, e, seven, single, none, belieftest.Position[int]{Name: "large", View: 12, Large: true})
}

// How the kit is used without a *testing.T.
func ExampleSubject() {
	e := belieftest.Subject[int, int]{
		New:     func() blindsight.Sampler[int, int] { return &estimator{} },
		Problem: limit{},
	}
	p := belieftest.Position[int]{Name: "seven", View: 7}
	fit, err := e.Unbiased(p)
	fmt.Println(fit.States, "states, p > 0.001:", fit.P > 0.001, err)
	// Output: 7 states, p > 0.001: true <nil>
}
