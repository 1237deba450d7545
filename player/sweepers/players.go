// Package sweepers holds ready Minesweeper players, composed of the rules, an
// estimator and a search by plain constructors. Catalogue gives them names.
//
// A player is a planner over what is seen of a board, a *minesweeper.View. [NewCSP] opens a cell of least risk by exact
// counting; [NewBSR] is paper A's. Others have rooms of their own below: strong plays boards of any size, bssuct is paper B's or ours in
// its spirit, optimum wins most on small boards, and says what any player wins there.
package sweepers

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/belief/metropolis"
	"blindsight/belief/rejection"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/deduction"
	"blindsight/search/uct"
)

// Player decides which cell to open. Each goroutine needs one of its own.
type Player = minesweeper.Planner

// NewRandom returns the player that opens a legal cell uniformly at random.
func NewRandom() Player { return random{} }

type random struct{}

func (random) Choose(_ context.Context, rng *rand.Rand, v *minesweeper.View, _ blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	if v.Left() == 0 {
		return blindsight.Decision[minesweeper.Cell]{}, minesweeper.ErrNoCell
	}
	return blindsight.Decision[minesweeper.Cell]{Action: v.Pick(rng)}, nil
}

func (random) Choices(v *minesweeper.View) ([]minesweeper.Cell, error) { return v.Legal(nil), nil }

// NewBSR returns BSR-UCT: UCT on a belief by rejection (Couëtoux, Milone, Teytaud
// 2011, Alg. 2). MaxDraws limits the draws for one state, 0 means
// rejection.DefaultMaxDraws. The player pays itself the game's objective.
//
// Where rejection finds no state for the position within the time, the player opens a
// legal cell uniformly at random, and counts that as a fallback. With a number of
// simulations and no time it does so after ten times maxDraws.
func NewBSR(g *minesweeper.Game, maxDraws int, c uct.Config) Player {
	return newUCT(g, c, rejection.New(g, maxDraws).Fresh)
}

// NewBSRPlain returns NewBSR's player with paper A's own rejection, which knows no trick of
// Mines: it draws from the whole prior ([minesweeper.Plain]).
func NewBSRPlain(g *minesweeper.Game, maxDraws int, c uct.Config) Player {
	return newUCT(g, c, rejection.New(minesweeper.Plain{Game: g}, maxDraws).Fresh)
}

// Chain are the choices that a Metropolis chain leaves open.
type Chain struct {
	Start     metropolis.Start
	Steps     metropolis.Steps
	Plain     bool // over the whole prior, see minesweeper.Plain
	Vectors   bool // over the whole prior by paper A's own kernel, see minesweeper.Plain
	MaxWander int  // limits the way to the first consistent state; 0 means metropolis.DefaultMaxWander
}

// NewBSRMetropolis returns BSR-UCT with a Metropolis chain in the place of
// rejection (the same paper, Alg. 3 and 4; Sebag, Teytaud 2012, Alg. 3). It falls back as
// NewBSR's player does. With metropolis.Literal it plays states that contradict the
// position instead, which the health counts, and never falls back.
func NewBSRMetropolis(g *minesweeper.Game, chain Chain, c uct.Config) Player {
	if chain.Plain || chain.Vectors {
		plain := minesweeper.Plain{Game: g, Vectors: chain.Vectors}
		return newUCT(g, c, metropolis.NewCounting(solvablePlain{plain, solvable{g}}, chain.Start, chain.Steps, chain.MaxWander).Fresh)
	}
	return newUCT(g, c, metropolis.NewCounting(solvable{g}, chain.Start, chain.Steps, chain.MaxWander).Fresh)
}

// solvable is the game with a solver of its sums, from whose solutions chains may start.
type solvable struct{ *minesweeper.Game }

func (s solvable) Solver() metropolis.Solver[minesweeper.State, *minesweeper.View] {
	return counting.NewBacktracker[minesweeper.State, *minesweeper.View](s.Game)
}

// solvablePlain is solvable over the whole prior.
type solvablePlain struct {
	minesweeper.Plain
	metropolis.Solvable[minesweeper.State, *minesweeper.View]
}

// newUCT lets a UCT search play on the rules of g, whatever objective the views it
// is asked about were made with.
func newUCT(g *minesweeper.Game, c uct.Config, newSampler func() blindsight.Sampler[minesweeper.State, *minesweeper.View]) Player {
	return &searcher{view: g.NewView(), planner: uct.New(g, newSampler, c)}
}

type searcher struct {
	view    *minesweeper.View
	planner Player
}

func (s *searcher) Choose(ctx context.Context, rng *rand.Rand, v *minesweeper.View, b blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	s.view.CopyFrom(v)
	return s.planner.Choose(ctx, rng, s.view, b)
}

// NewSafe returns a player that opens a certainly safe cell wherever there is one,
// without a search, and else asks p: in no position is anything lost by that. Certainly
// safe is what exact counting finds; of several such cells it opens the first.
func NewSafe(p Player) Player { return &cautious{player: p} }

type cautious struct {
	player Player
	counts deduction.Risks
}

func (s *cautious) Choose(ctx context.Context, rng *rand.Rand, v *minesweeper.View, b blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	if _, forced := v.Forced(); !forced && v.Started() && v.Left() > 0 {
		risk, err := s.counts.LeastOnward(v)
		if err != nil {
			return blindsight.Decision[minesweeper.Cell]{}, err
		}
		if risk == 0 {
			return sure(s.counts.Cells[0]), nil
		}
	}
	return s.player.Choose(ctx, rng, v, b)
}
