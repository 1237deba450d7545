package particle

import (
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/internal/distinct"
)

// Options say how much a filter may hold and do. The zero Options works.
type Options struct {
	// Particles is how many a sampled belief has; 0 means 1000.
	Particles int
	// Exact is how many states the exact belief of a [Branching] game may have; 0 means as
	// many as Particles, and a negative number that there is none.
	Exact int
	// Resample is the share of Particles below which the effective sample size makes the
	// filter lead heavy particles on several times, and drop light ones; 0 means 1/2.
	Resample float64
	// Draws is how many candidates plain simulation may draw a step, for each particle, about;
	// 0 means 20.
	Draws int
	// Effort is how many steps of the game may be made, or asked for, to find particles
	// again once all, or nearly all, have died; 0 means 100 for each particle.
	Effort int
	// Snapshots is how many earlier beliefs are kept, each with a quarter of the particles,
	// ever sparser into the past; of a set the last ones, whole. 0 means 12.
	Snapshots int
}

func (o Options) withDefaults() Options {
	def := func(x *int, value int) {
		if *x == 0 {
			*x = value
		}
	}
	def(&o.Particles, 1000)
	def(&o.Exact, o.Particles)
	def(&o.Draws, 20)
	def(&o.Effort, 100*o.Particles)
	def(&o.Snapshots, 12)
	if o.Resample == 0 {
		o.Resample = 0.5
	}
	return o
}

// Check tells what is wrong with the options.
func (o Options) Check() error {
	switch {
	case o.Particles < 0 || o.Draws < 0 || o.Effort < 0 || o.Snapshots < 0:
		return fmt.Errorf("particle: %+v: only Exact may be negative", o)
	case !(o.Resample >= 0 && o.Resample <= 1):
		return fmt.Errorf("particle: resample below a share of %v: must be between 0 and 1", o.Resample)
	}
	return nil
}

// ErrDeprived says that no particle agrees with what was seen, and that none was found again:
// particle deprivation. There may be states that agree: it is a [blindsight.ErrExhausted].
var ErrDeprived = fmt.Errorf("particle deprivation: %w", blindsight.ErrExhausted)

// ErrUntold says that a filter is asked with a view that it was not told of, and that does not
// keep its past.
var ErrUntold = fmt.Errorf("the particles follow another play: tell the filter each step, or give it views that keep their past")

// Filter is a particle filter: a belief of finitely many particles, states with importance
// weights. It is told by Begin, Did and Heard, and does its work when it is
// next asked, with that caller's randomness: for one seed, and what it was told, it holds the
// same particles. It belongs to one goroutine.
//
// Its memory is that of at most eight times as many states as a belief may have, and of the
// snapshots, and grows with the play by its events alone. It allocates nothing once it has grown, but
// what the game does; of a set see [NewSet].
type Filter[S any, V blindsight.View[A, O], A, O comparable] struct {
	game    blindsight.Game[S, A, O]
	side    blindsight.Side
	options Options
	hooks   Hooks[S, A, O]
	policy  func(rng *rand.Rand, v V) A

	// Abilities; those that are lacking are nil.
	branching   Branching[S, A, O]
	model       ObservationModel[S, A, O]
	witness     blindsight.Witness[S, V]
	copy        func(dst, src *S)
	fingerprint func(*S) uint64
	hash        func(*S) uint64 // finds equal states
	same        func(a, b *S) bool

	// What was told.
	told   []blindsight.Event[A, O]
	begun  bool
	asked  bool // since the last thing told
	key    blindsight.Key
	failed error // what the last attempt to take in what was told came to

	// The belief.
	taken   int  // events taken in
	started bool // the start was taken in
	exact   bool
	guessed bool
	now     *cloud[S] // the particles
	next    *cloud[S]
	spare   *cloud[S]
	chance  []float64 // cumulative weights of now, the last one 1
	index   index
	past    []*snapshot[S]
	free    []*snapshot[S]
	base    snapshot[S] // the last exact belief
	tried   int         // events when the exact belief was last looked for
	scratch S
	walk    *lister[S]
	set     possible[S] // stands for all of these where the belief is a set, else nil
	asSet   func(f *Filter[S, V, A, O]) possible[S]

	// The other side.
	view    V
	hasView bool
	legal   []A

	haste     func() bool // see Hasten
	budget    int         // what is left of an effort
	draws     int         // for a look at the context now and then
	accepted  int         // draws of the event under work that agree
	sorted    []float64
	revived   int
	resampled int
	health    blindsight.Health
	effective bool // the effective size is counted for this decision
	distinct  distinct.Tally
}

// New returns a filter for a game of one side whose view is its history. It panics if the
// options do not pass their Check, and if states cannot be copied (see [Copier]).
func New[S any, A, O comparable](g blindsight.Game[S, A, O], o Options) *Filter[S, *blindsight.History[A, O], A, O] {
	return NewView[*blindsight.History[A, O]](g, 0, o)
}

// NewView is [New] for any view and side. Only the type of the view is to be spelled out:
//
//	particle.NewView[*mygame.View](g, 0, particle.Options{})
//
// A view that keeps its past ([blindsight.Recalling]) lets the filter take up a play that has
// gone on without it. Where another side acts the game must be [Branching]; else see [NewSide].
func NewView[V blindsight.View[A, O], S any, A, O comparable](g blindsight.Game[S, A, O], side blindsight.Side, o Options) *Filter[S, V, A, O] {
	if err := o.Check(); err != nil {
		panic(err.Error())
	}
	f := &Filter[S, V, A, O]{game: g, side: side, options: o.withDefaults()}
	f.copy = copying[S](g)
	f.branching, _ = any(g).(Branching[S, A, O])
	f.model, _ = any(g).(ObservationModel[S, A, O])
	f.witness, _ = any(g).(blindsight.Witness[S, V])
	if p, ok := any(g).(blindsight.Fingerprinter[S]); ok {
		f.fingerprint = p.Fingerprint
	}
	f.hash, f.same = equality[S](g)
	f.now, f.next, f.spare = &cloud[S]{}, &cloud[S]{}, &cloud[S]{}
	return f
}

// View is what [NewSide] asks of a view: V is the view's own type.
type View[V any, A, O comparable] interface {
	blindsight.View[A, O]
	blindsight.Copier[V]
}

// NewSide returns a filter for one side of a game of two. The other side acts by the policy, on
// its own view; nil picks its legal actions uniformly at random, forced ones first. A
// [Branching] game has its own idea of what the other side does, and no use for a policy: where
// one is given, it counts and the game is simulated.
//
// A policy has to be safe for concurrent use if filters are used by several goroutines.
func NewSide[S any, V View[V, A, O], A, O comparable](
	g blindsight.Sides[S, V, A, O], side blindsight.Side, policy func(rng *rand.Rand, v V) A, o Options,
) *Filter[S, V, A, O] {
	f := NewView[V](g, side, o)
	if f.policy = policy; policy != nil {
		f.branching = nil
	}
	return f
}

// Hook gives the filter what only its game can know, and returns it. It must be called before
// anything else.
func (f *Filter[S, V, A, O]) Hook(h Hooks[S, A, O]) *Filter[S, V, A, O] {
	f.hooks = h
	return f
}

// Hasten is for who has little time. Updates of a set keep so many particles from now on, and ask over now and then whether they must come to an end: they then
// go on with the states that they have found, fewer than they might be. What is found depends on when over says so. Nil, as at first, is never.
func (f *Filter[S, V, A, O]) Hasten(particles int, over func() bool) {
	f.options.Particles, f.haste = max(1, particles), over
}

// hasty reports whether an update must come to an end.
func (f *Filter[S, V, A, O]) hasty() bool { return f.haste != nil && f.haste() }

// Fresh returns a new filter with the same settings that was told nothing. Its method value is
// what a search asks for:
//
//	uct.New(g, particle.New(g, particle.Options{}).Fresh, uct.Config{})
//
// It may be called by several goroutines at once.
func (f *Filter[S, V, A, O]) Fresh() blindsight.Sampler[S, V] {
	c := &Filter[S, V, A, O]{
		game: f.game, side: f.side, options: f.options, hooks: f.hooks, policy: f.policy,
		branching: f.branching, model: f.model, witness: f.witness,
		copy: f.copy, fingerprint: f.fingerprint, hash: f.hash, same: f.same,
		now: &cloud[S]{}, next: &cloud[S]{}, spare: &cloud[S]{}, asSet: f.asSet,
	}
	if f.asSet != nil {
		c.set = f.asSet(c)
	}
	return c
}

// States returns the states of the belief, as of the last Update or Sample, each once where the
// game can tell them apart; none after an error. They must not be changed, and are valid until
// the next call of another method. Those of a set count alike; else see Particles.
func (f *Filter[S, V, A, O]) States() []S {
	switch {
	case f.failed != nil:
		return nil
	case f.set != nil:
		return f.set.states()
	}
	return f.now.states[:f.now.n]
}

// Odds returns how much each of States counts, where a set is sampled by odds ([Hooks.Likely]): nil where all count alike.
func (f *Filter[S, V, A, O]) Odds() []float64 {
	if f.failed != nil || f.set == nil {
		return nil
	}
	return f.set.odd()
}

// Types returns how likely each of [Hooks.Types], of which the other side is one as in a Bayesian game, is by what was heard. It is nil where there are none, and valid until the next call of another method.
func (f *Filter[S, V, A, O]) Types() []float64 {
	if f.set == nil || f.hooks.Types == nil {
		return nil
	}
	return f.set.typed()
}

// Particles yields the states of the belief, as of the last Update or Sample, with their
// weights, which sum to 1. A state must not be changed, and is valid until the next call of
// another method.
func (f *Filter[S, V, A, O]) Particles(yield func(s *S, weight float64) bool) {
	states := f.States()
	before := 0.0
	for i := range states {
		after := float64(i+1) / float64(len(states))
		if f.set == nil {
			after = f.chance[i]
		}
		if !yield(&states[i], after-before) {
			return
		}
		before = after
	}
}

// Exact reports whether the particles are the exact belief: all states that agree with what
// was told, with their probabilities.
func (f *Filter[S, V, A, O]) Exact() bool { return f.exact && len(f.States()) > 0 }

// Guessed reports whether the particles agree with the last events alone: none were found that
// agree with the whole play (see [Hooks].Disturb).
func (f *Filter[S, V, A, O]) Guessed() bool { return f.guessed }

// EffectiveSize returns the effective sample size of the particles, 1/Σw² for the weights w, which
// sum to 1, of all draws behind them (Kong, Liu, Wong 1994): how many equally weighted ones they
// are worth. Equal states are one particle, but several draws.
func (f *Filter[S, V, A, O]) EffectiveSize() float64 {
	switch {
	case f.failed != nil:
		return 0
	case f.set != nil:
		return float64(len(f.set.states()))
	}
	return f.now.effective()
}

// Revived returns how often all particles, or nearly all, had died and others were found.
func (f *Filter[S, V, A, O]) Revived() int { return f.revived }

// Resampled returns how often there were more particles than there are to be, and light ones were
// dropped at random.
func (f *Filter[S, V, A, O]) Resampled() int { return f.resampled }

var (
	_ blindsight.Sampler[int, *blindsight.History[int, int]]       = (*Filter[int, *blindsight.History[int, int], int, int])(nil)
	_ blindsight.Follower[*blindsight.History[int, int], int, int] = (*Filter[int, *blindsight.History[int, int], int, int])(nil)
)
