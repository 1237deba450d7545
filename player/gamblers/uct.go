package gamblers

import (
	"fmt"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/belief/rejection"
	"blindsight/game/poker"
	"blindsight/search/uct"
)

// Belief is an estimator by which the searching player draws the other side's card. All of them
// assume that the other side has acted uniformly at random so far, which tells nothing about its card.
type Belief uint8

// The beliefs.
const (
	ExactBelief     Belief = iota // from the cards that are left
	RejectionBelief               // plays from the start until all is as it was
	ParticleBelief                // particles that follow the play
)

// String returns "exact", "rejection" or "particle".
func (b Belief) String() string { return [...]string{"exact", "rejection", "particle"}[b%3] }

// UCTOptions say what the searching player assumes. The zero UCTOptions are the exact belief and the default search.
type UCTOptions struct {
	Belief Belief
	Config uct.Config
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

// NewUCT returns the player that searches by multiple-observer information-set MCTS (uct.NewSides).
// It plays whichever side the view is of. It always does one thing, the one that was simulated most: it
// does not bluff now and then as an equilibrium does. It panics if the options do not pass their Check.
func NewUCT(o UCTOptions) Player {
	if err := o.Check(); err != nil {
		panic("gamblers: " + err.Error())
	}
	return uct.NewSeats(func(g *poker.Game, side blindsight.Side) *planner {
		return uct.NewSides(g, side, newBelief(o.Belief, g, side), o.Config)
	})
}

type planner = uct.Planner[poker.State, *poker.View, poker.Action, poker.Seen]

// newBelief returns what makes estimators for a side.
func newBelief(b Belief, g *poker.Game, side blindsight.Side) func() blindsight.Sampler[poker.State, *poker.View] {
	switch b {
	case RejectionBelief:
		return rejection.ReplaySide(g, side, nil, 0).Fresh
	case ParticleBelief:
		return particle.NewSide(g, side, nil, particle.Options{}).Fresh
	}
	return rejection.New(g, 0).Fresh
}
