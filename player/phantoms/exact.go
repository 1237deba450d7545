package phantoms

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/phantom"
	"blindsight/internal/distinct"
	"blindsight/internal/pace"
)

// Exact is the exact belief against an opponent who plays uniformly at random, as searches ask
// for it: it draws states from a [phantom.Posterior] of the view. Whoever the opponent is,
// each state that agrees with a view can be drawn. Told of each step of a play, it goes on from what
// it has when it is asked next; asked with a view that it was not told of, it follows that view's
// past. It belongs to one goroutine.
type Exact struct {
	limit     int
	posterior phantom.Posterior
	view      *phantom.View   // with which a play began that is not taken in yet, or nil
	told      []phantom.Event // and since then, not taken in
	of        blindsight.Key  // the past that it was told
	held      bool
	health    blindsight.Health
	distinct  distinct.Tally
}

// NewExact returns the belief with a limit of boards that it may hold, 0 for a million.
func NewExact(limit int) *Exact {
	return &Exact{limit: limit, posterior: phantom.Posterior{Limit: limit}}
}

// Fresh returns a new belief with the same limit. It may be called by several goroutines at
// once.
func (e *Exact) Fresh() blindsight.Sampler[phantom.State, *phantom.View] { return NewExact(e.limit) }

// Sample draws a state that agrees with the whole past of a view, by its exact probability.
// For a view with another past than it was told, the posterior is found anew, which takes
// far longer than to draw from it. Beyond the limit of boards the error is
// [blindsight.ErrExhausted]. Effort is ignored.
func (e *Exact) Sample(ctx context.Context, rng *rand.Rand, v *phantom.View, _ int, s *phantom.State) error {
	if err := pace.Err(ctx); err != nil {
		e.health.Failures++
		return err
	}
	if !e.held || pastKey(v) != e.of {
		e.Begin(v)
	}
	if err := e.takeIn(ctx); err != nil {
		e.health.Failures++
		return err
	}
	if err := e.posterior.Sample(rng, s); err != nil {
		e.health.Failures++
		if errors.Is(err, blindsight.ErrTooMany) {
			return fmt.Errorf("%w: %w", blindsight.ErrExhausted, err)
		}
		return err
	}
	e.health.Samples++
	e.health.Draws++
	e.health.Accepted++
	e.distinct.Add(v.Game().Fingerprint(s))
	return nil
}

// takeIn works out what it was told, as far as the context lasts.
func (e *Exact) takeIn(ctx context.Context) error {
	if e.view != nil {
		e.posterior.Begin(e.view)
		e.view = nil
	}
	for ; len(e.told) > 0; e.told = e.told[1:] {
		if err := pace.Err(ctx); err != nil {
			return err
		}
		if t := e.told[0]; t.Heard {
			e.posterior.Heard(t.Seen)
		} else {
			e.posterior.Did(t.Action, t.Seen)
		}
	}
	return nil
}

// Begin takes up a play with this view.
func (e *Exact) Begin(v *phantom.View) {
	e.view, e.told = v.Clone(), e.told[:0]
	e.of, e.held = pastKey(v), true
}

// Did goes on by what the own side did and saw.
func (e *Exact) Did(c phantom.Cell, a phantom.Answer) {
	if !e.held {
		return // nobody said which play
	}
	e.note(phantom.Event{Action: c, Seen: a})
}

// Heard goes on by what was heard of the opponent.
func (e *Exact) Heard(a phantom.Answer) {
	if !e.held {
		return
	}
	e.note(phantom.Event{Seen: a, Heard: true})
}

func (e *Exact) note(t phantom.Event) {
	e.told = append(e.told, t)
	e.of = keyAfter(e.of, t)
}

// Reset begins a new decision. Only the count of distinct states starts anew.
func (e *Exact) Reset() { e.distinct.Next() }

// Health tells how many states were drawn, each of them accepted.
func (e *Exact) Health() blindsight.Health {
	h := e.health
	h.Distinct = e.distinct.Count()
	return h
}

// pastKey returns a key of all that a side did, saw and heard, in its order, as the key of its
// view may not count it.
func pastKey(v *phantom.View) blindsight.Key {
	k := blindsight.Key{Hi: uint64(v.Side()), Lo: ^uint64(v.Side())}
	for _, e := range v.Past() {
		k = keyAfter(k, e)
	}
	return k
}

// keyAfter returns the key of a past with one event more.
func keyAfter(k blindsight.Key, e phantom.Event) blindsight.Key {
	x := uint64(e.Action)<<16 | uint64(e.Seen)<<8 | 1
	if e.Heard {
		x += 2
	}
	k.Hi = (k.Hi ^ x) * 0x9e3779b97f4a7c15
	k.Hi ^= k.Hi >> 29
	k.Lo = (k.Lo ^ x) * 0xc2b2ae3d27d4eb4f
	k.Lo ^= k.Lo >> 31
	return k
}

var (
	_ follower                                         = (*Exact)(nil)
	_ blindsight.Sampler[phantom.State, *phantom.View] = (*Exact)(nil)
)
