package packing

import (
	"context"
	"errors"
	"math/rand/v2"

	"blindsight"
	"blindsight/internal/distinct"
	"blindsight/internal/pace"
)

// Packed is a game whose hidden states, given a view, are packings, all equally likely.
type Packed[S, V any] interface {
	// Table returns the pieces.
	Table() *Table
	// Ask writes what a view knows to q, which is of the table's size and may hold anything.
	Ask(v V, q *Question)
	// Assign makes s the state of a view in which the pieces take these places.
	Assign(v V, places []int, s *S)
}

// DefaultMaxDraws is how many draws a Sampler makes for one state before it gives up,
// unless told otherwise.
const DefaultMaxDraws = 100_000

// Sampler draws states exactly, all that agree with a view equally likely. It is for one
// goroutine.
type Sampler[S, V any] struct {
	game        Packed[S, V]
	belief      *Belief
	question    *Question
	key         blindsight.Key // of the view that the question is of
	keyed       bool           // there is one
	places      []int
	maxDraws    int
	fingerprint func(*S) uint64
	health      blindsight.Health
	distinct    distinct.Tally
}

// New returns a sampler. MaxCores is as for NewBelief; maxDraws limits the draws for one state, 0
// means DefaultMaxDraws.
func New[S, V any](game Packed[S, V], maxCores, maxDraws int) *Sampler[S, V] {
	if maxDraws <= 0 {
		maxDraws = DefaultMaxDraws
	}
	t := game.Table()
	s := &Sampler[S, V]{
		game: game, belief: NewBelief(t, maxCores), question: t.NewQuestion(),
		places: make([]int, t.Pieces()), maxDraws: maxDraws,
	}
	if f, ok := any(game).(blindsight.Fingerprinter[S]); ok {
		s.fingerprint = f.Fingerprint
	}
	return s
}

// Fresh returns a new sampler with the same settings that remembers nothing of this one. It may
// be called by several goroutines at once.
func (r *Sampler[S, V]) Fresh() blindsight.Sampler[S, V] {
	return New(r.game, r.belief.maxCores, r.maxDraws)
}

// patience is how many draws pass between two looks at the context.
const patience = 1024

// Sample lists the cores of the view, unless it has just done so, and draws until no pieces
// clash. Effort is ignored: one state is exact. Where there are too many cores, or clashes, it gives up with
// [blindsight.ErrExhausted].
func (r *Sampler[S, V]) Sample(ctx context.Context, rng *rand.Rand, v V, _ int, s *S) error {
	if err := r.ask(v); err != nil {
		r.health.Failures++
		if errors.Is(err, blindsight.ErrTooMany) {
			err = blindsight.ErrExhausted
		}
		return err
	}
	for draw := 1; draw <= r.maxDraws; draw++ {
		if r.belief.Draw(rng, r.places) {
			r.health.Draws += int64(draw)
			r.health.Samples++
			r.health.Accepted++
			r.game.Assign(v, r.places, s)
			if r.fingerprint != nil {
				r.distinct.Add(r.fingerprint(s))
			}
			return nil
		}
		if draw%patience == 0 && pace.Err(ctx) != nil {
			r.health.Draws += int64(draw)
			r.health.Failures++
			return pace.Err(ctx)
		}
	}
	r.health.Draws += int64(r.maxDraws)
	r.health.Failures++
	return blindsight.ErrExhausted
}

// ask asks the belief about a view. A search asks for thousands of states of one view, so
// views that say so by their keys are not looked at again.
func (r *Sampler[S, V]) ask(v V) error {
	k, ok := any(v).(interface{ Key() blindsight.Key })
	if !ok || !r.keyed || k.Key() != r.key {
		r.game.Ask(v, r.question)
		if r.keyed = ok; ok {
			r.key = k.Key()
		}
	}
	return r.belief.Ask(r.question)
}

// Reset begins a new decision. Only the count of distinct states starts anew: the cores
// of the last view stay true.
func (r *Sampler[S, V]) Reset() { r.distinct.Next() }

// Health tells draws and states so far.
func (r *Sampler[S, V]) Health() blindsight.Health {
	h := r.health
	h.Distinct = r.distinct.Count()
	return h
}
