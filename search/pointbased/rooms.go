package pointbased

import (
	"slices"

	"blindsight"
)

// Rooms are sets of states such that the start belief lies in one, and whatever is done and observed leads a
// belief from one room into one room. In many problems a part of the state is known at all times, as the
// place of a robot: its rooms are small and many, and a backup or a comparison in one of them costs a small part of
// what it would in all states (Ong and others, POMDPs for robotic tasks with mixed
// observability, 2009, where the known part is named by hand; here it is found).
//
// Rooms may overlap. They are found by following the sets of possible states, each of which ends in a room
// that has room for it. If that makes more than it saves, sets that overlap are joined; if
// that takes too long, all states that can be reached are one room.

// roomSlack is how many times the states of the problem all rooms together may hold.
const roomSlack = 3

// roomWork is how many entries of the tables, in multiples of all of them, are looked at to find rooms.
const roomWork = 64

// findRooms returns rooms, each a rising list of states. The first holds the start belief; left tells that
// it is the start belief's alone: whatever is done leads to others, though they may be parts of it.
func findRooms(t *blindsight.Tables) (rooms [][]int32, left bool) {
	var start []int32
	for s, p := range t.Start {
		if p > 0 {
			start = append(start, int32(s))
		}
	}
	for _, join := range []bool{false, true} {
		f := &finder{tables: t, join: join, marks: make([]int32, t.States), holds: make([][]int32, t.States)}
		if f.follow(start) {
			return f.maximal(start)
		}
	}
	return [][]int32{reachable(t, start)}, false
}

// finder follows sets of possible states.
type finder struct {
	tables *blindsight.Tables
	join   bool

	rooms [][]int32 // nil where one was joined to another
	holds [][]int32 // by state: the rooms it is in, and some that are gone
	total int       // states in all rooms
	work  int       // entries looked at
	marks []int32   // by state: the last set it was seen in
	mark  int32
	todo  []int32 // rooms to follow
}

// follow makes rooms until all that follows from them is in rooms. It returns false if they are
// too many or too much work.
func (f *finder) follow(start []int32) bool {
	entries := 1000
	for a := range f.tables.Actions {
		entries += len(f.tables.Moves[a].Value) + len(f.tables.Signals[a].Value)
	}
	after := newSuccessors(f.tables)
	for room := start; ; {
		for a := 0; room != nil && a < f.tables.Actions; a++ {
			f.work += after.compute(room, a)
			for _, o := range after.seen {
				f.admit(after.states[o])
			}
			if !f.join && f.total > roomSlack*f.tables.States+64 || f.work > roomWork*entries {
				return false
			}
		}
		if len(f.todo) == 0 {
			return true
		}
		room, f.todo = f.rooms[f.todo[0]], f.todo[1:]
	}
}

// admit sees to it that a set is in a room.
func (f *finder) admit(set []int32) {
	if f.find(set) >= 0 {
		return
	}
	set = slices.Clone(set)
	if f.join {
		var joined []int32
		for i := 0; i < len(set); i++ { // grows by what is joined
			for _, r := range f.holds[set[i]] {
				if f.rooms[r] != nil {
					joined = append(joined, f.rooms[r]...)
					f.total -= len(f.rooms[r])
					f.rooms[r] = nil
				}
			}
		}
		set = append(set, joined...)
		slices.Sort(set)
		set = slices.Compact(set)
	}
	number := int32(len(f.rooms))
	f.rooms = append(f.rooms, set)
	f.total += len(set)
	f.todo = append(f.todo, number)
	for _, s := range set {
		f.holds[s] = append(f.holds[s], number)
	}
}

// find returns the smallest room that has all of these states in it, or -1.
func (f *finder) find(set []int32) int32 {
	best := int32(-1)
	for _, r := range f.holds[set[0]] {
		room := f.rooms[r]
		if len(room) >= len(set) && (best < 0 || len(room) < len(f.rooms[best])) && f.contains(room, set) {
			best = r
		}
	}
	return best
}

func (f *finder) contains(room, set []int32) bool {
	f.mark++
	for _, s := range room {
		f.marks[s] = f.mark
	}
	for _, s := range set {
		if f.marks[s] != f.mark {
			return false
		}
	}
	return true
}

// maximal returns the rooms that are in no other, that of the start first. Where one is in
// another, what would go to it goes to the other.
func (f *finder) maximal(start []int32) (list [][]int32, left bool) {
	for i, room := range f.rooms {
		if room == nil {
			continue
		}
		f.rooms[i] = nil
		if f.find(room) < 0 {
			f.rooms[i] = room
			list = append(list, room)
		}
	}
	first := slices.IndexFunc(list, func(room []int32) bool { return f.contains(room, start) })
	if first < 0 {
		return append([][]int32{start}, list...), true
	}
	list[0], list[first] = list[first], list[0]
	return list, false
}

// reachable returns all states that can be reached.
func reachable(t *blindsight.Tables, start []int32) []int32 {
	known := make([]bool, t.States)
	list := slices.Clone(start)
	for _, s := range list {
		known[s] = true
	}
	for i := 0; i < len(list); i++ {
		for a := range t.Actions {
			to, chances := t.Moves[a].Row(int(list[i]))
			for j, s := range to {
				if chances[j] > 0 && !known[s] {
					known[s] = true
					list = append(list, s)
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

// successors computes sets of states that follow.
type successors struct {
	tables *blindsight.Tables
	marks  []int32
	mark   int32
	next   []int32
	seen   []int32   // observations that are possible
	states [][]int32 // by observation: the states after it, rising
}

func newSuccessors(t *blindsight.Tables) *successors {
	return &successors{tables: t, marks: make([]int32, t.States), states: make([][]int32, t.Observations)}
}

// compute finds what follows when an action is done in one of these states, and returns how many
// entries of the tables it looked at.
func (x *successors) compute(room []int32, a int) (work int) {
	for _, o := range x.seen {
		x.states[o] = x.states[o][:0]
	}
	x.mark++
	x.next, x.seen = x.next[:0], x.seen[:0]
	for _, s := range room {
		to, chances := x.tables.Moves[a].Row(int(s))
		work += len(to)
		for i, s2 := range to {
			if chances[i] > 0 && x.marks[s2] != x.mark {
				x.marks[s2] = x.mark
				x.next = append(x.next, s2)
			}
		}
	}
	slices.Sort(x.next)
	for _, s2 := range x.next {
		signals, likely := x.tables.Signals[a].Row(int(s2))
		work += len(signals)
		for i, o := range signals {
			if likely[i] > 0 {
				if len(x.states[o]) == 0 {
					x.seen = append(x.seen, o)
				}
				x.states[o] = append(x.states[o], s2)
			}
		}
	}
	slices.Sort(x.seen)
	return work
}
