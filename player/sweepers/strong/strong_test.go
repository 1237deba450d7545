package strong_test

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// It never opens a cell that is certainly a mine, and never guesses where a cell is
// certainly safe, by a count of its own from the whole view.
func TestStrongNeverOverlooks(t *testing.T) {
	for _, board := range []minesweeper.Rules{
		{Height: 8, Width: 8, Mines: 10, AutoOpen: true},
		{Height: 9, Width: 9, Mines: 20, First: minesweeper.Gnomine},
		{Height: 16, Width: 30, Mines: 99, AutoOpen: true},
		{Height: 7, Width: 7, Mines: 11, Neighbours: 2},
	} {
		g := sweeptest.NewGame(t, board)
		p := strong.New(strong.Default())
		var counter counting.Counter
		var sums counting.Sums
		guesses := 0
		for game := range uint64(25) {
			m := episode.MinesweeperGame{Game: g}
			g.Deal(3000, game, &m.State)
			before := g.NewView()
			_, err := m.Play(context.Background(), rand.New(rand.NewPCG(1, game)), p, blindsight.Budget{},
				func(v *minesweeper.View, move *episode.MinesweeperMove) {
					defer before.CopyFrom(v)
					if move.Forced || !before.Started() {
						return
					}
					g.Constraints(before, &sums)
					if err := counter.Count(&sums); err != nil {
						t.Fatal(err)
					}
					i := slices.Index(sums.Names, int32(move.Decision.Action))
					safe := slices.Contains(counter.Certain(), 0) || before.Left()+board.Mines > sums.Unknowns
					switch {
					case i >= 0 && counter.Certain()[i] == 1:
						t.Errorf("%s, game %d: opens a certain mine", board, game)
					case safe && i >= 0 && counter.Certain()[i] != 0:
						t.Errorf("%s, game %d: guesses where a cell is certainly safe", board, game)
					case i >= 0 && counter.Certain()[i] < 0:
						guesses++
					}
				})
			if err != nil {
				t.Fatal(err)
			}
		}
		if guesses < 10 {
			t.Errorf("%s: %d guesses: too few to see anything", board, guesses)
		}
	}
}

// Where the exact optimum is within its reach it plays an optimal cell.
func TestStrongPlaysTheOptimum(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	solver := reveal.New(reveal.Options{Workers: 1})
	decided := 0
	for range 400 {
		v := sweeptest.SmallView(t, rng)
		if _, forced := v.Forced(); forced || v.Left() == 0 || !v.Started() {
			continue
		}
		a, err := v.Game().Answers(v, strong.Default().Exact)
		if err != nil {
			continue
		}
		d, err := strong.New(strong.Default()).Choose(context.Background(), rng, v, blindsight.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		best := int64(-1)
		values := solver.Actions(context.Background(), a)
		for _, b := range values {
			best = max(best, b.Lower)
		}
		i := slices.Index(v.Legal(nil), d.Action)
		if values[i].Lower != best {
			t.Errorf("%v\nopens %d, which wins %d of %d, the best %d", v, d.Action, values[i].Lower, a.States, best)
		}
		if d.Value < 1 && math.Abs(d.Value-float64(best)/float64(a.States)) > 1e-12 {
			t.Errorf("%v\nvalue %v, want %d/%d", v, d.Value, best, a.States)
		}
		decided++
	}
	if decided < 100 {
		t.Errorf("%d positions: too few", decided)
	}
}

// With the book and a small budget strong plays the optimum of a dense board, from the first cell to the last.
func TestBookIsOptimal(t *testing.T) {
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 7, Mines: 10, AutoOpen: true, Objective: minesweeper.Win})
	if e, want := sweeptest.Evaluate(t, g, strong.New(strong.Default()), 1000), big.NewRat(3524, 46189); e.Value.Cmp(want) != 0 {
		t.Errorf("strong wins %v, the optimum is %v", e.Value, want)
	}
}
