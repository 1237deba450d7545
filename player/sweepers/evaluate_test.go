package sweepers_test

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
	players "blindsight/player/sweepers"
	"blindsight/search/reveal"
)

func evaluate(t *testing.T, g *minesweeper.Game, p players.Player, sims int) players.Evaluation {
	t.Helper()
	e, err := players.Evaluate(context.Background(), g, p, blindsight.Budget{Simulations: sims}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// The walk over all that the optimal player sees finds the optimum that the solver
// found, on all variants, with and without AutoOpen: two roads to one number.
func TestOptimalIsWorthTheOptimum(t *testing.T) {
	for _, r := range []minesweeper.Rules{
		{Height: 3, Width: 3, Mines: 7},
		{Height: 3, Width: 4, Mines: 3},
		{Height: 4, Width: 4, Mines: 4},
		{Height: 1, Width: 10, Mines: 5},
		{Height: 4, Width: 4, Mines: 6, First: minesweeper.Gnomine},
		{Height: 3, Width: 4, Mines: 4, Neighbours: minesweeper.Hex},
		{Height: 3, Width: 4, Mines: 4, Neighbours: minesweeper.Torus},
		{Height: 3, Width: 4, Mines: 5, Neighbours: minesweeper.Knight},
		{Height: 3, Width: 4, Mines: 3, Neighbours: minesweeper.Four, First: minesweeper.Gnomine},
		{Height: 1, Width: 2, Mines: 1},
		{Height: 2, Width: 2, Mines: 0},
	} {
		for _, auto := range []bool{false, true} {
			r.AutoOpen, r.Objective = auto, minesweeper.Win
			g := newGame(t, r)
			s := reveal.New(reveal.Options{Workers: 1})
			first, err := players.Optimum(context.Background(), g, s, nil)
			if err != nil {
				t.Fatal(err)
			}
			best := new(big.Rat)
			for _, f := range first {
				if f.Lower.Cmp(best) > 0 {
					best = f.Lower
				}
			}
			if e := evaluate(t, g, players.NewOptimal(g, s), 0); e.Value.Cmp(best) != 0 {
				t.Errorf("%s, auto-open %v: the optimal player is worth %s, the optimum is %s", r, auto, e.Value, best)
			}
		}
	}
}

// On 3x3/7 two cells are safe. Whatever cell the random player opens first, the
// other is one of eight.
func TestRandomPlayerByHand(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 7})
	if e := evaluate(t, g, players.NewRandom(), 0); e.Value.Cmp(big.NewRat(1, 8)) != 0 {
		t.Errorf("value %s, want 1/8", e.Value)
	}
}

// What is walked is what is played: the value lies in the interval of many games
// (with -thorough of ten times as many).
func TestEvaluationAgreesWithPlay(t *testing.T) {
	for _, c := range []struct {
		games  int
		rules  minesweeper.Rules
		player func(*minesweeper.Game) players.Player
	}{
		{1_000, minesweeper.Rules{Height: 3, Width: 3, Mines: 2, AutoOpen: true}, func(*minesweeper.Game) players.Player { return players.NewRandom() }},
		{100, minesweeper.Rules{Height: 3, Width: 4, Mines: 4, AutoOpen: true}, func(g *minesweeper.Game) players.Player {
			return players.NewOptimal(g, reveal.New(reveal.Options{Workers: 1}))
		}},
		{10_000, minesweeper.Rules{Height: 3, Width: 4, Mines: 4, First: minesweeper.Gnomine}, func(*minesweeper.Game) players.Player { return players.NewCSP() }},
		{10_000, minesweeper.Rules{Height: 3, Width: 4, Mines: 3, AutoOpen: true}, func(*minesweeper.Game) players.Player { return players.NewCSPCorner() }},
		{10_000, minesweeper.Rules{Height: 3, Width: 3, Mines: 2}, func(*minesweeper.Game) players.Player { return players.NewSPS() }},
		{10_000, minesweeper.Rules{Height: 3, Width: 3, Mines: 2, First: minesweeper.None}, func(*minesweeper.Game) players.Player { return players.NewCSP() }},
		{100, minesweeper.Rules{Height: 1, Width: 3, Mines: 2, First: minesweeper.None}, func(*minesweeper.Game) players.Player { return players.NewCSP() }},
		{100, minesweeper.Rules{Height: 1, Width: 7, Mines: 3}, func(g *minesweeper.Game) players.Player {
			return players.NewOptimal(g, reveal.New(reveal.Options{Workers: 1}))
		}},
	} {
		if *players.Thorough && c.rules.Mines == 3 && c.rules.Height == 3 {
			c.rules.Height, c.rules.Mines = 4, 5 // its walk takes ten seconds
		}
		g := newGame(t, c.rules)
		p := c.player(g)
		value, _ := evaluate(t, g, p, 0).Value.Float64()
		if *players.Thorough {
			c.games *= 10
		}
		wins := 0
		for game := range uint64(c.games) {
			m := episode.MinesweeperGame{Game: g}
			g.Deal(1, game, &m.State)
			r, err := m.Play(context.Background(), rand.New(rand.NewPCG(7, game)), p, blindsight.Budget{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r.Won {
				wins++
			}
		}
		if lo, hi := interval.Wilson(wins, c.games, 3.5); value < lo || value > hi { // fixed seeds; 3.5 deviations
			t.Errorf("%s: walked %.4f, played %d of %d (%.4f to %.4f)", c.rules, value, wins, c.games, lo, hi)
		}
	}
}

// A search has the value of what it chooses, which is the same each time.
func TestEvaluationOfASearch(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 2})
	p := players.NewBSR(g, 0, shared())
	first, again := evaluate(t, g, p, 200), evaluate(t, g, p, 200)
	if first.Value.Cmp(again.Value) != 0 || first.Decisions != again.Decisions {
		t.Errorf("worth %s, then %s", first.Value, again.Value)
	}
	if best := evaluate(t, g, players.NewOptimal(g, reveal.New(reveal.Options{})), 0); first.Value.Cmp(best.Value) > 0 {
		t.Errorf("a search is worth %s, more than the optimum %s", first.Value, best.Value)
	}
}

func TestEvaluationStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := newGame(t, minesweeper.Rules{Height: 4, Width: 4, Mines: 4})
	if _, err := players.Evaluate(ctx, g, players.NewRandom(), blindsight.Budget{}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
