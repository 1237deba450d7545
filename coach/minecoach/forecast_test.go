package minecoach_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/sweeptest"
)

// The forecast of the first cell that strong opens is the exact worth of strong, which is
// computed by walking all observations.
func TestForecastAgainstEvaluation(t *testing.T) {
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 4, Mines: 4, Objective: minesweeper.Win})
	exact, err := optimum.Evaluate(context.Background(), g, strong.New(strong.Default()), blindsight.Budget{}, 1, optimum.EvaluateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := exact.Value.Float64()
	v := g.NewView()
	a, err := newAnalyst().Analyse(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	d, err := strong.New(strong.Default()).Choose(context.Background(), nil, v, blindsight.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	f := minecoach.NewForecast(v, a, rand.New(rand.NewPCG(3, 4)), 0, d.Action)
	const plays = 500
	for range plays {
		if err := f.Play(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	cells := f.Cells()
	win, low, high := cells[0].Win()
	if len(cells) != 1 || cells[0].Cell != d.Action || cells[0].Plays != plays || win < low || win > high {
		t.Errorf("%+v", cells)
	}
	// No play varies more than one that is won or lost.
	if bound := 4 * math.Sqrt(want*(1-want)/plays); math.Abs(win-want) > bound {
		t.Errorf("forecast %.4f, exactly %.4f: more than %.4f apart", win, want, bound)
	}
}

// A forecast of cells that may be mines converges to the exact win chances, where strong
// plays exactly.
func TestForecastAgainstExact(t *testing.T) {
	v := sweeptest.ViewOf(t, "5x3/6 windows\n..2\n..3\n..3\n..2\n221\n")
	a, err := newAnalyst().Analyse(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	f := minecoach.NewForecast(v, a, rand.New(rand.NewPCG(5, 6)), 10, v.Legal(nil)...)
	const plays = 400
	for range plays {
		if err := f.Play(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range f.Cells() {
		for _, c := range a.Cells {
			win, _, _ := p.Win()
			if want, _ := c.Win.Float64(); c.Cell == p.Cell && math.Abs(win-want) > 4*math.Sqrt(want*(1-want)/plays) {
				t.Errorf("cell %d: forecast %.4f, exactly %.4f", p.Cell, win, want)
			}
		}
	}
}

// Of two closed cells, of which one is a mine, each is worth exactly a half.
func TestForecastOfTwoCells(t *testing.T) {
	v := sweeptest.ViewOf(t, "2x2/1 windows\n.1\n.1\n")
	a, err := newAnalyst().Analyse(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	f := minecoach.NewForecast(v, a, rand.New(rand.NewPCG(1, 1)), 10)
	for range 10 {
		if err := f.Play(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	cells := f.Cells()
	if len(cells) != 2 {
		t.Fatalf("%+v: want two cells", cells)
	}
	for i := range cells {
		if win, low, high := cells[i].Win(); win != 0.5 || low >= 0.5 || high <= 0.5 {
			t.Errorf("cell %d: %v (%v to %v)", cells[i].Cell, win, low, high)
		}
	}
	difference, low, high, err := f.Better(cells[0].Cell, cells[1].Cell)
	if err != nil || difference != 0 || low > 0 || high < 0 {
		t.Errorf("one is better by %v (%v to %v), %v", difference, low, high, err)
	}
	if _, _, _, err := f.Better(1, 3); err == nil {
		t.Error("open cells are no candidates")
	}
}
