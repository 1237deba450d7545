package reveal

import "math/bits"

// smallStates is how many states fit a word.
const smallStates = 64

// small solves a belief of at most 64 states, whose subsets are words: a child is
// an AND, a count a POPCNT. All its memory is reused from belief to belief.
type small struct {
	watch  *watch
	planes planes
	rivals [smallStates]uint64 // of each state
	memo   smallMemo
	frames []smallFrame
	nodes  int64
	limit  int64
}

// smallFrame is the memory of one depth.
type smallFrame struct{ moves []smallMove }

type smallMove struct {
	column int32
	upper  int32
}

// load takes a belief and returns the set of its states. Beyond so many nodes what it
// returns will mean nothing.
func (s *small) load(b *belief, limit int64) uint64 {
	s.nodes, s.limit = 0, limit
	p := &s.planes
	p.columns, p.bits = p.columns[:0], p.bits[:0]
	var block [64]uint64
	for q := range b.width {
		for i := range block {
			block[i] = ^uint64(0)
			if i < b.states {
				block[i] = b.rows[i*b.width+q]
			}
		}
		transpose(&block)
		for j := q * perWord; j < min(b.columns, (q+1)*perWord); j++ {
			four := (*[4]uint64)(block[j%perWord*4:])
			safe := ^(four[0] & four[1] & four[2] & four[3])
			at := int32(len(p.bits))
			p.bits = append(p.bits, safe)
			for x := 0; safe != 0; x++ {
				if set := showing(four, x); set != 0 {
					p.bits = append(p.bits, set)
					safe &^= set
				}
			}
			p.columns = append(p.columns, planeColumn{safe: at, first: at + 1, last: int32(len(p.bits))})
		}
	}
	s.memo.forget()
	all := ^uint64(0) >> (smallStates - b.states)
	for i := range b.states {
		s.rivals[i] = all &^ (1 << i)
	}
	for j := range s.planes.columns {
		safe := s.safe(j)
		for _, a := range s.answers(j) {
			others := safe &^ a
			for ; a != 0; a &= a - 1 {
				s.rivals[bits.TrailingZeros64(a)] &^= others
			}
		}
	}
	return all
}

// divide divides the states of m into camps (see cover.go) and returns how many
// there are, or limit if not fewer.
func (s *small) divide(m uint64, limit int32) int32 {
	for n := int32(1); n < limit; n++ {
		for group := m; group != 0; {
			i := bits.TrailingZeros64(group)
			m &^= 1 << i
			group &= s.rivals[i]
		}
		if m == 0 {
			return n
		}
	}
	return limit
}

// answers are the sets of states that show an answer of column j.
func (s *small) answers(j int) []uint64 {
	c := &s.planes.columns[j]
	return s.planes.bits[c.first:c.last]
}

// safe is the set of states in which column j does not lose.
func (s *small) safe(j int) uint64 { return s.planes.bits[s.planes.columns[j].safe] }

// single tells whether column j shows the same in all the states of t, in all of
// which it is safe.
func (s *small) single(j int, t uint64) bool {
	for _, a := range s.answers(j) {
		if t&a != 0 {
			return t&^a == 0
		}
	}
	return true
}

// bound returns an upper bound of the value of the states in m: exact if at most
// two.
func (s *small) bound(m uint64) int32 {
	all := int32(bits.OnesCount64(m))
	if all == 1 {
		return 1
	}
	best := int32(1)
	for j := range s.planes.columns {
		t := m & s.safe(j)
		if k := int32(bits.OnesCount64(t)); k > best && !s.single(j, t) {
			best = k
			if k == all {
				break
			}
		}
	}
	if best > 2 {
		return s.divide(m, best)
	}
	return best
}

// solve returns the value of the states in m if that is above alpha, else an upper
// bound that is not.
func (s *small) solve(m uint64, alpha int32, depth int) int32 {
	n := int32(bits.OnesCount64(m))
	if n == 1 {
		return 1
	}
	if value, exact, ok := s.memo.get(m); ok && (exact || value <= alpha) {
		return value
	}
	if s.nodes > s.limit || s.watch.did(len(s.planes.columns)) {
		return n
	}
	s.nodes++
	for len(s.frames) <= depth {
		s.frames = append(s.frames, smallFrame{})
	}
	moves := s.frames[depth].moves[:0]
	for j := range s.planes.columns {
		t := m & s.safe(j)
		k := int32(bits.OnesCount64(t))
		if k < 2 || s.single(j, t) {
			continue
		}
		if k == n { // safe and telling: there is nothing to lose by it
			s.frames[depth].moves = moves
			value := s.sum(m, j, alpha, depth)
			s.memo.put(m, value, value > alpha)
			return value
		}
		moves = append(moves, smallMove{int32(j), k})
	}
	s.frames[depth].moves = moves
	if len(moves) == 0 {
		return 1
	}
	// The bound of two plies is worth its price where that of one does not decide.
	best, found, upper := max(alpha, 1), false, int32(1)
	for i := range moves {
		if moves[i].upper > best {
			moves[i].upper = 0
			for _, a := range s.answers(int(moves[i].column)) {
				if part := m & a; part != 0 {
					moves[i].upper += s.bound(part)
				}
			}
		}
		if moves[i].upper <= best {
			upper = max(upper, moves[i].upper)
		}
	}
	for { // the greatest bound first
		at := 0
		for i := range moves {
			if moves[i].upper > moves[at].upper {
				at = i
			}
		}
		if moves[at].upper <= best {
			break
		}
		moves[at].upper = 0
		v := s.sum(m, int(moves[at].column), best, depth)
		if v > best {
			best, found = v, true
		} else {
			upper = max(upper, v)
		}
	}
	if !found {
		best = upper
	}
	s.memo.put(m, best, best > alpha)
	return best
}

// sum returns the value of opening column j at m if that is above alpha, else an
// upper bound that is not.
func (s *small) sum(m uint64, j int, alpha int32, depth int) int32 {
	total, rest := int32(0), int32(0) // of the parts done, upper bound of those to come
	var parts [loss]uint64
	var bounds [loss]int32
	n := 0
	for _, a := range s.answers(j) {
		if part := m & a; part != 0 {
			u := s.bound(part)
			rest += u
			at := n // where the bound is greatest there is most to be lost
			for ; at > 0 && bounds[at-1] < u; at-- {
				parts[at], bounds[at] = parts[at-1], bounds[at-1]
			}
			parts[at], bounds[at] = part, u
			n++
		}
	}
	for i, part := range parts[:n] {
		if total+rest <= alpha {
			return total + rest
		}
		rest -= bounds[i]
		if bounds[i] == 1 {
			total++
			continue
		}
		total += s.solve(part, alpha-total-rest, depth+1)
	}
	return total
}

// smallMemo remembers values of subsets: open addressing, emptied by counting up.
type smallMemo struct {
	slots []smallSlot
	used  int
	age   uint32
}

type smallSlot struct {
	set   uint64
	age   uint32
	value int16
	exact bool
}

func (t *smallMemo) forget() {
	t.age++
	t.used = 0
	if t.slots == nil || t.age == 0 {
		t.slots = make([]smallSlot, 1024)
		t.age = 1
	}
}

func (t *smallMemo) at(m uint64) *smallSlot {
	mask := uint64(len(t.slots) - 1)
	for i := m * 0x9e3779b97f4a7c15 >> 20 & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.age != t.age || s.set == m {
			return s
		}
	}
}

func (t *smallMemo) get(m uint64) (value int32, exact, ok bool) {
	s := t.at(m)
	return int32(s.value), s.exact, s.age == t.age
}

func (t *smallMemo) put(m uint64, value int32, exact bool) {
	s := t.at(m)
	if s.age != t.age {
		if t.used++; 2*t.used > len(t.slots) {
			old, age := t.slots, t.age
			t.slots = make([]smallSlot, 2*len(old))
			t.age = 1
			for _, o := range old {
				if o.age == age {
					o.age = 1
					*t.at(o.set) = o
				}
			}
			s = t.at(m)
		}
	}
	*s = smallSlot{set: m, age: t.age, value: int16(value), exact: exact}
}
