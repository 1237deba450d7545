package searchtest

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight"
)

// Duel is a small game of two sides, one of which plays by a given policy, so that what
// the other can gain is known. It never changes and may be shared; make planners for its
// Side with its NewView, NewSampler and Policy.
type Duel struct {
	Name        string
	Side        blindsight.Side // who is to find the best response
	Values      []float64       // the optimal return after each action of its first decision; derived where the duel is made
	Low, High   float64         // no play returns less or more
	Simulations int             // a budget within which a sound search finds an optimal action
	Tolerance   float64         // by how much the value it then reports may be off

	first  blindsight.Side                                         // who begins
	step   func(played []Ply, p Ply) blindsight.Step[Seen]         // the rules, which leave nothing to chance
	legal  func(side blindsight.Side, past []Event, a Action) bool // by what a side knows
	policy func(past []Event) []float64                            // the chance of each action of the other side, by what it knows
}

// Ply is one action of a side.
type Ply struct {
	Side   blindsight.Side
	Action Action
}

// most is how many plies a duel has at most.
const most = 12

// DuelState is a complete state: all that was played.
type DuelState struct {
	plies [most]Ply
	count int
	turn  blindsight.Side
}

func (s *DuelState) played() []Ply { return s.plies[:s.count] }

// Start begins a play, in which nothing is hidden yet.
func (d *Duel) Start(_ *rand.Rand, s *DuelState) blindsight.Side {
	*s = DuelState{turn: d.first}
	return d.first
}

// Step plays an action of the side to act. It does not allocate.
func (d *Duel) Step(_ *rand.Rand, s *DuelState, a Action) blindsight.Step[Seen] {
	p := Ply{s.turn, a}
	step := d.step(s.played(), p)
	s.plies[s.count] = p
	s.count++
	s.turn = step.Next
	return step
}

// ViewOf makes v the view of a side, by telling it the whole play again.
func (d *Duel) ViewOf(s *DuelState, side blindsight.Side, v *View) {
	v.CopyFrom(d.EmptyView(side))
	for i, p := range s.played() {
		if err := tell(v, side, p, d.step(s.plies[:i], p)); err != nil {
			panic("searchtest: " + d.Name + ": " + err.Error())
		}
	}
}

// tell tells the view of a side what it may know of a step.
func tell(v *View, side blindsight.Side, p Ply, step blindsight.Step[Seen]) error {
	switch {
	case p.Side == side:
		return v.Did(p.Action, step.Seen)
	case !step.Silent:
		return v.Heard(step.Heard)
	}
	return nil
}

// EmptyView returns the view of a side before the play.
func (d *Duel) EmptyView(side blindsight.Side) *View {
	legal := func(past []Event, a Action) bool { return d.legal(side, past, a) }
	return &View{blindsight.NewHistory[Action, Seen](), &viewRules{d.Name, len(d.Values), 0, legal}}
}

// NewView returns the view of the Side's first decision, before which it knows one thing
// only, whatever the other side did.
func (d *Duel) NewView() *View {
	v := d.EmptyView(d.Side)
	d.walk(func(s *DuelState, _ float64) bool {
		if s.turn == d.Side {
			d.ViewOf(s, d.Side, v)
		}
		return s.turn != d.Side
	})
	return v
}

// Policy returns what the other side does, for one goroutine. V is its view.
func (d *Duel) Policy() func(rng *rand.Rand, v *View) Action {
	return func(rng *rand.Rand, v *View) Action { return Action(draw(rng, d.policy(v.Past()))) }
}

// walk visits the states of all plays in which the other side keeps to its policy and the
// Side may do anything legal, those before others that they lead to. Weight is the chance
// of what the other side did. It does not go on from a state for which visit is false.
func (d *Duel) walk(visit func(s *DuelState, weight float64) bool) {
	var from func(s *DuelState, weight float64)
	from = func(s *DuelState, weight float64) {
		if s.turn == blindsight.Over || !visit(s, weight) {
			return
		}
		v := d.EmptyView(s.turn)
		d.ViewOf(s, s.turn, v)
		for _, a := range v.Legal(nil) {
			chance := 1.0
			if s.turn != d.Side {
				chance = d.policy(v.Past())[a]
			}
			if chance > 0 {
				next := *s
				d.Step(nil, &next, a)
				from(&next, weight*chance)
			}
		}
	}
	from(&DuelState{turn: d.first}, 1)
}

// belief returns the states in which the Side acts with this view, and the chances of them
// up to a common factor.
func (d *Duel) belief(v *View) (states []DuelState, weights []float64) {
	seen := d.EmptyView(d.Side)
	d.walk(func(s *DuelState, weight float64) bool {
		d.ViewOf(s, d.Side, seen)
		past := seen.Past()
		if len(past) > len(v.Past()) || !slices.Equal(past, v.Past()[:len(past)]) {
			return false
		}
		if s.turn == d.Side && len(past) == len(v.Past()) {
			states, weights = append(states, *s), append(weights, weight)
			return false
		}
		return true
	})
	return states, weights
}

// NewSampler returns an estimator that draws from the exact belief, which it gets by going
// through all plays. It fails only with [blindsight.ErrInconsistent].
func (d *Duel) NewSampler() blindsight.Sampler[DuelState, *View] { return &duelSampler{duel: d} }

type duelSampler struct {
	duel    *Duel
	known   bool
	key     blindsight.Key // of the view that states are of, if known
	states  []DuelState
	weights []float64
	health  blindsight.Health
}

func (e *duelSampler) Sample(_ context.Context, rng *rand.Rand, v *View, _ int, s *DuelState) error {
	if !e.known || e.key != v.Key() {
		e.states, e.weights = e.duel.belief(v)
		e.known, e.key = true, v.Key()
	}
	e.health.Draws++
	i := draw(rng, e.weights)
	if i < 0 {
		e.health.Failures++
		return blindsight.ErrInconsistent
	}
	*s = e.states[i]
	e.health.Samples++
	e.health.Accepted++
	return nil
}

func (e *duelSampler) Reset() {}

func (e *duelSampler) Health() blindsight.Health { return e.health }

// trial is the duel with planners for it.
func (d *Duel) trial(newPlanner SidesFactory) *trial {
	return &trial{
		name: d.Name, values: d.Values, simulations: d.Simulations, tolerance: d.Tolerance,
		newView:    d.NewView,
		newPlanner: func() blindsight.Planner[*View, Action] { return newPlanner(d) },
		play:       d.play,
	}
}

func (d *Duel) play(rng *rand.Rand, ask func(v *View) (Action, error)) error {
	views := [2]*View{d.EmptyView(0), d.EmptyView(1)}
	policy := d.Policy()
	var s DuelState
	for turn := d.Start(rng, &s); ; {
		var a Action
		if turn != d.Side {
			a = policy(rng, views[turn])
		} else {
			var err error
			if a, err = ask(views[turn]); err != nil {
				return err
			}
		}
		step := d.Step(rng, &s, a)
		if step.Done() {
			return nil
		}
		for side, v := range views {
			if err := tell(v, blindsight.Side(side), Ply{turn, a}, step); err != nil {
				return err
			}
		}
		turn = step.Next
	}
}

var (
	_ blindsight.Game[DuelState, Action, Seen] = (*Duel)(nil)
	_ blindsight.Witness[DuelState, *View]     = (*Duel)(nil)
)
