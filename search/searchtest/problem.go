package searchtest

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight"
)

// Action numbers the actions of a problem from 0.
type Action int

// Seen numbers what can be seen; what a number means is up to the problem.
type Seen int

// State is a complete state: what is hidden, and how many actions were played.
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
	shift  int // by how much it changes the number of what is hidden
}

// Value returns the optimal return of the problem.
func (p *Problem) Value() float64 { return slices.Max(p.Values) }

// Start draws what is hidden.
func (p *Problem) Start(rng *rand.Rand, s *State) blindsight.Side {
	*s = State{Hidden: draw(rng, p.prior)}
	return 0
}

// Step plays an action. It does not allocate.
func (p *Problem) Step(rng *rand.Rand, s *State, a Action) blindsight.Step[Seen] {
	outcomes := p.outcomes[s.Hidden][a]
	came := &outcomes[len(outcomes)-1]
	if len(outcomes) > 1 {
		u := rng.Float64()
		for i := range outcomes {
			if u -= outcomes[i].chance; u < 0 {
				came = &outcomes[i]
				break
			}
		}
	}
	step := came.step
	s.Hidden += came.shift
	s.Played++
	step.Next = blindsight.OverIf(step.Done() || s.Played == p.horizon)
	return step
}

// trial is the problem with planners for it.
func (p *Problem) trial(newPlanner Factory) *trial {
	return &trial{
		name: p.Name, values: p.Values, simulations: p.Simulations, tolerance: p.Tolerance,
		newView:    p.NewView,
		newPlanner: func() blindsight.Planner[*View, Action] { return newPlanner(p) },
		play:       p.play,
	}
}

func (p *Problem) play(rng *rand.Rand, ask func(v *View) (Action, error)) error {
	var s State
	p.Start(rng, &s)
	for v := p.NewView(); ; {
		a, err := ask(v)
		if err != nil {
			return err
		}
		step := p.Step(rng, &s, a)
		if step.Done() {
			return nil
		}
		if err := v.Did(a, step.Seen); err != nil {
			return err
		}
	}
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

// NewView returns the view of a play that has not begun.
func (p *Problem) NewView() *View {
	return &View{blindsight.NewHistory[Action, Seen](), &viewRules{p.Name, len(p.Values), p.horizon, p.legal}}
}

// NewSampler returns an estimator that draws from the exact belief, which it gets
// by going through all that can be hidden. It fails only with
// [blindsight.ErrInconsistent], where nothing hidden explains what was seen.
func (p *Problem) NewSampler() blindsight.Sampler[State, *View] { return &sampler{problem: p} }

type sampler struct {
	problem *Problem
	weights []float64
	spare   []float64
	health  blindsight.Health
}

func (e *sampler) Sample(_ context.Context, rng *rand.Rand, v *View, _ int, s *State) error {
	e.weights, e.spare = e.problem.belief(v, e.weights, e.spare)
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

// belief returns, for each thing that can be hidden now, the chance of it together with
// what was seen: the forward recursion of a Bayes filter. It overwrites both slices, and
// returns them.
func (p *Problem) belief(v *View, now, then []float64) (weights, spare []float64) {
	now = append(now[:0], p.prior...)
	for _, e := range v.Past() {
		then = append(then[:0], now...)
		clear(then)
		for h, w := range now {
			for _, x := range p.outcomes[h][e.Action] {
				if x.step.Seen == e.Seen && !x.step.Done() {
					then[h+x.shift] += w * x.chance
				}
			}
		}
		now, then = then, now
	}
	return now, then
}

var _ blindsight.Game[State, Action, Seen] = (*Problem)(nil)
