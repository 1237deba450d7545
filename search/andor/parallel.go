package andor

import (
	"context"
	"slices"
	"sync"
)

// Several cores in best: at the root, the attempts that are next in order are searched at
// the same time, each by an engine of its own that knows what was known before and what it
// finds out itself. What they found is put together in their order, up to the first that
// wins; the others are stopped and forgotten. So the work that counts, and all that is
// found, is the same for any number of workers, one included.

// Where attempts are searched in this way: that many at a time, in searches that are so
// deep, have constructed so many states, and have so much memory, of which each gets a
// part. Smaller ones are not worth it.
const (
	raceTasks  = 8
	raceDepth  = 5
	raceMemory = 1 << 27
)

var raceStates int64 = 300_000 // tests lower it

// racer is one attempt that is searched.
type racer[S comparable, A comparable, O Percept] struct {
	engine *best[S, A, O]
	known  order[A] // when it began
	work   work
	left   []S // its own: the order of states changes
	won    bool
	stop   context.CancelFunc
}

// races reports whether the attempts of a turn are to be searched in this way.
func (b *best[S, A, O]) races(depth int) bool {
	return b.chief == nil && depth == b.rootDepth && depth >= raceDepth && b.States >= raceStates && (b.memory == 0 || b.memory >= raceMemory)
}

// race searches candidates, at most raceTasks of them, and returns the number of the first
// that wins, or how many there are.
func (b *best[S, A, O]) race(cands []candidate, t *turn[A], left []S, depth int) int {
	racers := make([]*racer[S, A, O], len(cands))
	for i := range racers {
		racers[i] = b.newRacer(left)
	}
	var mutex sync.Mutex
	first := len(cands) // the first known to win
	next := 0
	var group sync.WaitGroup
	for range min(max(b.workers, 1), len(cands)) {
		group.Go(func() {
			for {
				mutex.Lock()
				i := next
				next++
				done := i >= first // also past the last one
				mutex.Unlock()
				if done {
					return
				}
				r := racers[i]
				a := t.list[cands[i].attempt]
				r.won = r.engine.bears(r.left, a, depth) && r.engine.wins(r.left, a, depth) && !r.work.stopped()
				if !r.won {
					continue
				}
				mutex.Lock()
				first = min(first, i)
				for _, late := range racers[first+1:] {
					late.stop()
				}
				mutex.Unlock()
			}
		})
	}
	group.Wait()
	for i, r := range racers {
		if i <= first && !b.stopped() {
			b.join(r)
			copy(left, r.left)
		}
		r.stop()
	}
	return first
}

// newRacer returns an engine that knows what b knows, and may do what b still may.
func (b *best[S, A, O]) newRacer(left []S) *racer[S, A, O] {
	r := &racer[S, A, O]{left: append([]S(nil), left...)}
	r.work.deadline, r.work.memory = b.deadline, memoryOf(b.memory)/(2*raceTasks)
	if b.work.states > 0 {
		r.work.states = max(b.work.states-b.States, 1)
	}
	r.work.ctx, r.stop = context.WithCancel(b.ctx)
	e := newBest(b.rules, &r.work, b.parts)
	e.chief = b
	e.table.base, e.open.base = &b.table, &b.open
	e.order, r.known = b.order.clone(), b.order.clone()
	r.engine = e
	return r
}

// join takes over the work of a racer, and what it found.
func (b *best[S, A, O]) join(r *racer[S, A, O]) {
	b.Nodes += r.work.Nodes
	b.States += r.work.States
	b.Bytes = max(b.Bytes, b.held+r.work.Bytes)
	if b.err = r.work.err; b.err != nil {
		return
	}
	b.work.look()
	b.order.join(&r.engine.order, &r.known)
	b.forgetful()
	b.table.join(&r.engine.table)
	b.open.join(&r.engine.open)
}

// join adds the facts of another table.
func (t *table[S, A, O]) join(other *table[S, A, O]) {
	var belief []S
	for i := range other.facts {
		f := &other.facts[i]
		belief = belief[:0]
		for _, id := range f.ids {
			belief = append(belief, other.states[id])
		}
		t.add(belief, int(f.depth), f.mode, f.won, f.plan)
	}
}

// peek is find without giving numbers to new states, so that several may do it at the same
// time. The memory of ids is used.
func (t *table[S, A, O]) peek(belief []S, depth int, m mode, ids []uint32) *fact[A] {
	if len(t.slots) == 0 {
		return nil
	}
	for i := range belief {
		if at := *t.slot(&belief[i]); at != 0 {
			ids = append(ids, at-1)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	return t.lookup(ids, len(ids) == len(belief), depth, m)
}

// join adds what another table of the open game knows.
func (p *open[S, A, O]) join(other *open[S, A, O]) {
	for i := range other.slots {
		from := &other.slots[i]
		if from.won == 0 && from.lost == 0 {
			continue
		}
		at, found := p.slot(&from.s)
		if !found {
			if at.won == 0 && at.lost == 0 {
				p.filled++
			}
			*at = openSlot[S]{s: from.s}
		}
		if at.won == 0 || from.won != 0 && from.won < at.won {
			at.won = from.won
		}
		at.lost = max(at.lost, from.lost)
	}
}
