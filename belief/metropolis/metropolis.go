// Package metropolis estimates a belief by a Metropolis chain over complete
// states: change the state a little, keep the change with the ratio of the
// likelihoods (Couëtoux, Milone, Teytaud 2011, Alg. 3 and 4; Sebag, Teytaud 2012,
// Alg. 3).
//
// The distribution of what it returns is exact only in the limit of many steps,
// and it says so in its health. The number of steps is the effort asked for:
// paper A's "number of simulations through the node".
//
// A chain that begins at an inconsistent state has no ratio to decide by (0/0).
// It then wanders, accepting every change, until it is consistent, and the steps
// asked for begin there. If it does not get there within a cap, the sampler
// returns [blindsight.ErrExhausted] and never the state it is at.
package metropolis

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/internal/distinct"
)

// Start says where a chain begins.
type Start uint8

// The starts.
const (
	Random  Start = iota // at a random state (paper A, Alg. 3)
	Inherit              // where the last chain of this decision ended (paper A, Alg. 4)
	Solve                // at a solution of the constraints found by backtracking (paper B, Alg. 3)
)

// DefaultMaxWander is how many changes a chain may make before it is consistent,
// unless told otherwise.
const DefaultMaxWander = 100_000

// Sampler draws states by a Metropolis chain. It is for one goroutine.
type Sampler[S, V any] struct {
	p           blindsight.Mutable[S, V]
	start       Start
	solver      *solver[S, V]
	fingerprint func(*S) uint64
	maxWander   int
	inherited   bool
	now, next   S
	health      blindsight.Health
	distinct    distinct.Tally
}

// New returns a sampler. Solve needs a problem that is also
// [blindsight.SumConstrained]; New panics where it is not. MaxWander limits the
// way to the first consistent state; 0 means DefaultMaxWander.
func New[S, V any](p blindsight.Mutable[S, V], start Start, maxWander int) *Sampler[S, V] {
	if maxWander <= 0 {
		maxWander = DefaultMaxWander
	}
	m := &Sampler[S, V]{p: p, start: start, maxWander: maxWander, health: blindsight.Health{Asymptotic: true}}
	if f, ok := p.(blindsight.Fingerprinter[S]); ok {
		m.fingerprint = f.Fingerprint
	}
	if start == Solve {
		c, ok := p.(blindsight.SumConstrained[S, V])
		if !ok {
			panic(fmt.Sprintf("metropolis: %T has no sum constraints to solve", p))
		}
		m.solver = &solver[S, V]{p: c}
	}
	return m
}

// Fresh returns a new sampler with the same settings and no chain to inherit from. Its
// method value is what a search asks for, without a type spelled out:
//
//	uct.New(p, metropolis.New(p, metropolis.Inherit, 0).Fresh, uct.Config{})
//
// It may be called by several goroutines at once.
func (m *Sampler[S, V]) Fresh() blindsight.Sampler[S, V] { return New(m.p, m.start, m.maxWander) }

// patience is how many steps pass between two looks at the context.
const patience = 1024

// Sample runs a chain of effort steps, not counting those it takes to become
// consistent, and returns where it ends. A chain that inherits its start takes more
// if none of these was accepted.
func (m *Sampler[S, V]) Sample(ctx context.Context, rng *rand.Rand, v V, effort int, s *S) error {
	if err := m.run(ctx, rng, v, effort); err != nil {
		m.inherited = false
		m.health.Failures++
		return err
	}
	m.inherited = true
	m.p.Copy(s, &m.now)
	m.health.Samples++
	if m.fingerprint != nil {
		m.distinct.Add(m.fingerprint(s))
	}
	return nil
}

func (m *Sampler[S, V]) run(ctx context.Context, rng *rand.Rand, v V, effort int) error {
	// A state that was inherited may have been made for another view and carry traces
	// of it (how many cells were open there). It is a fine place to begin, but not to
	// be handed out: the chain goes on until a change for this view is accepted.
	foreign := m.start == Inherit && m.inherited
	if !foreign {
		if err := m.begin(ctx, rng, v); err != nil {
			return err
		}
	}
	likelihood := m.p.Likelihood(v, &m.now)
	for steps := 0; likelihood == 0; steps++ {
		if steps == m.maxWander {
			return blindsight.ErrExhausted
		}
		if steps%patience == patience-1 && ctx.Err() != nil {
			return ctx.Err()
		}
		m.health.Draws++
		if !m.p.Mutate(rng, v, &m.now, &m.next) && m.p.Likelihood(v, &m.next) == 0 {
			return blindsight.ErrInconsistent
		}
		m.now, m.next = m.next, m.now
		likelihood = m.p.Likelihood(v, &m.now)
		foreign = false
	}
	for step := 0; step < effort || foreign; step++ {
		if step-effort >= m.maxWander {
			return blindsight.ErrExhausted
		}
		if step%patience == patience-1 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !m.p.Mutate(rng, v, &m.now, &m.next) {
			m.now, m.next = m.next, m.now // the one state there is
			break
		}
		m.health.Draws++
		l := m.p.Likelihood(v, &m.next)
		if l == 0 || l < likelihood && rng.Float64()*likelihood >= l {
			continue
		}
		m.now, m.next = m.next, m.now
		likelihood = l
		foreign = false
		m.health.Accepted++
	}
	return nil
}

// begin sets m.now to the state that a chain starts at which inherits none.
func (m *Sampler[S, V]) begin(ctx context.Context, rng *rand.Rand, v V) error {
	if m.start == Solve {
		if solved, err := m.solver.solve(ctx, rng, v, &m.now); solved || err != nil {
			return err
		}
	}
	m.p.Propose(rng, v, &m.now)
	return nil
}

// Reset begins a new decision: the next chain inherits nothing.
func (m *Sampler[S, V]) Reset() {
	m.inherited = false
	m.distinct.Next()
}

// Health tells steps and accepted changes so far.
func (m *Sampler[S, V]) Health() blindsight.Health {
	h := m.health
	h.Distinct = m.distinct.Count()
	return h
}

var _ blindsight.Sampler[int, int] = (*Sampler[int, int])(nil)
