package gametest

import (
	"errors"
	"fmt"
	"reflect"
	"sync"

	"blindsight"
)

// record is what a play looked like from outside, move by move.
type record[A, O comparable] struct {
	moves []recorded[A, O]
}

type recorded[A, O comparable] struct {
	move[A, O]
	before      [2]snapshot[A] // what each side knew
	fingerprint uint64         // of the state after the step
}

// record plays the play of a number and writes it down.
func (k *kit[S, V, A, O]) record(number uint64) (record[A, O], error) {
	var r record[A, O]
	p := k.play(number)
	for p.choose() {
		m := recorded[A, O]{before: k.lookAll(p.turn, p.views)}
		p.step()
		m.move = move[A, O]{p.turn, p.action, p.last}
		if k.fingerprint != nil {
			m.fingerprint = k.fingerprint(&p.state)
		}
		r.moves = append(r.moves, m)
	}
	return r, p.err
}

// again plays the same actions under the same seed, in a state and views that
// may have been used before, and says how the play differs from its record.
func (k *kit[S, V, A, O]) again(number uint64, r record[A, O], views [2]V, s *S) error {
	rng := world(number)
	turn, err := k.start(rng, s)
	for i, m := range r.moves {
		differs := func(format string, args ...any) error {
			return fmt.Errorf("play %d, played again with the same seed and actions, differs at move %d: %w", number, i, fmt.Errorf(format, args...))
		}
		switch {
		case err != nil:
			return differs("%w", err)
		case turn != m.side:
			return differs("side %d is to act instead of %d", turn, m.side)
		}
		for side, now := range k.lookAll(turn, views) {
			if d := m.before[side].differs(now); d != "" {
				return differs("the view has %s", d)
			}
		}
		step, err := k.step(rng, s, m.action)
		switch {
		case err != nil:
			return differs("%s %w", k.ShowAction(m.action), err)
		case step != m.step:
			return differs("%s brings %+v instead of %+v", k.ShowAction(m.action), step, m.step)
		case k.fingerprint != nil && k.fingerprint(s) != m.fingerprint:
			return differs("the states after %s have different fingerprints", k.ShowAction(m.action))
		}
		for _, n := range k.news(turn, m.action, step) {
			if err := k.tell(views[n.side], n.Event); err != nil {
				return differs("the view refuses %s: %w", k.showEvent(n.Event), err)
			}
		}
		turn = step.Next
	}
	return nil
}

// checkReplay: one seed gives one play, whatever the state and the views were used
// for before.
func (k *kit[S, V, A, O]) checkReplay() error {
	fresh, used := k.newViews(), k.newViews()
	var s S
	for number := range uint64(k.Plays) {
		r, err := k.record(number)
		if err != nil {
			return err
		}
		if err := k.again(number, r, k.newViews(), new(S)); err != nil {
			return err
		}
		for side := range k.Sides {
			used[side].CopyFrom(fresh[side])
		}
		if err := k.again(number, r, used, &s); err != nil {
			return fmt.Errorf("in a state and a view used before: %w", err)
		}
	}
	return nil
}

// checkConcurrent: one game serves several goroutines, each with a state and
// views of its own. Under the race detector this check finds more.
func (k *kit[S, V, A, O]) checkConcurrent() error {
	const workers = 4
	var (
		records [workers]record[A, O]
		views   [workers][2]V
		errs    [workers]error
		wg      sync.WaitGroup
	)
	origins := k.newViews()
	for i := range workers {
		var err error
		if records[i], err = k.record(uint64(i)); err != nil {
			return err
		}
		for side, origin := range origins[:k.Sides] {
			views[i][side] = origin.Clone()
			if v := reflect.ValueOf(views[i][side]); v.Kind() == reflect.Pointer && v.Pointer() == reflect.ValueOf(origin).Pointer() {
				return errors.New("instead of a copy, Clone returns the view itself")
			}
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

// track is what one side learnt in a play: its events, with what its view was like before
// each of them. A last own action that ended the play brought no event: it is only open.
type track[A, O comparable] struct {
	events []blindsight.Event[A, O]
	before []snapshot[A]
	open   bool // the last event was never told
}

// track returns what a side learnt in a play.
func (k *kit[S, V, A, O]) track(r record[A, O], side blindsight.Side) (t track[A, O]) {
	for _, m := range r.moves {
		if m.step.Done() && m.side == side {
			t.events = append(t.events, blindsight.Event[A, O]{Action: m.action, Seen: m.step.Seen})
			t.before = append(t.before, m.before[side])
			t.open = true
		}
		for _, n := range k.news(m.side, m.action, m.step) {
			if n.side == side {
				t.events = append(t.events, n.Event)
				t.before = append(t.before, m.before[side])
			}
		}
	}
	return t
}
