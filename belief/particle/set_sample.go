package particle

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/internal/pace"
)

// earlier is what a sample was after some events.
type earlier[S any] struct {
	events int
	states []S
}

const (
	oldStates    = 300 // are kept of samples that are no longer kept whole, if they are no more
	mostExpanded = 5   // times as many states as a sample has are led on, at most, to fill it
	recentEvents = 8   // an exact set not longer ago may be found again
)

// sample brings the sample up to date with so many events, after which the own side acts.
func (b *set[S, V, A, O]) sample(ctx context.Context, rng *rand.Rand, events int) error {
	f := b.f
	for ; b.taken < events; b.taken++ {
		if err := pace.Err(ctx); err != nil {
			return err
		}
		t := b.trail(b.taken, b.taken+1, nil)
		heard := f.told[b.taken].Heard
		switch {
		case f.hooks.Likely == nil:
			if heard || !b.filter(t) {
				b.expand(t, rng)
			}
		case heard || !b.filterByOdds(t):
			b.expandByOdds(t, f.told[:b.taken+1], rng)
		}
	}
	if f.hooks.Likely == nil {
		b.list = b.thin(b.list[:0], b.wide, rng)
	} else {
		b.thinByOdds(rng)
	}
	b.surround(events)
	if b.surrounded(events) || b.regained(ctx, events) {
		b.accept(events)
		return pace.Err(ctx)
	}
	died, size := len(b.list) == 0, len(b.list)
	if f.hooks.Likely != nil {
		size = len(b.wide) // drawn by odds, few may stand for many
	}
	if f.guessed && b.around != nil || size < f.options.Particles/poor || died {
		if !f.guessed {
			b.search(ctx, rng, events)
		}
		if len(b.list) == 0 || f.guessed {
			b.guess(ctx, rng, events)
		}
		b.wide = append(b.wide[:0], b.list...)
		b.noOdds()
		b.keepOdds()
	} else {
		b.renew(rng, events)
	}
	b.accept(events)
	if len(b.list) > 0 {
		if died {
			f.revived++
		}
		b.remember(events)
	}
	return pace.Err(ctx)
}

// filter leads the sample on by what the own side did: what does not agree falls out. It is done
// before the sample is made smaller: all that can have followed the event before is looked at.
// Where they become more, since chance had a part in it, it reports false and leaves them as they are.
func (b *set[S, V, A, O]) filter(t blindsight.Trail[S]) bool {
	b.pool = b.pool[:0]
	var to S
	visit := func() bool {
		b.pool = append(b.pool, to)
		return len(b.pool) <= len(b.wide)
	}
	for i := range b.wide {
		if !t.Successors(0, &b.wide[i], &to, visit) {
			return false
		}
	}
	b.f.health.Draws += int64(len(b.wide))
	b.wide, b.pool = b.pool, b.wide
	return true
}

// expand leads the sample on to all that can follow from so many of its states, drawn at random,
// and from more of them if little follows.
func (b *set[S, V, A, O]) expand(t blindsight.Trail[S], rng *rand.Rand) {
	enough := b.f.options.Particles
	b.pool = b.pool[:0]
	var to S
	visit := func() bool {
		b.pool = append(b.pool, to)
		return true
	}
	b.seen.reset()
	b.places = b.places[:0]
	for k := range b.wide {
		if n := len(b.places); n >= enough && len(b.pool) >= enough || n >= mostExpanded*enough {
			break
		}
		i := k + rng.IntN(len(b.wide)-k)
		b.wide[k], b.wide[i] = b.wide[i], b.wide[k]
		s := &b.wide[k]
		if b.seen.find(b.f.fingerprint(s), func(number int) bool { return b.wide[b.places[number]] == *s }) < 0 {
			b.places = append(b.places, k)
			t.Successors(0, s, &to, visit)
		}
	}
	b.f.health.Draws += int64(len(b.pool))
	b.wide, b.pool = b.pool, b.wide
}

// thin appends different states of a pool to an empty list, at random, as many as a sample may
// have. The pool is shuffled.
func (b *set[S, V, A, O]) thin(list, pool []S, rng *rand.Rand) []S {
	b.seen.reset()
	for k := range pool {
		if len(list) == b.f.options.Particles {
			break
		}
		i := k + rng.IntN(len(pool)-k)
		pool[k], pool[i] = pool[i], pool[k]
		s := &pool[k]
		if b.seen.find(b.f.fingerprint(s), func(number int) bool { return list[number] == *s }) < 0 {
			list = append(list, *s)
		}
	}
	return list
}

// remember keeps the sample, and forgets one that is long past unless it is small.
func (b *set[S, V, A, O]) remember(events int) {
	b.past = append(b.past, earlier[S]{events, append(b.free, b.list...)})
	b.free = nil
	if i := len(b.past) - 1 - b.f.options.Snapshots; i > 0 && len(b.past[i].states) > oldStates {
		b.free, b.past[i].states = b.past[i].states[:0], nil
	}
}
