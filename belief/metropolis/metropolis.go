// Package metropolis estimates a belief by a Metropolis chain over complete
// states: change the state a little, keep the change with the ratio of the
// likelihoods (Couëtoux, Milone, Teytaud 2011, Alg. 3 and 4; Sebag, Teytaud 2012,
// Alg. 3).
//
// The distribution of what it returns is exact only in the limit of many steps,
// and it says so in its health. The number of steps is the effort asked for:
// paper A's "number of simulations through the node".
//
// A chain that begins at an inconsistent state has no ratio to decide by (0/0). The
// papers do not say what then. Ours wanders, accepting every change, until it is
// consistent, and the steps asked for begin there. If it does not get there within a cap,
// the sampler returns [blindsight.ErrExhausted] and never the state it is at. What the
// papers' algorithms do if they are taken at their word is [Literal].
package metropolis

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/internal/distinct"
	"blindsight/internal/pace"
)

// Start says where a chain begins.
type Start uint8

// The starts.
const (
	Random  Start = iota // at a random state (paper A, Alg. 3)
	Inherit              // where the last chain of this decision ended, if it hid the same things (paper A, Alg. 4)
	Solve                // at a solution of the constraints found by backtracking (paper B, Alg. 3)
)

// Steps says how many steps a chain takes, and what it does where the ratio is 0/0.
type Steps uint8

// The ways to count steps.
const (
	// Moving takes the steps asked for from a consistent state on, to which it wanders.
	// A chain that inherits its start takes more if none of these was accepted, until one
	// is. That is not in the papers. It is so because an inherited state may carry traces
	// of the view that it was made for, which a change wipes off. It costs a bias at small
	// effort: from the exact belief the chain is led away a little, towards states with
	// many neighbours, since those who have few are left all the same.
	Moving Steps = iota
	// Counted takes exactly the steps asked for, from a consistent state on, to which it
	// wanders. From the exact belief it stays in it, whatever the effort. States that
	// carry traces of their view must be those of a [Carrier].
	Counted
	// Literal is paper A's Alg. 3 and 4 to the letter: exactly as many trials as asked
	// for, in all. From an inconsistent state, whose likelihood is 0, a trial is accepted
	// only if it is consistent: 0/0 is no number that anything is at most. The state is
	// handed out as it is. Where it contradicts the view, the health counts it
	// (Inconsistent): the one exception to the contract of [blindsight.Sampler]. States
	// that carry traces of their view must be those of a Carrier.
	Literal
)

// Carrier is a problem whose states carry something of the view that they were made for,
// such as how many cells are open.
type Carrier[S, V any] interface {
	// Carry makes a state one of this view in all that is not hidden, and leaves what is
	// hidden as it is, though the view may contradict it. It returns false where the view
	// hides what the state does not have, or the other way round (mines that are not laid
	// yet): the state is then left as it is.
	Carry(v V, s *S) bool
}

// DefaultMaxWander is how many changes a chain may make before it is consistent,
// unless told otherwise.
const DefaultMaxWander = 100_000

// Sampler draws states by a Metropolis chain. It is for one goroutine.
type Sampler[S, V any] struct {
	p           blindsight.Mutable[S, V]
	start       Start
	steps       Steps
	carrier     Carrier[S, V] // nil where states carry nothing of their views
	solver      Solver[S, V]
	fingerprint func(*S) uint64
	maxWander   int
	inherited   bool
	now, next   S
	health      blindsight.Health
	distinct    distinct.Tally
}

// Solver finds one state that agrees with a view, not at random as the belief has it: it
// is where chains that [Solve] start. It is for one goroutine. A counting.Backtracker is one.
type Solver[S, V any] interface {
	// Solve sets s to a consistent state. It returns false where there is nothing to
	// solve and any state that Propose draws will do. The error is
	// [blindsight.ErrInconsistent], [blindsight.ErrExhausted] or the context's.
	Solve(ctx context.Context, rng *rand.Rand, v V, s *S) (bool, error)
}

// Solvable is a game with a solver of its own for each sampler.
type Solvable[S, V any] interface{ Solver() Solver[S, V] }

// New returns a sampler. Solve needs a game that is also
// [Solvable]; New panics where it is not. MaxWander limits the
// way to the first consistent state; 0 means DefaultMaxWander.
func New[S, V any](p blindsight.Mutable[S, V], start Start, maxWander int) *Sampler[S, V] {
	return NewCounting(p, start, Moving, maxWander)
}

// NewCounting returns a sampler as New does that counts its steps as told. With Literal
// nothing wanders, and MaxWander has no meaning.
func NewCounting[S, V any](p blindsight.Mutable[S, V], start Start, steps Steps, maxWander int) *Sampler[S, V] {
	if steps > Literal {
		panic(fmt.Sprintf("metropolis: steps %d: must be Moving, Counted or Literal", steps))
	}
	if maxWander <= 0 {
		maxWander = DefaultMaxWander
	}
	m := &Sampler[S, V]{p: p, start: start, steps: steps, maxWander: maxWander, health: blindsight.Health{Asymptotic: true}}
	m.carrier, _ = p.(Carrier[S, V])
	if f, ok := p.(blindsight.Fingerprinter[S]); ok {
		m.fingerprint = f.Fingerprint
	}
	if start == Solve {
		c, ok := p.(Solvable[S, V])
		if !ok {
			panic(fmt.Sprintf("metropolis: %T has no solver to start from", p))
		}
		m.solver = c.Solver()
	}
	return m
}

// Fresh returns a new sampler with the same settings and no chain to inherit from. Its
// method value is what a search asks for, without a type spelled out:
//
//	uct.New(p, metropolis.New(p, metropolis.Inherit, 0).Fresh, uct.Config{})
//
// It may be called by several goroutines at once.
func (m *Sampler[S, V]) Fresh() blindsight.Sampler[S, V] {
	return NewCounting(m.p, m.start, m.steps, m.maxWander)
}

// patience is how many steps pass between two looks at the context.
const patience = 1024

// Sample runs a chain of effort steps, counted as [Steps] says, and returns where it ends.
func (m *Sampler[S, V]) Sample(ctx context.Context, rng *rand.Rand, v V, effort int, s *S) error {
	var err error
	if m.steps == Literal {
		err = m.runLiterally(ctx, rng, v, effort, s)
	} else if err = m.run(ctx, rng, v, effort); err == nil {
		m.p.Copy(s, &m.now)
	}
	if err != nil {
		m.inherited = false
		m.health.Failures++
		return err
	}
	m.inherited = true
	m.health.Samples++
	if m.fingerprint != nil {
		m.distinct.Add(m.fingerprint(s))
	}
	return nil
}

func (m *Sampler[S, V]) run(ctx context.Context, rng *rand.Rand, v V, effort int) error {
	// A state that was inherited may have been made for another view and carry traces
	// of it (how many cells were open there). It is a fine place to begin, but not to
	// be handed out as it is: the chain goes on until a change for this view is accepted,
	// or, with Counted, the problem carries it over.
	foreign := m.start == Inherit && m.inherited
	if !foreign {
		if err := m.begin(ctx, rng, v); err != nil {
			return err
		}
	} else if m.steps == Counted {
		foreign = false
		if m.carrier != nil && !m.carrier.Carry(v, &m.now) {
			m.p.Propose(rng, v, &m.now)
		}
	}
	likelihood := m.p.Likelihood(v, &m.now)
	for steps := 0; likelihood == 0; steps++ {
		if steps == m.maxWander {
			return blindsight.ErrExhausted
		}
		if steps%patience == patience-1 && pace.Err(ctx) != nil {
			return pace.Err(ctx)
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
		if step%patience == patience-1 && pace.Err(ctx) != nil {
			return pace.Err(ctx)
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

// runLiterally runs a chain by paper A's Alg. 3 or 4, and copies where it ends to s.
func (m *Sampler[S, V]) runLiterally(ctx context.Context, rng *rand.Rand, v V, effort int, s *S) error {
	if m.start != Inherit || !m.inherited {
		if err := m.begin(ctx, rng, v); err != nil {
			return err
		}
	}
	m.p.Copy(s, &m.now)
	if m.carrier != nil && !m.carrier.Carry(v, s) {
		m.p.Propose(rng, v, s) // nothing to inherit: for what is hidden here this is the first call
	}
	likelihood, single := m.p.Likelihood(v, s), false
	for step := 0; step < effort && !single; step++ {
		if step%patience == patience-1 && pace.Err(ctx) != nil {
			return pace.Err(ctx)
		}
		single = !m.p.Mutate(rng, v, s, &m.next)
		l := m.p.Likelihood(v, &m.next)
		if !single {
			m.health.Draws++
			if l == 0 || l < likelihood && rng.Float64()*likelihood >= l {
				continue
			}
			m.health.Accepted++
		}
		m.p.Copy(s, &m.next)
		likelihood = l
	}
	if !single { // where there is one state nothing is estimated, and the chain stays where it was
		m.p.Copy(&m.now, s)
	}
	if likelihood == 0 {
		m.health.Inconsistent++
	}
	return nil
}

// begin sets m.now to the state that a chain starts at which inherits none.
func (m *Sampler[S, V]) begin(ctx context.Context, rng *rand.Rand, v V) error {
	if m.start == Solve {
		if solved, err := m.solver.Solve(ctx, rng, v, &m.now); solved || err != nil {
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
