package gunners

import (
	"blindsight/belief/packing"
	"blindsight/belief/rejection"
	"blindsight/game/battleship"
	"blindsight/search/uct"
)

// NewUCT returns UCT on the exact belief: fleets are drawn from it, independently. Where the belief
// cannot be worked out the player shoots at a cell at random, and counts that as a fallback.
func NewUCT(g *battleship.Game, c uct.Config) Player {
	return uct.New(g, packing.New(newFleets(g), 0, 0).Fresh, c)
}

// NewBSR returns BSR-UCT: UCT on a belief by rejection (Couëtoux, Milone, Teytaud 2011, Alg. 2). MaxDraws limits
// the draws for one fleet, 0 means rejection.DefaultMaxDraws. It plays fleets drawn ship by
// ship as well.
func NewBSR(g Dealt, maxDraws int, c uct.Config) Player {
	return uct.New(g, rejection.New(g, maxDraws).Fresh, c)
}
