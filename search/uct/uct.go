// Package uct decides by Monte-Carlo tree search over views: UCT on a belief that
// an estimator supplies (BSR-UCT: Couëtoux, Milone, Teytaud 2011, Alg. 2).
//
// Each simulation draws a complete state that agrees with the view, walks down the
// tree of views by a bandit's choice of actions, adds one node, and finishes with
// uniformly random legal actions. The decision is the action of greatest value among
// those simulated often, or, by the papers, the one simulated most often.
//
// The search knows the game only as a [blindsight.Game] and a
// [blindsight.View], and the belief only as a [blindsight.Sampler]; [Config] says
// which of the paper's choices, and which of ours, are taken. The zero Config works
// without tuning; [PaperA] is the paper's algorithm, but for what is said there.
//
// [New] is for games of one side. [NewSides] is for one side of a game of two: it keeps
// a tree for each, and the other side learns too or plays by a policy that is given.
package uct

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"blindsight"
	"blindsight/internal/pace"
	"blindsight/internal/purefloat"
)

// View is what the search asks of a view: V is the view's own type.
type View[V any, A, O comparable] interface {
	blindsight.View[A, O]
	blindsight.Copier[V]
}

// Planner is a UCT search, Monte-Carlo tree search over information sets, as a
// blindsight.Planner. It keeps the memory of its
// trees from one decision to the next, but nothing of what they learnt, unless
// Config.Keep says so: then a decision depends on those before it as well, and who
// wants plays that do not depend on each other makes a new planner for each, or calls
// Forget between them. It is for one goroutine, and uses several itself if Config.Trees
// allows.
type Planner[S any, V View[V, A, O], A, O comparable] struct {
	game       blindsight.Game[S, A, O]
	newSampler func() blindsight.Sampler[S, V]
	newGuide   func() Guide[V, A]
	config     Config
	timeless   bool // see Config.timeless
	trees      []*tree[S, V, A, O]
	sides      *sides[S, V, A]     // nil where one side plays alone
	duels      []*duel[S, V, A, O] // by tree, where there are two
}

// New returns a planner. NewSampler is called once for each tree. New panics if
// the configuration, with the game's terms, does not pass its Check.
func New[S any, V View[V, A, O], A, O comparable](g blindsight.Game[S, A, O], newSampler func() blindsight.Sampler[S, V], c Config) *Planner[S, V, A, O] {
	terms := blindsight.TermsOf(g)
	c.Discount, c.Horizon = cmp.Or(c.Discount, terms.Discount), cmp.Or(c.Horizon, terms.Horizon)
	if err := c.Check(); err != nil {
		panic("uct: " + err.Error())
	}
	return &Planner[S, V, A, O]{game: g, newSampler: newSampler, config: c.withDefaults(), timeless: c.timeless()}
}

// ErrNoAction is returned by Choose where the view has no legal action.
var ErrNoAction = errors.New("uct: no legal action")

// Choose searches and returns the most simulated action, of several the one of
// greatest mean; with Backup Best that of greatest value of those simulated at least a
// tenth as often as the most simulated one, or a third by Scaled, which deals simulations
// out more evenly, unless another side learns as well. Where the estimator finds no state
// for the root within the budget it returns a legal action at random and counts that in the
// health.
//
// Simulations of the decision are those of this call. Where trees are kept, the
// simulations of its actions, and what is told of them, count those before it too that
// came through this view.
func (p *Planner[S, V, A, O]) Choose(ctx context.Context, rng *rand.Rand, v V, b blindsight.Budget) (blindsight.Decision[A], error) {
	var none blindsight.Decision[A]
	legal := v.Legal(nil)
	if len(legal) == 0 {
		return none, ErrNoAction
	}
	if len(legal) == 1 {
		return blindsight.Decision[A]{Action: legal[0]}, nil
	}
	p.raise(v)
	before := p.health()
	for _, t := range p.trees { // in order, so that each tree's stream is its own whoever grows it
		t.plant(v, rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64())))
	}
	for _, d := range p.duels {
		d.plant()
	}
	if err := p.grow(ctx, b); err != nil {
		return none, err
	}
	d := p.decide()
	if d.Actions[0].Simulations == 0 {
		d = blindsight.Decision[A]{Action: legal[rng.IntN(len(legal))]}
		d.Health.Fallbacks = 1
	}
	d.Health = d.Health.Add(p.health().Since(before))
	d.Health.Full, d.Health.Scattered = p.reached(d.Action)
	return d, nil
}

// raise makes the trees, with what belongs to each, unless they are there. They get views
// of the kind of this one.
func (p *Planner[S, V, A, O]) raise(v V) {
	for len(p.trees) < p.config.Trees {
		t := newTree(p.game, p.newSampler(), v, p.config, p.timeless)
		if p.newGuide != nil {
			t.guide = p.newGuide()
			if p.config.Weighted {
				t.forecast, _ = t.guide.(Forecaster[V, A, O])
			}
		}
		p.trees = append(p.trees, t)
		if p.sides != nil {
			p.duels = append(p.duels, newDuel(t, p.sides))
		}
	}
}

func (p *Planner[S, V, A, O]) health() blindsight.Health {
	var h blindsight.Health
	for _, t := range p.trees {
		h = h.Add(t.sampler.Health())
	}
	return h
}

// scattered is from how many simulations of an action on it is suspicious that no two of
// them saw the same.
const scattered = 30

// reached tells, as counts of one decision, whether a tree was full, and whether
// simulations of the action chosen hardly ever came to the same view twice, so that the
// search saw no further than one action.
func (p *Planner[S, V, A, O]) reached(chosen A) (full, scatter int64) {
	visits, outcomes := 0, 0
	for i, t := range p.trees {
		if t.full || p.sides != nil && p.duels[i].full() {
			full = 1
		}
		for r, e := range t.atRoot {
			if r.action == chosen {
				visits += int(e.visits)
				outcomes += int(e.outcomes)
			}
		}
	}
	if visits >= scattered && 20*outcomes >= 19*visits {
		scatter = 1
	}
	return full, scatter
}

// Forget takes away what is kept from decisions before (Config.Keep), so that the next
// one is that of a new planner. A kept tree is right for any view of its problem: there
// is no need to forget but this.
func (p *Planner[S, V, A, O]) Forget() {
	for _, t := range p.trees {
		t.clear()
	}
}

// atRoot yields the actions at the root, as the view speaks of them, with their edges.
func (t *tree[S, V, A, O]) atRoot(yield func(rated[A], *edge) bool) {
	root := t.nodes.at(t.top)
	t.view.CopyFrom(t.root)
	for i, c := range t.choices.run(root.choices, root.count) {
		if t.symmetry != nil {
			c.action = t.symmetry.FromCanonical(t.turned, c.action)
		}
		if !yield(rated[A]{c.action, t.oddsOf(root, i)}, t.edges.at(c.edge)) {
			return
		}
	}
}

// grow spends the budget: simulations are dealt to the trees in equal parts,
// time to the rounds in which the workers grow them.
func (p *Planner[S, V, A, O]) grow(ctx context.Context, b blindsight.Budget) error {
	workers := p.config.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, len(p.trees))
	rounds := (len(p.trees) + workers - 1) / workers
	errs := make([]error, len(p.trees))
	one := func(i int) {
		part := blindsight.Budget{Time: b.Time / time.Duration(rounds), Simulations: b.Simulations / len(p.trees)}
		if i < b.Simulations%len(p.trees) {
			part.Simulations++
		}
		if b.Simulations > 0 && part.Simulations == 0 {
			return
		}
		simulate := p.trees[i].simulate
		if p.sides != nil {
			simulate = p.duels[i].simulate
		}
		errs[i] = p.trees[i].grow1(ctx, part, simulate)
	}
	if workers == 1 {
		for i := range p.trees {
			one(i)
		}
	} else {
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				for i := w; i < len(p.trees); i += workers {
					one(i)
				}
			})
		}
		wg.Wait()
	}
	return errors.Join(errs...)
}

// hopeless is how many times in a row, before the first state is found, the
// estimator may give up at the root until the search does too. It is for searches
// whose only budget is a number of simulations. Where there is a time, the search asks
// until that is over: paper A's rejection "will take as much time as necessary".
const hopeless = 10

// grow1 simulates until the budget is spent.
func (t *tree[S, V, A, O]) grow1(ctx context.Context, b blindsight.Budget, simulate func(context.Context) error) error {
	limit := b.Simulations
	if limit == 0 && b.Time > 0 {
		limit = math.MaxInt
	}
	var deadline time.Time
	given := ctx // which may look at a clock of its own
	if b.Time > 0 {
		deadline = time.Now().Add(b.Time)
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	// A look at the clock costs as much as a quick simulation, and a slow one takes longer
	// than a person waits: simulations between two looks are as many as a millisecond holds.
	const most, apart = 16, time.Millisecond
	failures, looked := 0, time.Now()
	for i, between, pause := 0, 1, 1; i < limit; i++ {
		if pause--; pause == 0 {
			now := time.Now()
			if pace.Err(given) != nil || b.Time > 0 && !now.Before(deadline) {
				return nil
			}
			if now.Sub(looked) < apart {
				between = min(2*between, most)
			} else {
				between = 1
			}
			looked, pause = now, between
		}
		switch err := simulate(ctx); {
		case err == nil:
		case errors.Is(err, blindsight.ErrExhausted):
			pause = 1
			if failures++; failures == hopeless && b.Time == 0 && t.simulations == 0 {
				return nil
			}
		case pace.Err(ctx) != nil:
			return nil
		default:
			return fmt.Errorf("uct: drawing a state for the view: %w", err)
		}
	}
	return nil
}

// decide merges the roots of all trees, in their order.
func (p *Planner[S, V, A, O]) decide() blindsight.Decision[A] {
	var d blindsight.Decision[A]
	var variances []float64 // times visits, within the trees
	visits := 0
	index := make(map[A]int)
	for _, t := range p.trees {
		d.Simulations += t.simulations
		visits += int(t.nodes.at(t.top).visits)
		for r, e := range t.atRoot {
			at, ok := index[r.action]
			if !ok {
				at = len(d.Actions)
				index[r.action] = at
				d.Actions = append(d.Actions, blindsight.ActionStat[A]{Action: r.action})
				variances = append(variances, 0)
			}
			s := &d.Actions[at]
			n := float64(e.visits)
			s.Simulations += int(e.visits)
			s.Mean += n * e.mean
			variances[at] += n * e.variance()
			s.Value += n * t.value(e, r.odds)
		}
	}
	t := p.trees[0]
	logn := purefloat.Log(float64(1 + visits))
	for i := range d.Actions {
		s := &d.Actions[i]
		if s.Simulations > 0 {
			s.Mean /= float64(s.Simulations)
			s.Value /= float64(s.Simulations)
		}
		s.Bound = t.bandit.bound(s.Mean, variances[i]/float64(max(s.Simulations, 1)), logn, int32(s.Simulations), t.unit(t.scopeOf(t.top)))
	}
	slices.SortStableFunc(d.Actions, func(x, y blindsight.ActionStat[A]) int {
		return cmp.Or(cmp.Compare(y.Simulations, x.Simulations), cmp.Compare(y.Mean, x.Mean))
	})
	chosen := 0
	if p.config.Backup == Best && !p.learning() {
		// An action that was good only lately has not had its simulations yet.
		part := 10
		if p.config.Bandit == Scaled {
			part = 3
		}
		for i := range d.Actions {
			if part*d.Actions[i].Simulations >= d.Actions[0].Simulations && d.Actions[i].Value > d.Actions[chosen].Value {
				chosen = i
			}
		}
	}
	d.Action, d.Value, d.Measure = d.Actions[chosen].Action, d.Actions[chosen].Value, blindsight.Return
	return d
}
