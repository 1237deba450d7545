package pointbased

import (
	"math"
	"slices"
)

// vector is an alpha vector of a room: what an action gains there, followed after each observation by
// what another vector says. These are kept, so that the promise can be checked.
type vector struct {
	number int32 // in the order of their making
	room   int32
	action int32
	values []float64 // by place
	next   []*vector // by outcome of the stage; nil for one that does its action for ever
	born   int64
	at     *node // at whose belief it was made
}

// greatest returns the greatest mean of vectors born after a time, or of the one known.
func (r *room) greatest(b belief, value float64, best *vector, after int64) (float64, *vector) {
	for i := len(r.vectors) - 1; i >= 0; i-- {
		v := r.vectors[i]
		if v.born <= after {
			break
		}
		if x := b.dot(v.values); x > value {
			value, best = x, v
		}
	}
	return value, best
}

// backup adds the vector that an action makes of the best ones after it (algorithm 3 of the paper).
func (s *Solver) backup(n *node, a int) {
	st := &n.room.stages[a]
	next := make([]*vector, len(st.outcomes))
	for i := range st.outcomes {
		next[i] = s.rooms[st.outcomes[i].room].blind // where the observation cannot be
	}
	for _, c := range n.edges[a].children {
		next[c.outcome] = c.best
	}
	after := s.ends[:st.ends]
	clear(after)
	for i := range st.outcomes {
		o := &st.outcomes[i]
		values := next[i].values
		for j, end := range o.ends {
			after[end] += o.likely[j] * values[o.places[j]]
		}
	}
	values := s.floats.take(len(n.room.states))
	for i := range values {
		sum := 0.0
		for j := st.first[i]; j < st.first[i+1]; j++ {
			sum += st.chance[j] * after[st.to[j]]
		}
		values[i] = st.rewards[i] + s.tables.Discount*sum
	}
	s.now++
	v := &vector{number: s.made, room: n.number, action: int32(a), values: values, next: next, born: s.now, at: n}
	s.made++
	s.memory += int64(96 + 8*len(values) + 8*len(next))
	n.room.vectors = append(n.room.vectors, v)
	s.alphas++
	n.lower, n.best = max(n.lower, n.belief.dot(values)), v
	if len(n.room.vectors) > n.room.prune {
		s.pruneVectors(n.room)
	}
}

// delta is how near, in the distance of beliefs, another vector must come to be the best for a vector to
// be kept.
const delta = 1e-4

// pruneVectors takes vectors out of a room's bound that are best at none of its nodes, and at the one they were
// made at are not even best within delta (section III-C of the paper: delta-dominance).
func (s *Solver) pruneVectors(r *room) {
	used := make(map[*vector]bool, len(r.vectors))
	used[r.blind] = true
	for _, n := range r.nodes {
		s.look(n)
		used[n.best] = true
	}
	s.alphas -= len(r.vectors)
	r.vectors = slices.DeleteFunc(r.vectors, func(v *vector) bool {
		return !used[v] && (v.at == nil || !near(v, v.at.best, v.at))
	})
	s.alphas += len(r.vectors)
	r.prune = max(32, 2*len(r.vectors))
}

// near tells whether a vector is the best one within delta of a node's belief.
func near(v, best *vector, n *node) bool {
	apart := 0.0
	for i, x := range best.values {
		apart += (x - v.values[i]) * (x - v.values[i])
	}
	return n.belief.dot(best.values)-n.belief.dot(v.values) < delta*math.Sqrt(apart)
}
