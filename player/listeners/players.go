// Package listeners holds ready players of Tiger, composed of the rules, a belief and a search
// by plain constructors, and describes the game to package catalog.
package listeners

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/tiger"
)

// Player decides whether to listen or to open a door. Each goroutine needs one of its own.
type Player = blindsight.Planner[*tiger.View, tiger.Action]

// decision is what a player returns.
type decision = blindsight.Decision[tiger.Action]

// NewRandom returns the player that does anything, uniformly at random. It is safe for
// concurrent use.
func NewRandom() Player { return random{} }

type random struct{}

func (random) Choose(_ context.Context, rng *rand.Rand, _ *tiger.View, _ blindsight.Budget) (decision, error) {
	return decision{Action: tiger.Action(rng.IntN(int(tiger.OpenRight) + 1))}, nil
}

// NewThreshold returns the player that listens until so many growls more came from one side than
// from the other, and then opens the door of the other. With 2 that is optimal by the usual rules.
// It is safe for concurrent use.
func NewThreshold(bound int) Player { return threshold(bound) }

type threshold int

func (p threshold) Choose(_ context.Context, _ *rand.Rand, v *tiger.View, _ blindsight.Budget) (decision, error) {
	switch more, bound := v.More(), int(p); {
	case max(more, -more) < bound:
		return decision{Action: tiger.Listen}, nil
	case more > 0:
		return decision{Action: tiger.OpenRight}, nil
	}
	return decision{Action: tiger.OpenLeft}, nil
}
