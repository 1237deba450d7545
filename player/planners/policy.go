package planners

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"blindsight"
	"blindsight/belief/discrete"
	"blindsight/certificate/policy"
	"blindsight/game/pomdp"
)

// filter is the exact belief of a POMDP.
type filter = discrete.Filter[pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen]

// NewPolicy returns the player that keeps the exact belief and does the action of the vector whose mean there is the greatest. It
// needs no budget. An error says that the policy is not of this game.
func NewPolicy(g *pomdp.Game, p *policy.Policy) (Player, error) {
	tables, err := g.Tables()
	if err != nil {
		return nil, err
	}
	if err := p.Check(sizeOf(tables)); err != nil {
		return nil, err
	}
	if len(p.Vectors) == 0 {
		return nil, errors.New("a policy without vectors")
	}
	return &follower{discrete.New[pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen](tables, false), p}, nil
}

// ReadPolicy is NewPolicy for a file, Cassandra's .alpha or the reference solver's XML.
func ReadPolicy(g *pomdp.Game, name string) (Player, error) {
	if name == "" {
		return nil, errors.New("give its file, as in policy,file=FILE: 'pomdp solve --policy FILE' writes one")
	}
	tables, err := g.Tables()
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := policy.Read(f, name, sizeOf(tables))
	if err != nil {
		return nil, err
	}
	player, err := NewPolicy(g, p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return player, nil
}

func sizeOf(t *blindsight.Tables) policy.Size {
	return policy.Size{States: t.States, Actions: t.Actions, Observations: t.Observations}
}

// follower plays by a policy.
type follower struct {
	*filter
	policy *policy.Policy
}

// Choose returns the action of the best vector. What cannot have been is an error, a [*discrete.Impossible].
func (p *follower) Choose(_ context.Context, _ *rand.Rand, v *pomdp.View, _ blindsight.Budget) (decision, error) {
	b, err := p.Follow(v)
	if err != nil {
		return decision{}, err
	}
	best, action := math.Inf(-1), 0
	for _, vector := range p.policy.Vectors {
		mean := 0.0
		for s, chance := range b.All() {
			mean += float64(chance * vector.Values[s])
		}
		if mean > best {
			best, action = mean, vector.Action
		}
	}
	return decision{Action: pomdp.Action(action), Value: best, Measure: blindsight.Return}, nil
}

var (
	_ Player                                                     = (*follower)(nil)
	_ blindsight.Follower[*pomdp.View, pomdp.Action, pomdp.Seen] = (*follower)(nil)
)
