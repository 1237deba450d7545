package phantoms

import (
	"fmt"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/belief/rejection"
	"blindsight/game/phantom"
	"blindsight/search/uct"
)

// Belief is an estimator by which a searching player draws states. All of them assume that the
// opponent has played uniformly so far.
type Belief uint8

// The beliefs.
const (
	ExactBelief     Belief = iota // [Exact] up to a million boards, then particles
	RejectionBelief               // plays from the start until all is as it was
	ParticleBelief                // particles that follow the play
)

// String returns "exact", "rejection" or "particle".
func (b Belief) String() string { return [...]string{"exact", "rejection", "particle"}[b%3] }

// UCTOptions say what the searching player assumes.
type UCTOptions struct {
	Belief Belief
	// Uniform says that the opponent plays uniformly at random in simulations too, so that the
	// search looks for the best response to that. Otherwise he learns as the player does.
	Uniform bool
	Config  uct.Config
}

// NewUCT returns the player that searches by multiple-observer information-set MCTS
// (uct.NewSides). It plays whichever side the view is of, and searches as long as the budget says. It panics if the options
// do not pass their Check.
func NewUCT(o UCTOptions) Player {
	if err := o.Check(); err != nil {
		panic("phantoms: " + err.Error())
	}
	return uct.NewSeats(func(g *phantom.Game, side blindsight.Side) *planner {
		p := uct.NewSides(g, side, newBelief(o.Belief, g, side), o.Config)
		if o.Uniform {
			p.Against(uct.Uniform[*phantom.View, phantom.Cell, phantom.Answer])
		}
		return p
	})
}

// Check tells what is wrong with the options.
func (o UCTOptions) Check() error {
	if o.Belief > ParticleBelief {
		return fmt.Errorf("belief %d: there are exact, rejection and particle", o.Belief)
	}
	if err := o.Config.Check(); err != nil {
		return err
	}
	return o.Config.CheckSides()
}

type planner = uct.Planner[phantom.State, *phantom.View, phantom.Cell, phantom.Answer]

// newBelief returns what makes estimators for a side.
func newBelief(b Belief, g *phantom.Game, side blindsight.Side) func() blindsight.Sampler[phantom.State, *phantom.View] {
	switch b {
	case RejectionBelief:
		return rejection.ReplaySide(g, side, nil, 0).Fresh
	case ParticleBelief:
		return particle.NewSide(g, side, nil, particle.Options{}).Fresh
	}
	return func() blindsight.Sampler[phantom.State, *phantom.View] { return newEither(g, side) }
}
