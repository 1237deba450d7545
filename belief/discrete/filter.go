package discrete

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/internal/distinct"
)

// ErrUntold says that a filter is asked with a view that it was not told of, and that does not
// keep its past.
var ErrUntold = errors.New("the belief follows another play: tell the filter each step, or give it views that keep their past")

// Filter follows a play with its exact belief and draws states from it. States, actions and observations are the numbers
// that the tables have for them. It does its work when it is asked, and belongs to one goroutine.
type Filter[S ~int32, V blindsight.View[A, O], A, O ~int32] struct {
	belief *Belief
	told   []blindsight.Event[A, O]
	taken  int // events taken in
	failed error

	begun, asked bool // asked since the last thing told
	key          blindsight.Key
	states       []int32   // that are possible
	cumulative   []float64 // beside states, once it was drawn from

	health   blindsight.Health
	distinct distinct.Tally
}

// New returns a filter that was told nothing. All that is spelled out are the types:
//
//	discrete.New[mygame.State, *mygame.View, mygame.Action, mygame.Seen](tables, false)
func New[S ~int32, V blindsight.View[A, O], A, O ~int32](t *blindsight.Tables, dense bool) *Filter[S, V, A, O] {
	return &Filter[S, V, A, O]{belief: NewBelief(t, dense)}
}

// Fresh returns a new filter of the same tables that was told nothing. It may be called by several goroutines at once.
func (f *Filter[S, V, A, O]) Fresh() blindsight.Sampler[S, V] {
	return New[S, V, A, O](f.belief.tables, f.belief.dense)
}

// Begin says that a play begins, or is taken up, with this view. One that keeps its past brings what has
// happened; any other is taken for that of the start of a play.
func (f *Filter[S, V, A, O]) Begin(v V) {
	f.told = f.told[:0]
	if r, ok := any(v).(blindsight.Recalling[A, O]); ok {
		f.told = append(f.told, r.Past()...)
	}
	f.begun, f.asked, f.failed, f.taken = true, false, nil, 0
	f.belief.Begin()
	f.cumulative = f.cumulative[:0]
}

// Did says that the own side did a and saw o.
func (f *Filter[S, V, A, O]) Did(a A, o O) {
	f.told = append(f.told, blindsight.Event[A, O]{Action: a, Seen: o})
	f.begun, f.asked = true, false
}

// Heard panics: nobody else acts in a POMDP.
func (f *Filter[S, V, A, O]) Heard(O) { panic("discrete: another side was heard in a POMDP") }

// Belief takes in what was told and returns the belief, which must not be changed and holds until more is told. An error is an
// [*Impossible], after which there is no belief until a play begins.
func (f *Filter[S, V, A, O]) Belief() (*Belief, error) {
	for ; f.taken < len(f.told) && f.failed == nil; f.taken++ {
		e := f.told[f.taken]
		f.cumulative = f.cumulative[:0]
		if f.belief.Update(int(e.Action), int(e.Seen)) == 0 {
			f.failed = &Impossible{Step: f.taken + 1, Action: int(e.Action), Observation: int(e.Seen)}
		}
	}
	if f.failed != nil {
		return nil, f.failed
	}
	return f.belief, nil
}

// Follow is Belief for a view, which must be as Sample wants it.
func (f *Filter[S, V, A, O]) Follow(v V) (*Belief, error) {
	if err := f.ready(v); err != nil {
		return nil, err
	}
	return f.belief, nil
}

// Sample sets s to a state drawn from the belief, after it has taken in what was told. The view must be that which the
// filter was told of. One that is not, and keeps its past, is followed from the start of its play; any
// other is an [ErrUntold]. Effort is ignored.
func (f *Filter[S, V, A, O]) Sample(_ context.Context, rng *rand.Rand, v V, _ int, s *S) error {
	if err := f.ready(v); err != nil {
		f.health.Failures++
		return err
	}
	if len(f.cumulative) == 0 {
		f.cumulate()
	}
	i, _ := slices.BinarySearch(f.cumulative, rng.Float64())
	*s = S(f.states[min(i, len(f.states)-1)])
	f.health.Samples++
	f.health.Draws++
	f.health.Accepted++
	f.distinct.Add(uint64(*s))
	return nil
}

// ready takes in what was told, for a view.
func (f *Filter[S, V, A, O]) ready(v V) error {
	key := v.Key()
	if f.asked && key == f.key {
		return f.failed
	}
	recalling, recalls := any(v).(blindsight.Recalling[A, O])
	switch {
	case !f.begun, recalls && (f.asked || len(recalling.Past()) != len(f.told)):
		f.Begin(v)
	case f.asked:
		return ErrUntold
	}
	_, err := f.Belief()
	f.key, f.asked = key, true
	return err
}

// cumulate lists the states and their cumulative chances.
func (f *Filter[S, V, A, O]) cumulate() {
	f.states = f.states[:0]
	sum := 0.0
	for s, p := range f.belief.All() {
		sum += p
		f.states, f.cumulative = append(f.states, int32(s)), append(f.cumulative, sum)
	}
}

// Reset begins a new decision: distinct states are counted anew.
func (f *Filter[S, V, A, O]) Reset() { f.distinct.Next() }

// Health tells states so far. Every draw is accepted.
func (f *Filter[S, V, A, O]) Health() blindsight.Health {
	h := f.health
	h.Distinct = f.distinct.Count()
	return h
}

// numbered stands for any type of numbers in the proofs below.
type numbered int32

var (
	_ blindsight.Sampler[numbered, *blindsight.History[numbered, numbered]]            = (*Filter[numbered, *blindsight.History[numbered, numbered], numbered, numbered])(nil)
	_ blindsight.Follower[*blindsight.History[numbered, numbered], numbered, numbered] = (*Filter[numbered, *blindsight.History[numbered, numbered], numbered, numbered])(nil)
)
