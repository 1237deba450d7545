// Package planners holds ready players of POMDPs, composed of the rules, a belief and a search by plain
// constructors, and describes the game to package catalog.
//
// They play any problem of package pomdp, from a file or from Go: a search between bounds on an exact belief or on
// particles, POMCP, which knows the rules alone, and policies from files.
package planners

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/pomdp"
)

// Player decides what to do in a POMDP. Each goroutine needs one of its own.
type Player = blindsight.Planner[*pomdp.View, pomdp.Action]

// decision is what a player returns.
type decision = blindsight.Decision[pomdp.Action]

// NewRandom returns the player that does anything, uniformly at random. It is safe for
// concurrent use.
func NewRandom() Player { return random{} }

type random struct{}

func (random) Choose(_ context.Context, rng *rand.Rand, v *pomdp.View, _ blindsight.Budget) (decision, error) {
	legal := v.Legal(nil)
	return decision{Action: legal[rng.IntN(len(legal))]}, nil
}
