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
	number := map[*vector]int{}
	blind := map[int32]int{} // by action: vectors of all rooms are one
	var order []*vector
	enter := func(v *vector) int {
		if v.next == nil {
			i, known := blind[v.action]
			if !known {
				i = len(order)
				blind[v.action] = i
				order = append(order, v)
			}
			return i
		}
		i, known := number[v]
		if !known {
			i = len(order)
			number[v] = i
			order = append(order, v)
		}
		return i
	}
	enter(s.root.best)
	floor := s.floor()
	var list []Vector
	for i := 0; i < len(order); i++ { // grows by what is entered
		v := order[i]
		out := Vector{Action: int(v.action), Next: make([]int, s.tables.Observations)}
		if v.next == nil {
			for o := range out.Next {
				out.Next[o] = i
			}
			out.Values = s.blind[v.action]
		} else {
			other := enter(s.rooms[v.room].blind)
			for o := range out.Next {
				out.Next[o] = other
			}
			for j, o := range s.rooms[v.room].stages[v.action].outcomes {
				out.Next[o.observation] = enter(v.next[j])
			}
			out.Values = make([]float64, s.tables.States)
			for state := range out.Values {
				out.Values[state] = floor
			}
			for place, state := range s.rooms[v.room].states {
				out.Values[state] = v.values[place]
			}
		}
		list = append(list, out)
	}
	return list
}

// floor is a whole number below what any play gains: the value of a vector in states outside its room, where it
// promises nothing.
func (s *Solver) floor() float64 {
	bottom, _ := returns(s.tables)
	return math.Floor(bottom)
}
