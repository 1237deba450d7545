package reveal

import (
	"context"

	"blindsight"
)

// Score returns the greatest sum, over all states of the table, of the number of
// actions that a play takes before one loses: divided by the states it is the
// greatest expected number of safe openings still to come. It returns false when
// the context ended first. Its table of beliefs is not bounded: it is for small ones.
func (s *Solver) Score(ctx context.Context, a *Answers) (sum int64, ok bool) {
	w := scorer{a: a, watch: newWatch(ctx), memo: make(map[blindsight.Key]int64)}
	states := make([]int32, a.States)
	for i := range states {
		states[i] = int32(i)
		w.marks = append(w.marks, mix(uint64(i)+1))
		if i%watchBlock == watchBlock-1 && w.did(8*watchBlock) {
			return 0, false
		}
	}
	sum = int64(a.States)*int64(w.certain(states)) + w.gain(states)
	return sum, !w.stopped
}

type scorer struct {
	a     *Answers
	marks []uint64
	memo  map[blindsight.Key]int64
	watch
}

func (w *scorer) shown(action int) []uint8 {
	return w.a.Shown[action*w.a.States : (action+1)*w.a.States]
}

// certain counts the actions that lose in none of the states. All of them can be
// taken, now or later, whatever else happens.
func (w *scorer) certain(states []int32) int {
	n := 0
	for action := range w.a.Actions {
		if !w.loses(action, states) {
			n++
		}
		if w.did(len(states)) {
			break
		}
	}
	return n
}

func (w *scorer) loses(action int, states []int32) bool {
	shown := w.shown(action)
	for _, s := range states {
		if shown[s] == Loss {
			return true
		}
	}
	return false
}

// gain returns the greatest sum, over the states, of actions taken beyond those
// that are certain now.
func (w *scorer) gain(states []int32) int64 {
	if len(states) == 1 {
		n := int64(w.a.Actions - w.certain(states))
		for action := range w.a.Actions {
			if w.shown(action)[states[0]] == Loss {
				n--
			}
		}
		return n
	}
	var key blindsight.Key
	for _, s := range states {
		key.Hi += w.marks[s]
		key.Lo += w.marks[s] * (w.marks[s]>>32 | 1)
	}
	if v, ok := w.memo[key]; ok {
		return v
	}
	if w.did(nodeWork) {
		return 0
	}
	certain := w.certain(states)
	best := int64(0)
	for action := range w.a.Actions {
		by, kinds, losing := w.split(action, states)
		if w.did(4 * len(states)) {
			return 0
		}
		if !losing && kinds == 1 {
			continue // it shows what is known
		}
		total := int64(0)
		for _, child := range by {
			if len(child) > 0 {
				total += int64(len(child))*int64(w.certain(child)-certain) + w.gain(child)
			}
		}
		if !losing { // it costs nothing and tells something
			best = total
			break
		}
		best = max(best, total)
	}
	w.memo[key] = best
	return best
}

// split sorts the states by what an action shows.
func (w *scorer) split(action int, states []int32) (by [loss][]int32, kinds int, losing bool) {
	shown := w.shown(action)
	for _, s := range states {
		x := shown[s]
		if x == Loss {
			losing = true
			continue
		}
		if by[x] == nil {
			kinds++
		}
		by[x] = append(by[x], s)
	}
	return by, kinds, losing
}
