package minesweeper_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	players "blindsight/player/minesweeper"
	"blindsight/search/expectimax"
	"blindsight/search/uct"
)

func bssuct(g *minesweeper.Game, exact int, at uct.Sampling) players.Player {
	return players.NewBSSUCT(g, players.BSSUCT{
		Policy: 0.7, Exact: exact,
		Search: uct.Config{Sampling: at, Bandit: uct.UCBV, Exploration: 0.1, Share: true, Widening: uct.Widening{Factor: 2, Exponent: 0.5}},
	})
}

// Both finish games of every variant, with legal moves only, and never open a cell
// that is certainly a mine, nor a risky one where a safe one is known.
func TestBSSUCTPlaysAllVariants(t *testing.T) {
	analyst := players.NewAnalyst(0, expectimax.New(expectimax.Options{Workers: 1, Memory: 1}))
	for _, first := range []minesweeper.First{minesweeper.Windows, minesweeper.Gnomine} {
		for n := range minesweeper.NeighbourhoodNames() {
			r := minesweeper.Rules{Height: 4, Width: 5, Mines: 5, First: first, Neighbours: minesweeper.Neighbours(n), AutoOpen: n%2 == 0}
			g := newGame(t, r)
			for _, exact := range []int{0, 60} {
				for _, at := range []uct.Sampling{uct.AtRoot, uct.AtNodes} {
					p := bssuct(g, exact, at)
					for game := range uint64(3) {
						m := episode.MinesweeperGame{Game: g}
						g.Deal(3, game, &m.State)
						before := g.NewView()
						_, err := m.Play(context.Background(), rand.New(rand.NewPCG(3, game)), p, blindsight.Budget{Simulations: 60}, func(v *minesweeper.View, move *episode.MinesweeperMove) {
							if before.Started() && !move.Forced {
								a, err := analyst.Analyse(context.Background(), before)
								if err != nil {
									t.Fatal(err)
								}
								least, mine := 1.0, 0.0
								for _, c := range a.Cells {
									least = min(least, c.Mine)
									if c.Cell == move.Decision.Action {
										mine = c.Mine
									}
								}
								if mine == 1 || least == 0 && mine > 0 {
									t.Errorf("%s: opened a cell of risk %v, the least is %v", r, mine, least)
								}
							}
							before.CopyFrom(v)
						})
						if err != nil {
							t.Fatal(err)
						}
					}
				}
			}
		}
	}
}

// Under the gnomine rule 5x5/15 is a sure win from the centre (paper B, section 5.1);
// on 3x3/7 under the windows rule the centre is the worst first cell (section 4.2).
func TestBSSUCTFirstCells(t *testing.T) {
	sure := newGame(t, minesweeper.Rules{Height: 5, Width: 5, Mines: 15, First: minesweeper.Gnomine})
	trap := newGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 7})
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 1))
		d, err := bssuct(sure, 0, uct.AtRoot).Choose(context.Background(), rng, sure.NewView(), blindsight.Budget{Simulations: 2000})
		if err != nil || d.Action != sure.Cell(2, 2) {
			t.Errorf("seed %d: 5x5/15 opens %d first (%v)", seed, d.Action, err)
		}
		d, err = bssuct(trap, 0, uct.AtRoot).Choose(context.Background(), rng, trap.NewView(), blindsight.Budget{Simulations: 2000})
		if err != nil || d.Action == trap.Cell(1, 1) {
			t.Errorf("seed %d: 3x3/7 opens %d first (%v)", seed, d.Action, err)
		}
	}
}

// On small boards of paper B's Table 2 the player is worth the optimum, by the exact
// walk over all it can see.
func TestBSSUCTIsOptimalOnSmallBoards(t *testing.T) {
	for _, r := range []minesweeper.Rules{
		{Height: 1, Width: 3, Mines: 1},
		{Height: 2, Width: 5, Mines: 3},
		{Height: 1, Width: 10, Mines: 5},
	} {
		r.AutoOpen = true
		g := newGame(t, r)
		best := evaluate(t, g, players.NewOptimal(g, expectimax.New(expectimax.Options{Workers: 1, Memory: 1 << 20})), 0)
		for _, exact := range []int{0, 200} {
			if e := evaluate(t, g, bssuct(g, exact, uct.AtRoot), 2000); e.Value.Cmp(best.Value) != 0 {
				t.Errorf("%s, exact from %d: worth %s, the optimum is %s", r, exact, e.Value, best.Value)
			}
		}
	}
}
