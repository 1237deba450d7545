package minesweeper_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	players "blindsight/player/minesweeper"
)

// The forecasts of all first cells together are the exact worth of the player that
// plays on, which is computed by walking all observations.
func TestForecastAgainstEvaluation(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 3, Width: 4, Mines: 4, Objective: minesweeper.Win})
	exact, err := players.Evaluate(context.Background(), g, players.NewCSP(), blindsight.Budget{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := exact.Value.Float64()
	v := g.NewView()
	a, err := newAnalyst().Analyse(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	f := players.NewForecast(v, a, rand.New(rand.NewPCG(3, 4)), v.Legal(nil)...)
	const plays = 1000
	for range plays {
		if err := f.Play(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	sum := 0.0
	cells := f.Cells()
	if len(cells) != g.Cells() {
		t.Fatalf("%d candidates, want %d", len(cells), g.Cells())
	}
	for i := range cells {
		win, low, high := cells[i].Win()
		if cells[i].Plays != plays || win < low || win > high {
			t.Errorf("%+v", cells[i])
		}
		sum += win
	}
	got := sum / float64(len(cells))
	// The cells share placements, so the error is at most that of 1000 plays.
	if bound := 4 * math.Sqrt(want*(1-want)/plays); math.Abs(got-want) > bound {
		t.Errorf("forecast %.4f, exactly %.4f: more than %.4f apart", got, want, bound)
	}
}

// Of two closed cells, of which one is a mine, each wins in half of the placements, and
// never both.
func TestForecastOfTwoCells(t *testing.T) {
	v := viewOf(t, "2x2/1 windows\n.1\n.1\n")
	a, err := newAnalyst().Analyse(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	f := players.NewForecast(v, a, rand.New(rand.NewPCG(1, 1)))
	const plays = 1000
	for range plays {
		if err := f.Play(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	cells := f.Cells()
	if len(cells) != 2 || cells[0].Wins+cells[1].Wins != plays {
		t.Fatalf("%+v: want two cells that win %d times together", cells, plays)
	}
	win, _, _ := cells[0].Win()
	if win-0.5 > 4*math.Sqrt(0.25/plays) {
		t.Errorf("the luckier cell wins %.3f", win)
	}
	difference, low, high, err := f.Better(cells[0].Cell, cells[1].Cell)
	if err != nil || math.Abs(difference-(2*win-1)) > 1e-12 || low > difference || high < difference {
		t.Errorf("it is better by %v (%v to %v), %v", difference, low, high, err)
	}
	if _, _, _, err := f.Better(1, 3); err == nil {
		t.Error("open cells are no candidates")
	}
}
