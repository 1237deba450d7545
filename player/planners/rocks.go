package planners

import (
	"math"
	"unsafe"

	"blindsight/game/pomdp"
	"blindsight/search/bounded"
)

// rocks are the beliefs of RockSample, a chance for each rock ([pomdp.RockBelief]): they take the memory of the rocks, where a list
// of states takes that of all sets of rocks.
type rocks struct {
	*routes
	beliefs []pomdp.RockBelief
	index   map[rockKey]int32
	scratch []float64
}

// rockKey tells beliefs apart, to nine digits.
type rockKey struct {
	at   pomdp.Cell
	good [pomdp.MostRocks]int32
}

func newRocks(t *routes) *rocks {
	s := &rocks{routes: t, scratch: make([]float64, 1<<len(t.problem.Rocks))}
	s.begin()
	return s
}

// begin forgets all beliefs but the first one, which is number 0.
func (s *rocks) begin() int32 {
	s.beliefs, s.index = s.beliefs[:0], map[rockKey]int32{}
	return s.keep(s.problem.FirstBelief())
}

// rebase forgets all beliefs but one, and returns its new number.
func (s *rocks) rebase(belief int32) int32 {
	kept := s.beliefs[belief]
	s.beliefs, s.index = s.beliefs[:0], map[rockKey]int32{}
	return s.keep(kept)
}

// keep returns the number of a belief.
func (s *rocks) keep(b pomdp.RockBelief) int32 {
	key := rockKey{at: b.At}
	for i := range s.problem.Rocks {
		key.good[i] = int32(math.Round(b.Good[i] * (1 << 30)))
	}
	number, ok := s.index[key]
	if !ok {
		number = int32(len(s.beliefs))
		s.beliefs, s.index[key] = append(s.beliefs, b), number
	}
	return number
}

func (s *rocks) Actions() int { return len(s.problem.Rocks) + 5 }

func (s *rocks) Discount() float64 { return s.problem.Discount }

// Bounds returns that of who sees all, and the better one of two plans of who looks no more: to sample all rocks that are rather good than bad, or those that are
// nearly certain.
func (s *rocks) Bounds(belief int32) (lower, upper float64, first int) {
	b := &s.beliefs[belief]
	lower, act := s.lower(b, 0.5)
	if x, other := s.lower(b, 0.8); x > lower {
		lower, act = x, other
	}
	return lower, s.upper(b, s.scratch), int(act)
}

// Promise counts on seeing all after the action (QMDP). A check of a rock that is known tells nothing.
func (s *rocks) Promise(belief int32, upper []float64) {
	b := s.beliefs[belief]
	stay := s.problem.Discount * s.upper(&b, s.scratch)
	for a := range upper {
		if rock := s.problem.Checks(pomdp.Action(a)); rock >= 0 {
			upper[a] = stay
			if p := b.Good[rock]; p == 0 || p == 1 {
				upper[a] = math.Inf(-1)
			}
			continue
		}
		after, reward, over := s.problem.Leaves(b, pomdp.Action(a))
		if !over {
			reward += s.problem.Discount * s.upper(&after, s.scratch)
		}
		upper[a] = reward
	}
}

func (s *rocks) Act(belief int32, action int, buf []bounded.Outcome) (reward float64, outcomes []bounded.Outcome) {
	after, reward, over := s.problem.Leaves(s.beliefs[belief], pomdp.Action(action))
	rock := s.problem.Checks(pomdp.Action(action))
	switch {
	case over:
		return reward, buf
	case rock < 0:
		return reward, append(buf, bounded.Outcome{Chance: 1, To: s.keep(after)})
	}
	right := s.right[s.place(after.At)][rock]
	for o := range pomdp.Seen(2) {
		if seen, chance := after.Observes(rock, right, o); chance > 0 {
			buf = append(buf, bounded.Outcome{Chance: chance, Seen: int32(o), To: s.keep(seen)})
		}
	}
	return reward, buf
}

func (s *rocks) Held() int64 {
	return int64(len(s.beliefs)) * int64(unsafe.Sizeof(pomdp.RockBelief{})+2*unsafe.Sizeof(rockKey{})+16)
}
