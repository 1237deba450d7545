package particle

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/internal/pace"
)

// Listing is a game whose belief can be a set: it lists which states can follow from which, and can
// tell them apart. [Unweighted] makes one of a [Branching] game.
type Listing[S, A, O comparable] interface {
	blindsight.Fingerprinter[S]
	// Trail returns what follows from what by the events of a side's past, but for the first
	// ones: an event is a turn of the trail. It begins with starts, or, where these are nil, with
	// the states in which a play may begin. Asked says whether the own side acts after the past.
	// Its Hash is the fingerprint.
	Trail(side blindsight.Side, past []blindsight.Event[A, O], asked bool, first int, starts []S) blindsight.Trail[S]
}

// NewSet returns a filter whose belief is a set: all states that are possible count alike, by
// however many ways, and however probably, they came about. It is for a side that does not want to
// assume anything about how the other one plays. Only the type of the view is to be spelled out:
//
//	particle.NewSet[*mygame.View](g, 0, particle.Options{Exact: 20_000, Particles: 6_000})
//
// As long as the set is small, that is of Exact states at most, and of one in any case, it is
// listed. Beyond that the filter keeps a sample, every state of which agrees with the whole play,
// by these rules:
//
//   - what the other side did leads from as many states as the sample may have, drawn at random, to
//     all that can follow. What the own side did is told to all of these; only then are they thinned,
//     when the other side has acted again. So what own steps tell is told to some twenty times as
//     many states as a sample has (delayed sampling: Lin, Chen, Liu, Lookahead strategies for
//     sequential Monte Carlo, 2013). What is handed out is a random part of them;
//   - a sample that has become poor is filled up from earlier ones, depth-first and at random;
//   - hooks may find the exact set again, or guess where none is found ([Hooks]).
//
// The order of an exact set is that of [enumerate.Belief], of a sample random. Memory is that of the
// exact set, of all that follows from a sample, and of the snapshots; looking for states again allocates,
// and is thrown away. It panics if the
// options do not pass their Check, and if states share memory when they are assigned.
func NewSet[V blindsight.View[A, O], S, A, O comparable](g Listing[S, A, O], side blindsight.Side, o Options) *Filter[S, V, A, O] {
	if err := o.Check(); err != nil {
		panic(err.Error())
	}
	if t := reflect.TypeFor[S](); !plain(t) {
		panic("particle: states of type " + t.String() + " share memory when they are assigned: no set can hold them")
	}
	f := &Filter[S, V, A, O]{side: side, options: o.withDefaults(), fingerprint: g.Fingerprint}
	f.copy = func(dst, src *S) { *dst = *src }
	f.now, f.next, f.spare = &cloud[S]{}, &cloud[S]{}, &cloud[S]{}
	f.asSet = func(f *Filter[S, V, A, O]) possible[S] { return &set[S, V, A, O]{f: f, game: g} }
	f.set = f.asSet(f)
	return f
}

// possible is the belief of a filter that is a set.
type possible[S any] interface {
	// begin forgets all: a play begins.
	begin()
	// takeIn brings the set up to date with what the filter was told.
	takeIn(ctx context.Context, rng *rand.Rand) error
	// states returns the set, or a sample of it.
	states() []S
	// odd returns their odds, nil where all count alike.
	odd() []float64
	// typed returns what is believed about the types of the other side.
	typed() []float64
}

// set is the set of states that are possible, or a sample of it. The filter holds what was told, and
// whether the set is exact, or guessed.
type set[S comparable, V blindsight.View[A, O], A, O comparable] struct {
	f    *Filter[S, V, A, O]
	game Listing[S, A, O]
	list []S // what is handed out

	// The exact set.
	exact *enumerate.Belief[S]
	base  int // events before the first one of exact
	bases []S // the set after them, nil for the start of the play

	// The sample.
	taken  int  // events that it has taken in
	wide   []S  // all that could follow from the one before, some twice
	odds   odds // of wide, none where all count alike; see [Hooks.Likely]
	types  types
	past   []earlier[S]
	able   int // states that can be led on in haste, by the last time: rather fewer are drawn by odds than many of which some are left out; 0 for any number
	tried  int // events when the exact set was last looked for
	around *outer[S]

	pool   []S
	free   []S // memory of a sample that was forgotten
	seen   index
	places []int // of what is in seen

	poolOdds, listOdds, drawn odds      // of pool, list and places
	totals                    []float64 // of list
}

// begin begins a play.
func (b *set[S, V, A, O]) begin() {
	b.restart(0, nil)
	b.types.begin(b.f.hooks.Types)
	b.list = b.list[:0]
}

// restart makes the states after so many events the exact set.
func (b *set[S, V, A, O]) restart(events int, states []S) {
	b.base, b.bases = events, states
	b.exact = enumerate.New[S](enumerate.Options{States: b.limit(), Workers: 1})
	b.f.exact, b.f.guessed, b.past, b.around = true, false, nil, nil
}

// limit is how many states an exact set may have.
func (b *set[S, V, A, O]) limit() int { return max(1, b.f.options.Exact) }

func (b *set[S, V, A, O]) states() []S { return b.list }

// takeIn goes on from one turn of the own side to the next.
func (b *set[S, V, A, O]) takeIn(ctx context.Context, rng *rand.Rand) error {
	f := b.f
	if b.exact == nil {
		b.begin()
	}
	for !f.started || f.taken < len(f.told) {
		events := f.taken
		if f.started {
			events++
		}
		for !f.askedAfter(events) {
			events++
		}
		if err := b.leadTo(ctx, rng, events); err != nil {
			return err
		}
		f.started, f.taken = true, events
	}
	switch {
	case len(b.list) > 0:
		return nil
	case f.exact:
		return blindsight.ErrInconsistent
	}
	return ErrDeprived
}

// leadTo takes in what happened up to a turn of the own side.
func (b *set[S, V, A, O]) leadTo(ctx context.Context, rng *rand.Rand, events int) error {
	if b.f.exact {
		if err := b.advance(ctx, events); !errors.Is(err, blindsight.ErrTooMany) {
			return err
		}
		b.overflow(events)
	}
	return b.sample(ctx, rng, events)
}

// advance brings the exact set up to date.
func (b *set[S, V, A, O]) advance(ctx context.Context, events int) error {
	draws := b.exact.Visited()
	t, inner := b.trail(b.base, events, b.bases), ctx
	if b.f.haste != nil {
		var stop context.CancelFunc
		inner, stop = context.WithCancel(ctx)
		defer stop()
		t = newCounted(t, math.MaxInt, stop, b.f.hasty)
	}
	err := b.exact.Advance(inner, t, nil)
	b.f.health.Draws += b.exact.Visited() - draws
	if err != nil && inner.Err() != nil && pace.Err(ctx) == nil {
		return blindsight.ErrTooMany // for the time there is
	}
	if err != nil {
		return err
	}
	switch n := b.exact.Len(); { // of the start of a play
	case n == 0:
		return blindsight.ErrInconsistent
	case n > b.limit():
		return blindsight.ErrTooMany
	}
	b.collect()
	b.accept(events)
	return nil
}

// accept counts the states of the list, unless they are those that a play begins with: these were
// not drawn.
func (b *set[S, V, A, O]) accept(events int) {
	if events > 0 {
		b.f.health.Accepted += int64(len(b.list))
	}
}

// collect makes the list that of the exact set.
func (b *set[S, V, A, O]) collect() {
	b.list = slices.Grow(b.list[:0], b.exact.Len())
	for s := range b.exact.All() {
		b.list = append(b.list, *s)
	}
}

// overflow goes over from the exact set, grown too large on the way to the events, to a sample of it.
func (b *set[S, V, A, O]) overflow(events int) {
	b.f.exact = false
	b.collect()
	b.taken = b.base + b.exact.Turns()
	b.wide = append(b.wide[:0], b.list...)
	b.noOdds()
	b.past = append(b.past[:0], earlier[S]{b.taken, slices.Clone(b.list)})
	b.tried = events
}
