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

// NewUCT returns the player that searches by multiple-observer information-set MCTS (uct.NewSides).
// It plays whichever side the view is of. It always does one thing, the one that was simulated most: it
// does not bluff now and then as an equilibrium does.
func NewUCT(b Belief, c uct.Config) (Player, error) {
	if b > ParticleBelief {
		return nil, fmt.Errorf("belief %d: there are exact, rejection and particle", b)
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	if err := c.CheckSides(); err != nil {
		return nil, err
	}
	return &searcher{belief: b, config: c}, nil
}

// searcher is a planner for the game and side that it was last asked for.
type searcher struct {
	belief  Belief
	config  uct.Config
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
	switch p.belief {
	case RejectionBelief:
		fresh = rejection.ReplaySide(g, side, nil, 0).Fresh
	case ParticleBelief:
		fresh = particle.NewSide(g, side, nil, particle.Options{}).Fresh
	default:
		fresh = rejection.New(g, 0).Fresh
	}
	p.planner = uct.NewSides(g, side, fresh, p.config)
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
