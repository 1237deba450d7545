// Package bssuct is UCT with a constraint solver inside (Sebag, Teytaud 2012, paper B): simulations draw hidden boards
// by exact counting, know what is certainly safe, and may end with the exact optimum where few placements of the mines are
// left. [PaperB] is the player as the paper specifies it; the zero [Options] with a search of their own are ours.
package bssuct

import (
	"context"
	"errors"
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/uct"
)

// Options are the parameters of the player beyond those of its search.
// [PaperB] is paper B's own; the others are ours, in its spirit.
type Options struct {
	Search uct.Config
	// Policy is the chance that a rollout without a safe cell opens one of least risk;
	// else it opens a cell that is safe in a hidden state drawn from the belief.
	// Paper B has 0.7.
	Policy float64
	// Exact is the number of placements from which down positions are solved exactly,
	// at the root and inside simulations. 0 is never, as in paper B.
	Exact int
	// Mines lets nodes consider cells that are certainly mines, too. Paper B does not speak of
	// leaving them out.
	Mines bool
}

// Check tells what is wrong with the options.
func (o *Options) Check() error {
	switch {
	case !(o.Policy >= 0 && o.Policy <= 1):
		return errors.New("policy: must be between 0 and 1")
	case o.Exact < 0:
		return errors.New("exact: must not be negative")
	}
	return o.Search.Check()
}

// PaperB returns the player of Sebag, Teytaud 2012 as it is specified there (Table 1, Fig. 1,
// section 3.4): transitions are drawn at the nodes, conditioned on what was seen; a simulation adds one
// node, ends on a mine if it meets one, and counts in the means of all nodes on its way; nodes are a
// tree, not shared; UCB with variance estimates; progressive widening on cells and on what they
// show; where cells are certainly safe only these are tried, of which one will do, else all; rollouts
// by the policy with 0.7; the cell simulated most often is opened, the first included, for which
// there is no book.
//
// The paper leaves open, and we chose without tuning: the factor 1 of the bandit's bonus
// (its formula as in the paper that it cites), and the factor 1 and the exponent 0.5 of
// both widenings. Cells are let in in random order. Where an action has as many outcomes as it
// may, one of these is drawn by its exact chance; the paper that it cites for widening draws
// by how often they came up. Mines are no outcome with a node: the play is over, as often as
// the cell is a mine, however few outcomes are let in.
// A rollout goes on with the state drawn for its node, which comes to the same as drawing anew,
// since states are drawn exactly.
func PaperB() Options {
	return Options{Policy: 0.7, Mines: true, Search: uct.Config{
		Sampling:    uct.AtNodes,
		Bandit:      uct.UCBV,
		Backup:      uct.Mean,
		Apart:       true,
		Exploration: 1,
		Widening:    uct.Widening{Factor: 1, Exponent: 0.5},
		Outcomes:    uct.Widening{Factor: 1, Exponent: 0.5},
	}}
}

// New returns BSSUCT: UCT with a constraint solver inside (Sebag, Teytaud 2012,
// section 3.4 and Table 1). States are drawn exactly, by counting. Where a cell is
// certainly safe only such cells are tried, of which one will do, since opening it
// never lowers the win probability; cells that are certainly mines are not tried unless
// the options say so. Rollouts are those of the paper, but for the Policy of the options. The
// objective is to win. It panics if the options do not pass their Check.
func New(g *minesweeper.Game, o Options) minesweeper.Planner {
	search := NewSearch(g, o)
	if o.Exact == 0 {
		return search
	}
	g = g.WithObjective(minesweeper.Win)
	return &handing{view: g.NewView(), search: search, exact: optimum.NewHandover(g, Memory)}
}

// NewSearch returns the player of [New] that never hands a decision over to the exact search as a whole: for who has tried
// that before. Its simulations still end with exact values, as the options say.
func NewSearch(g *minesweeper.Game, o Options) minesweeper.Planner {
	if err := o.Check(); err != nil {
		panic("bssuct: " + err.Error())
	}
	g = g.WithObjective(minesweeper.Win)
	search := uct.New(g, counting.New(g).Fresh, o.Search)
	search.Guided(func() uct.Guide[*minesweeper.View, minesweeper.Cell] { return newGuide(o) })
	return &searching{view: g.NewView(), search: search}
}

// Memory is for the beliefs that one player's exact searches remember, in bytes.
const Memory = 64 << 20

// searching decides by the search.
type searching struct {
	view   *minesweeper.View // the view to decide on, in a game of winning
	search minesweeper.Planner
}

func (p *searching) Choose(ctx context.Context, rng *rand.Rand, v *minesweeper.View, b blindsight.Budget) (minesweeper.Decision, error) {
	p.view.CopyFrom(v)
	return p.search.Choose(ctx, rng, p.view, b)
}

// handing hands decisions over to the exact search where that is affordable.
type handing struct {
	view   *minesweeper.View // the view to decide on, in a game of winning
	exact  *optimum.Handover
	search minesweeper.Planner
}

func (p *handing) Choose(ctx context.Context, rng *rand.Rand, v *minesweeper.View, b blindsight.Budget) (minesweeper.Decision, error) {
	if _, forced := v.Forced(); !forced {
		p.view.CopyFrom(v)
		if d, ok, err := p.exact.Try(ctx, p.view, &b); ok || err != nil {
			return d, err
		}
	}
	return p.search.Choose(ctx, rng, v, b)
}
