// Package gamblers holds ready players of the small pokers, composed of the rules, a belief and a
// search by plain constructors, and describes the games to package catalog. The player cfr, which every
// listed game of two sides has whose chance can be listed, comes from there.
package gamblers

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/poker"
)

// Player decides whether to fold, call or raise. Each goroutine needs one of its own.
type Player = blindsight.Planner[*poker.View, poker.Action]

// decision is what a player returns.
type decision = blindsight.Decision[poker.Action]

// NewRandom returns the player that does anything legal, uniformly at random. It keeps nothing and
// is safe for concurrent use.
func NewRandom() Player { return random{} }

type random struct{}

func (random) Choose(_ context.Context, rng *rand.Rand, v *poker.View, _ blindsight.Budget) (decision, error) {
	if !v.Mine() {
		return decision{}, blindsight.ErrNotAsked
	}
	legal := v.Legal(nil)
	return decision{Action: legal[rng.IntN(len(legal))]}, nil
}

// Mix gives all actions the same probability.
func (random) Mix(_ *poker.View, play []float64) error {
	for i := range play {
		play[i] = 1 / float64(len(play))
	}
	return nil
}
