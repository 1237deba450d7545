package gametest

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"sync"

	"blindsight"
)

// record is what a play looked like from outside, move by move.
type record[A, O comparable] struct {
	moves []recorded[A, O]
}

type recorded[A, O comparable] struct {
	before      snapshot[A]
	action      A
	step        blindsight.Step[O]
	fingerprint uint64 // of the state after the step
}

// record plays the play of a number and writes it down.
func (k *kit[S, V, A, O]) record(number uint64) (record[A, O], error) {
	var r record[A, O]
	p := k.play(number)
	for p.choose() {
		m := recorded[A, O]{before: k.look(p.view), action: p.action}
		p.step()
		m.step = p.last
		if k.fingerprint != nil {
			m.fingerprint = k.fingerprint(&p.state)
		}
		if math.IsNaN(p.last.Reward) || math.IsInf(p.last.Reward, 0) {
			return r, p.errorf("reward %v for %s: must be a number", p.last.Reward, k.ShowAction(p.action))
		}
		r.moves = append(r.moves, m)
	}
	return r, p.err
}

// again plays the same actions under the same seed, in a state and a view that
// may have been used before, and says how the play differs from its record.
func (k *kit[S, V, A, O]) again(number uint64, r record[A, O], v V, s *S) error {
	rng := world(number)
	k.Problem.Start(rng, s)
	for i, m := range r.moves {
		differs := func(format string, args ...any) error {
			return fmt.Errorf("play %d, played again with the same seed and actions, differs at move %d: %w", number, i, fmt.Errorf(format, args...))
		}
		if d := m.before.differs(k.look(v)); d != "" {
			return differs("the view has %s", d)
		}
		step, err := k.step(rng, s, m.action)
		switch {
		case err != nil:
			return differs("%w", err)
		case step != m.step:
			return differs("%s brings %+v instead of %+v", k.ShowAction(m.action), step, m.step)
		case k.fingerprint != nil && k.fingerprint(s) != m.fingerprint:
			return differs("the states after %s have different fingerprints", k.ShowAction(m.action))
		}
		if !step.Done {
			if err := v.Observe(m.action, step.Seen); err != nil {
				return differs("the view refuses %s: %w", k.ShowSeen(step.Seen), err)
			}
		}
	}
	return nil
}

// checkReplay: one seed gives one play, whatever the state and the view were used
// for before.
func (k *kit[S, V, A, O]) checkReplay() error {
	fresh, used := k.NewView(), k.NewView()
	var s S
	for number := range uint64(k.Plays) {
		r, err := k.record(number)
		if err != nil {
			return err
		}
		if err := k.again(number, r, k.NewView(), new(S)); err != nil {
			return err
		}
		used.CopyFrom(fresh)
		if err := k.again(number, r, used, &s); err != nil {
			return fmt.Errorf("in a state and a view used before: %w", err)
		}
	}
	return nil
}

// checkConcurrent: one problem serves several goroutines, each with a state and a
// view of its own. Under the race detector this check finds more.
func (k *kit[S, V, A, O]) checkConcurrent() error {
	const workers = 4
	var (
		records [workers]record[A, O]
		views   [workers]V
		errs    [workers]error
		wg      sync.WaitGroup
	)
	origin := k.NewView()
	for i := range workers {
		var err error
		if records[i], err = k.record(uint64(i)); err != nil {
			return err
		}
		views[i] = origin.Clone()
		if v := reflect.ValueOf(views[i]); v.Kind() == reflect.Pointer && v.Pointer() == reflect.ValueOf(origin).Pointer() {
			return errors.New("instead of a copy, Clone returns the view itself")
		}
	}
	for i := range workers {
		wg.Go(func() {
			errs[i] = check{run: func() error { return k.again(uint64(i), records[i], views[i], new(S)) }}.protected()
		})
	}
	wg.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return fmt.Errorf("with %d plays at the same time: %w", workers, err)
	}
	return nil
}
