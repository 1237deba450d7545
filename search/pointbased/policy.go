package pointbased

import "math"

// Vector is an alpha vector of a policy: do Action, and go on after observation o with vector Next[o].
// In no state that gains less than Values promise.
type Vector struct {
	Action int
	Values []float64 // by state
	Next   []int     // by observation
}

// Policy returns the vectors that the lower bound at the start rests on, the one that gives it first. They are closed:
// in every state the values of a vector are no more than the reward of its action and, discounted, the values of
// the next vectors, but for rounding. It takes memory for all values: the number of vectors times that of states.
func (s *Solver) Policy() []Vector {
	s.look(s.root)
	w := writer{s: s, numbers: map[*vector]int{}, blind: map[int32]int{}, instead: map[*vector]*vector{}}
	w.enter(s.root.best)
	bottom, _ := returns(s.tables)
	// A whole number below what any play gains is the value of a vector in states outside its room, where it promises nothing.
	floor := math.Floor(bottom)
	var list []Vector
	for i := 0; i < len(w.order); i++ { // grows by what is entered
		v := w.order[i]
		out := Vector{Action: int(v.action), Next: make([]int, s.tables.Observations)}
		for o := range out.Next {
			out.Next[o] = i // one that goes on for ever, or an observation that cannot be
		}
		if v.next == nil {
			out.Values = s.blind[v.action]
			list = append(list, out)
			continue
		}
		r := s.rooms[v.room]
		for j, o := range r.stages[v.action].outcomes {
			out.Next[o.observation] = w.enter(v.next[j])
		}
		out.Values = make([]float64, s.tables.States)
		for state := range out.Values {
			out.Values[state] = floor
		}
		for place, state := range r.states {
			out.Values[state] = v.values[place]
		}
		list = append(list, out)
	}
	return list
}

// writer numbers the vectors of a policy.
type writer struct {
	s       *Solver
	order   []*vector
	numbers map[*vector]int
	blind   map[int32]int // by action: those of all rooms are one
	instead map[*vector]*vector
}

// enter returns the number of a vector, or of one that promises as much everywhere in its room and will do instead.
func (w *writer) enter(v *vector) int {
	v = w.better(v)
	if v.next == nil {
		if i, known := w.blind[v.action]; known {
			return i
		}
		w.blind[v.action] = len(w.order)
	} else {
		if i, known := w.numbers[v]; known {
			return i
		}
		w.numbers[v] = len(w.order)
	}
	w.order = append(w.order, v)
	return len(w.order) - 1
}

// better returns the newest vector of the lower bound that is nowhere below another one. Vectors come again and again, each
// time a little greater: without it a policy would hold them all.
func (w *writer) better(v *vector) *vector {
	if found, known := w.instead[v]; known {
		return found
	}
	found := v
	list := w.s.rooms[v.room].vectors
	for i := len(list) - 1; i >= 0 && found == v; i-- {
		if x := list[i]; x.number > v.number && above(x.values, v.values) {
			found = x
		}
	}
	w.instead[v] = found
	return found
}

// above tells whether values are nowhere below others.
func above(values, others []float64) bool {
	for i, x := range values {
		if x < others[i] {
			return false
		}
	}
	return true
}
