package planners

import (
	"fmt"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/game/pomdp"
	"blindsight/search/uct"
)

// Belief is an estimator by which the searching player draws the hidden state.
type Belief uint8

// The beliefs.
const (
	ExactBelief    Belief = iota // the Bayes filter
	ParticleBelief               // particles that follow the play
)

// String returns "exact" or "particle".
func (b Belief) String() string { return [...]string{"exact", "particle"}[b%2] }

// NewUCT returns the player that searches, as long as the budget says.
//
// On the exact belief its nodes are beliefs: histories that leave the same one are one node. A new node is worth what the
// best action brings when it is done for ever, and actions that bounds rule out are not looked at. On particles it is POMCP (Silver, Veness, Monte-Carlo planning
// in large POMDPs, 2010), with the bandit and the backup of package uct: nodes are histories, and rollouts random. Particles are
// how many there are, 0 for the filter's default. Trees are kept from decision to decision until a play begins.
//
// Where there is a discount it does not know when plays are cut.
func NewUCT(g *pomdp.Game, b Belief, particles int, c uct.Config) (Player, error) {
	options := particle.Options{Particles: particles}
	if err := options.Check(); err != nil {
		return nil, err
	}
	terms := g.Terms()
	c.Discount = terms.Discount
	if c.Discount > 0 && c.Discount < 1 {
		c.Keep = true
	} else {
		c.Horizon = terms.Horizon
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	switch b {
	case ExactBelief:
		return newBeliever(g, c)
	case ParticleBelief:
		return searcher{uct.New(endless{g}, particle.NewView[*pomdp.View](g, 0, options).Fresh, c)}, nil
	}
	return nil, fmt.Errorf("belief %d: there are exact and particle", b)
}

// endless is the game without its horizon.
type endless struct{ *pomdp.Game }

// Terms returns the discount alone.
func (g endless) Terms() blindsight.Terms {
	return blindsight.Terms{Discount: g.Game.Terms().Discount}
}

// searcher is a search that begins every play anew, so that plays do not depend on each other.
type searcher struct {
	*uct.Planner[pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen]
}

// Begin forgets the plays before.
func (p searcher) Begin(v *pomdp.View) {
	p.Forget()
	p.Planner.Begin(v)
}

var (
	_ blindsight.Follower[*pomdp.View, pomdp.Action, pomdp.Seen]       = searcher{}
	_ particle.ObservationModel[pomdp.State, pomdp.Action, pomdp.Seen] = (*pomdp.Game)(nil)
	_ blindsight.Game[pomdp.State, pomdp.Action, pomdp.Seen]           = endless{}
	_ Player                                                           = searcher{}
)
