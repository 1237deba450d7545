package catalog

import (
	"errors"
	"strconv"

	"blindsight/belief/metropolis"
	"blindsight/belief/rejection"
	"blindsight/game/minesweeper"
	players "blindsight/player/minesweeper"
	"blindsight/search/expectimax"
	"blindsight/search/uct"
)

// Minesweeper is the catalogue of Minesweeper players.
var Minesweeper = Table[*minesweeper.Game, players.Player]{
	{
		Name:  "random",
		Doc:   "opens a legal cell uniformly at random",
		build: func(*minesweeper.Game, *values) players.Player { return players.NewRandom() },
	},
	{
		Name:   "bsr-uct",
		Doc:    "UCT on a belief by rejection (paper A, Alg. 1 and 2)",
		Params: append(uctParams(), Param{Name: "draws", Default: strconv.Itoa(rejection.DefaultMaxDraws), Doc: "draws for one state before rejection gives up"}),
		build: func(g *minesweeper.Game, v *values) players.Player {
			return buildUCT(g, v, func(g *minesweeper.Game, c uct.Config) players.Player {
				return players.NewBSR(g, v.int("draws"), c)
			})
		},
	},
	metropolisEntry("bsr-uct-mcmc", "UCT on a belief by Metropolis chains from random starts (paper A, Alg. 3)", metropolis.Random),
	metropolisEntry("bsr-uct-fast", "UCT on a belief by Metropolis chains that inherit the last state (paper A, Alg. 4)", metropolis.Inherit),
	metropolisEntry("bsr-uct-csp", "UCT on a belief by Metropolis chains from a solution of the constraints (paper B, Alg. 3)", metropolis.Solve),
	{
		Name:   "optimal",
		Doc:    "the exact optimum from the first move on, for small boards; ignores the budget",
		Params: []Param{{Name: "memory", Default: "1024", Doc: "memory for known beliefs, in MiB"}},
		build: func(g *minesweeper.Game, v *values) players.Player {
			return players.NewOptimal(g, expectimax.New(expectimax.Options{Memory: int64(v.int("memory")) << 20, Workers: 1}))
		},
	},
}

func metropolisEntry(name, doc string, start metropolis.Start) Entry[*minesweeper.Game, players.Player] {
	return Entry[*minesweeper.Game, players.Player]{
		Name:   name,
		Doc:    doc,
		Params: append(uctParams(), Param{Name: "wander", Default: strconv.Itoa(metropolis.DefaultMaxWander), Doc: "changes before a chain that is not consistent gives up"}),
		build: func(g *minesweeper.Game, v *values) players.Player {
			return buildUCT(g, v, func(g *minesweeper.Game, c uct.Config) players.Player {
				return players.NewBSRMetropolis(g, start, v.int("wander"), c)
			})
		},
	}
}

// uctParams are the parameters that all players by UCT share.
func uctParams() []Param {
	truth := []string{"true", "false"}
	return []Param{
		{Name: "objective", Default: "score", Doc: "what to maximise", Choices: []string{"score", "win"}},
		{Name: "sampling", Default: "nodes", Doc: "draw the hidden state anew at all nodes (the paper's way) or at the root only", Choices: []string{"nodes", "root"}},
		{Name: "explore", Default: "1", Doc: "factor of the bandit's bonus; the paper's is 1"},
		{Name: "relative", Default: "false", Doc: "measure the bonus by what can still be gained at a node", Choices: truth},
		{Name: "share", Default: "true", Doc: "positions reached in another order, or mirrored, are one node", Choices: truth},
		{Name: "widen", Default: "0", Doc: "progressive widening: a node visited n times considers widen*n^widen-power cells; 0 is all"},
		{Name: "widen-power", Default: "0.5", Doc: "exponent of widening"},
		{Name: "trees", Default: "1", Doc: "independent searches that share the budget and the cores"},
	}
}

func buildUCT(g *minesweeper.Game, v *values, build func(*minesweeper.Game, uct.Config) players.Player) players.Player {
	c := uct.Config{
		Exploration: v.float("explore"),
		Relative:    v.bool("relative"),
		Share:       v.bool("share"),
		Widening:    uct.Widening{Factor: v.float("widen"), Exponent: v.float("widen-power")},
		Trees:       v.int("trees"),
	}
	if v.choice("sampling") == "root" {
		c.Sampling = uct.AtRoot
	}
	if c.Exploration == 0 {
		v.fail(errors.New("explore=0: must be positive, or nothing but the first impression counts"))
	}
	if err := c.Check(); err != nil {
		v.fail(err)
	}
	objective, err := minesweeper.ParseObjective(v.choice("objective"))
	if err != nil {
		v.fail(err)
	}
	if v.err != nil {
		return nil
	}
	return build(g.WithObjective(objective), c)
}
