package expectimax

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
)

// memoStates is the size from which on beliefs are kept in the shared table:
// smaller ones are solved faster than they are found.
const memoStates = 6

// worker solves beliefs, depth first, for one goroutine.
type worker struct {
	memo    *memo
	frames  []*frame
	small   small
	coverer coverer
	nodes   atomic.Int64 // beliefs searched
	counted int64        // of those of small, how many are in nodes
	ctx     context.Context
	stopped *atomic.Bool // the context ended: what is returned from then on means nothing
}

// move is an action of a belief and an upper bound of what it wins.
type move struct {
	column int32
	upper  int32
}

func (w *worker) frame(depth int) *frame {
	for len(w.frames) <= depth {
		w.frames = append(w.frames, &frame{})
	}
	return w.frames[depth]
}

// count counts a belief that is searched, and looks at the context now and then.
func (w *worker) count() {
	before := w.nodes.Load()
	n := before + 1 + w.small.nodes - w.counted
	w.counted = w.small.nodes
	w.nodes.Store(n)
	if n>>8 != before>>8 && w.ctx.Err() != nil {
		w.stopped.Store(true)
	}
}

// solve returns the value of a belief, the greatest number of its states that a
// play can win, if that is above alpha; else an upper bound that is not. F is the
// frame the belief lives in, depth that of its children.
func (w *worker) solve(b *belief, alpha int32, f *frame, depth int) int32 {
	if b.value > 0 {
		return b.value
	}
	if b.upper <= alpha || w.stopped.Load() {
		return b.upper
	}
	key := f.canonicalise(b)
	if b.upper <= alpha {
		return b.upper
	}
	if b.states == 2 {
		return 2 // some action is live, and live among two means that it tells them apart
	}
	if b.states < memoStates {
		return w.search(b, alpha, depth)
	}
	value, exact, ok := w.memo.get(key)
	if !ok || !exact && value > alpha {
		value = w.search(b, alpha, depth)
		exact = value > alpha
		if w.stopped.Load() {
			return b.upper
		}
		w.memo.put(key, b.states, value, exact)
	}
	w.memo.put(b.set, b.states, value, exact) // to be found without its columns the next time
	return value
}

// search tries the actions of a belief.
func (w *worker) search(b *belief, alpha int32, depth int) int32 {
	w.count()
	if b.states <= smallStates {
		return w.small.solve(w.small.load(b), alpha, 0)
	}
	f := w.frame(depth)
	f.moves = f.moves[:0]
	for j := range b.columns {
		if b.columns[j].certain() { // safe and telling: there is nothing to lose by it
			return w.sum(b, j, alpha, f, depth)
		}
	}
	p := &f.planes
	p.load(b, &w.coverer)
	// Best is the value to beat. As long as none is found that does, upper is the
	// greatest of the bounds of all actions.
	best, found, upper := max(alpha, 1), false, int32(1)
	for j := range b.columns {
		m := move{int32(j), p.camps(p.bits[p.columns[j].safe:])}
		if m.upper > best {
			m.upper = 0
			words := int32(p.words)
			for a := p.columns[j].first; a < p.columns[j].last; a += words {
				m.upper += p.bound(p.bits[a:a+words], j)
			}
		}
		if m.upper <= best {
			upper = max(upper, m.upper)
			continue
		}
		f.moves = append(f.moves, m)
	}
	slices.SortStableFunc(f.moves, func(x, y move) int {
		return cmp.Or(cmp.Compare(y.upper, x.upper), cmp.Compare(b.columns[y.column].safe, b.columns[x.column].safe))
	})
	for _, m := range f.moves {
		if m.upper <= best {
			upper = max(upper, m.upper)
			continue
		}
		v := w.sum(b, int(m.column), best, f, depth)
		if w.stopped.Load() {
			return b.upper
		}
		if v > best {
			best, found = v, true
		} else {
			upper = max(upper, v)
		}
	}
	if !found {
		return upper
	}
	return best
}

// sum returns what an action wins if that is above alpha, else an upper bound that
// is not.
func (w *worker) sum(b *belief, column int, alpha int32, f *frame, depth int) int32 {
	children := f.split(b, column)
	total, rest := int32(0), int32(0) // of the children that are known, upper bounds of the others
	from := 0
	for i := range children {
		c := &children[i]
		c.from = from
		from += c.states
		if !b.columns[column].certain() {
			a := f.planes.columns[column].first + int32(i*f.planes.words)
			c.upper = f.planes.bound(f.planes.bits[a:a+int32(f.planes.words)], column)
		}
		if c.states >= memoStates {
			if v, exact, ok := w.memo.get(c.set); ok {
				c.upper = min(c.upper, v)
				if exact {
					c.value = v
				}
			}
		}
		if c.upper == 1 {
			c.value = 1
		}
		if c.value > 0 {
			total += c.value
		} else {
			rest += c.upper
		}
	}
	for i := range children {
		c := &children[i]
		if c.value > 0 {
			continue
		}
		if total+rest <= alpha {
			return total + rest
		}
		rest -= c.upper
		upper := c.upper
		f.restrict(c, b, column, c.from)
		c.upper = min(c.upper, upper)
		total += w.solve(c, alpha-total-rest, f, depth+1)
	}
	return total
}
