package counting

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/internal/distinct"
)

// Problem is what a [Sampler] draws from: sum constraints, and a prior for the
// views that have none (a board before its first cell is open).
type Problem[S, V any] interface {
	Constrained[S, V]
	// Propose draws a state of a view that has no constraints, as [blindsight.Prior] has it.
	Propose(rng *rand.Rand, v V, s *S)
}

// Sampler draws states exactly, each consistent state equally likely. It is for
// one goroutine.
type Sampler[S, V any] struct {
	p           Problem[S, V]
	fingerprint func(*S) uint64
	counter     Counter
	sums        Sums // of the view asked for
	last        Sums // what the counter has counted
	counted     bool
	ones        []int32
	health      blindsight.Health
	distinct    distinct.Tally
}

// New returns a sampler for a problem whose states, given a view, are all equally
// likely.
func New[S, V any](p Problem[S, V]) *Sampler[S, V] {
	s := &Sampler[S, V]{p: p}
	if f, ok := p.(blindsight.Fingerprinter[S]); ok {
		s.fingerprint = f.Fingerprint
	}
	return s
}

// Fresh returns a new sampler for the same problem that has counted nothing yet. Its
// method value is what a search asks for, without a type spelled out:
//
//	uct.New(p, counting.New(p).Fresh, uct.Config{})
//
// It may be called by several goroutines at once.
func (r *Sampler[S, V]) Fresh() blindsight.Sampler[S, V] { return New(r.p) }

// Sample counts the view's assignments, unless it has just done so, and draws one. Effort is ignored: one state
// is exact. It never gives up: an error is [blindsight.ErrInconsistent].
func (r *Sampler[S, V]) Sample(_ context.Context, rng *rand.Rand, v V, _ int, s *S) error {
	r.health.Draws++
	if !r.p.Constraints(v, &r.sums) {
		r.p.Propose(rng, v, s)
	} else {
		if !r.counted || !equal(&r.sums, &r.last) {
			err := r.counter.Count(&r.sums)
			r.counted = err == nil
			if err != nil {
				r.health.Failures++
				return err
			}
			r.sums, r.last = r.last, r.sums
		}
		r.ones = r.counter.Sample(rng, r.ones[:0])
		r.p.Assign(v, r.ones, s)
	}
	r.health.Samples++
	r.health.Accepted++
	if r.fingerprint != nil {
		r.distinct.Add(r.fingerprint(s))
	}
	return nil
}

// equal tells whether two systems are the same. Names do not matter.
func equal(a, b *Sums) bool {
	if a.Unknowns != b.Unknowns || a.Total != b.Total || len(a.Sums) != len(b.Sums) {
		return false
	}
	for i := range a.Sums {
		if a.Sums[i].Value != b.Sums[i].Value || !slices.Equal(a.Sums[i].Cells, b.Sums[i].Cells) {
			return false
		}
	}
	return true
}

// Reset begins a new decision. Only the count of distinct states starts anew:
// counted components stay true for ever.
func (r *Sampler[S, V]) Reset() {
	r.distinct.Next()
}

// Health tells the states drawn so far.
func (r *Sampler[S, V]) Health() blindsight.Health {
	h := r.health
	h.Distinct = r.distinct.Count()
	return h
}

var _ blindsight.Sampler[int, int] = (*Sampler[int, int])(nil)
