package belieftest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"blindsight"
)

// Consistent draws states at every decision of some plays and returns an error unless each is
// one of the exact belief, where that is known, and shows the side its view, where the game is a
// Witness. A typed error instead of a state is fine.
func (e Followed[S, V, A, O]) Consistent() error {
	witness, _ := e.Game.(blindsight.Witness[S, V])
	var s S
	judged := 0
	for number := range e.plays() {
		followers, err := e.make(1)
		if err != nil {
			return err
		}
		rng, own := e.rng("consistent", number), e.NewView(e.Side)
		err = e.play(number, followers, func(d decision[S, V]) (bool, error) {
			var truth *Truth[S]
			if e.Truth != nil {
				if truth, err = e.Truth(d.view); err != nil {
					return true, err
				}
			}
			for range 50 {
				got, err := e.sample(followers[0], rng, d.view, &s)
				if err != nil {
					return true, fmt.Errorf("decision %d: it %w", d.number, err)
				}
				if got.failed != "" {
					continue
				}
				judged++
				if truth != nil && !truth.Has(&s) {
					return true, fmt.Errorf("decision %d: a state is none of the %d that agree with the view: %+v", d.number, truth.States(), s)
				}
				if witness != nil {
					if witness.ViewOf(&s, e.Side, own); own.Key() != d.view.Key() {
						return true, fmt.Errorf("decision %d: a state shows another view: %+v", d.number, s)
					}
				}
			}
			return false, nil
		})
		if err != nil {
			return fmt.Errorf("play %d: %w", number, err)
		}
	}
	if judged == 0 {
		return errors.New("there was not one state to judge")
	}
	return nil
}

// Unbiased lets many estimators follow the same plays and draws one state of each at every
// decision: they are independent. It returns an error if they are unlikely (p ≤ 0.001) to come
// from the exact belief, or, without Truth, to come from the same distribution as those of the
// Reference.
func (e Followed[S, V, A, O]) Unbiased() error { return e.compare(false) }

// Late is as Unbiased for estimators that take up the play with its view, at every decision. It
// is for views that keep their past ([blindsight.Recalling]), and finds nothing wrong with others.
func (e Followed[S, V, A, O]) Late() error {
	if _, ok := any(e.NewView(e.Side)).(blindsight.Recalling[A, O]); !ok {
		return nil
	}
	return e.compare(true)
}

func (e *Followed[S, V, A, O]) compare(late bool) error {
	n := orElse(e.Samples, 400)
	for number := range e.plays() {
		followers, err := e.make(n)
		if err != nil {
			return err
		}
		told, check := followers, "unbiased"
		if late {
			told, check = nil, "late"
		}
		rng := e.rng(check, number)
		err = e.play(number, told, func(d decision[S, V]) (bool, error) {
			i := 0
			draw := func(s *S) error {
				f := followers[i]
				if i++; late {
					e.begin(f, d.view)
				}
				return f.Sample(context.Background(), rng, d.view, 0, s)
			}
			if e.Truth == nil {
				return false, e.sameAsReference(d, n, draw)
			}
			truth, err := e.Truth(d.view)
			if err != nil {
				return true, err
			}
			if _, err := truth.Compare(n, draw); err != nil {
				return true, fmt.Errorf("decision %d: %w", d.number, err)
			}
			return false, nil
		})
		if err != nil {
			return fmt.Errorf("play %d: %w", number, err)
		}
	}
	return nil
}

// sameAsReference draws n states and as many of the reference, and compares them by the
// chi-square test of homogeneity.
func (e *Followed[S, V, A, O]) sameAsReference(d decision[S, V], n int, draw func(*S) error) error {
	if e.Reference == nil {
		return errors.New("neither Truth nor Reference is given: there is nothing to compare with")
	}
	reference, rng := e.Reference(), e.rng("reference", uint64(d.number))
	index := map[uint64]int{}
	var counts [2][]int
	var s S
	for range n {
		for side, draw := range []func(*S) error{draw, func(s *S) error { return reference.Sample(context.Background(), rng, d.view, 0, s) }} {
			if err := draw(&s); err != nil {
				return fmt.Errorf("decision %d: %w", d.number, err)
			}
			f := e.fingerprint(&s)
			i, ok := index[f]
			if !ok {
				i = len(index)
				index[f] = i
				counts[0], counts[1] = append(counts[0], 0), append(counts[1], 0)
			}
			counts[side][i]++
		}
	}
	fit := Fit{States: len(index), Samples: n}
	fit.Statistic, fit.Degrees = homogeneity(counts[0], counts[1])
	if fit.P = chiSquareSurvival(fit.Statistic, fit.Degrees); fit.P <= 0.001 {
		return fmt.Errorf("decision %d: biased against the reference: %v", d.number, fit)
	}
	return nil
}

// homogeneity returns Pearson's statistic of two samples of one size that should come from the
// same distribution, and its degrees of freedom.
func homogeneity(a, b []int) (statistic float64, degrees int) {
	n := 0
	for _, c := range a {
		n += c
	}
	pooled := make([]float64, len(a))
	for i := range a {
		pooled[i] = float64(a[i]+b[i]) / float64(2*n)
	}
	x, degrees := chiSquare(a, pooled)
	y, _ := chiSquare(b, pooled)
	return x + y, degrees
}

// known returns what tells a side's plays apart: the past of a view that keeps it, since its key
// need not count all of that, or else the key.
func (e *Followed[S, V, A, O]) known(v V) any {
	if r, ok := any(v).(blindsight.Recalling[A, O]); ok {
		return fmt.Sprint(r.Past())
	}
	return v.Key()
}

// Blind returns an error unless the estimator draws the same states, for the same random numbers,
// in two plays that its side cannot tell apart and whose hidden states differ: else it knows what
// it was not told.
func (e Followed[S, V, A, O]) Blind() error {
	type moment struct {
		play     uint64
		decision int
		state    uint64
	}
	const searched, wanted = 300, 10
	seen := map[any]moment{} // by all that the side knows
	var pairs [][2]moment
	for number := range uint64(searched) {
		err := e.play(number, nil, func(d decision[S, V]) (bool, error) {
			m := moment{number, d.number, e.fingerprint(d.state)}
			known := e.known(d.view)
			if first, ok := seen[known]; !ok {
				seen[known] = m
			} else if first.state != m.state && first.decision == m.decision {
				pairs = append(pairs, [2]moment{first, m})
			}
			return false, nil
		})
		if err != nil {
			return err
		}
	}
	if len(pairs) == 0 {
		return fmt.Errorf("no two of %d plays come to the same view with different hidden states: choose a smaller game", searched)
	}
	// Half of those looked at are the deepest.
	for deepest := 0; deepest < len(pairs) && deepest < wanted/2; deepest++ {
		for i := deepest + 1; i < len(pairs); i++ {
			if pairs[i][0].decision > pairs[deepest][0].decision {
				pairs[deepest], pairs[i] = pairs[i], pairs[deepest]
			}
		}
	}
	for _, p := range pairs[:min(wanted, len(pairs))] {
		var drawn [2][]outcome
		for i, m := range p {
			followers, err := e.make(1)
			if err != nil {
				return err
			}
			rng := e.rng("blind")
			var s S
			err = e.play(m.play, followers, func(d decision[S, V]) (bool, error) {
				for range 20 {
					got, err := e.sample(followers[0], rng, d.view, &s)
					if err != nil {
						return true, err
					}
					drawn[i] = append(drawn[i], got)
				}
				return d.number == m.decision, nil
			})
			if err != nil {
				return err
			}
		}
		if at, ok := differ(drawn[0], drawn[1]); ok {
			return fmt.Errorf("in plays %d and %d, which its side cannot tell apart, it draws different states from sample %d on: it knows what it was not told", p[0].play, p[1].play, at)
		}
	}
	return nil
}

// Seeded returns an error unless the same seed gives the same states: from two new estimators, and
// from one that has followed another play before. Other seeds must give others where there are
// any: somewhere in the plays.
func (e Followed[S, V, A, O]) Seeded() error {
	varied, several := false, false
	for number := range e.plays() {
		followers, err := e.make(3)
		if err != nil {
			return err
		}
		first, err := e.drawn(followers[0], number, 0)
		if err != nil {
			return err
		}
		if _, err := e.drawn(followers[1], number+e.plays(), 1); err != nil { // it is used now
			return err
		}
		for i, what := range []string{"one that has followed another play before", "a new estimator"} {
			again, err := e.drawn(followers[1+i], number, 0)
			if err != nil {
				return err
			}
			if at, ok := differ(first, again); ok {
				return fmt.Errorf("play %d: with the same seed %s draws other states from sample %d on", number, what, at)
			}
		}
		other, err := e.drawn(followers[2], number, 1)
		if err != nil {
			return err
		}
		_, differs := differ(first, other)
		varied = varied || differs
		for _, o := range first {
			several = several || o != first[0]
		}
	}
	if several && !varied {
		return errors.New("two seeds give the same states in all plays: the generator is not used")
	}
	return nil
}

// drawn lets an estimator follow a play and returns what it draws.
func (e *Followed[S, V, A, O]) drawn(f follower[S, V, A, O], number, seed uint64) (all []outcome, err error) {
	rng := e.rng("seeded", seed)
	var s S
	err = e.play(number, []follower[S, V, A, O]{f}, func(d decision[S, V]) (bool, error) {
		for range 10 {
			got, err := e.sample(f, rng, d.view, &s)
			if err != nil {
				return true, err
			}
			all = append(all, got)
		}
		return false, nil
	})
	return all, err
}

// Honest returns an error unless the estimator's health agrees with what was seen of it, as
// [Subject.Honest] says; Guessed, besides, is no more than the states handed out. A Reset before
// every decision must not make it forget the play.
func (e Followed[S, V, A, O]) Honest() error {
	followers, err := e.make(1)
	if err != nil {
		return err
	}
	f, rng := followers[0], e.rng("honest")
	judge := Subject[S, V]{Asymptotic: e.Asymptotic}
	var want blindsight.Health
	var s S
	for number := range e.plays() {
		err := e.play(number, followers, func(d decision[S, V]) (bool, error) {
			f.Reset()
			for range 20 {
				got, err := e.sample(f, rng, d.view, &s)
				if err != nil {
					return true, err
				}
				if got.failed != "" {
					want.Failures++
				} else {
					want.Samples++
				}
			}
			h := f.Health()
			if err := judge.judgeHealth(h, want, 0, 0); err != nil {
				return true, err
			}
			if h.Guessed < 0 || h.Guessed > h.Samples || h.Effective < 0 {
				return true, fmt.Errorf("its health is %+v", h)
			}
			f.Reset()
			if after := f.Health(); after != h {
				return true, fmt.Errorf("the health was %+v, and after Reset is %+v", h, after)
			}
			return false, nil
		})
		if err != nil {
			return fmt.Errorf("play %d: %w", number, err)
		}
	}
	return nil
}

// Stops returns an error unless the estimator, asked under a context that has ended, returns within
// two seconds, and is then as good as before.
func (e Followed[S, V, A, O]) Stops() error {
	followers, err := e.make(1)
	if err != nil {
		return err
	}
	f, rng := followers[0], e.rng("stops")
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	const patience = 2 * time.Second
	return e.play(0, followers, func(d decision[S, V]) (bool, error) {
		var s S
		done := make(chan error, 1)
		go func() { done <- f.Sample(ended, rng, d.view, 0, &s) }()
		select {
		case err := <-done:
			if err != nil && !typed(err) {
				return true, judgeError[S](err, nil)
			}
		case <-time.After(patience):
			return true, fmt.Errorf("still busy %v after its context ended", patience)
		}
		if err := f.Sample(context.Background(), rng, d.view, 0, &s); err != nil {
			return true, fmt.Errorf("decision %d: after a call whose context had ended: %w", d.number, err)
		}
		return false, nil
	})
}
