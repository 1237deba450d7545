// Package phantoms holds what is composed of the rules of phantom tic-tac-toe and dark hex, an
// estimator and a search: ready players. Catalogue gives the players names.
//
// [NewGuaranteed] looks for wins, or draws, that nothing can prevent; [NewUCT] searches by simulations on a belief of
// where the other side's stones are; [Exact] is that belief, listed.
package phantoms

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/phantom"
)

// Player decides what to try next. Each goroutine needs one of its own.
type Player = blindsight.Planner[*phantom.View, phantom.Cell]

// decision is what a player returns.
type decision = blindsight.Decision[phantom.Cell]

// NewRandom returns the player that tries the legal cells uniformly at random. It keeps
// nothing and is safe for concurrent use.
func NewRandom() Player { return random{} }

type random struct{}

func (random) Choose(_ context.Context, rng *rand.Rand, v *phantom.View, _ blindsight.Budget) (decision, error) {
	if !v.Mine() {
		return decision{}, blindsight.ErrNotAsked
	}
	return decision{Action: v.Pick(rng)}, nil
}

// Mix gives all cells the same probability.
func (random) Mix(_ *phantom.View, play []float64) error {
	for i := range play {
		play[i] = 1 / float64(len(play))
	}
	return nil
}
