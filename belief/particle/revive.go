package particle

import (
	"context"
	"math"
	"math/rand/v2"

	"blindsight/internal/pace"
)

// poor is a sample that has no more than one in so many of its particles.
const poor = 10

// A snapshot is what the particles were after some events, or a sample of them.
type snapshot[S any] struct {
	taken int
	cloud[S]
}

// remember keeps a sample of the particles, and forgets an older one if there are too many.
func (f *Filter[S, V, A, O]) remember(rng *rand.Rand, events int) {
	if n := len(f.past); n > 0 && f.past[n-1].taken == events {
		return
	}
	if len(f.past) == f.options.Snapshots {
		f.forget(events)
	}
	var p *snapshot[S]
	if n := len(f.free); n > 0 {
		p, f.free = f.free[n-1], f.free[:n-1]
	} else {
		p = &snapshot[S]{}
	}
	p.taken, p.n = events, 0
	if size := f.options.Particles/4 + 1; f.now.n <= size {
		p.copyFrom(f.copy, f.now)
	} else {
		f.comb(rng, size, func(i int) { p.put(f.copy, &f.now.states[i], f.now.turns[i], 0) })
	}
	f.past = append(f.past, p)
}

// forget drops the snapshot, but for the first and the last, that is missed least: whose
// neighbours are close to each other for how long ago it is.
func (f *Filter[S, V, A, O]) forget(events int) {
	drop, least := 0, math.Inf(1)
	for i := 1; i < len(f.past)-1; i++ {
		gap := float64(f.past[i+1].taken-f.past[i-1].taken) / float64(1+events-f.past[i].taken)
		if gap < least {
			drop, least = i, gap
		}
	}
	f.free = append(f.free, f.past[drop])
	f.past = append(f.past[:drop], f.past[drop+1:]...)
}

// revive finds particles for next where an event has left none, or few, within the effort: by
// more draws from the particles before it; where it has left none, by running again from ever
// earlier snapshots, then from the start. What is found agrees with the whole play. Where
// nothing is found it guesses, if the game lets it. It reports whether the particles before the
// event are now in spare.
func (f *Filter[S, V, A, O]) revive(ctx context.Context, rng *rand.Rand, event int) (spared bool) {
	if f.branching == nil {
		f.drawMore(ctx, rng, event)
	}
	if f.next.n > 0 {
		return false
	}
	f.now, f.spare = f.spare, f.now
	f.runAgain(ctx, rng, event)
	if f.next.n == 0 && pace.Err(ctx) == nil {
		f.guess(ctx, rng, event)
	}
	return true
}

// drawMore spends a quarter of the effort on more rounds with the particles before the event.
func (f *Filter[S, V, A, O]) drawMore(ctx context.Context, rng *rand.Rand, event int) {
	for f.accepted < f.options.Particles/poor+1 && f.budget > f.options.Effort*3/4 {
		if !f.round(ctx, rng, event) {
			return
		}
	}
	f.thin(rng)
}

// runAgain runs the filter again, with other random numbers: from each snapshot, the last one
// first, and at last from the start. A quarter of the effort is left for replays from the start.
func (f *Filter[S, V, A, O]) runAgain(ctx context.Context, rng *rand.Rand, event int) {
	last := len(f.past) - 1
	for i := last; i >= 0 && f.budget > f.options.Effort/4; i-- {
		from := f.past[i]
		f.next.copyFrom(f.copy, &from.cloud)
		if f.rerun(ctx, rng, from.taken, event) || pace.Err(ctx) != nil {
			return
		}
	}
	f.replay(ctx, rng, event)
	if f.next.n == 0 && pace.Err(ctx) == nil {
		f.budget = f.options.Effort / 4
		f.begins(ctx, rng)
		f.rerun(ctx, rng, 0, event)
	}
}

// rerun leads the particles in next, which are those after so many events, on by all up to an
// event, and reports whether any is left.
func (f *Filter[S, V, A, O]) rerun(ctx context.Context, rng *rand.Rand, taken, event int) bool {
	for ; taken <= event; taken++ {
		if f.next.n == 0 || f.budget <= 0 || pace.Err(ctx) != nil {
			f.next.n = 0
			return false
		}
		f.swap()
		f.propagate(ctx, rng, taken)
	}
	return f.next.n > 0
}

// replay plays from the start, one particle after the other, and drops it at the first
// disagreement: where what is hidden never changes, nothing else brings new states.
func (f *Filter[S, V, A, O]) replay(ctx context.Context, rng *rand.Rand, event int) {
	f.begin()
	for found := 0; f.budget > 0 && found <= f.options.Particles/poor; {
		if f.draws++; f.draws%patience == 0 && pace.Err(ctx) != nil {
			return
		}
		s, turn := f.next.slot(), f.side
		log := 0.0
		for e := -1; ; e++ {
			w, ok := f.follow(rng, s, &turn, e)
			if log += w; !ok {
				break
			}
			if e == event {
				found++
				f.join(turn, log)
				break
			}
		}
	}
}
