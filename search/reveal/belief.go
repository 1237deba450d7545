package reveal

import (
	"math/bits"

	"blindsight"
)

const (
	// loss is how a losing answer is stored, beside the answers 0 to 14.
	loss = 15
	// perWord is how many answers a word holds, four bits each.
	perWord = 16
	ones    = 0x1111111111111111 // the lowest bit of each answer
	evens   = 0x0f0f0f0f0f0f0f0f // every other answer
)

// belief is a set of states, all equally likely. A state is a row: what the live
// actions, and no others, show in it. Rows that agree are one: they are never told
// apart before the end, so just one of them can be won.
type belief struct {
	states  int
	columns int      // live actions
	width   int      // words a row
	rows    []uint64 // width words for each state
	marks   []uint64 // random numbers that stand for the states
	certain int      // an action that loses in no state, or -1
	upper   int32    // no play wins more states
	value   int32    // states won by the best play, or 0 where that is not known yet
	set     blindsight.Key
	key     blindsight.Key // of the rows
}

// at returns what an action shows in a state.
func (b *belief) at(state, column int) uint8 {
	return uint8(b.rows[state*b.width+column/perWord] >> (column % perWord * 4) & 15)
}

// frame is the memory for the children of one node, reused by all nodes of the
// same depth.
type frame struct {
	rows     []uint64
	marks    []uint64
	children []belief
	moves    []move
	bounds   []int32 // of the children of moves
	planes   planes
}

// split sorts the states of a belief by what an action shows, and returns the
// children, one for each answer that does not lose, still with the actions of their
// parent, dead ones among them, and without key. It returns none where the context
// ended.
func (f *frame) split(b *belief, column int, w *watch) []belief {
	word, shift := column/perWord, column%perWord*4
	var start, end [16]int32
	for from := 0; from < b.states; from += watchBlock {
		to := min(from+watchBlock, b.states)
		for i := from*b.width + word; i < to*b.width; i += b.width {
			end[b.rows[i]>>shift&15]++
		}
		if w.did(to - from) {
			return nil
		}
	}
	total := int32(0)
	for x := range loss {
		start[x], total = total, total+end[x]
		end[x] = start[x]
	}
	f.rows = grow(f.rows, int(total)*b.width)
	f.marks = grow(f.marks, int(total))
	var sets [16]blindsight.Key
	for i := range b.states {
		if i%watchBlock == watchBlock-1 && w.did(watchBlock*(4+b.width)) {
			return nil
		}
		row := b.rows[i*b.width : (i+1)*b.width]
		x := row[word] >> shift & 15
		if x == loss {
			continue
		}
		at := int(end[x])
		end[x]++
		copy(f.rows[at*b.width:], row)
		mark := b.marks[i]
		f.marks[at] = mark
		sets[x].Hi += mark
		sets[x].Lo += mark * (mark>>32 | 1)
	}
	f.children = f.children[:0]
	for x := range loss {
		if from, to := int(start[x]), int(end[x]); to > from {
			f.children = append(f.children, belief{
				states: to - from, columns: b.columns, width: b.width,
				rows: f.rows[from*b.width : to*b.width], marks: f.marks[from:to], upper: int32(to - from), set: sets[x],
			})
		}
	}
	return f.children
}

// grow returns a slice of n elements, with the memory of s if that is enough.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

// lost returns the lowest bit of each answer of a word that is a loss.
func lost(r uint64) uint64 {
	r &= r >> 1
	return r & (r >> 2) & ones
}

// told tells whether some action is safe in two rows and shows different things.
func told(x, y []uint64) bool {
	for q := range x {
		d := x[q] ^ y[q]
		d |= d >> 1
		d = (d | d>>2) & ones
		if d&^lost(x[q])&^lost(y[q]) != 0 {
			return true
		}
	}
	return false
}

// focuser leaves to beliefs only their live actions. Its memory is reused.
type focuser struct {
	watch *watch
	least []uint64 // of each action, the least answer
	live  []uint64 // of each action, ones where it is live
	risky []uint64 // of each action, a one where it loses
	runs  []run
	slots []int32
	row   []uint64
}

// run is some neighbouring live actions and where they move.
type run struct {
	from, to int32 // words
	mask     uint64
	left     int8 // bits
	right    int8
}

// focus drops dead actions and states that are equal without them, counts the
// answers of each action from 0, and sets key and certain. A belief of one or two
// states, or without live action, gets its value instead. Where the context ended the
// belief is spoilt.
func (u *focuser) focus(b *belief) {
	if b.states == 1 {
		b.value = 1
		return
	}
	if b.states == 2 {
		b.value = 1
		if told(b.rows[:b.width], b.rows[b.width:2*b.width]) {
			b.value = 2
		}
		return
	}
	if !u.look(b) {
		return
	}
	if b.columns == 0 {
		b.value = 1
		return
	}
	u.pack(b)
}

// look finds out which actions are live. It returns false where the context ended.
func (u *focuser) look(b *belief) bool {
	u.least, u.live, u.risky = grow(u.least, b.width), grow(u.live, b.width), grow(u.risky, b.width)
	u.runs = u.runs[:0]
	columns := 0
	b.certain = -1
	for q := range b.width {
		all, some, losing := ^uint64(0), uint64(0), uint64(0)
		even, odd := uint64(evens), uint64(evens) // least answers
		for from := 0; from < b.states; from += watchBlock {
			to := min(from+watchBlock, b.states)
			for i := from*b.width + q; i < to*b.width; i += b.width {
				r := b.rows[i]
				t := lost(r)
				losing |= t
				all &= r
				some |= r &^ (t * 15)
				const high = 0x8080808080808080
				e, o := r&evens, r>>4&evens
				not := (((e | high) - even) & high) >> 7 * 255 // where it is not less
				even = even&not | e&^not
				not = (((o | high) - odd) & high) >> 7 * 255
				odd = odd&not | o&^not
			}
			if u.watch.did(2 * (to - from)) {
				return false
			}
		}
		d := all ^ some
		d |= d >> 1
		d = (d | d>>2) & ones &^ lost(all) // shows different things, and does not lose in all states
		u.least[q], u.live[q], u.risky[q] = even|odd<<4, d*15, losing
		u.least[q] &= u.live[q]
		if b.certain < 0 {
			if sure := d &^ losing; sure != 0 {
				below := sure&-sure - 1
				b.certain = columns + bits.OnesCount64(d&below)
			}
		}
		for d != 0 {
			first := bits.TrailingZeros64(d) / 4
			n := 1
			for first+n < perWord && d>>(4*(first+n))&1 != 0 {
				n++
			}
			d &^= (1<<(4*n) - 1) << (4 * first)
			for n > 0 { // a run ends where the word it moves to does
				k := min(n, perWord-columns%perWord)
				v := run{from: int32(q), to: int32(columns / perWord), mask: (1<<(4*k) - 1) << (4 * first)}
				if k == perWord {
					v.mask = ^uint64(0)
				}
				if shift := 4 * (first - columns%perWord); shift >= 0 {
					v.right = int8(shift)
				} else {
					v.left = int8(-shift)
				}
				u.runs = append(u.runs, v)
				columns, first, n = columns+k, first+k, n-k
			}
		}
	}
	b.columns = columns
	return true
}

// pack rewrites the rows, of equal ones just one.
func (u *focuser) pack(b *belief) {
	width := (b.columns + perWord - 1) / perWord
	size := 1 << bits.Len(uint(2*b.states))
	u.slots = grow(u.slots, size)
	clear(u.slots)
	u.row = grow(u.row, width)
	kept := 0
	key := blindsight.Key{Hi: uint64(b.columns)}
	for i := range b.states {
		if i%watchBlock == watchBlock-1 && u.watch.did(watchBlock*(8+4*width)) {
			return
		}
		old := b.rows[i*b.width : (i+1)*b.width]
		row := u.row
		clear(row)
		for _, v := range u.runs {
			r := old[v.from]
			r = (r - u.least[v.from]&^(lost(r)*15)) & v.mask
			row[v.to] |= r >> v.right << v.left
		}
		var h blindsight.Key
		for _, r := range row {
			h.Hi = mix(h.Hi + r + 0x9e3779b97f4a7c15)
			h.Lo = mix((h.Lo^r)*0xd6e8feb86659fd93 + 1)
		}
		at := int(h.Lo>>9) & (size - 1)
		for u.slots[at] != 0 && !equal(b.rows[int(u.slots[at]-1)*width:], row) {
			at = (at + 1) & (size - 1)
		}
		if u.slots[at] != 0 {
			continue // seen before
		}
		copy(b.rows[kept*width:], row)
		b.marks[kept] = b.marks[i]
		key.Hi += h.Hi
		key.Lo += h.Lo
		kept++
		u.slots[at] = int32(kept)
	}
	b.states, b.width, b.key = kept, width, key
	b.rows, b.marks = b.rows[:kept*width], b.marks[:kept]
	b.upper = min(b.upper, int32(kept))
}

// equal tells whether x begins with y.
func equal(x, y []uint64) bool {
	for q, r := range y {
		if x[q] != r {
			return false
		}
	}
	return true
}
