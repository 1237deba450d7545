package pointbased

import (
	"slices"

	"blindsight"
)

// room is a set of states with what can be done in it. States are known by their places in the room.
type room struct {
	states []int32
	stages []stage // by action

	places   []int32     // 0, 1, 2, …: those of beliefs that leave nothing out
	informed [][]float64 // the fast informed bound, by action and place

	vectors []*vector // the lower bound here: the greatest of these, oldest first
	blind   *vector   // the first of them, which does one action for ever
	prune   int       // how many vectors there may be before they are pruned
	saw     sawtooth  // the upper bound here
	nodes   []*node   // the beliefs that were expanded here
}

// stage is an action in a room: the tables of the problem, cut out.
type stage struct {
	rewards []float64 // by place
	first   []int32   // where the entries of each place begin, and the end of the last
	to      []int32   // states after the action, as numbers of ends
	chance  []float64

	ends     int       // states that can follow
	outcomes []outcome // observations that are possible
}

// outcome is an observation after an action in a room.
type outcome struct {
	observation int32
	room        int32 // in which it leads
	ends        []int32
	places      []int32   // beside ends: their places in that room
	likely      []float64 // beside ends: the chance of the observation
}

// compile cuts the tables into rooms, see findRooms.
func compile(t *blindsight.Tables, sets [][]int32, left bool) []*room {
	f := &finder{tables: t, marks: make([]int32, t.States), holds: make([][]int32, t.States), rooms: sets}
	for r, set := range sets {
		for _, s := range set {
			if r == 0 && left {
				break
			}
			f.holds[s] = append(f.holds[s], int32(r))
		}
	}
	rooms := make([]*room, len(sets))
	after := newSuccessors(t)
	place := make([]int32, t.States) // of a state among the ends
	for r, set := range sets {
		rooms[r] = &room{states: set, stages: make([]stage, t.Actions)}
		for a := range t.Actions {
			after.compute(set, a)
			for i, s := range after.next {
				place[s] = int32(i)
			}
			st := &rooms[r].stages[a]
			st.cut(t, a, set, place)
			st.ends = len(after.next)
			for _, o := range after.seen {
				st.outcomes = append(st.outcomes, f.lead(t, a, o, after.states[o], place))
			}
		}
	}
	return rooms
}

// cut copies the rewards and moves of a room.
func (st *stage) cut(t *blindsight.Tables, a int, set, place []int32) {
	st.rewards = make([]float64, len(set))
	st.first = make([]int32, len(set)+1)
	for i, s := range set {
		st.rewards[i] = t.Rewards[a][s]
		to, chances := t.Moves[a].Row(int(s))
		for j, s2 := range to {
			if chances[j] > 0 {
				st.to = append(st.to, place[s2])
				st.chance = append(st.chance, chances[j])
			}
		}
		st.first[i+1] = int32(len(st.to))
	}
}

// lead finds the room into which an observation leads.
func (f *finder) lead(t *blindsight.Tables, a int, o int32, states, place []int32) outcome {
	x := outcome{observation: o, room: f.find(states)}
	target := f.rooms[x.room]
	for _, s := range states {
		at, _ := slices.BinarySearch(target, s)
		x.ends = append(x.ends, place[s])
		x.places = append(x.places, int32(at))
		x.likely = append(x.likely, t.Signals[a].At(int(s), int(o)))
	}
	return x
}
