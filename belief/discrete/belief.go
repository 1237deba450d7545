package discrete

import (
	"fmt"
	"slices"

	"blindsight"
)

// Belief is a distribution over the states of a POMDP. It belongs to one goroutine.
type Belief struct {
	tables *blindsight.Tables
	ends   []bool
	dense  bool

	states  []int32   // that are possible, rising; nil where dense
	chances []float64 // beside states, or by state where dense

	next  []float64 // by state, all 0 between updates
	found []int32   // scratch
}

// NewBelief returns the belief before the first step.
func NewBelief(t *blindsight.Tables, dense bool) *Belief {
	b := &Belief{tables: t, ends: t.Ends(), dense: dense, next: make([]float64, t.States)}
	b.Begin()
	return b
}

// Begin makes it that before the first step again. Where every play has ended before it begins, that is the start
// itself.
func (b *Belief) Begin() {
	copy(b.next, b.tables.Start)
	b.found = b.found[:0]
	for s, p := range b.next {
		if b.ends[s] {
			b.next[s] = 0
		} else if p > 0 {
			b.found = append(b.found, int32(s))
		}
	}
	if b.take() > 0 {
		return
	}
	copy(b.next, b.tables.Start)
	for s, p := range b.next {
		if p > 0 {
			b.found = append(b.found, int32(s))
		}
	}
	b.take()
}

// Impossible says that what was observed cannot have been: no state that was possible shows it. It is a
// [blindsight.ErrInconsistent].
type Impossible struct {
	Step                int // from 1
	Action, Observation int
}

// Error says what cannot have been.
func (e *Impossible) Error() string {
	return fmt.Sprintf("step %d: observation %d of action %d is impossible: %v", e.Step, e.Observation, e.Action, blindsight.ErrInconsistent)
}

// Unwrap returns blindsight.ErrInconsistent.
func (e *Impossible) Unwrap() error { return blindsight.ErrInconsistent }

// Update takes in that an action was done and what was observed of it. It returns the probability of that
// observation, and of the play going on, given the belief before. Where that is 0 the belief is left as it was.
func (b *Belief) Update(action, observation int) float64 {
	t := b.tables
	b.found = b.found[:0]
	for s, p := range b.All() {
		to, chances := t.Moves[action].Row(s)
		for i, end := range to {
			both := p * chances[i]
			if both > 0 && b.next[end] == 0 {
				b.found = append(b.found, end)
			}
			b.next[end] += both
		}
	}
	signals := &t.Signals[action]
	for _, s := range b.found {
		if b.ends[s] {
			b.next[s] = 0
		} else {
			b.next[s] *= signals.At(int(s), observation)
		}
	}
	return b.take()
}

// take makes next, of which found lists what may be possible, the belief, and returns what it added up to.
func (b *Belief) take() float64 {
	slices.Sort(b.found)
	sum := 0.0
	for _, s := range b.found {
		sum += b.next[s]
	}
	if !(sum > 0) {
		for _, s := range b.found {
			b.next[s] = 0
		}
		b.found = b.found[:0]
		return 0
	}
	if b.dense {
		if b.chances == nil {
			b.chances = make([]float64, b.tables.States)
		}
		clear(b.chances)
	} else {
		b.states, b.chances = b.states[:0], b.chances[:0]
	}
	for _, s := range b.found {
		p := b.next[s] / sum
		b.next[s] = 0
		switch {
		case b.dense:
			b.chances[s] = p
		case p > 0:
			b.states, b.chances = append(b.states, s), append(b.chances, p)
		}
	}
	return sum
}

// All yields the states that are possible, in rising order, with their probabilities. The belief must not be changed meanwhile.
func (b *Belief) All() func(yield func(state int, p float64) bool) {
	return func(yield func(int, float64) bool) {
		for i, p := range b.chances {
			s := i
			if !b.dense {
				s = int(b.states[i])
			} else if p == 0 {
				continue
			}
			if !yield(s, p) {
				return
			}
		}
	}
}

// Chance returns the probability of a state.
func (b *Belief) Chance(state int) float64 {
	if b.dense {
		return b.chances[state]
	}
	if i, found := slices.BinarySearch(b.states, int32(state)); found {
		return b.chances[i]
	}
	return 0
}

// Set makes it the belief that gives these states, rising, these chances, which add up to 1. It keeps nothing of the slices.
func (b *Belief) Set(states []int32, chances []float64) {
	if !b.dense {
		b.states, b.chances = append(b.states[:0], states...), append(b.chances[:0], chances...)
		return
	}
	clear(b.chances)
	for i, s := range states {
		b.chances[s] = chances[i]
	}
}
