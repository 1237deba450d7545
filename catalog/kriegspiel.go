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
	{
		Name: "belief",
		Doc:  "keeps its belief, exact while it is small, plays guaranteed mates, else looks one ply ahead in all positions",
		Params: []Param{
			{Name: "exact", Default: "20000", Doc: "positions up to which the belief is exact"},
			{Name: "sample", Default: "6000", Doc: "positions kept of a larger belief"},
			{Name: "mate", Default: "200", Doc: "positions up to which guaranteed mates are searched for, 0 for never"},
			{Name: "depth", Default: "7", Doc: "of guaranteed mates, in moves of both sides"},
			{Name: "bit", Default: "0.06", Doc: "worth of a bit of what is heard, in pawns; more is an aggressive style that keeps its belief small"},
		},
		build: func(_ *kriegspiel.Rules, v *values) players.Player {
			return players.NewBeliever(players.BelieverOptions{
				Tracker: players.TrackerOptions{Exact: max(1, v.int("exact")), Sample: max(1, v.int("sample"))},
				Mate:    v.int("mate"), Depth: v.int("depth"), Bit: v.float("bit"),
			})
		},
	},
	{
		Name: "hunter",
		Doc:  "likely captures and checks first, over a limited belief, else at random",
		Params: []Param{
			{Name: "exact", Default: "100", Doc: "positions up to which the belief is exact"},
			{Name: "sample", Default: "100", Doc: "positions kept of a larger belief"},
		},
		build: func(_ *kriegspiel.Rules, v *values) players.Player {
			return players.NewHunter(players.HunterOptions{Tracker: players.TrackerOptions{Exact: max(1, v.int("exact")), Sample: max(1, v.int("sample"))}})
		},
	},
}
