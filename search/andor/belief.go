package andor

import (
	"slices"
	"unsafe"
)

// entry is a state with what is heard on the way to it. One that stays is a state in
// which an attempt did not move.
type entry[S comparable, O Percept] struct {
	s    S
	o    O
	stay bool
}

// group is a part of a belief: states that cannot be told apart.
type group[S comparable, O Percept] struct {
	o      O
	stay   bool
	states []S
	n      int // while it is counted
}

// builder builds beliefs: it tries attempts, lists replies without duplicates, and
// splits by percept. Its stacks are given back by the caller through marks; slices
// handed out stay valid until then.
type builder[S comparable, A comparable, O Percept] struct {
	rules[S, A, O]
	*work
	entries  []entry[S, O] // of the AND node under construction
	states   []S
	groups   []group[S, O]
	attempts []A
	to       S
	visit    func(O) bool
	early    bool // stop at the first failing state
	failed   bool
	counted  int     // bytes
	base     int     // first entry of the belief under construction
	table    []int32 // of its entries, for duplicates; a slot counts if its stamp is current
	stamps   []uint32
	stamp    uint32
}

func newBuilder[S comparable, A comparable, O Percept](g rules[S, A, O], w *work) *builder[S, A, O] {
	b := &builder[S, A, O]{rules: g, work: w}
	b.visit = b.reply
	return b
}

// mark is how full the stacks of a builder are.
type mark struct{ entries, states, groups, attempts int }

func (b *builder[S, A, O]) mark() mark {
	return mark{len(b.entries), len(b.states), len(b.groups), len(b.attempts)}
}

// release gives back all that was built since a mark.
func (b *builder[S, A, O]) release(m mark) {
	b.entries, b.states = b.entries[:m.entries], b.states[:m.states]
	b.groups, b.attempts = b.groups[:m.groups], b.attempts[:m.attempts]
	b.account()
}

// account counts what the stacks hold now.
func (b *builder[S, A, O]) account() {
	var e entry[S, O]
	var g group[S, O]
	now := len(b.entries)*int(unsafe.Sizeof(e)) + len(b.states)*int(unsafe.Sizeof(e.s)) + len(b.groups)*int(unsafe.Sizeof(g))
	b.hold(now - b.counted)
	b.counted = now
}

// fresh returns a fresh turn; its list is on the stack of attempts.
func (b *builder[S, A, O]) fresh(s *S) turn[A] {
	n := len(b.attempts)
	t := b.newTurn(s, b.attempts)
	if n+len(t.list) > cap(b.attempts) { // it has moved
		b.attempts = append(b.attempts, t.list...)
		t.list = b.attempts[n:]
	}
	b.attempts = b.attempts[:n+len(t.list)]
	return t
}

// try builds the AND node of an attempt: its open states are entries from the returned
// number on. Won states are left out. It reports in how many states the attempt moved,
// whether states in which it did not were answered differently, and whether the node
// has failed: a state that is over without a win, or at the depth limit.
func (b *builder[S, A, O]) try(belief []S, a A, depth int) (from, moves int, differ, failed bool) {
	from = len(b.entries)
	var first O
	stays := 0
	defer b.account()
	for i := range belief {
		o, moved := b.game.Try(&belief[i], a, &b.to)
		if !moved {
			if stays == 0 {
				first = o
			}
			differ = differ || o != first
			stays++
			b.entries = append(b.entries, entry[S, O]{belief[i], o, true})
			continue
		}
		moves++
		b.state()
		switch over, won := b.game.Ended(o); {
		case won:
			continue
		case over || depth <= 1:
			failed = true
			if b.early {
				return from, moves, differ, true
			}
			continue
		}
		b.entries = append(b.entries, entry[S, O]{b.to, o, false})
	}
	return from, moves, differ, failed
}

// expand builds the child of an EXPAND node: all replies to its states, duplicates
// removed, are entries from the returned number on. It has failed if a reply ends the
// game.
func (b *builder[S, A, O]) expand(belief []S) (from int, failed bool) {
	from = len(b.entries)
	b.failed, b.base = false, from
	b.resize(256)
	for i := range belief {
		if !b.game.Replies(&belief[i], &b.to, b.visit) {
			break
		}
	}
	b.account()
	return from, b.failed
}

// reply adds the state in b.to, reached by a reply after which o was heard.
func (b *builder[S, A, O]) reply(o O) bool {
	b.state()
	if over, _ := b.game.Ended(o); over {
		b.failed = true
		return !b.early && !b.stopped()
	}
	if b.insert(&b.to, o, len(b.entries)) {
		b.entries = append(b.entries, entry[S, O]{b.to, o, false})
		if n := len(b.entries) - b.base; 2*n > len(b.table) {
			b.resize(2 * len(b.table))
			for k := b.base; k < len(b.entries); k++ {
				b.insert(&b.entries[k].s, b.entries[k].o, k)
			}
		}
	}
	return !b.stopped()
}

// insert puts the number of an entry into the table, unless its state, heard in the same
// way, is there.
func (b *builder[S, A, O]) insert(s *S, o O, number int) bool {
	mask := uint64(len(b.table) - 1)
	for k := b.game.Hash(s) & mask; ; k = (k + 1) & mask {
		if b.stamps[k] != b.stamp {
			b.stamps[k], b.table[k] = b.stamp, int32(number)
			return true
		}
		if e := &b.entries[b.table[k]]; e.o == o && e.s == *s {
			return false
		}
	}
}

// resize empties the table and gives it at least n slots, a power of two.
func (b *builder[S, A, O]) resize(n int) {
	if len(b.table) < n {
		b.table, b.stamps, b.stamp = make([]int32, n), make([]uint32, n), 0
	}
	b.stamp++
	if b.stamp == 0 {
		clear(b.stamps)
		b.stamp = 1
	}
}

// split partitions the entries of a range by what was heard, those that stay apart from
// those that moved. Groups are in the order of their first states, and so are the states
// in each; with legalFirst those that moved come first, with refusedFirst the others.
func (b *builder[S, A, O]) split(from, to int, p prefixes) []group[S, O] {
	first := len(b.groups)
	for _, e := range b.entries[from:to] {
		k := b.find(first, &e)
		if k == len(b.groups) {
			b.groups = append(b.groups, group[S, O]{o: e.o, stay: e.stay})
		}
		b.groups[k].n++
	}
	groups := b.groups[first:]
	at := len(b.states)
	b.states = slices.Grow(b.states, to-from)[:at+to-from]
	for k := range groups {
		g := &groups[k]
		g.states = b.states[at : at : at+g.n]
		at += g.n
	}
	for _, e := range b.entries[from:to] {
		g := &b.groups[b.find(first, &e)]
		g.states = append(g.states, e.s)
	}
	if p.legalFirst || p.refusedFirst {
		slices.SortStableFunc(groups, func(g, h group[S, O]) int {
			switch {
			case g.stay == h.stay:
				return 0
			case g.stay == p.refusedFirst:
				return -1
			}
			return 1
		})
	}
	b.account()
	return groups
}

// find returns the number of the group to which an entry belongs, among those from first
// on, or how many groups there are.
func (b *builder[S, A, O]) find(first int, e *entry[S, O]) int {
	k := first
	for k < len(b.groups) && (b.groups[k].o != e.o || b.groups[k].stay != e.stay) {
		k++
	}
	return k
}
