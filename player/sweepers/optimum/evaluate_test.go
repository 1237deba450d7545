package optimum_test

import (
	"context"
	"errors"
	"flag"
	"math/big"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
	"blindsight/search/uct"
)

var thorough = flag.Bool("thorough", false, "ten times the games in TestEvaluationAgreesWithPlay")

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
			g := sweeptest.NewGame(t, r)
			s := reveal.New(reveal.Options{Workers: 1})
			first, err := optimum.Solve(context.Background(), g, s, nil)
			if err != nil {
				t.Fatal(err)
			}
			best := new(big.Rat)
			for _, f := range first {
				if f.Lower.Cmp(best) > 0 {
					best = f.Lower
				}
			}
			if e := sweeptest.Evaluate(t, g, optimum.NewPlayer(g, s), 0); e.Value.Cmp(best) != 0 {
				t.Errorf("%s, auto-open %v: the optimal player is worth %s, the optimum is %s", r, auto, e.Value, best)
			}
		}
	}
}

// On 3x3/7 two cells are safe. Whatever cell the random player opens first, the
// other is one of eight.
func TestRandomPlayerByHand(t *testing.T) {
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 7})
	if e := sweeptest.Evaluate(t, g, sweepers.NewRandom(), 0); e.Value.Cmp(big.NewRat(1, 8)) != 0 {
		t.Errorf("value %s, want 1/8", e.Value)
	}
}

// What is walked is what is played: the value lies in the interval of many games
// (with -thorough of ten times as many).
func TestEvaluationAgreesWithPlay(t *testing.T) {
	for _, c := range []struct {
		games  int
		rules  minesweeper.Rules
		player func(*minesweeper.Game) sweepers.Player
	}{
		{1_000, minesweeper.Rules{Height: 3, Width: 3, Mines: 2, AutoOpen: true}, func(*minesweeper.Game) sweepers.Player { return sweepers.NewRandom() }},
		{100, minesweeper.Rules{Height: 3, Width: 4, Mines: 4, AutoOpen: true}, func(g *minesweeper.Game) sweepers.Player {
			return optimum.NewPlayer(g, reveal.New(reveal.Options{Workers: 1}))
		}},
		{10_000, minesweeper.Rules{Height: 3, Width: 4, Mines: 4, First: minesweeper.Gnomine}, func(*minesweeper.Game) sweepers.Player { return sweepers.NewCSP() }},
		{10_000, minesweeper.Rules{Height: 3, Width: 4, Mines: 3, AutoOpen: true}, func(*minesweeper.Game) sweepers.Player { return sweepers.NewCSPCorner() }},
		{10_000, minesweeper.Rules{Height: 3, Width: 3, Mines: 2}, func(*minesweeper.Game) sweepers.Player { return sweepers.NewSPS() }},
		{10_000, minesweeper.Rules{Height: 3, Width: 3, Mines: 2, First: minesweeper.None}, func(*minesweeper.Game) sweepers.Player { return sweepers.NewCSP() }},
		{100, minesweeper.Rules{Height: 1, Width: 3, Mines: 2, First: minesweeper.None}, func(*minesweeper.Game) sweepers.Player { return sweepers.NewCSP() }},
		{100, minesweeper.Rules{Height: 1, Width: 7, Mines: 3}, func(g *minesweeper.Game) sweepers.Player {
			return optimum.NewPlayer(g, reveal.New(reveal.Options{Workers: 1}))
		}},
	} {
		if *thorough && c.rules.Mines == 3 && c.rules.Height == 3 {
			c.rules.Height, c.rules.Mines = 4, 5 // its walk takes ten seconds
		}
		g := sweeptest.NewGame(t, c.rules)
		p := c.player(g)
		value, _ := sweeptest.Evaluate(t, g, p, 0).Value.Float64()
		if *thorough {
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
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 2})
	p := sweepers.NewBSR(g, 0, uct.PaperA())
	first, again := sweeptest.Evaluate(t, g, p, 200), sweeptest.Evaluate(t, g, p, 200)
	if first.Value.Cmp(again.Value) != 0 || first.Decisions != again.Decisions {
		t.Errorf("worth %s, then %s", first.Value, again.Value)
	}
	if best := sweeptest.Evaluate(t, g, optimum.NewPlayer(g, reveal.New(reveal.Options{})), 0); first.Value.Cmp(best.Value) > 0 {
		t.Errorf("a search is worth %s, more than the optimum %s", first.Value, best.Value)
	}
}

func TestEvaluationStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 4, Width: 4, Mines: 4})
	if _, err := optimum.Evaluate(ctx, g, sweepers.NewRandom(), blindsight.Budget{}, 1, optimum.EvaluateOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestEvaluationTellsProgress: what is told grows, and all that may happen is walked through in the end, whatever protects the first cell.
func TestEvaluationTellsProgress(t *testing.T) {
	for _, first := range []minesweeper.First{minesweeper.Windows, minesweeper.Gnomine, minesweeper.None} {
		g := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 4, Mines: 3, First: first, AutoOpen: true})
		for _, p := range []sweepers.Player{sweepers.NewRandom(), optimum.NewPlayer(g, reveal.New(reveal.Options{}))} {
			last, fell := 0.0, false
			o := optimum.EvaluateOptions{Progress: func(share float64) { last, fell = share, fell || share < last }}
			if _, err := optimum.Evaluate(t.Context(), g, p, blindsight.Budget{}, 1, o); err != nil {
				t.Fatal(err)
			}
			if fell || last < 0.99 || last > 1 {
				t.Errorf("%s: ends at %v, fell %v", g.Rules(), last, fell)
			}
		}
	}
}

// TestEvaluationKeepsWithinMemory: a walk ends with an error where it would need more than it may, and the value does not depend on a limit that suffices.
func TestEvaluationKeepsWithinMemory(t *testing.T) {
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 4, Mines: 3, AutoOpen: true})
	evaluate := func(memory int64) (optimum.Evaluation, error) {
		return optimum.Evaluate(t.Context(), g, sweepers.NewRandom(), blindsight.Budget{}, 1, optimum.EvaluateOptions{Memory: memory})
	}
	if _, err := evaluate(10_000); !errors.Is(err, optimum.ErrMemory) {
		t.Errorf("10 kB: %v", err)
	}
	free, err := evaluate(0)
	if err != nil {
		t.Fatal(err)
	}
	if bound, err := evaluate(1 << 30); err != nil || bound.Value.Cmp(free.Value) != 0 {
		t.Errorf("1 GiB: %v, %v instead of %v", err, bound.Value, free.Value)
	}
}
