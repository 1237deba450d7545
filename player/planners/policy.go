package planners

import (
	"context"
	"math"
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/discrete"
	"blindsight/certificate/policy"
	"blindsight/game/pomdp"
)

// NewPolicy returns the player that follows a policy of alpha vectors: it keeps the exact belief and does the action
// of the vector whose mean is the greatest there. An error tells why the policy is not one of the game.
func NewPolicy(g *pomdp.Game, p *policy.Policy) (Player, error) {
	t, err := g.Tables()
	if err != nil {
		return nil, err
	}
	if err := p.Check(policy.Size{States: t.States, Actions: t.Actions, Observations: t.Observations}); err != nil {
		return nil, err
	}
	return &vectors{policy: p, filter: discrete.New[pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen](t, false)}, nil
}

// vectors is a player that has a policy and a belief.
type vectors struct {
	policy *policy.Policy
	filter *discrete.Filter[pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen]
	events int // of the play that it was told of
	begun  bool

	states  []int
	chances []float64
}

// Begin says that a play begins, or is taken up, with this view.
func (p *vectors) Begin(v *pomdp.View) {
	p.filter.Begin(v)
	p.begun, p.events = true, len(v.Past())
}

// Did says what was done, and what was observed of it.
func (p *vectors) Did(a pomdp.Action, o pomdp.Seen) {
	p.filter.Did(a, o)
	p.events++
}

// Heard panics: nobody else acts in a POMDP.
func (p *vectors) Heard(o pomdp.Seen) { p.filter.Heard(o) }

// Choose does what the best vector says. It needs neither time nor randomness.
func (p *vectors) Choose(_ context.Context, _ *rand.Rand, v *pomdp.View, _ blindsight.Budget) (decision, error) {
	if !p.begun || p.events != len(v.Past()) {
		p.Begin(v)
	}
	b, err := p.filter.Belief()
	if err != nil {
		return decision{}, err
	}
	p.states, p.chances = p.states[:0], p.chances[:0]
	for s, chance := range b.All() {
		p.states, p.chances = append(p.states, s), append(p.chances, chance)
	}
	best, most := 0, math.Inf(-1)
	for i, x := range p.policy.Vectors {
		mean := 0.0
		for j, s := range p.states {
			mean += p.chances[j] * x.Values[s]
		}
		if mean > most {
			best, most = i, mean
		}
	}
	return decision{Action: pomdp.Action(p.policy.Vectors[best].Action)}, nil
}
