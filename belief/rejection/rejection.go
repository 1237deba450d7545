// Package rejection estimates a belief by rejection sampling: draw a complete state from
// the prior, accept it with the probability it gives to what was seen, else draw
// again (Couëtoux, Milone, Teytaud 2011, Alg. 1).
//
// It is exact for any effort and needs nothing tuned. Its price is time: where
// what was seen is unlikely under the prior, an accepted state may take millions
// of draws. A sampler therefore gives up after a set number of draws, with
// [blindsight.ErrExhausted]. The acceptance of [Replay] falls exponentially with the length
// of a noisy past: belief/particle follows a long play.
package rejection

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/internal/distinct"
	"blindsight/internal/pace"
)

// DefaultMaxDraws is how many draws a Sampler makes for one state before it gives
// up, unless told otherwise: some milliseconds on a small board.
const DefaultMaxDraws = 100_000

// Sampler draws states by rejection. It is for one goroutine.
type Sampler[S, V any] struct {
	accept      func(rng *rand.Rand, v V, s *S) bool // draws one candidate and says whether it stands
	newAccept   func() func(rng *rand.Rand, v V, s *S) bool
	fingerprint func(*S) uint64
	maxDraws    int
	health      blindsight.Health
	distinct    distinct.Tally
}

// New returns a sampler for a game that can propose states. MaxDraws limits
// the draws for one state; 0 means DefaultMaxDraws.
func New[S, V any](p blindsight.Prior[S, V], maxDraws int) *Sampler[S, V] {
	accept := func(rng *rand.Rand, v V, s *S) bool {
		p.Propose(rng, v, s)
		switch r := p.Likelihood(v, s); r {
		case 0:
			return false
		case 1:
			return true // no draw of u: where likelihoods are 0 or 1 it would decide nothing
		default:
			return rng.Float64() < r
		}
	}
	return newSampler(p, maxDraws, func() func(*rand.Rand, V, *S) bool { return accept })
}

// newSampler returns a sampler. What newAccept returns may have scratch memory, so each
// sampler has one of its own.
func newSampler[S, V any](p any, maxDraws int, newAccept func() func(*rand.Rand, V, *S) bool) *Sampler[S, V] {
	if maxDraws <= 0 {
		maxDraws = DefaultMaxDraws
	}
	r := &Sampler[S, V]{accept: newAccept(), newAccept: newAccept, maxDraws: maxDraws}
	if f, ok := p.(blindsight.Fingerprinter[S]); ok {
		r.fingerprint = f.Fingerprint
	}
	return r
}

// Fresh returns a new sampler with the same settings that remembers nothing of this
// one. Its method value is what a search asks for, without a type spelled out:
//
//	uct.New(p, rejection.Replay(p, 0).Fresh, uct.Config{})
//
// It may be called by several goroutines at once.
func (r *Sampler[S, V]) Fresh() blindsight.Sampler[S, V] {
	return &Sampler[S, V]{accept: r.newAccept(), newAccept: r.newAccept, fingerprint: r.fingerprint, maxDraws: r.maxDraws}
}

// patience is how many draws pass between two looks at the context.
const patience = 1024

// Sample draws until a state is accepted. Effort is ignored: one accepted state
// is exact.
func (r *Sampler[S, V]) Sample(ctx context.Context, rng *rand.Rand, v V, _ int, s *S) error {
	for draw := 1; draw <= r.maxDraws; draw++ {
		if r.accept(rng, v, s) {
			r.health.Draws += int64(draw)
			r.health.Samples++
			r.health.Accepted++
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

// Reset begins a new decision. Rejection has no memory; only the count of
// distinct states starts anew.
func (r *Sampler[S, V]) Reset() {
	r.distinct.Next()
}

// Health tells draws and accepted states so far.
func (r *Sampler[S, V]) Health() blindsight.Health {
	h := r.health
	h.Distinct = r.distinct.Count()
	return h
}

var _ blindsight.Sampler[int, int] = (*Sampler[int, int])(nil)
