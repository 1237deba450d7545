package planners

import (
	"fmt"

	"blindsight"
	"blindsight/belief/discrete"
	"blindsight/belief/particle"
	"blindsight/game/pomdp"
	"blindsight/search/uct"
)

// Belief is an estimator by which the searching player knows the hidden state.
type Belief uint8

// The beliefs.
const (
	ExactBelief    Belief = iota // the Bayes filter; of RockSample in factors, a chance for each rock
	ListedBelief                 // the Bayes filter over all states that are possible, also where there are factors
	ParticleBelief               // particles that follow the play
)

// beliefs are their names.
var beliefs = []string{"exact", "listed", "particle"}

// String returns "exact", "listed" or "particle".
func (b Belief) String() string { return beliefs[int(b)%len(beliefs)] }

// NewUCT returns the player that searches, as long as the budget says: in the graph of beliefs, between bounds (see package
// bounded). From above a belief is bounded by the fast informed bound, or by QMDP in large problems, from below by the best action
// that is done for ever; in RockSample by the best plays of who sees all, and by plans of who looks no more. What was found stays from decision to decision until a play
// begins. Particles are how many there are, 0 for the filter's default.
//
// It does not know when plays are cut. Without a discount there are no such bounds: the player is then UCT over histories, on the same beliefs.
func NewUCT(g *pomdp.Game, b Belief, particles int) (Player, error) {
	options := particle.Options{Particles: particles}
	if err := options.Check(); err != nil {
		return nil, err
	}
	switch {
	case int(b) >= len(beliefs):
		return nil, fmt.Errorf("belief %d: there are exact, listed and particle", b)
	case g.Model().Discount == 1 && b == ParticleBelief:
		return NewPOMCP(g, particles, uct.Config{})
	case g.Model().Discount == 1:
		tables, err := g.Tables()
		if err != nil {
			return nil, err
		}
		fresh := func() blindsight.Sampler[pomdp.State, *pomdp.View] {
			return discrete.New[pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen](tables, false)
		}
		return searcher{uct.New(g, fresh, uct.Config{})}, nil
	case b == ParticleBelief:
		return newSampler(g, options)
	}
	s, err := spaceOf(g, b == ExactBelief)
	if err != nil {
		return nil, err
	}
	return newThinker(s), nil
}

// NewPOMCP returns the player that searches on particles with nothing but the rules (Silver, Veness, Monte-Carlo planning
// in large POMDPs, 2010), with the bandit and the backup of package uct: nodes are histories, and rollouts random. Particles are
// how many there are, 0 for the filter's default. Trees are kept from decision to decision until a play begins.
//
// Where there is a discount it does not know when plays are cut.
func NewPOMCP(g *pomdp.Game, particles int, c uct.Config) (Player, error) {
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
	return searcher{uct.New(endless{g}, particle.NewView[*pomdp.View](g, 0, options).Fresh, c)}, nil
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
	_ blindsight.Follower[*pomdp.View, pomdp.Action, pomdp.Seen] = searcher{}
	_ blindsight.Game[pomdp.State, pomdp.Action, pomdp.Seen]     = endless{}
	_ Player                                                     = searcher{}
)
