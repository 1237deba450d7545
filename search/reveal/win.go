package reveal

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync/atomic"

	"blindsight"
)

const (
	// memoStates is the size from which on beliefs are kept in a table: smaller ones
	// are solved faster than they are found.
	memoStates = 6
	// canonicalStates is the size from which on beliefs are also looked up by the key
	// that knows no names of actions, which is dearer.
	canonicalStates = smallStates + 1
)

// worker solves beliefs, depth first, for one goroutine.
type worker struct {
	frames  []*frame
	small   small
	coverer coverer
	focuser focuser
	canon   canon
	nodes   atomic.Int64 // beliefs searched
	narrow  narrowing
	task
}

// task is one piece of work, which depends on nothing that other workers do.
type task struct {
	own    *memo  // what it found out
	shared *memo  // what was known before; nobody writes to it
	spent  int64  // beliefs searched
	limit  int64  // give up beyond so many
	root   Bounds // of what is searched at depth 1
	watch
}

// move is an action of a belief and an upper bound of what it wins.
type move struct {
	column int32
	upper  int32
	bounds int32 // where those of its answers are in frame.bounds
}

// newWorker returns a worker all whose parts look at the context of its task.
func newWorker() *worker {
	w := &worker{}
	w.small.watch, w.coverer.watch, w.focuser.watch, w.canon.watch = &w.watch, &w.watch, &w.watch, &w.watch
	return w
}

func (w *worker) frame(depth int) *frame {
	for len(w.frames) <= depth {
		w.frames = append(w.frames, &frame{})
	}
	return w.frames[depth]
}

// begin takes up a task. A limit of 0 is none.
func (w *worker) begin(ctx context.Context, own, shared *memo, limit int64) {
	if limit <= 0 {
		limit = math.MaxInt64
	}
	w.task = task{own: own, shared: shared, limit: limit, watch: newWatch(ctx)}
}

// nodeWork is what a belief counts for at least, however few states it has.
const nodeWork = 256

// count counts beliefs that were searched, and gives up at the limit or when the
// context ended.
func (w *worker) count(n int64) {
	w.spent += n
	w.nodes.Add(n)
	if w.spent >= w.limit {
		w.stopped = true
	}
	w.did(int(min(n, lookAfter)) * nodeWork)
}

// get returns what is known of a belief.
func (w *worker) get(k blindsight.Key) (value int32, exact, ok bool) {
	value, exact, ok = w.own.get(k)
	if !exact && w.shared != nil {
		if v, e, known := w.shared.get(k); known && (e || !ok || v < value) {
			return v, e, true
		}
	}
	return value, exact, ok
}

// put notes what is known of a belief.
func (w *worker) put(k blindsight.Key, states int, value int32, exact, passing bool) {
	e := memoEntry{key: k, value: value, states: uint32(4 * states)}
	if exact {
		e.states |= exactFlag
	}
	if passing {
		e.states |= passingFlag
	}
	w.own.put(e, &w.watch)
}

// solve returns the value of a belief, the greatest number of its states that a
// play can win, if that is above alpha; else an upper bound that is not. Depth is
// that of its children.
func (w *worker) solve(b *belief, alpha int32, depth int) int32 {
	if b.value == 0 {
		w.focuser.focus(b)
	}
	if b.value > 0 {
		return b.value
	}
	if b.upper <= alpha || w.stopped {
		return b.upper
	}
	if b.states == 2 {
		return 2 // some action is live, and live among two means that it tells them apart
	}
	if b.states < memoStates {
		return w.search(b, alpha, depth)
	}
	key := w.narrow.key(b.key, b.states)
	value, exact, ok := w.get(key)
	if !ok || !exact && value > alpha {
		var canonical blindsight.Key
		ok = false
		named := b.states < canonicalStates || w.narrow.applies(b.states) // the other key is too dear
		if !named {
			canonical = w.canon.key(b)
			value, exact, ok = w.get(canonical)
		}
		if !ok || !exact && value > alpha {
			value = w.search(b, alpha, depth)
			exact = value > alpha
			if w.stopped {
				return b.upper
			}
			if !named {
				w.put(canonical, b.states, value, exact, false)
			}
		}
		w.put(key, b.states, value, exact, false)
	}
	w.put(w.narrow.key(b.set, b.states), b.states, value, exact, true) // to be found without being focused the next time
	return value
}

// search tries the actions of a belief.
func (w *worker) search(b *belief, alpha int32, depth int) int32 {
	w.count(1)
	if w.stopped {
		return b.upper
	}
	if b.states <= smallStates {
		m := w.small.load(b, w.limit-w.spent)
		value := w.small.solve(m, alpha, 0)
		w.count(w.small.nodes)
		return value
	}
	f := w.frame(depth)
	if b.certain >= 0 { // safe and telling: there is nothing to lose by it
		return w.sum(b, move{column: int32(b.certain)}, alpha, f, depth)
	}
	if w.narrow.applies(b.states) {
		return w.searchNarrow(b, alpha, depth)
	}
	// Best is the value to beat. As long as none is found that does, upper is the
	// greatest of the bounds of all actions.
	best, found := max(alpha, 1), false
	upper := f.list(b, best, &w.coverer)
	if w.ended {
		return b.upper
	}
	slices.SortStableFunc(f.moves, func(x, y move) int { return cmp.Compare(y.upper, x.upper) })
	if depth == 1 && len(f.moves) > 0 {
		w.root.Upper = min(w.root.Upper, int64(f.moves[0].upper))
	}
	for _, m := range f.moves {
		if m.upper <= best {
			upper = max(upper, m.upper)
			break // the others are no better
		}
		v := w.sum(b, m, best, f, depth)
		if w.stopped {
			return b.upper
		}
		if v > best {
			best, found = v, true
			if depth == 1 {
				w.root.Lower = max(w.root.Lower, int64(v))
			}
		} else {
			upper = max(upper, v)
		}
	}
	if !found {
		return upper
	}
	return best
}

// list finds the actions that may win more than best, and returns the greatest bound
// of the others. Where the context ended, neither means anything.
func (f *frame) list(b *belief, best int32, c *coverer) int32 {
	f.moves, f.bounds = f.moves[:0], f.bounds[:0]
	p := &f.planes
	upper := int32(1)
	if !p.load(b, c) {
		return upper
	}
	for j := range p.columns {
		m := move{column: int32(j), upper: p.camps(p.bits[p.columns[j].safe:])}
		if m.upper > best {
			m.upper = 0
			m.bounds = int32(len(f.bounds))
			words := int32(p.words)
			for a := p.columns[j].first; a < p.columns[j].last; a += words {
				if c.watch.did(len(p.columns) * p.words) {
					return upper
				}
				u := p.bound(p.bits[a:a+words], j)
				f.bounds = append(f.bounds, u)
				m.upper += u
			}
		}
		if m.upper <= best {
			upper = max(upper, m.upper)
			continue
		}
		f.moves = append(f.moves, m)
	}
	return upper
}

// sum returns what an action wins if that is above alpha, else an upper bound that
// is not. It is one that f.list found, or certain.
func (w *worker) sum(b *belief, m move, alpha int32, f *frame, depth int) int32 {
	children := f.split(b, int(m.column), &w.watch)
	if w.ended {
		return b.upper
	}
	total, rest := int32(0), int32(0) // of the children that are known, upper bounds of the others
	for i := range children {
		c := &children[i]
		if b.certain < 0 {
			c.upper = f.bounds[int(m.bounds)+i]
		}
		if c.upper > 1 && c.states >= memoStates {
			if v, exact, ok := w.get(w.narrow.key(c.set, c.states)); ok {
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
	// Where the bound is greatest there is most to be lost.
	slices.SortStableFunc(children, func(x, y belief) int { return cmp.Compare(y.upper, x.upper) })
	for i := range children {
		c := &children[i]
		if c.value > 0 {
			continue
		}
		if total+rest <= alpha {
			return total + rest
		}
		rest -= c.upper
		total += w.solve(c, alpha-total-rest, depth+1)
	}
	return total
}
