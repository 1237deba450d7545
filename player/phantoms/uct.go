package phantoms

import (
	"context"
	"fmt"
	"math/rand/v2"

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
	return &searcher{options: o}
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

// searcher is a planner for the game and side that it was last asked for.
type searcher struct {
	options UCTOptions
	game    *phantom.Game
	side    blindsight.Side
	planner *planner
}

// sit makes a planner for the game and the side of a view, unless it has one.
func (p *searcher) sit(v *phantom.View) {
	g, side := v.Game(), v.Side()
	if p.planner != nil && p.game == g && p.side == side {
		return
	}
	p.game, p.side = g, side
	p.planner = uct.NewSides(g, side, newBelief(p.options.Belief, g, side), p.options.Config)
	if p.options.Uniform {
		p.planner.Against(uct.Uniform[*phantom.View, phantom.Cell, phantom.Answer])
	}
}

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

// Begin says that a play begins, or is taken up, with this view.
func (p *searcher) Begin(v *phantom.View) {
	p.sit(v)
	p.planner.Begin(v)
}

// Did tells the beliefs what the own side did and saw.
func (p *searcher) Did(c phantom.Cell, a phantom.Answer) {
	if p.planner != nil {
		p.planner.Did(c, a)
	}
}

// Heard tells the beliefs what was heard of the opponent.
func (p *searcher) Heard(a phantom.Answer) {
	if p.planner != nil {
		p.planner.Heard(a)
	}
}

// Choose searches.
func (p *searcher) Choose(ctx context.Context, rng *rand.Rand, v *phantom.View, b blindsight.Budget) (decision, error) {
	if !v.Mine() {
		return decision{}, errNoCell
	}
	p.sit(v)
	return p.planner.Choose(ctx, rng, v, b)
}

var _ follower = (*searcher)(nil)
