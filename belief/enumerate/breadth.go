package enumerate

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"

	"blindsight"
)

// The work of one round: so many blocks of so many states are expanded, then what
// they gave is sorted out into shards, each by one worker at a time. The order of
// states depends on these numbers, on that of workers it does not.
const (
	shardBits   = 4
	shards      = 1 << shardBits
	blocks      = 16
	blockStates = 64
)

// Belief is the set of states that agree with a trail, found breadth-first: a belief state
// without chances. In Kriegspiel it has been called a metaposition (Sakuta; Ciancarini and
// Favini), which often stands for less: what all of its states have in common. Advance
// needs it to itself; the other methods only read.
type Belief[S comparable] struct {
	options Options
	turn    int // turns of the trail that are in it
	begun   bool
	now     [shards]set[S]
	next    [shards]set[S]
	out     [blocks][shards][]successor[S]
	visited int64
}

// New returns the belief before anything is known. Options hold for each Advance.
func New[S comparable](o Options) *Belief[S] {
	o.must()
	return &Belief[S]{options: o}
}

// Advance takes in the turns of a trail beyond those that it has taken in before, which
// must be the same: a last turn that is not over yet is best left to a belief that is
// thrown away. It calls each, unless nil, with the number of states after every
// turn. On an error (a [LimitError], an [EmptyError], the context's) the belief stays as
// it was before the turn that failed.
//
// It costs one visit for each move from each state, a fraction of a microsecond, and
// about 50 bytes for each state after a turn and the one before it.
func (b *Belief[S]) Advance(ctx context.Context, t blindsight.Trail[S], each func(turn, states int)) error {
	ctx, cancel := b.options.begin(ctx)
	defer cancel()
	if !b.begun {
		t.Starts(func(s *S) bool {
			h := t.Hash(s)
			b.now[h&(shards-1)].add(s, h)
			return true
		})
		b.begun = true
	}
	for ; b.turn < t.Turns(); b.turn++ {
		if err := b.step(ctx, t); err != nil {
			return err
		}
		b.now, b.next = b.next, b.now
		if each != nil {
			each(b.turn, b.Len())
		}
	}
	return nil
}

// Len returns the number of states.
func (b *Belief[S]) Len() int { return count(&b.now) }

func count[S comparable](sets *[shards]set[S]) int {
	n := 0
	for i := range sets {
		n += sets[i].n
	}
	return n
}

// Turns returns how many turns of the trail have been taken in.
func (b *Belief[S]) Turns() int { return b.turn }

// Visited returns how many successors of states were looked at so far, duplicates
// included.
func (b *Belief[S]) Visited() int64 { return b.visited }

// All returns the states, each once, in an order that depends on the trail alone. They
// must not be changed, and are valid until Advance is called.
func (b *Belief[S]) All() iter.Seq[*S] {
	return func(yield func(*S) bool) {
		for i := range b.now {
			for s := range b.now[i].all() {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// At returns a state by its number, from 0, in the order of All.
func (b *Belief[S]) At(i int) *S {
	for shard := range b.now {
		if i < b.now[shard].n {
			return b.now[shard].at(i)
		}
		i -= b.now[shard].n
	}
	panic("enumerate: no state has this number")
}

// Has reports whether a state is in the belief.
func (b *Belief[S]) Has(t blindsight.Trail[S], s *S) bool {
	h := t.Hash(s)
	return b.now[h&(shards-1)].has(s, h)
}

// Bytes returns about how much memory the belief takes.
func (b *Belief[S]) Bytes() int64 {
	n := int64(0)
	for i := range b.now {
		n += b.now[i].bytes() + b.next[i].bytes()
	}
	return n
}

// step computes the next set from that of now.
func (b *Belief[S]) step(ctx context.Context, t blindsight.Trail[S]) error {
	for i := range b.next {
		b.next[i].reset(b.now[i].n)
	}
	states, done := b.Len(), 0
	var walkers [blocks]*walker[S]
	for shard, index := 0, 0; done < states; {
		round := min(blocks*blockStates, states-done)
		done += round
		var from [blocks][2]int
		for k := range from {
			shard, index = b.skipEmpty(shard, index)
			from[k] = [2]int{shard, index}
			shard, index = b.forward(shard, index, min(blockStates, round-k*blockStates))
		}
		b.round(t, &walkers, &from, round)
		found := count(&b.next)
		if err := stopped(ctx, b.turn, found); err != nil {
			return err
		}
		if b.options.States > 0 && found > b.options.States {
			return &LimitError{"states", b.turn, found}
		}
		if b.options.Memory > 0 && b.Bytes() > b.options.Memory {
			return &LimitError{"memory", b.turn, found}
		}
	}
	if count(&b.next) == 0 {
		return &EmptyError{b.turn}
	}
	return nil
}

// skipEmpty moves a place past the end of a shard to the beginning of the next one.
func (b *Belief[S]) skipEmpty(shard, index int) (int, int) {
	for shard < shards-1 && index >= b.now[shard].n {
		shard, index = shard+1, 0
	}
	return shard, index
}

// forward moves a place by n states.
func (b *Belief[S]) forward(shard, index, n int) (int, int) {
	for n > 0 {
		shard, index = b.skipEmpty(shard, index)
		here := min(n, b.now[shard].n-index)
		index += here
		n -= here
	}
	return shard, index
}

// round expands states, then puts what they gave into the sets.
func (b *Belief[S]) round(t blindsight.Trail[S], walkers *[blocks]*walker[S], from *[blocks][2]int, states int) {
	workers := b.options.workers()
	used := (states + blockStates - 1) / blockStates
	if used < 4 {
		workers = 1 // sooner done than shared
	}
	each(workers, used, func(k int) {
		out := &b.out[k]
		for i := range out {
			out[i] = out[i][:0]
		}
		if walkers[k] == nil {
			walkers[k] = newWalker(t, func(s *successor[S]) {
				i := s.hash & (shards - 1)
				out[i] = append(out[i], *s)
			})
		}
		shard, index := from[k][0], from[k][1]
		for range min(blockStates, states-k*blockStates) {
			shard, index = b.skipEmpty(shard, index)
			walkers[k].expand(b.turn, b.now[shard].at(index))
			index++
		}
	})
	each(workers, shards, func(i int) {
		for k := range used {
			b.next[i].addAll(b.out[k][i])
		}
	})
	for k := range used {
		for i := range b.out[k] {
			b.visited += int64(len(b.out[k][i]))
		}
	}
}

// each calls f with all numbers below n, on several goroutines.
func each(workers, n int, f func(i int)) {
	if workers == 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	group.Wait()
}

// A walker visits the successors of states, one state after the other.
type walker[S comparable] struct {
	t       blindsight.Trail[S]
	current successor[S]
	visit   func() bool
}

func newWalker[S comparable](t blindsight.Trail[S], found func(*successor[S])) *walker[S] {
	w := &walker[S]{t: t}
	w.visit = func() bool {
		w.current.hash = t.Hash(&w.current.state)
		found(&w.current)
		return true
	}
	return w
}

func (w *walker[S]) expand(turn int, s *S) { w.t.Successors(turn, s, &w.current.state, w.visit) }
