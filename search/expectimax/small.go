package expectimax

import "math/bits"

// smallStates is how many states fit a word.
const smallStates = 64

// small solves a belief of at most 64 states, whose subsets are words: a child is
// an AND, a count a POPCNT. All its memory is reused from belief to belief.
type small struct {
	columns []smallColumn
	answers []uint64 // the states that show an answer, for the answers of each column
	of      []uint8  // columns * 64: which of its answers a state shows
	memo    smallMemo
	frames  []smallFrame
	nodes   int64
	rivals  [smallStates]uint64 // of each state: see cover.go
}

type smallColumn struct {
	safe        uint64
	first, last int32 // its part of answers
}

// smallFrame is the memory of one depth.
type smallFrame struct{ moves []smallMove }

type smallMove struct {
	column int32
	upper  int32
}

// load takes a belief.
func (s *small) load(b *belief) uint64 {
	s.columns, s.answers = s.columns[:0], s.answers[:0]
	s.of = grow(s.of, len(b.columns)*smallStates)
	s.memo.forget()
	for j := range b.columns {
		c := smallColumn{first: int32(len(s.answers))}
		var by [16]uint64
		for i, x := range b.columns[j].shown {
			by[x&15] |= 1 << i
		}
		var number [16]uint8
		for x := range loss {
			if by[x] != 0 {
				number[x] = uint8(int32(len(s.answers)) - c.first)
				s.answers = append(s.answers, by[x])
				c.safe |= by[x]
			}
		}
		of := s.of[j*smallStates:]
		for i, x := range b.columns[j].shown {
			of[i] = number[x&15]
		}
		c.last = int32(len(s.answers))
		s.columns = append(s.columns, c)
	}
	all := ^uint64(0) >> (smallStates - b.states)
	for i := range b.states {
		told := uint64(0) // states that some action tells from this one
		for j := range s.columns {
			c := &s.columns[j]
			if c.safe>>i&1 != 0 {
				told |= c.safe &^ s.answers[c.first+int32(s.of[j*smallStates+i])]
			}
		}
		s.rivals[i] = all &^ told
	}
	return all
}

// camps divides the states of m into camps and returns how many there are, or limit
// if there are not fewer.
func (s *small) camps(m uint64, limit int32) int32 {
	n := int32(0)
	for m != 0 && n < limit {
		n++
		for group := m; group != 0; {
			i := bits.TrailingZeros64(group)
			m &^= 1 << i
			group &= s.rivals[i] &^ (1 << i)
		}
	}
	return n
}

// single tells whether column j shows the same in all the states of t, in all of
// which it is safe and of which there is at least one.
func (s *small) single(j int, t uint64) bool {
	c := &s.columns[j]
	first := s.of[j*smallStates+bits.TrailingZeros64(t)]
	return t&^s.answers[c.first+int32(first)] == 0
}

// bound returns an upper bound of the value of the states in m: exact if at most
// two.
func (s *small) bound(m uint64) int32 {
	n := int32(bits.OnesCount64(m))
	if n == 1 {
		return 1
	}
	best := int32(1)
	for j := range s.columns {
		t := m & s.columns[j].safe
		k := int32(bits.OnesCount64(t))
		if k > best && !s.single(j, t) {
			best = k
			if k == n {
				break
			}
		}
	}
	if best > 1 && n > 2 {
		return s.camps(m, best)
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
	s.nodes++
	for len(s.frames) <= depth {
		s.frames = append(s.frames, smallFrame{})
	}
	moves := s.frames[depth].moves[:0]
	for j := range s.columns {
		t := m & s.columns[j].safe
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
			c := &s.columns[moves[i].column]
			moves[i].upper = 0
			for _, a := range s.answers[c.first:c.last] {
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
	c := &s.columns[j]
	total, rest := int32(0), int32(0) // of the parts done, upper bound of those to come
	for _, a := range s.answers[c.first:c.last] {
		if part := m & a; part != 0 {
			rest += s.bound(part)
		}
	}
	for _, a := range s.answers[c.first:c.last] {
		part := m & a
		if part == 0 {
			continue
		}
		if total+rest <= alpha {
			return total + rest
		}
		rest -= s.bound(part)
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
