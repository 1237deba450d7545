package andor

import (
	"slices"
	"unsafe"
)

// table remembers decided beliefs: a transposition table of belief states. A belief is a sorted list of numbers of states, and a
// state has one number, found by comparing states in full: nothing rests on a hash alone.
type table[S comparable, A comparable, O Percept] struct {
	game    Game[S, A, O]
	work    *work
	exact   bool            // find equal beliefs only
	base    *table[S, A, O] // of the engine that this one works for, read only; nil if there is none
	states  []S
	slots   []uint32 // 1 + number of a state
	facts   []fact[A]
	links   []link  // of facts in lists
	heads   []heads // by number of a state
	arena   []uint32
	bytes   int
	scratch []uint32
}

// fact is a decided belief. A won one has the attempts of a plan for its turn.
type fact[A comparable] struct {
	ids   []uint32
	sign  uint64 // bits of its ids: a subset has no others
	depth int16
	mode  mode
	won   bool
	plan  []A
}

// heads begin the lists of a state: lost beliefs of which it is the least member, and won
// beliefs that hold it.
type heads struct{ lost, won int32 }

// link is an element of such a list.
type link struct{ fact, next int32 }

// mode says what a side may do in its turn. A greater one allows less: a win in it is a
// win in the smaller ones, a loss in it is none.
type mode uint8

const (
	unasked  mode = iota // the question may be asked
	free                 // it has been asked, or there is none
	burdened             // an obligation is due
)

// forget empties the table.
func (t *table[S, A, O]) forget() {
	t.work.hold(-t.bytes)
	*t = table[S, A, O]{game: t.game, work: t.work, exact: t.exact, base: t.base, scratch: t.scratch[:0]}
}

func (t *table[S, A, O]) took(n int) {
	t.bytes += n
	t.work.hold(n)
}

// id returns the number of a state.
func (t *table[S, A, O]) id(s *S) uint32 {
	if 2*(len(t.states)+1) > len(t.slots) {
		t.slots = make([]uint32, max(1<<10, 2*len(t.slots)))
		t.took(len(t.slots) / 2 * 4)
		for i := range t.states {
			*t.slot(&t.states[i]) = uint32(i + 1)
		}
	}
	at := t.slot(s)
	if *at == 0 {
		t.states = append(t.states, *s)
		t.heads = append(t.heads, heads{-1, -1})
		t.took(int(unsafe.Sizeof(*s)) + 8)
		*at = uint32(len(t.states))
	}
	return *at - 1
}

func (t *table[S, A, O]) slot(s *S) *uint32 {
	mask := uint64(len(t.slots) - 1)
	for k := t.game.Hash(s) & mask; ; k = (k + 1) & mask {
		if at := t.slots[k]; at == 0 || t.states[at-1] == *s {
			return &t.slots[k]
		}
	}
}

// ids returns a belief as the table knows it, in memory that is the table's until the
// next call.
func (t *table[S, A, O]) ids(belief []S) (ids []uint32, sign uint64) {
	ids = t.scratch[:0]
	for i := range belief {
		ids = append(ids, t.id(&belief[i]))
	}
	slices.Sort(ids)
	t.scratch = ids
	return ids, signOf(ids)
}

// signOf returns bits for numbers of states: a subset has no others.
func signOf(ids []uint32) (sign uint64) {
	for _, id := range ids {
		sign |= 1 << (id * 0x9e3779b1 >> 26)
	}
	return sign
}

// add remembers a decided belief. The plan is copied.
func (t *table[S, A, O]) add(belief []S, depth int, m mode, won bool, plan []A) {
	ids, sign := t.ids(belief)
	if cap(t.arena)-len(t.arena) < len(ids) {
		t.arena = make([]uint32, 0, max(1<<14, len(ids)))
		t.took(4 * cap(t.arena))
	}
	at := len(t.arena)
	t.arena = append(t.arena, ids...)
	f := fact[A]{ids: t.arena[at:len(t.arena):len(t.arena)], sign: sign, depth: int16(depth), mode: m, won: won, plan: slices.Clone(plan)}
	number := int32(len(t.facts))
	t.facts = append(t.facts, f)
	t.took(int(unsafe.Sizeof(f)) + len(plan)*int(unsafe.Sizeof(*new(A))))
	if !won {
		t.link(&t.heads[ids[0]].lost, number)
		return
	}
	for _, id := range ids {
		t.link(&t.heads[id].won, number)
	}
}

func (t *table[S, A, O]) link(head *int32, number int32) {
	t.links = append(t.links, link{number, *head})
	*head = int32(len(t.links) - 1)
	t.took(int(unsafe.Sizeof(link{})))
}
