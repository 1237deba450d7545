package particle

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight/belief/enumerate"
	"blindsight/internal/pace"
)

// search fills up a sample that has died, or nearly so: by states drawn at random from what follows
// from the last rich sample, then from ever earlier ones.
func (b *set[S, V, A, O]) search(ctx context.Context, rng *rand.Rand, events int) {
	effort, enough := b.f.options.Effort, max(1, b.f.options.Particles/poor)
	b.listed()
	for i := len(b.past) - 1; i >= 0 && effort > 0; i-- {
		from := &b.past[i]
		if from.events == events || i > 0 && 2*len(from.states) < b.f.options.Particles {
			continue
		}
		inner, stop := context.WithCancel(ctx)
		t := newCounted(b.trail(from.events, events, from.states), effort, stop, b.f.hasty)
		for s := range enumerate.Random[S](t, rng, enumerate.Options{}).All(inner) {
			if b.addNew(s); len(b.list) >= enough {
				t.asked = effort
				break
			}
		}
		stop()
		b.f.health.Draws += int64(t.drawn)
		if effort -= t.asked; len(b.list) > 0 && effort < b.f.options.Effort/2 || b.f.hasty() {
			break
		}
	}
}

// listed makes seen the states of the list.
func (b *set[S, V, A, O]) listed() {
	b.seen.reset()
	for i := range b.list {
		b.seen.find(b.f.fingerprint(&b.list[i]), func(number int) bool { return false })
	}
}

// addNew adds a state to the list unless it is there.
func (b *set[S, V, A, O]) addNew(s *S) {
	if b.seen.find(b.f.fingerprint(s), func(number int) bool { return b.list[number] == *s }) < 0 {
		b.list = append(b.list, *s)
	}
}

// regained looks for the exact set, depth-first from the last one, if that is not long ago and
// something was heard that can have made it small again. It reports whether it was found.
func (b *set[S, V, A, O]) regained(ctx context.Context, events int) bool {
	f, last := b.f, &b.past[0]
	if f.guessed || events-last.events > recentEvents || len(b.list) >= f.options.Particles || !f.telling(b.tried, events) {
		return false
	}
	b.tried = events
	inner, stop := context.WithCancel(ctx)
	defer stop()
	t := newCounted(b.trail(last.events, events, last.states), f.options.Effort, stop, f.hasty)
	stream := enumerate.Depth[S](t, enumerate.Options{States: b.limit()})
	b.pool = b.pool[:0]
	for s := range stream.All(inner) {
		b.pool = append(b.pool, *s)
	}
	f.health.Draws += int64(t.drawn)
	if !stream.Complete() {
		return false
	}
	b.become(events, b.pool)
	return true
}

// become makes states the exact set after so many events.
func (b *set[S, V, A, O]) become(events int, states []S) {
	b.restart(events, append([]S(nil), states...))
	b.list = append(b.list[:0], states...)
}

// outer is a set of states that holds the set after some events.
type outer[S any] struct {
	events int
	states []S
}

// surround leads on the states that hold the set, or has the game list some.
func (b *set[S, V, A, O]) surround(events int) {
	f := b.f
	if f.hooks.Surround == nil {
		return
	}
	if b.around == nil {
		o := &outer[S]{events: events}
		if f.hooks.Surround(f.told[:events], true, func(s *S) { o.states = append(o.states, *s) }) {
			b.around = o
		}
		return
	}
	t := b.trail(b.around.events, events, nil)
	for event := range t.Turns() {
		b.seen.reset()
		b.pool = b.pool[:0]
		var to S
		visit := func() bool {
			if b.seen.find(b.f.fingerprint(&to), func(number int) bool { return b.pool[number] == to }) < 0 {
				b.pool = append(b.pool, to)
			}
			return true
		}
		for i := range b.around.states {
			if i%hasteEvery == 0 && b.f.hasty() {
				b.around = nil // they are listed anew
				return
			}
			t.Successors(event, &b.around.states[i], &to, visit)
		}
		b.around.states, b.pool = b.pool, b.around.states
	}
	b.around.events = events
}

// surrounded reports whether the sample is all of the states that hold the set: then it is the set.
func (b *set[S, V, A, O]) surrounded(events int) bool {
	if b.around == nil || b.f.guessed || len(b.around.states) != len(b.list) {
		return false
	}
	b.become(events, b.list)
	return true
}

// guess finds states to go on with where none is known that agrees with the whole play: it takes
// those of the last sample, disturbs them, and keeps what agrees with the events since then. Where
// states are known that hold the set it need not guess.
func (b *set[S, V, A, O]) guess(ctx context.Context, rng *rand.Rand, events int) {
	f := b.f
	switch {
	case f.guessed && b.around == nil && len(b.list) > 0:
		b.invent(ctx, rng, events, slices.Clone(b.list))
		return // else what is left will do
	case b.around != nil:
		f.guessed = true
		b.list = b.thin(b.list[:0], b.around.states, rng)
		return
	case f.hooks.Disturb == nil:
		return
	}
	f.guessed = true
	last := &b.past[len(b.past)-1]
	t := b.trail(last.events, events, nil)
	b.listed()
	var walk func(event int, s *S)
	walk = func(event int, s *S) {
		if event == t.Turns() {
			b.addNew(s)
			return
		}
		var to S
		t.Successors(event, s, &to, func() bool {
			next := to
			walk(event+1, &next)
			return len(b.list) < f.options.Particles
		})
	}
	guesses := f.options.Effort * 4 / 5 // each ends soon, most of them at once
	for n := range guesses {
		if 2*len(b.list) >= f.options.Particles || n%patience == 0 && pace.Err(ctx) != nil {
			return
		}
		if n%hasteEvery == 0 && f.hasty() {
			break
		}
		s := last.states[rng.IntN(len(last.states))]
		if f.hooks.Disturb(rng, &s, float64(n)/float64(guesses)) {
			f.health.Draws++
			walk(0, &s)
		}
	}
	b.invent(ctx, rng, events, last.states)
}

// invent fills up a list of guesses that has become poor by states that are made of others, and agree with what was heard last.
func (b *set[S, V, A, O]) invent(ctx context.Context, rng *rand.Rand, events int, of []S) {
	f, enough := b.f, b.f.options.Particles/poor
	if f.hooks.Invent == nil || len(b.list) >= enough {
		return
	}
	b.listed()
	for n := range f.options.Effort {
		if len(b.list) >= enough || n%patience == 0 && pace.Err(ctx) != nil || len(b.list) > 0 && n%hasteEvery == 0 && f.hasty() {
			return
		}
		s := of[rng.IntN(len(of))]
		f.health.Draws++
		if f.hooks.Invent(rng, f.told[:events], &s, float64(n)/float64(f.options.Effort)) {
			b.addNew(&s)
		}
	}
}

const (
	renewed  = 4 // one in so many states is made anew
	mistaken = 4 // and these have one in so many of all odds
)

// renew mixes states that are made of others into a sample that was guessed. It is wrong somewhere; what is heard from now on may tell where, if there is
// something to choose from. Without it what was guessed wrongly stays wrong until the sample dies again.
func (b *set[S, V, A, O]) renew(rng *rand.Rand, events int) {
	f, old := b.f, len(b.list)
	if !f.guessed || b.around != nil || f.hooks.Invent == nil || old == 0 || b.listOdds.len() != old {
		return
	}
	b.listed()
	for n := range f.options.Particles / renewed {
		if n%hasteEvery == 0 && f.hasty() {
			break
		}
		s := b.list[rng.IntN(old)]
		f.health.Draws++
		if f.hooks.Invent(rng, f.told[:events], &s, 0) {
			b.addNew(&s)
		}
	}
	fresh := b.list[old:]
	each := sum(b.odds.all) / (mistaken - 1) / float64(max(1, len(fresh)))
	for i := range fresh {
		b.wide = append(b.wide, fresh[i])
		b.odds.add(b.types.now, each)
		b.listOdds.add(b.types.now, each)
	}
}
