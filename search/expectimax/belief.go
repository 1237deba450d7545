package expectimax

import (
	"math/bits"

	"blindsight"
)

// loss is how a losing answer is stored, beside the answers 0 to 14.
const loss = 15

// column is what one action shows in every state of a belief.
type column struct {
	shown  []uint8   // in the order of the states
	safe   int32     // in how many states it does not lose
	kinds  uint16    // which answers occur, a bit each
	counts [16]int32 // in how many states each answer is shown
}

// certain tells that the action loses in no state.
func (c *column) certain() bool { return c.kinds&(1<<loss) == 0 }

// tells says that the action shows different things in states where it does not
// lose: it is live. An action that is not is dead: what it shows is known before.
func (c *column) tells() bool {
	safe := c.kinds &^ (1 << loss)
	return safe&(safe-1) != 0
}

// belief is a set of states, all equally likely, as a matrix of what the live
// actions show in each. States that agree in all of them are one: they are never
// told apart before the end, so just one of them can be won.
type belief struct {
	states  int
	from    int      // where its states are listed in the frame
	marks   []uint64 // random numbers that stand for the states
	columns []column
	upper   int32          // no play wins more states
	value   int32          // states won by the best play, or 0 where that is not known yet
	set     blindsight.Key // of the set of states
}

// frame is the memory for the children of one node, reused by all nodes of the
// same depth.
type frame struct {
	index    []int32 // states sorted by what the action shows
	marks    []uint64
	shown    []uint8
	columns  []column
	children []belief
	rows     []row
	slots    []int32
	order    []columnOrder
	moves    []move
	planes   planes
}

// row is the hash of what one state shows to the live actions.
type row struct{ hi, lo uint64 }

// split sorts the states of a belief by what an action shows, and returns the
// children, one for each answer that does not lose: their states and the keys of
// their sets, but no columns yet.
func (f *frame) split(b *belief, action int) []belief {
	asked := &b.columns[action]
	var start, end [loss]int32
	for _, x := range asked.shown {
		if x < loss {
			end[x]++
		}
	}
	total := int32(0)
	for x := range loss {
		start[x], total = total, total+end[x]
		end[x] = start[x]
	}
	f.index = grow(f.index, int(total))
	f.marks = grow(f.marks, int(total))
	var sets [loss]blindsight.Key
	for i, x := range asked.shown {
		if x < loss {
			f.index[end[x]] = int32(i)
			mark := b.marks[i]
			f.marks[end[x]] = mark
			sets[x].Hi += mark
			sets[x].Lo += mark * (mark>>32 | 1)
			end[x]++
		}
	}
	f.children = f.children[:0]
	for x := range loss {
		if n := end[x] - start[x]; n > 0 {
			f.children = append(f.children, belief{states: int(n), marks: f.marks[start[x]:end[x]], upper: n, set: sets[x]})
		}
	}
	// Room for the columns of all children at once: what was handed out must not move.
	f.shown = grow(f.shown, int(total)*len(b.columns))[:0]
	f.columns = grow(f.columns, len(b.columns)*len(f.children))[:0]
	return f.children
}

// grow returns a slice of n elements, with the memory of s if that is enough.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

// restrict gives a child of b its columns: those of the actions that are live in
// its states, which stand in f.index from the given place on.
func (f *frame) restrict(c *belief, b *belief, asked int, from int) {
	states := f.index[from : from+c.states]
	switch c.states {
	case 1:
		c.value = 1
		return
	case 2:
		c.value = pair(b, states[0], states[1])
		c.upper = c.value
		return
	}
	n := c.states
	f.shown, f.columns = f.shown[:0], f.columns[:0] // one child at a time
	c.upper = 0
	for j := range b.columns {
		if j == asked {
			continue
		}
		source := b.columns[j].shown
		mark := len(f.shown)
		to := f.shown[mark : mark+n]
		var even, odd [16]int32 // two, so that one increment need not wait for the other
		k := 0
		for ; k+1 < n; k += 2 {
			x, y := source[states[k]], source[states[k+1]]
			to[k], to[k+1] = x, y
			even[x&15]++
			odd[y&15]++
		}
		if k < n {
			x := source[states[k]]
			to[k] = x
			even[x&15]++
		}
		col := column{shown: to}
		for x := range even {
			col.counts[x] = even[x] + odd[x]
			if col.counts[x] > 0 {
				col.kinds |= 1 << x
			}
		}
		col.safe = int32(n) - col.counts[loss]
		if col.tells() {
			f.shown = f.shown[:mark+n]
			f.columns = append(f.columns, col)
			c.upper = max(c.upper, col.safe)
		}
	}
	c.columns = f.columns
	if len(c.columns) == 0 {
		c.upper, c.value = 1, 1
	}
}

// pair returns the value of two states. They can be told apart, and so both be
// won, by an action that is safe in both and shows different things; else one is won.
func pair(b *belief, i, j int32) int32 {
	for k := range b.columns {
		x, y := b.columns[k].shown[i], b.columns[k].shown[j]
		if x != y && x != loss && y != loss {
			return 2
		}
	}
	return 1
}

// dedupe keeps one of all states whose rows are equal, and tells whether it
// dropped any.
func (f *frame) dedupe(b *belief) bool {
	size := 1 << bits.Len(uint(2*b.states))
	f.slots = grow(f.slots, size)
	clear(f.slots)
	kept := 0
	for i := range b.states {
		r := f.rows[i]
		at := int(r.lo>>7) & (size - 1)
		for f.slots[at] != 0 && f.rows[f.slots[at]-1] != r {
			at = (at + 1) & (size - 1)
		}
		if f.slots[at] != 0 {
			continue // seen before
		}
		if kept < i {
			f.rows[kept] = r
			b.marks[kept] = b.marks[i]
			for j := range b.columns {
				b.columns[j].shown[kept] = b.columns[j].shown[i]
			}
		}
		kept++
		f.slots[at] = int32(kept)
	}
	if kept == b.states {
		return false
	}
	b.states, b.marks, b.upper = kept, b.marks[:kept], 0
	for j := range b.columns {
		c := &b.columns[j]
		c.shown = c.shown[:kept]
		c.counts = [16]int32{}
		for _, x := range c.shown {
			c.counts[x&15]++
		}
		c.safe = int32(kept) - c.counts[loss]
		b.upper = max(b.upper, c.safe)
	}
	return true
}
