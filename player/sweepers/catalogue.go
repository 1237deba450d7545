package sweepers

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"blindsight/belief/metropolis"
	"blindsight/belief/rejection"
	"blindsight/catalog"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/bssuct"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/strong"
	"blindsight/search/reveal"
	"blindsight/search/uct"
)

// Catalogue lists the players of Minesweeper.
var Catalogue = catalog.Table[*minesweeper.Game, Player]{
	{
		Name:    "random",
		Doc:     "opens a legal cell uniformly at random",
		Instant: true,
		Build:   func(*minesweeper.Game, *catalog.Values) Player { return NewRandom() },
	},
	{
		Name:    "sps",
		Doc:     "single point strategy (paper B, 3.4): what one number at a time shows to be safe; else a guess, which is ours",
		Instant: true,
		Build:   func(*minesweeper.Game, *catalog.Values) Player { return NewSPS() },
	},
	{
		Name:    "csp",
		Doc:     "opens a cell of least mine probability, by exact counting (paper B, Alg. 2)",
		Instant: true,
		Build:   func(*minesweeper.Game, *catalog.Values) Player { return NewCSP() },
	},
	{
		Name:    "csp-corner",
		Doc:     "a corner first, then what sps finds safe, else as csp",
		Instant: true,
		Build:   func(*minesweeper.Game, *catalog.Values) Player { return NewCSPCorner() },
	},
	{
		Name:    "csp-pgms",
		Doc:     "as the program CSP-PGMS: the corner 0,0 first, solutions of each component counted alike (paper B's rival)",
		Instant: true,
		Build:   func(*minesweeper.Game, *catalog.Values) Player { return NewCSPPGMS() },
	},
	{
		Name: "bsr-uct",
		Doc:  "UCT on a belief by rejection, after paper A, Alg. 1 and 2 (theirs: literal=true)",
		Params: append(
			uctParams(), literalParam(""),
			catalog.Param{Name: "draws", Default: strconv.Itoa(rejection.DefaultMaxDraws), Doc: "draws for one state before rejection gives up: below the root the state at hand then stays, at the root it tries again while there is time"},
		),
		Build: func(g *minesweeper.Game, v *catalog.Values) Player {
			return buildUCT(g, v, func(g *minesweeper.Game, c uct.Config) Player {
				if plain(v) {
					return NewBSRPlain(g, v.Int("draws"), c)
				}
				return NewBSR(g, v.Int("draws"), c)
			})
		},
	},
	metropolisEntry(
		"bsr-uct-mcmc", "UCT on a belief by Metropolis chains from random starts, after paper A, Alg. 3 (theirs: literal=true)", metropolis.Random,
		literalParam(literalChain),
	),
	metropolisEntry(
		"bsr-uct-fast", "UCT on a belief by Metropolis chains that inherit the last state, after paper A, Alg. 4 (theirs: literal=true)", metropolis.Inherit,
		literalParam(literalChain),
		catalog.Param{Name: "extra", Default: "true", Doc: "a chain none of whose steps was accepted takes more, until one is: not in the paper, and biased at small effort; false: as many as asked for", Choices: truth()},
	),
	metropolisEntry("bsr-uct-csp", "UCT on a belief by Metropolis chains from a solution of the constraints (paper B, Alg. 3)", metropolis.Solve),
	bssuctPaperEntry(),
	bssuctEntry("bssuct", "UCT with exact counting inside, ours in the spirit of paper B", "0"),
	bssuctEntry("bssuct-exact", "the same, handing over to the exact optimum when few placements are left", "200"),
	strongEntry(),
	{
		Name:    "optimal",
		Doc:     "the exact optimum from the first move on, for small boards; ignores the budget",
		Params:  []catalog.Param{{Name: "memory", Default: "1024", Doc: "memory for known beliefs, in MiB"}},
		Instant: true,
		Build: func(g *minesweeper.Game, v *catalog.Values) Player {
			return optimum.NewPlayer(g, reveal.New(reveal.Options{Memory: int64(v.Int("memory")) << 20, Workers: 1}))
		},
	},
}

func strongEntry() catalog.Entry[*minesweeper.Game, Player] {
	d := strong.Default()
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	return catalog.Entry[*minesweeper.Game, Player]{
		Name: "strong",
		Doc:  "for boards of any size: exact counting, the exact optimum near the end, else a guess by fitted weights, with a budget by playing on",
		Params: append([]catalog.Param{
			{Name: "candidates", Default: strconv.Itoa(d.Candidates), Doc: "cells that a guess is chosen from, at most"},
			{Name: "loose", Default: strconv.Itoa(d.Loose), Doc: "of these, beside no number"},
			{Name: "window", Default: number(d.Window), Doc: "least chance to survive of these, as a share of the safest cell's"},
			{Name: "depth", Default: strconv.Itoa(d.Depth), Doc: "guesses looked ahead, 2 or 3; 0: 2 without a budget, else 3"},
			{Name: "playouts", Default: strconv.Itoa(d.Playouts), Doc: "cells not known from which down a budget goes to playing on after each guess"},
			{Name: "exact", Default: strconv.Itoa(d.Exact), Doc: "placements from which down the exact optimum is sought without a budget"},
			{Name: "first", Default: "best", Doc: "first cell as ROW:COL; best: the best that is known, or found within the budget"},
		}, partParams()...),
		Instant: true,
		Build: func(g *minesweeper.Game, v *catalog.Values) Player {
			o := strong.Options{Constants: strong.Tuned(), Depth: v.Int("depth"), Exact: v.Int("exact")}
			o.Candidates, o.Loose, o.Window, o.Playouts = v.Int("candidates"), v.Int("loose"), v.Float("window"), v.Int("playouts")
			if first := v.Choice("first"); first != "best" {
				c, err := g.ParseCell(strings.Replace(first, ":", ",", 1))
				if err != nil || !g.Servable(c) {
					v.Fail(fmt.Errorf("first=%s: want ROW:COL of a cell that can be opened first, as in first=2:2", first))
				}
				o.First = &c
			}
			readParts(v, &o)
			if err := o.Check(); err != nil {
				v.Fail(err)
			}
			if v.Err() != nil {
				return nil
			}
			return strong.New(o)
		},
	}
}

func metropolisEntry(name, doc string, start metropolis.Start, more ...catalog.Param) catalog.Entry[*minesweeper.Game, Player] {
	params := append(append(uctParams(), more...), catalog.Param{
		Name: "kernel", Default: "sets", Choices: []string{"sets", "vectors"},
		Doc: "how a step of the chain moves mines: those lifted are laid together on free cells, or each goes by itself to any cell, and where two meet the step is for nothing (the paper's way); the latter is of the whole board, so proposal=board",
	})
	return catalog.Entry[*minesweeper.Game, Player]{
		Name:   name,
		Doc:    doc,
		Params: append(params, catalog.Param{Name: "wander", Default: strconv.Itoa(metropolis.DefaultMaxWander), Doc: "changes before a chain that is not consistent gives up"}),
		Build: func(g *minesweeper.Game, v *catalog.Values) Player {
			return buildUCT(g, v, func(g *minesweeper.Game, c uct.Config) Player {
				chain := Chain{Start: start, Plain: plain(v), Vectors: v.Choice("kernel") == "vectors", MaxWander: v.Int("wander")}
				switch {
				case v.Bool("literal"):
					chain.Steps = metropolis.Literal
				case v.Choice("extra") == "false":
					chain.Steps = metropolis.Counted
				}
				return NewBSRMetropolis(g, chain, c)
			})
		},
	}
}

func truth() []string { return []string{"true", "false"} }

// literalChain is what literal=true means for a Metropolis chain.
const literalChain = "exactly as many trials as simulations, 0/0 rejects, inconsistent states are played and counted, kernel=vectors where mines are drawn on the whole board; "

// literalParam makes a player paper A's to the letter.
func literalParam(chain string) catalog.Param {
	return catalog.Param{Name: "literal", Default: "false", Doc: "paper A to the letter: " + chain + "proposal=board and returns=game (so share=false) unless given otherwise", Choices: truth()}
}

// plain tells whether states are drawn from the whole prior.
func plain(v *catalog.Values) bool { return v.Choice("proposal") == "board" }

// uctParams are the parameters that all players by UCT share.
func uctParams() []catalog.Param {
	truth := truth()
	return []catalog.Param{
		{Name: "objective", Default: "score", Doc: "what to maximise", Choices: []string{"score", "win"}},
		{Name: "sampling", Default: "nodes", Doc: "draw the hidden state anew at all nodes (the paper's way) or at the root only", Choices: []string{"nodes", "root"}},
		{Name: "explore", Default: "1", Doc: "factor of the bandit's bonus; the paper's is 1"},
		{Name: "relative", Default: "false", Doc: "measure the bonus by what can still be gained at a node", Choices: truth},
		{Name: "share", Default: "true", Doc: "positions reached in another order, or mirrored, are one node", Choices: truth},
		{Name: "proposal", Default: "closed", Doc: "where drawn mines lie: on closed cells only, or anywhere on the board that the first cell left (the paper's way, which knows no trick of Mines)", Choices: []string{"closed", "board"}},
		{Name: "returns", Default: "node", Doc: "count what a simulation brings from a node on, or in the whole game (the paper's way; cells never tried count 0 in both); the latter with share=false", Choices: []string{"node", "game"}},
		{Name: "widen", Default: "0", Doc: "progressive widening: a node visited n times considers widen*n^widen-power cells; 0 is all; the paper widens by constants that it does not give, as in widen=1,widen-power=0.5"},
		{Name: "widen-power", Default: "0.5", Doc: "exponent of widening"},
		{Name: "trees", Default: "1", Doc: "independent searches that share the budget and the cores"},
		memoryParam(),
		{Name: "safe", Default: "false", Doc: "open a certainly safe cell wherever there is one; false: the paper's play, which may open a risky one instead", Choices: truth},
	}
}

// ForAdvice returns how a player is written where people ask it for advice: players that
// have a parameter safe get safe=true, unless they were given one. What is not known is
// returned as it is.
func ForAdvice(player string) string {
	e, err := Catalogue.Find(player)
	if err != nil || !slices.ContainsFunc(e.Params, func(p catalog.Param) bool { return p.Name == "safe" }) || strings.Contains(player, ",safe=") {
		return player
	}
	return player + ",safe=true"
}

// Advisers lists the Minesweeper players as they are offered for advice, see [ForAdvice].
func Advisers() []string {
	names := Catalogue.Names()
	for i := range names {
		names[i] = ForAdvice(names[i])
	}
	return names
}

// memoryParam bounds a search tree.
func memoryParam() catalog.Param {
	return catalog.Param{Name: "memory", Default: strconv.Itoa(uct.DefaultMemory >> 20), Doc: "memory for the tree, in MiB; a full tree grows no more, and the health says so"}
}

var errExtra = errors.New("literal=true: needs extra=false, since further steps are not in the paper")

var errKernel = errors.New("kernel=vectors: needs proposal=board, since positions are drawn anew from the whole prior")

var errExplore = errors.New("explore=0: must be positive, or nothing but the first impression counts")

func buildUCT(g *minesweeper.Game, v *catalog.Values, build func(*minesweeper.Game, uct.Config) Player) Player {
	if v.Bool("literal") {
		v.Imply("proposal", "board")
		v.Imply("returns", "game")
		v.Imply("extra", "false")
		if plain(v) {
			v.Imply("kernel", "vectors")
		}
		if v.Bool("extra") {
			v.Fail(errExtra)
		}
	}
	if v.Choice("returns") == "game" {
		v.Imply("share", "false")
	}
	if v.Choice("kernel") == "vectors" {
		v.Imply("proposal", "board")
		if !plain(v) {
			v.Fail(errKernel)
		}
	}
	c := uct.PaperA()
	c.Exploration = v.Float("explore")
	c.Relative = v.Bool("relative")
	c.Apart = !v.Bool("share")
	c.Widening = uct.Widening{Factor: v.Float("widen"), Exponent: v.Float("widen-power")}
	c.Trees = v.Int("trees")
	c.Memory = int64(v.Int("memory")) << 20
	if v.Choice("sampling") == "root" {
		c.Sampling = uct.AtRoot
	}
	if v.Choice("returns") == "game" {
		c.Returns = uct.WholePlay
		if v.Bool("share") {
			v.Fail(errors.New("returns=game: needs share=false, since positions are reached on ways that brought different returns"))
		}
	}
	if c.Exploration == 0 {
		v.Fail(errExplore)
	}
	if err := c.Check(); err != nil {
		v.Fail(err)
	}
	objective, err := minesweeper.ParseObjective(v.Choice("objective"))
	if err != nil {
		v.Fail(err)
	}
	if v.Err() != nil {
		return nil
	}
	p := build(g.WithObjective(objective), c)
	if v.Bool("safe") {
		p = NewSafe(p)
	}
	return p
}

// bssuctPaperEntry is paper B's player. What the paper says is fixed; the parameters are the
// constants that it leaves open, with our defaults.
func bssuctPaperEntry() catalog.Entry[*minesweeper.Game, Player] {
	d := bssuct.PaperB()
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	return catalog.Entry[*minesweeper.Game, Player]{
		Name: "bssuct-paper",
		Doc:  "BSSUCT as paper B specifies it (Table 1 and Fig. 1), with constants of ours where it gives none: UCT on transitions drawn by exact counting, double progressive widening",
		Params: []catalog.Param{
			{Name: "explore", Default: number(d.Search.Exploration), Doc: "factor of the bandit's bonus (ours: the paper does not give it)"},
			{Name: "widen", Default: number(d.Search.Widening.Factor), Doc: "progressive widening: a node visited n times considers widen*n^widen-power cells (ours)"},
			{Name: "widen-power", Default: number(d.Search.Widening.Exponent), Doc: "exponent of widening (ours)"},
			{Name: "outcomes", Default: number(d.Search.Outcomes.Factor), Doc: "the same for what a cell may show: after n visits outcomes*n^outcomes-power numbers (ours)"},
			{Name: "outcomes-power", Default: number(d.Search.Outcomes.Exponent), Doc: "exponent of that (ours)"},
			memoryParam(),
			{Name: "safe", Default: "false", Doc: "open a certainly safe cell at once where there is one; false: after as many simulations as for any other", Choices: []string{"true", "false"}},
		},
		Build: func(g *minesweeper.Game, v *catalog.Values) Player {
			o := bssuct.PaperB()
			o.Search.Exploration = v.Float("explore")
			o.Search.Widening = uct.Widening{Factor: v.Float("widen"), Exponent: v.Float("widen-power")}
			o.Search.Outcomes = uct.Widening{Factor: v.Float("outcomes"), Exponent: v.Float("outcomes-power")}
			o.Search.Memory = int64(v.Int("memory")) << 20
			return finishBSSUCT(g, v, o)
		},
	}
}

// finishBSSUCT checks the options and makes the player.
func finishBSSUCT(g *minesweeper.Game, v *catalog.Values, o bssuct.Options) Player {
	if o.Search.Exploration == 0 {
		v.Fail(errExplore)
	}
	if err := o.Check(); err != nil {
		v.Fail(err)
	}
	if v.Err() != nil {
		return nil
	}
	p := bssuct.New(g, o)
	if v.Bool("safe") {
		p = NewSafe(p)
	}
	return p
}

func bssuctEntry(name, doc, exact string) catalog.Entry[*minesweeper.Game, Player] {
	truth := []string{"true", "false"}
	return catalog.Entry[*minesweeper.Game, Player]{
		Name: name,
		Doc:  doc,
		Params: []catalog.Param{
			{Name: "sampling", Default: "root", Doc: "draw the hidden state at the root only, or anew at all nodes (the paper's way)", Choices: []string{"root", "nodes"}},
			{Name: "bandit", Default: "ucbv", Doc: "with variance estimates (the paper's), or without", Choices: []string{"ucbv", "ucb1"}},
			{Name: "explore", Default: "1", Doc: "factor of the bandit's bonus"},
			{Name: "share", Default: "true", Doc: "positions reached in another order, or mirrored, are one node", Choices: truth},
			{Name: "widen", Default: "0", Doc: "progressive widening: a node visited n times considers widen*n^widen-power cells; 0 is all"},
			{Name: "widen-power", Default: "0.5", Doc: "exponent of widening"},
			{Name: "outcomes", Default: "0", Doc: "the same for what a cell may show: after n visits outcomes*n^outcomes-power numbers; 0 is all"},
			{Name: "outcomes-power", Default: "0.5", Doc: "exponent of that"},
			{Name: "backup", Default: "best", Doc: "what a cell counts by: its best continuations as known now, or the mean of all simulations (the paper's way)", Choices: []string{"best", "mean"}},
			{Name: "caution", Default: "10", Doc: "with backup=best, simulations of a position's mean that each of its cells is mixed with, against luck"},
			{Name: "weighted", Default: "true", Doc: "simulations survive, and count by the chance of that; false: they end on mines (the paper's way)", Choices: truth},
			{Name: "policy", Default: "1", Doc: "chance that a rollout opens a cell of least risk, else one that is safe in a drawn state; the paper's is 0.7"},
			{Name: "exact", Default: exact, Doc: "placements from which down the exact optimum takes over; 0 is never"},
			{Name: "trees", Default: "1", Doc: "independent searches that share the budget and the cores"},
			memoryParam(),
			{Name: "safe", Default: "false", Doc: "open a certainly safe cell at once where there is one; false: search among those that are safe", Choices: truth},
		},
		Build: func(g *minesweeper.Game, v *catalog.Values) Player {
			o := bssuct.Options{Policy: v.Float("policy"), Exact: v.Int("exact"), Search: uct.Config{
				Exploration: v.Float("explore"),
				Apart:       !v.Bool("share"),
				Widening:    uct.Widening{Factor: v.Float("widen"), Exponent: v.Float("widen-power")},
				Outcomes:    uct.Widening{Factor: v.Float("outcomes"), Exponent: v.Float("outcomes-power")},
				Weighted:    v.Bool("weighted"),
				Caution:     v.Float("caution"),
				Trees:       v.Int("trees"),
				Memory:      int64(v.Int("memory")) << 20,
				Bandit:      uct.UCB1,
			}}
			if v.Choice("backup") == "mean" {
				o.Search.Backup = uct.Mean
			}
			if v.Choice("sampling") == "nodes" {
				o.Search.Sampling = uct.AtNodes
			}
			if v.Choice("bandit") == "ucbv" {
				o.Search.Bandit = uct.UCBV
			}
			return finishBSSUCT(g, v, o)
		},
	}
}
