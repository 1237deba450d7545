package kriegspielers

import (
	"blindsight/catalog"
	"blindsight/game/kriegspiel"
)

// Catalogue lists the players of Kriegspiel.
var Catalogue = catalog.Table[*kriegspiel.Rules, Player]{
	{
		Name:  "random",
		Doc:   "tries whatever makes sense, uniformly at random",
		Build: func(*kriegspiel.Rules, *catalog.Values) Player { return NewRandom() },
	},
	{
		Name:  "greedy",
		Doc:   "captures and checks first, by what was heard; no belief",
		Build: func(*kriegspiel.Rules, *catalog.Values) Player { return NewGreedy() },
	},
	{
		Name:   "belief",
		Doc:    "keeps its belief, exact while it is small, plays guaranteed mates, else looks one ply ahead in all positions",
		Params: believerParams,
		Build:  func(_ *kriegspiel.Rules, v *catalog.Values) Player { return NewBeliever(believerOptions(v)) },
	},
	{
		Name:   "belief-1",
		Doc:    "belief as it was before its belief became a general particle filter, to measure it against",
		Params: believerParams,
		Build:  func(_ *kriegspiel.Rules, v *catalog.Values) Player { return NewBeliever1(believerOptions(v)) },
	},
	{
		Name: "hunter",
		Doc:  "likely captures and checks first, over a limited belief, else at random",
		Params: []catalog.Param{
			{Name: "exact", Default: "100", Doc: "positions up to which the belief is exact"},
			{Name: "sample", Default: "100", Doc: "positions kept of a larger belief"},
		},
		Build: func(_ *kriegspiel.Rules, v *catalog.Values) Player {
			return NewHunter(HunterOptions{Tracker: TrackerOptions{Exact: max(1, v.Int("exact")), Sample: max(1, v.Int("sample"))}})
		},
	},
}

var believerParams = []catalog.Param{
	{Name: "exact", Default: "20000", Doc: "positions up to which the belief is exact"},
	{Name: "sample", Default: "6000", Doc: "positions kept of a larger belief"},
	{Name: "mate", Default: "200", Doc: "positions up to which guaranteed mates are searched for, 0 for never"},
	{Name: "depth", Default: "7", Doc: "of guaranteed mates, in moves of both sides"},
	{Name: "bit", Default: "0.06", Doc: "worth of a bit of what is heard, in pawns; more is an aggressive style that keeps its belief small"},
	{Name: "endings", Default: "false", Doc: "hunt a lone king by tables of guaranteed mates, and over the exact belief"},
}

func believerOptions(v *catalog.Values) BelieverOptions {
	return BelieverOptions{
		Tracker: TrackerOptions{Exact: max(1, v.Int("exact")), Sample: max(1, v.Int("sample"))},
		Mate:    v.Int("mate"), Depth: v.Int("depth"), Bit: v.Float("bit"), Endings: v.Bool("endings"),
	}
}
