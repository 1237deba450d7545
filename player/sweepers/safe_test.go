package sweepers_test

import (
	"context"
	"flag"
	"testing"

	"blindsight"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/internal/randstream"
	"blindsight/player/sweepers"
)

var (
	safeGames = flag.Int("safe-games", 2, "games of 9x9/10 in which TestSafeCellsFirst watches each player")
	safeLarge = flag.Int("safe-large", 0, "games of 16x30/99 beside them")
	safeSims  = flag.Int("safe-sims", 30, "simulations for each decision")
)

// cautiousPlayers never open a risky cell where a certainly safe one exists.
var cautiousPlayers = []string{"bssuct", "bsr-uct,safe=true", "bsr-uct-mcmc,safe=true", "bsr-uct-fast,safe=true", "bsr-uct-csp,safe=true"}

// The full measure: go test ./player/sweepers -run SafeCellsFirst -safe-games 200 -safe-large 20 -safe-sims 500 -timeout 0 -v
func TestSafeCellsFirst(t *testing.T) {
	for _, player := range cautiousPlayers {
		t.Run(player, func(t *testing.T) {
			t.Parallel()
			for _, c := range []struct {
				rules minesweeper.Rules
				games int
			}{
				{minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true}, *safeGames},
				{minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true}, *safeLarge},
			} {
				bad, decisions := needlessRisks(t, player, c.rules, c.games)
				t.Logf("%s: %d games, %d decisions, %d risky where a cell was certainly safe", c.rules, c.games, decisions, bad)
				if bad > 0 {
					t.Errorf("%s opened a risky cell %d times though one was certainly safe", player, bad)
				}
			}
		})
	}
}

// Without safe=true the papers' player does so, or the count above could not fail.
func TestPlainPlayerTakesNeedlessRisks(t *testing.T) {
	bad, decisions := needlessRisks(t, "bsr-uct-csp", minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true}, 2)
	if bad == 0 {
		t.Errorf("none of %d decisions was risky beside a certainly safe cell", decisions)
	}
}

// needlessRisks plays the games of seed 1 and counts the decisions in which a cell was
// certainly safe and another was opened that was not. What is safe is counted anew for each
// position, by the analyst, not by the player.
func needlessRisks(t *testing.T, player string, rules minesweeper.Rules, games int) (bad, decisions int) {
	t.Helper()
	g, err := minesweeper.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	p, err := sweepers.Catalogue.New(player, g)
	if err != nil {
		t.Fatal(err)
	}
	analyst := minecoach.NewAnalyst(0, nil)
	for n := range uint64(games) {
		if rules.Width > 9 {
			t.Logf("%s: game %d begins after %d decisions, %d risky", player, n, decisions, bad) // they take minutes
		}
		var board minesweeper.State
		g.Deal(1, n, &board)
		v := g.NewView()
		rng := randstream.New(1, "safe cells first", n)
		for alive := true; alive && v.Left() > 0; {
			c, forced := v.Forced()
			if !forced {
				d, err := p.Choose(context.Background(), rng, v, blindsight.Budget{Simulations: *safeSims})
				if err != nil {
					t.Fatal(err)
				}
				c = d.Action
				decisions++
				if v.Started() && needless(t, analyst, v, c) {
					bad++
				}
			}
			step := g.Step(nil, &board, c)
			if alive = step.Seen != minesweeper.Mine; alive {
				if err := v.Did(c, step.Seen); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return bad, decisions
}

// needless tells whether a cell may hold a mine while another can hold none.
func needless(t *testing.T, analyst *minecoach.Analyst, v *minesweeper.View, c minesweeper.Cell) bool {
	t.Helper()
	a, err := analyst.Analyse(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	safe, risky := false, false
	for _, cell := range a.Cells {
		safe = safe || cell.Mine == 0
		risky = risky || cell.Cell == c && cell.Mine > 0
	}
	return safe && risky
}

func TestPlayersForAdvice(t *testing.T) {
	for player, want := range map[string]string{
		"strong":                      "strong",
		"bsr-uct":                     "bsr-uct,safe=true",
		"bsr-uct-csp,explore=0.1":     "bsr-uct-csp,explore=0.1,safe=true",
		"bsr-uct-fast,safe=false":     "bsr-uct-fast,safe=false",
		"bssuct":                      "bssuct,safe=true",
		"nobody":                      "nobody",
		"bsr-uct,unknown-parameter=1": "bsr-uct,unknown-parameter=1",
	} {
		if got := sweepers.ForAdvice(player); got != want {
			t.Errorf("sweepers.ForAdvice(%q) = %q, want %q", player, got, want)
		}
	}
	for _, player := range sweepers.Advisers() {
		if err := sweepers.Catalogue.Check(player); err != nil {
			t.Error(err)
		}
	}
}
