// Package gunners holds ready players of Battleship, composed of the rules, a belief and a
// search by plain constructors, and describes the game to package catalog.
//
// [NewAhead] is the strongest: it counts all fleets that agree with the shots (package packing) and looks a shot ahead;
// [NewDensity] shoots where most of them lie.
package gunners

import (
	"context"
	"errors"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/battleship"
)

// Player decides where to shoot. Each goroutine needs one of its own.
type Player = blindsight.Planner[*battleship.View, battleship.Cell]

// Dealt is Battleship with fleets drawn in either way: [battleship.Game] or [battleship.ShipByShip].
type Dealt interface {
	blindsight.Game[battleship.State, battleship.Cell, battleship.Seen]
	blindsight.Prior[battleship.State, *battleship.View]
	// Rules returns the rules, the longest ship first.
	Rules() battleship.Rules
	// NewView returns the view before the first shot.
	NewView() *battleship.View
	// Name returns a cell as row,column.
	Name(battleship.Cell) string
}

var (
	_ Dealt = (*battleship.Game)(nil)
	_ Dealt = (*battleship.ShipByShip)(nil)
)

var errOver = errors.New("no ship is left to hit")

// NewRandom returns the player that shoots at a cell uniformly at random.
func NewRandom() Player { return random{} }

type random struct{}

func (random) Choose(_ context.Context, rng *rand.Rand, v *battleship.View, _ blindsight.Budget) (blindsight.Decision[battleship.Cell], error) {
	if v.Left() == 0 {
		return blindsight.Decision[battleship.Cell]{}, errOver
	}
	return blindsight.Decision[battleship.Cell]{Action: v.Pick(rng)}, nil
}
