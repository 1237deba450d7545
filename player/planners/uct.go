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

// UCTOptions are the settings of [NewUCT].
type UCTOptions struct {
	Belief    Belief
	Particles int // how many there are, 0 for the filter's default
}

// Check tells what is wrong with the options.
func (o UCTOptions) Check() error {
	if int(o.Belief) >= len(beliefs) {
		return fmt.Errorf("belief %d: there are exact, listed and particle", o.Belief)
	}
	return particle.Options{Particles: o.Particles}.Check()
}

// NewUCT returns the player that searches, as long as the budget says: in the graph of beliefs, between bounds (see package
// bounded). From above a belief is bounded by the fast informed bound, or by QMDP in large problems, from below by the best action
// that is done for ever; in RockSample by the best plays of who sees all, and by plans of who looks no more. What was found stays from decision to decision until a play
// begins.
//
// It does not know when plays are cut. Without a discount there are no such bounds: the player is then UCT over histories, on the same beliefs.
// It panics if the options do not pass their Check; an error says that the game is too large to be written out.
func NewUCT(g *pomdp.Game, o UCTOptions) (Player, error) {
	must(o.Check())
	switch {
	case g.Model().Discount == 1 && o.Belief == ParticleBelief:
		return NewPOMCP(g, POMCPOptions{Particles: o.Particles}), nil
	case g.Model().Discount == 1:
		tables, err := g.Tables()
		if err != nil {
			return nil, err
		}
		fresh := func() blindsight.Sampler[pomdp.State, *pomdp.View] {
			return discrete.New[pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen](tables, false)
		}
		return searcher{uct.New(g, fresh, uct.Config{})}, nil
	case o.Belief == ParticleBelief:
		return newSampler(g, particle.Options{Particles: o.Particles})
	}
	s, err := spaceOf(g, o.Belief == ExactBelief)
	if err != nil {
		return nil, err
	}
	return newThinker(s), nil
}

// POMCPOptions are the settings of [NewPOMCP].
type POMCPOptions struct {
	Particles int // how many there are, 0 for the filter's default
	// Config is that of the search. Its discount and horizon are the game's; where there is a discount, trees are kept.
	Config uct.Config
}

// Check tells what is wrong with the options, for a game: its discount decides which searches there are.
func (o POMCPOptions) Check(g *pomdp.Game) error {
	if err := (particle.Options{Particles: o.Particles}).Check(); err != nil {
		return err
	}
	return o.search(g).Check()
}

// search returns the configuration of the search in a game.
func (o POMCPOptions) search(g *pomdp.Game) uct.Config {
	c, terms := o.Config, g.Terms()
	c.Discount = terms.Discount
	if c.Discount > 0 && c.Discount < 1 {
		c.Keep = true
	} else {
		c.Horizon = terms.Horizon
	}
	return c
}

// NewPOMCP returns the player that searches on particles with nothing but the rules (Silver, Veness, Monte-Carlo planning
// in large POMDPs, 2010), with the bandit and the backup of package uct: nodes are histories, and rollouts random. Trees are kept from
// decision to decision until a play begins.
//
// Where there is a discount it does not know when plays are cut. It panics if the options do not pass their Check.
func NewPOMCP(g *pomdp.Game, o POMCPOptions) Player {
	must(o.Check(g))
	filter := particle.NewView[*pomdp.View](g, 0, particle.Options{Particles: o.Particles})
	return searcher{uct.New(endless{g}, filter.Fresh, o.search(g))}
}

// must panics with what is wrong with options: a mistake of the programmer.
func must(err error) {
	if err != nil {
		panic("planners: " + err.Error())
	}
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
