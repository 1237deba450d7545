package searchtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"blindsight"
)

// Action numbers the actions of a problem from 0.
type Action int

// Seen numbers what can be seen; what a number means is up to the problem.
type Seen int

// State is a complete state: what is hidden, which no action changes, and how many
// actions were played.
type State struct {
	Hidden int
	Played int
}

// Event is one action and what was seen after it.
type Event = blindsight.Event[Action, Seen]

// Problem is a small problem with a known answer. It never changes and may be
// shared; make planners for it with its NewView and NewSampler.
type Problem struct {
	Name        string
	Values      []float64 // the optimal return after each first action; derived where the problem is made
	Low, High   float64   // no play returns less or more
	Simulations int       // a budget within which a sound search finds an optimal action
	Tolerance   float64   // by how much the value it then reports may be off

	prior    []float64                         // the chance of each hidden thing
	outcomes [][][]outcome                     // by hidden thing and action
	horizon  int                               // the play is over after so many actions
	legal    func(past []Event, a Action) bool // nil where all actions always are
}

// outcome is one thing that an action can bring.
type outcome struct {
	chance float64
	step   blindsight.Step[Seen]
}

// Value returns the optimal return of the problem.
func (p *Problem) Value() float64 { return slices.Max(p.Values) }

// Start draws what is hidden.
func (p *Problem) Start(rng *rand.Rand, s *State) { *s = State{Hidden: draw(rng, p.prior)} }

// Step plays an action. It does not allocate.
func (p *Problem) Step(rng *rand.Rand, s *State, a Action) blindsight.Step[Seen] {
	outcomes := p.outcomes[s.Hidden][a]
	step := outcomes[len(outcomes)-1].step
	if len(outcomes) > 1 {
		u := rng.Float64()
		for _, o := range outcomes {
			if u -= o.chance; u < 0 {
				step = o.step
				break
			}
		}
	}
	s.Played++
	step.Done = step.Done || s.Played == p.horizon
	return step
}

// likelihood returns the chance that a shows o where h is hidden and the play goes on.
func (p *Problem) likelihood(h int, a Action, o Seen) float64 {
	sum := 0.0
	for _, x := range p.outcomes[h][a] {
		if x.step.Seen == o && !x.step.Done {
			sum += x.chance
		}
	}
	return sum
}

// draw returns an index with a chance in proportion to its weight, or -1 where all
// weights are 0.
func draw(rng *rand.Rand, weights []float64) int {
	total, last := 0.0, -1
	for i, w := range weights {
		if total += w; w > 0 {
			last = i
		}
	}
	u := rng.Float64() * total
	for i, w := range weights {
		if u -= w; u < 0 {
			return i
		}
	}
	return last
}

// View is the history of a play.
type View struct {
	*blindsight.History[Action, Seen]
	problem *Problem
}

// NewView returns the view of a play that has not begun.
func (p *Problem) NewView() *View {
	return &View{History: blindsight.NewHistory[Action, Seen](), problem: p}
}

// Legal appends the legal actions in increasing order.
func (v *View) Legal(buf []Action) []Action {
	if len(v.Past()) == v.problem.horizon {
		return buf
	}
	for a := range v.problem.Values {
		if v.legal(Action(a)) {
			buf = append(buf, Action(a))
		}
	}
	return buf
}

func (v *View) legal(a Action) bool {
	return v.problem.legal == nil || v.problem.legal(v.Past(), a)
}

// Observe adds an action and what was seen after it. It refuses actions that are
// not legal.
func (v *View) Observe(a Action, o Seen) error {
	switch {
	case a < 0 || int(a) >= len(v.problem.Values):
		return fmt.Errorf("%s has no action %d", v.problem.Name, a)
	case len(v.Past()) == v.problem.horizon:
		return fmt.Errorf("%s is over after %d actions", v.problem.Name, v.problem.horizon)
	case !v.legal(a):
		return fmt.Errorf("after %v action %d is not legal", v.Past(), a)
	}
	return v.History.Observe(a, o)
}

// Clone returns an independent copy.
func (v *View) Clone() *View { return &View{History: v.History.Clone(), problem: v.problem} }

// CopyFrom makes v equal to w.
func (v *View) CopyFrom(w *View) {
	v.History.CopyFrom(w.History)
	v.problem = w.problem
}

// NewSampler returns an estimator that draws from the exact belief, which it gets
// by going through all that can be hidden. It fails only with
// [blindsight.ErrInconsistent], where nothing hidden explains what was seen.
func (p *Problem) NewSampler() blindsight.Sampler[State, *View] { return &sampler{problem: p} }

type sampler struct {
	problem *Problem
	weights []float64
	health  blindsight.Health
}

func (e *sampler) Sample(_ context.Context, rng *rand.Rand, v *View, _ int, s *State) error {
	e.weights = e.problem.belief(v, e.weights[:0])
	e.health.Draws++
	h := draw(rng, e.weights)
	if h < 0 {
		e.health.Failures++
		return blindsight.ErrInconsistent
	}
	*s = State{Hidden: h, Played: len(v.Past())}
	e.health.Samples++
	e.health.Accepted++
	return nil
}

func (e *sampler) Reset() {}

func (e *sampler) Health() blindsight.Health { return e.health }

// belief appends, for each thing that can be hidden, the chance of it together with
// what was seen.
func (p *Problem) belief(v *View, buf []float64) []float64 {
	for h, w := range p.prior {
		for _, e := range v.Past() {
			w *= p.likelihood(h, e.Action, e.Seen)
		}
		buf = append(buf, w)
	}
	return buf
}

var (
	_ blindsight.Problem[State, Action, Seen] = (*Problem)(nil)
	_ blindsight.View[Action, Seen]           = (*View)(nil)
	_ blindsight.Copier[*View]                = (*View)(nil)
)
