package enumerate

import (
	"iter"
	"unsafe"
)

// pageSize is how many states a page holds. Pages never move, so that a set grows
// without copying states, and without garbage.
const (
	pageBits = 12
	pageSize = 1 << pageBits
)

// A set holds distinct states, in the order in which they came. Its table finds them
// by 32 bits of their hash, kept beside their number, so that it can grow without a
// look at the states; equal they are only if they are equal.
type set[S comparable] struct {
	pages [][]S
	n     int
	slots []uint64 // hash in the upper half, number + 1 in the lower; 0 is free

	touched byte // keeps looks ahead from being left out
}

// at returns a state by its number.
func (s *set[S]) at(i int) *S { return &s.pages[i>>pageBits][i&(pageSize-1)] }

// has reports whether a state is in the set.
func (s *set[S]) has(x *S, hash uint64) bool {
	if len(s.slots) == 0 {
		return false
	}
	tag := hash >> 32
	mask := uint64(len(s.slots) - 1)
	for i := tag & mask; ; i = (i + 1) & mask {
		switch e := s.slots[i]; {
		case e == 0:
			return false
		case e>>32 == tag && *s.at(int(uint32(e)) - 1) == *x:
			return true
		}
	}
}

// add adds a state and reports whether it is new.
func (s *set[S]) add(x *S, hash uint64) bool {
	if 4*s.n >= 3*len(s.slots) {
		s.grow(2 * len(s.slots))
	}
	tag := hash >> 32
	mask := uint64(len(s.slots) - 1)
	for i := tag & mask; ; i = (i + 1) & mask {
		e := s.slots[i]
		if e == 0 {
			s.n++
			s.slots[i] = tag<<32 | uint64(uint32(s.n))
			s.append(x)
			return true
		}
		if e>>32 == tag && *s.at(int(uint32(e)) - 1) == *x {
			return false
		}
	}
}

// A successor is a state on its way into a set, with its hash.
type successor[S comparable] struct {
	hash  uint64
	state S
}

// addAll adds states in their order. In a large set nearly each one is a look at memory
// that no cache holds: the looks of a chunk are made first, all at once, so that they
// wait together.
func (s *set[S]) addAll(list []successor[S]) {
	const chunk = 64
	for len(list) > 0 {
		part := list[:min(chunk, len(list))]
		list = list[len(part):]
		for 4*(s.n+len(part)) >= 3*len(s.slots) {
			s.grow(2 * len(s.slots))
		}
		mask := uint64(len(s.slots) - 1)
		var found [chunk]uint64
		for i := range part {
			found[i] = s.slots[part[i].hash>>32&mask]
		}
		touched, lastByte := byte(0), max(unsafe.Sizeof(part[0].state), 1)-1
		if s.n > 0 {
			for _, e := range found[:len(part)] { // whatever is there: a guess would be dearer
				i := int(uint32(e))
				x := unsafe.Pointer(s.at(i - min(i, 1)))
				touched += *(*byte)(x) + *(*byte)(unsafe.Add(x, lastByte))
			}
		}
		s.touched = touched
		for i := range part {
			s.add(&part[i].state, part[i].hash)
		}
	}
}

// append stores the last state, number n-1.
func (s *set[S]) append(x *S) {
	page := (s.n - 1) >> pageBits
	if page == len(s.pages) {
		capacity := pageSize
		if page == 0 {
			capacity = 16 // most sets of a depth-first walk are small
		}
		s.pages = append(s.pages, make([]S, 0, capacity))
	}
	s.pages[page] = append(s.pages[page], *x)
}

func (s *set[S]) grow(slots int) {
	slots = max(slots, 32)
	old := s.slots
	s.slots = make([]uint64, slots)
	mask := uint64(slots - 1)
	for _, e := range old {
		if e == 0 {
			continue
		}
		i := e >> 32 & mask
		for s.slots[i] != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = e
	}
}

// reset empties the set. It keeps its memory if that is in proportion to the number of
// states to come.
func (s *set[S]) reset(expected int) {
	if len(s.slots) > 8*expected+1024 {
		*s = set[S]{}
		return
	}
	clear(s.slots)
	for i := range s.pages {
		s.pages[i] = s.pages[i][:0]
	}
	s.n = 0
}

// bytes returns about how much memory the set takes.
func (s *set[S]) bytes() int64 {
	var x S
	n := int64(len(s.slots)) * 8
	if pages := len(s.pages); pages > 0 {
		n += int64(unsafe.Sizeof(x)) * (int64(pages-1)*pageSize + int64(cap(s.pages[pages-1])))
	}
	return n
}

// all returns the states in their order.
func (s *set[S]) all() iter.Seq[*S] {
	return func(yield func(*S) bool) {
		for i := range s.n {
			if !yield(s.at(i)) {
				return
			}
		}
	}
}
