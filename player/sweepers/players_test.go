package sweepers_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/belief/metropolis"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/uct"
)

// shared is paper A's search on nodes that are shared, as the catalogue has it.
func shared() uct.Config {
	c := uct.PaperA()
	c.Apart = false
	return c
}

// everyPlayer makes one of each kind.
func everyPlayer(g *minesweeper.Game, c uct.Config) map[string]sweepers.Player {
	return map[string]sweepers.Player{
		"random":     sweepers.NewRandom(),
		"rejection":  sweepers.NewBSR(g, 2000, c),
		"metropolis": sweepers.NewBSRMetropolis(g, sweepers.Chain{Start: metropolis.Random, MaxWander: 2000}, c),
		"inherit":    sweepers.NewBSRMetropolis(g, sweepers.Chain{Start: metropolis.Inherit, MaxWander: 2000}, c),
		"solve":      sweepers.NewBSRMetropolis(g, sweepers.Chain{Start: metropolis.Solve, MaxWander: 2000}, c),
	}
}

// Every player finishes every game of every variant with legal moves only: an
// illegal one would be refused by the view.
func TestPlayersPlayAllVariants(t *testing.T) {
	for _, first := range []minesweeper.First{minesweeper.Windows, minesweeper.Gnomine, minesweeper.None} {
		for n := range minesweeper.NeighbourhoodNames() {
			r := minesweeper.Rules{Height: 5, Width: 6, Mines: 6, First: first, Neighbours: minesweeper.Neighbours(n), AutoOpen: n%2 == 0}
			g := sweeptest.NewGame(t, r)
			for name, p := range everyPlayer(g, shared()) {
				for game := range uint64(3) {
					m := episode.MinesweeperGame{Game: g}
					g.Deal(1, game, &m.State)
					result, err := m.Play(context.Background(), rand.New(rand.NewPCG(1, game)), p, blindsight.Budget{Simulations: 30}, nil)
					if err != nil {
						t.Fatalf("%s on %s: %v", name, r, err)
					}
					if result.Won != (result.Score == 1) || result.Score <= 0 && first != minesweeper.None {
						t.Errorf("%s on %s: won %v with score %v", name, r, result.Won, result.Score)
					}
				}
			}
		}
	}
}

// 4x4/6 under the gnomine rule is a sure win from a central first cell only (paper
// A, section III-A). BSR-UCT finds the cell and the win with 1,500 simulations a
// move, a few milliseconds; the paper's program needed seconds.
func TestBSRFindsTheSureWin(t *testing.T) {
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 4, Width: 4, Mines: 6, First: minesweeper.Gnomine})
	const games = 40
	score, central := 0.0, 0
	p := sweepers.NewBSR(g, 0, shared())
	for game := range uint64(games) {
		m := episode.MinesweeperGame{Game: g}
		g.Deal(1, game, &m.State)
		result, err := m.Play(context.Background(), rand.New(rand.NewPCG(2, game)), p, blindsight.Budget{Simulations: 1500}, nil)
		if err != nil {
			t.Fatal(err)
		}
		score += result.Score
		row, col := g.RowCol(result.First)
		if row%3 != 0 && col%3 != 0 {
			central++
		}
		if result.Health.Asymptotic || result.Health.Fallbacks != 0 {
			t.Errorf("game %d: health %+v", game, result.Health)
		}
	}
	if central < games-1 || score/games < 0.99 {
		t.Errorf("%d of %d games began in the centre, mean score %.4f", central, games, score/games)
	}
}

// Where rejection finds nothing, the player opens a random legal cell and says so.
func TestBSRFallsBack(t *testing.T) {
	// 100 of 256 cells are open: a draw agrees with all of them less than once in 1e20.
	v := sweeptest.Position(t, minesweeper.Rules{Height: 16, Width: 16, Mines: 40, First: minesweeper.Gnomine}, 100)
	p := sweepers.NewBSR(v.Game(), 50, uct.PaperA())
	chosen := make(map[minesweeper.Cell]int)
	for seed := range uint64(200) {
		d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(seed, 1)), v, blindsight.Budget{Simulations: 100})
		if err != nil {
			t.Fatal(err)
		}
		if d.Health.Fallbacks != 1 || d.Health.Failures == 0 || d.Simulations != 0 {
			t.Fatalf("health %+v after %d simulations", d.Health, d.Simulations)
		}
		chosen[d.Action]++
	}
	legal := v.Legal(nil)
	if len(legal) != 156 || len(chosen) < 80 { // 200 draws of 156 give about 113 different ones, deviation 5
		t.Errorf("%d of %d legal cells chosen", len(chosen), len(legal))
	}
	for c := range chosen {
		if !slices.Contains(legal, c) {
			t.Errorf("cell %d is not legal", c)
		}
	}
	// A chain from a solution of the constraints has a belief there.
	d, err := sweepers.NewBSRMetropolis(v.Game(), sweepers.Chain{Start: metropolis.Solve}, uct.PaperA()).Choose(
		context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{Simulations: 100})
	if err != nil || d.Health.Fallbacks != 0 || d.Simulations != 100 || !d.Health.Asymptotic {
		t.Errorf("solve: %v, health %+v after %d simulations", err, d.Health, d.Simulations)
	}
}

// A player may be asked about views of a game with another objective.
func TestObjectiveIsThePlayersOwn(t *testing.T) {
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 2, Width: 2, Mines: 1})
	v := g.NewView()
	if err := v.Did(0, 1); err != nil {
		t.Fatal(err)
	}
	for o, want := range map[minesweeper.Objective]float64{
		minesweeper.Win: 1. / 3, // three closed cells, one mine, nothing to tell them apart
		// The first opening is safe with 2/3, then the second with 1/2: (2/3 + 1/3) cells of three.
		minesweeper.Score: 1. / 3,
	} {
		p := sweepers.NewBSR(g.WithObjective(o), 0, shared())
		d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{Simulations: 20_000})
		if err != nil || d.Value < want-0.02 || d.Value > want+0.02 {
			t.Errorf("%s: value %.4f, want %.4f (%v)", o, d.Value, want, err)
		}
	}
}
