package catalog

import (
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspiel"
)

// Kriegspiel is the catalogue of Kriegspiel players.
var Kriegspiel = Table[*kriegspiel.Rules, players.Player]{
	{
		Name:  "random",
		Doc:   "tries whatever makes sense, uniformly at random",
		build: func(*kriegspiel.Rules, *values) players.Player { return players.NewRandom() },
	},
	{
		Name:  "greedy",
		Doc:   "captures and checks first, by what was heard; no belief",
		build: func(*kriegspiel.Rules, *values) players.Player { return players.NewGreedy() },
	},
}
