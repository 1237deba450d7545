package cfr

import (
	"fmt"

	"blindsight"
)

// Sides are the information sets of both sides of a game, as far as they are known: all of them in a
// [Form], those that were met in a [Sampler]. They are told apart by all that the side did, saw and
// heard, compared in full.
type Sides[A, O comparable] struct{ sides [2]side[A, O] }

// side is what is known of one side.
type side[A, O comparable] struct {
	told    told[A, O]
	sets    []set
	actions []A // by sequence; the first is of none
}

// set is an information set in which a side decides.
type set struct {
	node   int32 // of what was told
	parent int32 // the sequence that leads to it
	first  int32 // the sequence of its first action
	count  int32 // of actions
}

func newSides[A, O comparable]() (s Sides[A, O]) {
	for i := range s.sides {
		s.sides[i] = side[A, O]{told: newTold[A, O](), actions: make([]A, 1)}
	}
	return s
}

// Sets returns how many information sets of a side are known, those left out in which the rules
// leave no choice.
func (s *Sides[A, O]) Sets(side blindsight.Side) int { return len(s.sides[side].sets) }

// bytes returns about how many bytes all that takes.
func (s *Sides[A, O]) bytes() int64 {
	const node, set, sequence = 100, 16, 48 // with its place in the map; with regrets, averages and scratch
	sum := 0
	for i := range s.sides {
		sum += node*len(s.sides[i].told.parents) + set*len(s.sides[i].sets) + sequence*len(s.sides[i].actions)
	}
	return int64(sum)
}

// Actions returns what can be done in an information set. The slice must not be changed.
func (s *Sides[A, O]) Actions(side blindsight.Side, set int) []A {
	i := &s.sides[side].sets[set]
	return s.sides[side].actions[i.first : i.first+i.count]
}

// Past appends to buf what was done, seen and heard before an information set, oldest first.
func (s *Sides[A, O]) Past(side blindsight.Side, set int, buf []blindsight.Event[A, O]) []blindsight.Event[A, O] {
	i := &s.sides[side]
	return i.told.past(i.sets[set].node, buf)
}

// Plan is a behaviour strategy of one side: the probability of each action in each information set.
// Sets that it cannot come to by its own choices may have any.
type Plan []float64

// Play returns the probabilities of the actions of an information set, which may be changed.
func (s *Sides[A, O]) Play(side blindsight.Side, p Plan, set int) []float64 {
	i := &s.sides[side].sets[set]
	return p[i.first : i.first+i.count]
}

// Uniform returns the plan that does anything with the same probability.
func (s *Sides[A, O]) Uniform(side blindsight.Side) Plan {
	p := make(Plan, len(s.sides[side].actions))
	for _, set := range s.sides[side].sets {
		match(nil, 0, p[set.first:set.first+set.count])
	}
	return p
}

// Ask makes a plan of what is chosen in each information set that the plan itself can come to, in
// their order: choose sets the probabilities, which are 0. It returns how many sets it was asked about.
// What is chosen elsewhere would change nothing, for whatever the other side does.
func (s *Sides[A, O]) Ask(side blindsight.Side, choose func(set int, play []float64) error) (p Plan, asked int, err error) {
	p = s.Uniform(side)
	reach := make([]float64, len(p))
	reach[0] = 1
	for i, set := range s.sides[side].sets {
		if reach[set.parent] == 0 {
			continue
		}
		asked++
		play := p[set.first : set.first+set.count]
		clear(play)
		if err := choose(i, play); err != nil {
			return nil, asked, err
		}
		for a, chance := range play {
			reach[set.first+int32(a)] = reach[set.parent] * chance
		}
	}
	return p, asked, nil
}

// average returns the plan in proportion to weights by sequence, uniform where there are none.
func (s *side[A, O]) average(weights []float64) Plan {
	p := make(Plan, len(weights))
	for _, set := range s.sets {
		from, to := set.first, set.first+set.count
		sum := 0.0
		for _, w := range weights[from:to] {
			sum += w
		}
		match(weights[from:to], sum, p[from:to])
	}
	return p
}

// realize writes with what probability a plan's own choices make each sequence.
func (s *side[A, O]) realize(p Plan, reach []float64) {
	reach[0] = 1
	for i := range s.sets {
		set := &s.sets[i]
		for q := set.first; q < set.first+set.count; q++ {
			reach[q] = reach[set.parent] * p[q]
		}
	}
}

// match makes a play of weights that add up to sum: in proportion to them, and any where the sum
// is 0 (regret matching).
func match(weights []float64, sum float64, play []float64) {
	for i := range play {
		if sum > 0 {
			play[i] = weights[i] / sum
		} else {
			play[i] = 1 / float64(len(play))
		}
	}
}

// decide returns the number of the information set in which a side acts that was told so much and
// has chosen a sequence, or what the rules force. A set that is new gets a number.
func decide[V View[A, O], A, O comparable](
	s *side[A, O], node, sequence int32, newView func() V,
) (number int32, forced A, err error) {
	if number = s.told.sets[node]; number >= 0 {
		return number, forced, nil
	}
	v := newView()
	for _, e := range s.told.past(node, nil) {
		if e.Heard {
			err = v.Heard(e.Seen)
		} else {
			err = v.Did(e.Action, e.Seen)
		}
		if err != nil {
			return none, forced, fmt.Errorf("a view refuses what the rules let it observe: %w", err)
		}
	}
	if f, ok := any(v).(blindsight.Forcing[A]); ok {
		if a, ok := f.Forced(); ok {
			return none, a, nil
		}
	}
	number = int32(len(s.sets))
	first := int32(len(s.actions))
	s.actions = v.Legal(s.actions)
	count := int32(len(s.actions)) - first
	if count == 0 {
		return none, forced, fmt.Errorf("there is nothing to do, and the play is not over")
	}
	s.sets = append(s.sets, set{node, sequence, first, count})
	s.told.sets[node] = number
	return number, forced, nil
}
