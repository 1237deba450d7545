package gamblers

import (
	"context"
	"fmt"
	"math/rand/v2"

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
	return &searcher{options: o}
}

// searcher is a planner for the game and side that it was last asked for.
type searcher struct {
	options UCTOptions
	game    *poker.Game
	side    blindsight.Side
	planner *uct.Planner[poker.State, *poker.View, poker.Action, poker.Seen]
}

// sit makes a planner for the game and the side of a view, unless it has one.
func (p *searcher) sit(v *poker.View) {
	g, side := v.Game(), v.Side()
	if p.planner != nil && p.game == g && p.side == side {
		return
	}
	p.game, p.side = g, side
	var fresh func() blindsight.Sampler[poker.State, *poker.View]
	switch p.options.Belief {
	case RejectionBelief:
		fresh = rejection.ReplaySide(g, side, nil, 0).Fresh
	case ParticleBelief:
		fresh = particle.NewSide(g, side, nil, particle.Options{}).Fresh
	default:
		fresh = rejection.New(g, 0).Fresh
	}
	p.planner = uct.NewSides(g, side, fresh, p.options.Config)
}

// Begin says that a play begins, or is taken up, with this view.
func (p *searcher) Begin(v *poker.View) {
	p.sit(v)
	p.planner.Begin(v)
}

// Did tells the beliefs what the own side did and saw.
func (p *searcher) Did(a poker.Action, o poker.Seen) {
	if p.planner != nil {
		p.planner.Did(a, o)
	}
}

// Heard tells the beliefs what was heard of the other side.
func (p *searcher) Heard(o poker.Seen) {
	if p.planner != nil {
		p.planner.Heard(o)
	}
}

// Choose searches.
func (p *searcher) Choose(ctx context.Context, rng *rand.Rand, v *poker.View, b blindsight.Budget) (decision, error) {
	if !v.Mine() {
		return decision{}, errNotAsked
	}
	p.sit(v)
	return p.planner.Choose(ctx, rng, v, b)
}

var _ blindsight.Follower[*poker.View, poker.Action, poker.Seen] = (*searcher)(nil)
