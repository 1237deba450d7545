package gain_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/gain"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/sweeptest"
)

// side returns a side that plays strong with options, without a budget.
func side(o strong.Options) gain.Side {
	return gain.Side{New: func() (minesweeper.Planner, error) { return strong.New(o), nil }}
}

func weak() strong.Options {
	o := strong.Default()
	o.Exact, o.Candidates, o.Window = 0, 1, 1
	return o
}

// What is measured is the difference of the exact win rates, found by walking through all that the players can come to
// see: where the better one knows the end exactly, where the weaker one does, and where they open differently, also
// where the first cell may be a mine.
func TestGainIsTrue(t *testing.T) {
	better := strong.Default()
	better.Exact = 12
	elsewhere := weak()
	middle := minesweeper.Cell(1)
	elsewhere.First = &middle
	for _, c := range []struct {
		name     string
		first    minesweeper.First
		new, old strong.Options
		games    int
	}{
		{"exact against not", minesweeper.Windows, better, weak(), 500},
		{"not exact against exact", minesweeper.Windows, weak(), better, 500},
		{"another first cell", minesweeper.None, elsewhere, weak(), 700},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 4, Mines: 4, First: c.first, AutoOpen: true})
			rate := func(o strong.Options) float64 {
				e, err := optimum.Evaluate(t.Context(), g, strong.New(o), blindsight.Budget{}, 1, optimum.EvaluateOptions{})
				if err != nil {
					t.Fatal(err)
				}
				x, _ := e.Value.Float64()
				return x
			}
			want := rate(c.new) - rate(c.old)
			m := gain.Match{Game: g, New: side(c.new), Old: side(c.old), Playouts: 4}
			r, err := m.Run(t.Context(), 8, c.games, 2, nil)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(want) < 0.01 {
				t.Fatalf("the difference is only %.4f: this tests nothing", want)
			}
			got := r.Total()
			if width := (got.CI95[1] - got.CI95[0]) / 4; math.Abs(got.Mean-want) > 4.5*width || width > math.Abs(want)/3 {
				t.Errorf("gain %.4f ± %.4f, exactly %.4f", got.Mean, width, want)
			}
			win := r.Win()
			if width := (win.CI95[1] - win.CI95[0]) / 4; math.Abs(win.Mean-rate(c.new)) > 4.5*width {
				t.Errorf("the new player wins %.4f ± %.4f, exactly %.4f", win.Mean, width, rate(c.new))
			}
		})
	}
}

// The result is the same for any number of workers, and a run that is stopped tells of the games before.
func TestWorkersAndStop(t *testing.T) {
	g := sweeptest.NewGame(t, sweeptest.Boards[0].Rules)
	m := gain.Match{Game: g, New: side(strong.Default()), Old: side(weak()), Playouts: 2}
	one, err := m.Run(t.Context(), 3, 24, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	four, err := m.Run(t.Context(), 3, 24, 4, nil)
	if err != nil || *one != *four {
		t.Errorf("one worker %+v, four %+v, %v", one.Total(), four.Total(), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stopped, err := m.Run(ctx, 3, 1_000_000, 2, func(n int, _ *gain.Game) { // no worker comes to the end, however long the other sleeps
		if n == 5 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || stopped.Games < 6 {
		t.Fatalf("%d games, %v", stopped.Games, err)
	}
	short, err := m.Run(t.Context(), 3, stopped.Games, 1, nil)
	if err != nil || *short != *stopped {
		t.Errorf("stopped %+v, played %+v, %v", stopped.Total(), short.Total(), err)
	}
}

// A player gains nothing over itself, which twenty games do not prove. Players of the catalogue can be compared as well.
func TestAgainstItself(t *testing.T) {
	g := sweeptest.NewGame(t, sweeptest.Boards[0].Rules)
	csp := gain.Side{New: func() (minesweeper.Planner, error) { return sweepers.Catalogue.New("csp-corner", g) }}
	m := gain.Match{Game: g, New: side(strong.Default()), Old: side(strong.Default()), Playouts: 2}
	r, err := m.Run(t.Context(), 3, 20, 2, nil)
	if err != nil || r.Total() != (gain.Estimate{CI95: [2]float64{-0.15, 0.15}}) || r.Differ != 0 {
		t.Errorf("%+v, %d differ, %v", r.Total(), r.Differ, err)
	}
	m.Old = csp
	r, err = m.Run(t.Context(), 3, 200, 2, nil)
	if err != nil || r.Total().CI95[0] < 0.001 {
		t.Errorf("strong over csp-corner: %+v, %v", r.Total(), err)
	}
	m.Playouts = 0
	if _, err := m.Run(t.Context(), 3, 20, 2, nil); err == nil {
		t.Error("no playouts are taken")
	}
}

// How much the exact end of the game is worth on a board of twelve cells.
func ExampleMatch() {
	g, err := minesweeper.New(minesweeper.Rules{Height: 3, Width: 4, Mines: 4, AutoOpen: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	without := strong.Default()
	without.Exact = 0
	m := gain.Match{Game: g, New: side(strong.Default()), Old: side(without), Playouts: 10}
	r, err := m.Run(context.Background(), 1, 200, 1, nil)
	fmt.Printf("%d games, gain above 0: %v, %v\n", r.Games, r.Total().CI95[0] > 0, err)
	// Output: 200 games, gain above 0: true, <nil>
}
