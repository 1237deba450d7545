package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
		Name:    "random",
		Doc:     "opens a legal cell uniformly at random",
		Instant: true,
		build:   func(*minesweeper.Game, *values) players.Player { return players.NewRandom() },
	},
	{
		Name:    "sps",
		Doc:     "single point strategy (paper B, 3.4): what one number at a time shows to be safe; else a guess, which is ours",
		Instant: true,
		build:   func(*minesweeper.Game, *values) players.Player { return players.NewSPS() },
	},
	{
		Name:    "csp",
		Doc:     "opens a cell of least mine probability, by exact counting (paper B, Alg. 2)",
		Instant: true,
		build:   func(*minesweeper.Game, *values) players.Player { return players.NewCSP() },
	},
	{
		Name:    "csp-corner",
		Doc:     "a corner first, then what sps finds safe, else as csp",
		Instant: true,
		build:   func(*minesweeper.Game, *values) players.Player { return players.NewCSPCorner() },
	},
	{
		Name:    "csp-pgms",
		Doc:     "as the program CSP-PGMS: the corner 0,0 first, solutions of each component counted alike (paper B's rival)",
		Instant: true,
		build:   func(*minesweeper.Game, *values) players.Player { return players.NewCSPPGMS() },
	},
	{
		Name: "bsr-uct",
		Doc:  "UCT on a belief by rejection, after paper A, Alg. 1 and 2 (theirs: literal=true)",
		Params: append(
			uctParams(), literalParam(""),
			Param{Name: "draws", Default: strconv.Itoa(rejection.DefaultMaxDraws), Doc: "draws for one state before rejection gives up: below the root the state at hand then stays, at the root it tries again while there is time"},
		),
		build: func(g *minesweeper.Game, v *values) players.Player {
			return buildUCT(g, v, func(g *minesweeper.Game, c uct.Config) players.Player {
				if plain(v) {
					return players.NewBSRPlain(g, v.int("draws"), c)
				}
				return players.NewBSR(g, v.int("draws"), c)
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
		Param{Name: "extra", Default: "true", Doc: "a chain none of whose steps was accepted takes more, until one is: not in the paper, and biased at small effort; false: as many as asked for", Choices: truth()},
	),
	metropolisEntry("bsr-uct-csp", "UCT on a belief by Metropolis chains from a solution of the constraints (paper B, Alg. 3)", metropolis.Solve),
	bssuctPaperEntry(),
	bssuctEntry("bssuct", "UCT with exact counting inside, ours in the spirit of paper B", "0"),
	bssuctEntry("bssuct-exact", "the same, handing over to the exact optimum when few placements are left", "200"),
	strongEntry(),
	{
		Name:    "optimal",
		Doc:     "the exact optimum from the first move on, for small boards; ignores the budget",
		Params:  []Param{{Name: "memory", Default: "1024", Doc: "memory for known beliefs, in MiB"}},
		Instant: true,
		build: func(g *minesweeper.Game, v *values) players.Player {
			return players.NewOptimal(g, expectimax.New(expectimax.Options{Memory: int64(v.int("memory")) << 20, Workers: 1}))
		},
	},
}

func strongEntry() Entry[*minesweeper.Game, players.Player] {
	d := players.DefaultStrong()
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	return Entry[*minesweeper.Game, players.Player]{
		Name: "strong",
		Doc:  "for boards of any size: exact counting, the exact optimum near the end, else a guess by fitted weights, with a budget by playing on",
		Params: []Param{
			{Name: "candidates", Default: strconv.Itoa(d.Candidates), Doc: "cells that a guess is chosen from, at most"},
			{Name: "loose", Default: strconv.Itoa(d.Loose), Doc: "of these, beside no number"},
			{Name: "window", Default: number(d.Window), Doc: "least chance to survive of these, as a share of the safest cell's"},
			{Name: "depth", Default: strconv.Itoa(d.Depth), Doc: "guesses looked ahead, 2 or 3; 0: 2 without a budget, else 3"},
			{Name: "playouts", Default: strconv.Itoa(d.Playouts), Doc: "cells not known from which down a budget goes to playing on after each guess"},
			{Name: "exact", Default: strconv.Itoa(d.Exact), Doc: "placements from which down the exact optimum is sought without a budget"},
			{Name: "first", Default: "best", Doc: "first cell as ROW:COL; best: the best that is known, or found within the budget"},
		},
		Instant: true,
		build: func(g *minesweeper.Game, v *values) players.Player {
			o := players.Strong{
				Candidates: v.int("candidates"), Loose: v.int("loose"), Window: v.float("window"),
				Depth: v.int("depth"), Playouts: v.int("playouts"), Exact: v.int("exact"),
			}
			if first := v.text["first"]; first != "best" {
				c, err := g.ParseCell(strings.Replace(first, ":", ",", 1))
				if err != nil || !g.Servable(c) {
					v.fail(fmt.Errorf("first=%s: want ROW:COL of a cell that can be opened first, as in first=2:2", first))
				}
				o.First = &c
			}
			switch {
			case o.Candidates < 1:
				v.fail(errors.New("candidates: must be at least 1"))
			case !(o.Window >= 0 && o.Window <= 1):
				v.fail(errors.New("window: must be between 0 and 1"))
			case o.Depth != 0 && o.Depth != 2 && o.Depth != 3:
				v.fail(errors.New("depth: must be 0, 2 or 3"))
			}
			if v.err != nil {
				return nil
			}
			return players.NewStrong(o)
		},
	}
}

func metropolisEntry(name, doc string, start metropolis.Start, more ...Param) Entry[*minesweeper.Game, players.Player] {
	params := append(uctParams(), more...)
	return Entry[*minesweeper.Game, players.Player]{
		Name:   name,
		Doc:    doc,
		Params: append(params, Param{Name: "wander", Default: strconv.Itoa(metropolis.DefaultMaxWander), Doc: "changes before a chain that is not consistent gives up"}),
		build: func(g *minesweeper.Game, v *values) players.Player {
			return buildUCT(g, v, func(g *minesweeper.Game, c uct.Config) players.Player {
				chain := players.Chain{Start: start, Plain: plain(v), MaxWander: v.int("wander")}
				switch {
				case v.bool("literal"):
					chain.Steps = metropolis.Literal
				case v.text["extra"] == "false":
					chain.Steps = metropolis.Counted
				}
				return players.NewBSRMetropolis(g, chain, c)
			})
		},
	}
}

func truth() []string { return []string{"true", "false"} }

// literalChain is what literal=true means for a Metropolis chain.
const literalChain = "exactly as many trials as simulations, 0/0 rejects, inconsistent states are played and counted; "

// literalParam makes a player paper A's to the letter.
func literalParam(chain string) Param {
	return Param{Name: "literal", Default: "false", Doc: "paper A to the letter: " + chain + "proposal=board and returns=game (so share=false) unless given otherwise", Choices: truth()}
}

// plain tells whether states are drawn from the whole prior.
func plain(v *values) bool { return v.choice("proposal") == "board" }

// uctParams are the parameters that all players by UCT share.
func uctParams() []Param {
	truth := truth()
	return []Param{
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
	e, _, err := Minesweeper.parse(player)
	if err != nil || !slices.ContainsFunc(e.Params, func(p Param) bool { return p.Name == "safe" }) || strings.Contains(player, ",safe=") {
		return player
	}
	return player + ",safe=true"
}

// Advisers lists the Minesweeper players as they are offered for advice, see [ForAdvice].
func Advisers() []string {
	names := Minesweeper.Names()
	for i := range names {
		names[i] = ForAdvice(names[i])
	}
	return names
}

// memoryParam bounds a search tree.
func memoryParam() Param {
	return Param{Name: "memory", Default: strconv.Itoa(uct.DefaultMemory >> 20), Doc: "memory for the tree, in MiB; a full tree grows no more, and the health says so"}
}

var errExplore = errors.New("explore=0: must be positive, or nothing but the first impression counts")

func buildUCT(g *minesweeper.Game, v *values, build func(*minesweeper.Game, uct.Config) players.Player) players.Player {
	if v.bool("literal") {
		v.imply("proposal", "board")
		v.imply("returns", "game")
	}
	if v.choice("returns") == "game" {
		v.imply("share", "false")
	}
	c := uct.PaperA()
	c.Exploration = v.float("explore")
	c.Relative = v.bool("relative")
	c.Apart = !v.bool("share")
	c.Widening = uct.Widening{Factor: v.float("widen"), Exponent: v.float("widen-power")}
	c.Trees = v.int("trees")
	c.Memory = int64(v.int("memory")) << 20
	if v.choice("sampling") == "root" {
		c.Sampling = uct.AtRoot
	}
	if v.choice("returns") == "game" {
		c.Returns = uct.WholePlay
		if v.bool("share") {
			v.fail(errors.New("returns=game: needs share=false, since positions are reached on ways that brought different returns"))
		}
	}
	if c.Exploration == 0 {
		v.fail(errExplore)
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
	p := build(g.WithObjective(objective), c)
	if v.bool("safe") {
		p = players.NewSafe(p)
	}
	return p
}

// bssuctPaperEntry is paper B's player. What the paper says is fixed; the parameters are the
// constants that it leaves open, with our defaults.
func bssuctPaperEntry() Entry[*minesweeper.Game, players.Player] {
	d := players.PaperB()
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	return Entry[*minesweeper.Game, players.Player]{
		Name: "bssuct-paper",
		Doc:  "BSSUCT as paper B specifies it (Table 1 and Fig. 1), with constants of ours where it gives none: UCT on transitions drawn by exact counting, double progressive widening",
		Params: []Param{
			{Name: "explore", Default: number(d.Search.Exploration), Doc: "factor of the bandit's bonus (ours: the paper does not give it)"},
			{Name: "widen", Default: number(d.Search.Widening.Factor), Doc: "progressive widening: a node visited n times considers widen*n^widen-power cells (ours)"},
			{Name: "widen-power", Default: number(d.Search.Widening.Exponent), Doc: "exponent of widening (ours)"},
			{Name: "outcomes", Default: number(d.Search.Outcomes.Factor), Doc: "the same for what a cell may show: after n visits outcomes*n^outcomes-power numbers (ours)"},
			{Name: "outcomes-power", Default: number(d.Search.Outcomes.Exponent), Doc: "exponent of that (ours)"},
			memoryParam(),
			{Name: "safe", Default: "false", Doc: "open a certainly safe cell at once where there is one; false: after as many simulations as for any other", Choices: []string{"true", "false"}},
		},
		build: func(g *minesweeper.Game, v *values) players.Player {
			o := players.PaperB()
			o.Search.Exploration = v.float("explore")
			o.Search.Widening = uct.Widening{Factor: v.float("widen"), Exponent: v.float("widen-power")}
			o.Search.Outcomes = uct.Widening{Factor: v.float("outcomes"), Exponent: v.float("outcomes-power")}
			o.Search.Memory = int64(v.int("memory")) << 20
			return finishBSSUCT(g, v, o)
		},
	}
}

// finishBSSUCT checks the options and makes the player.
func finishBSSUCT(g *minesweeper.Game, v *values, o players.BSSUCT) players.Player {
	if o.Search.Exploration == 0 {
		v.fail(errExplore)
	}
	if !(o.Policy >= 0 && o.Policy <= 1) {
		v.fail(errors.New("policy: must be between 0 and 1"))
	}
	if err := o.Search.Check(); err != nil {
		v.fail(err)
	}
	if v.err != nil {
		return nil
	}
	p := players.NewBSSUCT(g, o)
	if v.bool("safe") {
		p = players.NewSafe(p)
	}
	return p
}

func bssuctEntry(name, doc, exact string) Entry[*minesweeper.Game, players.Player] {
	truth := []string{"true", "false"}
	return Entry[*minesweeper.Game, players.Player]{
		Name: name,
		Doc:  doc,
		Params: []Param{
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
		build: func(g *minesweeper.Game, v *values) players.Player {
			o := players.BSSUCT{Policy: v.float("policy"), Exact: v.int("exact"), Search: uct.Config{
				Exploration: v.float("explore"),
				Apart:       !v.bool("share"),
				Widening:    uct.Widening{Factor: v.float("widen"), Exponent: v.float("widen-power")},
				Outcomes:    uct.Widening{Factor: v.float("outcomes"), Exponent: v.float("outcomes-power")},
				Weighted:    v.bool("weighted"),
				Caution:     v.float("caution"),
				Trees:       v.int("trees"),
				Memory:      int64(v.int("memory")) << 20,
				Bandit:      uct.UCB1,
			}}
			if v.choice("backup") == "mean" {
				o.Search.Backup = uct.Mean
			}
			if v.choice("sampling") == "nodes" {
				o.Search.Sampling = uct.AtNodes
			}
			if v.choice("bandit") == "ucbv" {
				o.Search.Bandit = uct.UCBV
			}
			return finishBSSUCT(g, v, o)
		},
	}
}
