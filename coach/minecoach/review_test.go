package minecoach_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// playedGame lets a player play and returns what he opened, and the board.
func playedGame(t *testing.T, g *minesweeper.Game, seed uint64, p sweepers.Player) (openings []minesweeper.Cell, reveal func(minesweeper.Cell) minesweeper.Seen, won bool) {
	t.Helper()
	var s minesweeper.State
	g.Deal(seed, 0, &s)
	rng := rand.New(rand.NewPCG(seed, 0))
	v := g.NewView()
	for v.Left() > 0 {
		d, err := p.Choose(context.Background(), rng, v, blindsight.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if _, forced := v.Forced(); !forced {
			openings = append(openings, d.Action)
		}
		step := g.Step(rng, &s, d.Action)
		if step.Seen == minesweeper.Mine {
			break
		}
		if err := v.Did(d.Action, step.Seen); err != nil {
			t.Fatal(err)
		}
	}
	board := s
	return openings, func(c minesweeper.Cell) minesweeper.Seen {
		if board.Mine(c) {
			return minesweeper.Mine
		}
		n := minesweeper.Seen(0)
		for _, near := range g.Neighbours(c) {
			if board.Mine(near) {
				n++
			}
		}
		return n
	}, v.Left() == 0
}

func reviewOf(t *testing.T, r *minecoach.Reviewer, g *minesweeper.Game, openings []minesweeper.Cell, reveal func(minesweeper.Cell) minesweeper.Seen) []minecoach.Judged {
	t.Helper()
	var all []minecoach.Judged
	err := r.Review(context.Background(), g.NewView(), openings, reveal, func(i int, j *minecoach.Judged) error {
		if i != len(all) {
			t.Fatalf("opening %d comes after %d others", i, len(all))
		}
		all = append(all, *j)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(openings) {
		t.Fatalf("%d openings judged, want %d", len(all), len(openings))
	}
	return all
}

// The account adds up, whoever played; who plays best loses nothing, and who plays at
// random loses something.
func TestReviewAddsUp(t *testing.T) {
	solver := reveal.New(reveal.Options{Workers: 1, Memory: 1 << 24})
	for _, rules := range []minesweeper.Rules{
		{Height: 3, Width: 4, Mines: 3, AutoOpen: true},
		{Height: 5, Width: 5, Mines: 12, First: minesweeper.Gnomine}, // beyond 2000 placements: estimates
	} {
		g := sweeptest.NewGame(t, rules)
		r := &minecoach.Reviewer{Analyst: newAnalyst(), Plays: 40, Seed: 5}
		all := map[string]sweepers.Player{"optimal": optimum.NewPlayer(g, solver), "random": sweepers.NewRandom(), "csp": sweepers.NewCSP()}
		games := uint64(25)
		if rules.Height > 3 {
			delete(all, "optimal")
			games = 8
		}
		for name, p := range all {
			lost := 0.0
			for seed := range games {
				openings, reveal, won := playedGame(t, g, seed, p)
				all := reviewOf(t, r, g, openings, reveal)
				total := all[0].Before
				for i := range all {
					j := &all[i]
					if j.Loss() < -1e-12 || j.Before < 0 || j.Before > 1 || j.Low > j.Before || j.High < j.Before {
						t.Fatalf("%s: %+v", name, j)
					}
					if j.Exact && name == "optimal" && j.Loss() > 1e-12 {
						t.Fatalf("the best play loses %v in opening %d of seed %d", j.Loss(), i, seed)
					}
					total += j.Luck() - j.Loss()
					lost += j.Loss()
				}
				result := 0.0
				if won {
					result = 1
				}
				if math.Abs(total-result) > 1e-9 {
					t.Fatalf("%s seed %d: start, luck and losses make %v, the result is %v", name, seed, total, result)
				}
			}
			if name == "random" && lost < float64(games)/25 {
				t.Errorf("%s: random play lost %v in %d games", rules, lost, games)
			}
		}
	}
}

// Exact values are those of the optimum.
func TestReviewIsExact(t *testing.T) {
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 3})
	r := &minecoach.Reviewer{Analyst: newAnalyst(), Plays: 1}
	openings, shown, _ := playedGame(t, g, 3, sweepers.NewRandom())
	first := reviewOf(t, r, g, openings, shown)[0]
	best, err := optimum.Solve(context.Background(), g.WithObjective(minesweeper.Win), reveal.New(reveal.Options{Workers: 1, Memory: 1 << 20}), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := 0.0
	for _, f := range best {
		value, _ := f.Lower.Float64()
		want = max(want, value)
	}
	if !first.Exact || first.Before != want {
		t.Errorf("the start is worth %v, exact %v: want %v", first.Before, first.Exact, want)
	}
}

// openedSafely plays a dealt board by safe cells, in any order, from a first cell on.
func openedSafely(t *testing.T, g *minesweeper.Game, b minesweeper.Board) (openings []minesweeper.Cell, reveal func(minesweeper.Cell) minesweeper.Seen) {
	t.Helper()
	var s minesweeper.State
	g.Lay(b, &s)
	reveal = func(c minesweeper.Cell) minesweeper.Seen {
		var again minesweeper.State
		g.Copy(&again, &s)
		return g.Step(nil, &again, c).Seen
	}
	v := g.NewView()
	for c := b.First; v.Left() > 0; c++ {
		c %= minesweeper.Cell(g.Cells())
		if v.At(c) != minesweeper.Covered || s.Mine(c) {
			continue
		}
		openings = append(openings, c)
		for next, forced := c, true; forced; next, forced = v.Forced() {
			if err := v.Did(next, reveal(next)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return openings, reveal
}

// The chance is found anew at every opening, in runs of safe cells too: where at most 8,000
// placements are left it is the exact one, and before the last cell, where that is safe, 1.
func TestReviewFindsEveryValueAnew(t *testing.T) {
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true})
	analyst := minecoach.NewAnalyst(minecoach.ExactPlacements, reveal.New(reveal.Options{Workers: 1, Memory: 1 << 26}))
	other := minecoach.NewAnalyst(minecoach.ExactPlacements, reveal.New(reveal.Options{Workers: 1, Memory: 1 << 26}))
	exact, inRuns, ends := 0, 0, 0
	for seed := range uint64(6) {
		board, err := g.Board(seed, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		openings, reveal := openedSafely(t, g, board)
		r := &minecoach.Reviewer{Analyst: analyst, Plays: 20, Seed: seed}
		v := g.NewView()
		for i, j := range reviewOf(t, r, g, openings, reveal) {
			a, err := other.Analyse(context.Background(), v)
			if err != nil {
				t.Fatal(err)
			}
			if a.Win != nil {
				win, _ := a.Win.Float64()
				if exact++; !j.Exact || j.Before != win || j.Of != minecoach.BestPlay {
					t.Errorf("seed %d, opening %d, %s placements: %+v, exactly %v", seed, i, a.Placements, j, win)
				}
				if j.Risk == 0 {
					inRuns++
				}
			} else if j.Exact || i > 0 && j.Plays != 20 {
				t.Errorf("seed %d, opening %d, %s placements: %+v", seed, i, a.Placements, j)
			}
			if i == len(openings)-1 && j.Risk == 0 {
				if ends++; j.Before != 1 || j.After != 1 {
					t.Errorf("seed %d: the last cell is safe, and the chance %v", seed, j.Before)
				}
			}
			for next, forced := j.Cell, true; forced; next, forced = v.Forced() {
				if err := v.Did(next, reveal(next)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if exact < 30 || inRuns < 10 || ends < 2 {
		t.Errorf("%d exact values, %d in runs of safe cells, %d last cells that are safe", exact, inRuns, ends)
	}
}

// A first cell is charged by the coach's own numbers: in the centre of 9x9 windows it costs
// about 7 points of the 91.5% that the corner wins, in any corner nothing. Where nothing is
// protected it costs as much less as the cell survives.
func TestReviewChargesTheFirstCell(t *testing.T) {
	for _, test := range []struct {
		rule          minesweeper.First
		first         minesweeper.Cell
		before        float64
		least, most   float64 // of the loss
		best          minesweeper.Cell
		height, mines int
	}{
		{minesweeper.Windows, 40, 18305.0 / 20000, 0.03, 0.11, 0, 9, 10},
		{minesweeper.Windows, 80, 18305.0 / 20000, 0, 0, 80, 9, 10},
		{minesweeper.Gnomine, 20, 19468.0 / 20000, 0, 0, 20, 9, 10},
		{minesweeper.None, 40, 18305.0 / 20000 * 71 / 81, 0.02, 0.1, 0, 9, 10},
		// Nothing is measured of 7x7/8: the usual first cell is a corner.
		{minesweeper.Windows, 24, 0, 0.01, 0.3, 0, 7, 8},
	} {
		g := sweeptest.NewGame(t, minesweeper.Rules{Height: test.height, Width: test.height, Mines: test.mines, First: test.rule, AutoOpen: true})
		board, err := g.Board(11, 3, test.first)
		if err != nil {
			t.Fatal(err)
		}
		openings, reveal := openedSafely(t, g, board)
		r := &minecoach.Reviewer{Analyst: newAnalyst(), Plays: 600, Seed: 1}
		j := reviewOf(t, r, g, openings[:1], reveal)[0]
		if test.before > 0 && math.Abs(j.Before-test.before) > 1e-12 || j.Loss() < test.least || j.Loss() > test.most || j.Best != test.best || j.Low > j.Before || j.High < j.Before {
			t.Errorf("%s from %d: %+v, loss %v", g.Rules(), test.first, j, j.Loss())
		}
	}
}

// On a board that needs no guess the chance is 1 from the start on, and a guess costs its
// risk.
func TestReviewOfBoardsWithoutGuessing(t *testing.T) {
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true})
	var deducer minecoach.Deducer
	board, _, err := deducer.NoGuess(context.Background(), g, 5, 0, 40, 20_000)
	if err != nil {
		t.Fatal(err)
	}
	openings, reveal := openedSafely(t, g, board) // safe by luck, not by deduction
	r := &minecoach.Reviewer{Analyst: newAnalyst(), Plays: 1, NoGuess: true}
	guesses := 0
	for i, j := range reviewOf(t, r, g, openings, reveal) {
		if j.Before != 1 || j.After != 1 || j.Of != minecoach.CertainOnly || math.Abs(j.Loss()-j.Risk) > 1e-12 || i == 0 && j.Risk != 0 || j.Exact != (j.Risk == 0) {
			t.Errorf("opening %d: %+v", i, j)
		}
		if j.Risk > 0 {
			guesses++
		}
	}
	if guesses == 0 {
		t.Error("there was no guess")
	}
}
