package particle

import (
	"context"

	"blindsight"
)

// trail returns what was told from some event up to another, when the state was one of some, or at
// the start of the play where these are nil.
func (b *set[S, V, A, O]) trail(from, to int, starts []S) blindsight.Trail[S] {
	return b.game.Trail(b.f.side, b.f.told[:to], b.f.askedAfter(to), from, starts)
}

// hasteEvery is after how many states the clock is looked at, at the latest: some ten microseconds.
const hasteEvery = 32

// A counted trail ends a search after so many states whose successors were asked for: unlike time,
// that is the same on every machine; and when there is haste. Its visitors ask for nothing themselves. It is for one goroutine.
type counted[S comparable] struct {
	blindsight.Trail[S]
	limit int
	stop  context.CancelFunc
	hasty func() bool
	asked int
	drawn int

	visit func() bool // of the call under way
	count func() bool // counts and visits; made once: a function made for each call would be garbage
}

func newCounted[S comparable](t blindsight.Trail[S], limit int, stop context.CancelFunc, hasty func() bool) *counted[S] {
	c := &counted[S]{Trail: t, limit: limit, stop: stop, hasty: hasty}
	c.count = func() bool {
		c.drawn++
		return c.visit()
	}
	return c
}

// Successors visits and counts what can follow.
func (c *counted[S]) Successors(turn int, s, to *S, visit func() bool) bool {
	if c.asked++; c.asked == c.limit || c.asked%hasteEvery == 0 && c.hasty() {
		c.stop()
	}
	c.visit = visit
	return c.Trail.Successors(turn, s, to, c.count)
}

// Weighted is what [Unweighted] asks of a game.
type Weighted[S, A, O comparable] interface {
	Branching[S, A, O]
	blindsight.Fingerprinter[S]
}

// Unweighted returns a game that lists all that another one lists with a weight greater than 0.
func Unweighted[S, A, O comparable](g Weighted[S, A, O]) Listing[S, A, O] {
	return unweighted[S, A, O]{g}
}

type unweighted[S, A, O comparable] struct{ game Weighted[S, A, O] }

func (u unweighted[S, A, O]) Fingerprint(s *S) uint64 { return u.game.Fingerprint(s) }

func (u unweighted[S, A, O]) Trail(side blindsight.Side, past []blindsight.Event[A, O], asked bool, first int, starts []S) blindsight.Trail[S] {
	return &weighted[S, A, O]{u.game, side, past, asked, first, starts}
}

// weighted is a trail of a game that gives weights.
type weighted[S, A, O comparable] struct {
	game   Weighted[S, A, O]
	side   blindsight.Side
	past   []blindsight.Event[A, O]
	asked  bool
	first  int
	starts []S
}

func (t *weighted[S, A, O]) Starts(visit func(s *S) bool) {
	if t.starts == nil {
		var s S
		t.game.Starts(t.side, t.askedAfter(0), &s, func(weight float64) bool { return !(weight > 0) || visit(&s) })
		return
	}
	for i := range t.starts {
		if !visit(&t.starts[i]) {
			return
		}
	}
}

func (t *weighted[S, A, O]) Turns() int { return len(t.past) - t.first }

func (t *weighted[S, A, O]) Successors(turn int, s, to *S, visit func() bool) bool {
	n := t.first + turn + 1
	return t.game.Successors(t.side, t.past[:n], t.askedAfter(n), s, to, func(weight float64) bool { return !(weight > 0) || visit() })
}

func (t *weighted[S, A, O]) Hash(s *S) uint64 { return t.game.Fingerprint(s) }

// askedAfter reports whether the own side acts after so many events.
func (t *weighted[S, A, O]) askedAfter(events int) bool {
	if events == len(t.past) {
		return t.asked
	}
	return !t.past[events].Heard
}
