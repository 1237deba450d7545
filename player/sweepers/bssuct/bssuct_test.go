package bssuct_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/coach/minecoach"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/bssuct"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
	"blindsight/search/uct"
)

func newPlayer(g *minesweeper.Game, exact int, at uct.Sampling) sweepers.Player {
	return bssuct.New(g, bssuct.Options{
		Policy: 0.7, Exact: exact,
		Search: uct.Config{Sampling: at, Bandit: uct.UCBV, Weighted: true},
	})
}

// The paper's and ours finish games of every variant, with legal moves only, and never open a cell
// that is certainly a mine, nor a risky one where a safe one is known.
func TestBSSUCTPlaysAllVariants(t *testing.T) {
	analyst := minecoach.NewAnalyst(0, reveal.New(reveal.Options{Workers: 1, Memory: 1}))
	for _, first := range []minesweeper.First{minesweeper.Windows, minesweeper.Gnomine} {
		for n := range minesweeper.NeighbourhoodNames() {
			r := minesweeper.Rules{Height: 4, Width: 5, Mines: 5, First: first, Neighbours: minesweeper.Neighbours(n), AutoOpen: n%2 == 0}
			g := sweeptest.NewGame(t, r)
			players := map[string]sweepers.Player{"the paper's": bssuct.New(g, bssuct.PaperB())}
			for _, exact := range []int{0, 60} {
				for _, at := range []uct.Sampling{uct.AtRoot, uct.AtNodes} {
					players[fmt.Sprintf("exact from %d on, sampling %v", exact, at)] = newPlayer(g, exact, at)
				}
			}
			for name, p := range players {
				m := episode.MinesweeperGame{Game: g}
				g.Deal(3, 0, &m.State)
				before := g.NewView()
				_, err := m.Play(context.Background(), rand.New(rand.NewPCG(3, 0)), p, blindsight.Budget{Simulations: 60}, func(v *minesweeper.View, move *episode.MinesweeperMove) {
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
							t.Errorf("%s, %s: opened a cell of risk %v, the least is %v", name, r, mine, least)
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

// Under the gnomine rule 5x5/15 is a sure win from the centre (paper B, section 5.1);
// on 3x3/7 under the windows rule the centre is the worst first cell (section 4.2).
func TestBSSUCTFirstCells(t *testing.T) {
	sure := sweeptest.NewGame(t, minesweeper.Rules{Height: 5, Width: 5, Mines: 15, First: minesweeper.Gnomine})
	trap := sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 7})
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 1))
		d, err := newPlayer(sure, 0, uct.AtRoot).Choose(context.Background(), rng, sure.NewView(), blindsight.Budget{Simulations: 2000})
		if err != nil || d.Action != sure.Cell(2, 2) {
			t.Errorf("seed %d: 5x5/15 opens %d first (%v)", seed, d.Action, err)
		}
		d, err = newPlayer(trap, 0, uct.AtRoot).Choose(context.Background(), rng, trap.NewView(), blindsight.Budget{Simulations: 2000})
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
		g := sweeptest.NewGame(t, r)
		best := sweeptest.Evaluate(t, g, optimum.NewPlayer(g, reveal.New(reveal.Options{Workers: 1, Memory: 1 << 20})), 0)
		for _, exact := range []int{0, 200} {
			if e := sweeptest.Evaluate(t, g, newPlayer(g, exact, uct.AtRoot), 2000); e.Value.Cmp(best.Value) != 0 {
				t.Errorf("%s, exact from %d: worth %s, the optimum is %s", r, exact, e.Value, best.Value)
			}
		}
	}
}

// Whichever way simulations end and nodes learn, the values go to those of the best
// play, here by the exact solution.
func TestBSSUCTValues(t *testing.T) {
	analyst := minecoach.NewAnalyst(2000, reveal.New(reveal.Options{Workers: 1, Memory: 1 << 20}))
	for _, tt := range []struct {
		rules  minesweeper.Rules
		opened map[minesweeper.Cell]minesweeper.Seen
	}{
		{minesweeper.Rules{Height: 4, Width: 4, Mines: 4, AutoOpen: true}, map[minesweeper.Cell]minesweeper.Seen{0: 3}},
		{minesweeper.Rules{Height: 4, Width: 4, Mines: 4, AutoOpen: true}, map[minesweeper.Cell]minesweeper.Seen{1: 3}},
		{minesweeper.Rules{Height: 3, Width: 4, Mines: 4}, map[minesweeper.Cell]minesweeper.Seen{5: 3}},
	} {
		g := sweeptest.NewGame(t, tt.rules)
		v := g.NewView()
		for c, o := range tt.opened {
			if err := v.Did(c, o); err != nil {
				t.Fatal(err)
			}
		}
		a, err := analyst.Analyse(context.Background(), v)
		if err != nil {
			t.Fatal(err)
		}
		want := make(map[minesweeper.Cell]float64)
		for _, c := range a.Cells {
			want[c.Cell], _ = c.Win.Float64()
		}
		for _, tt := range []struct {
			backup    uct.Backup
			weighted  bool
			outcomes  uct.Widening
			tolerance float64
		}{
			{uct.Mean, false, uct.Widening{}, 0.05}, // a mean of some thousand games, exploration included
			{uct.Mean, true, uct.Widening{}, 0.05},
			{uct.Best, true, uct.Widening{}, 0.002}, // chances are exact: what is left is what was not tried
			{uct.Best, true, uct.Widening{Factor: 2, Exponent: 0.5}, 0.01},
		} {
			c := uct.Config{Bandit: uct.UCBV, Backup: tt.backup, Weighted: tt.weighted, Outcomes: tt.outcomes}
			p := bssuct.New(g, bssuct.Options{Policy: 0.7, Search: c})
			d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(2, 9)), v, blindsight.Budget{Simulations: 10_000})
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(d.Value-want[d.Action]) > tt.tolerance {
				t.Errorf("%s, %+v: cell %d is worth %.4f, the search says %.4f", g.Rules(), tt, d.Action, want[d.Action], d.Value)
			}
			if best, _ := a.Win.Float64(); want[d.Action] < best-1e-9 {
				t.Errorf("%s, %+v: opened %d, worth %.4f of %.4f", g.Rules(), tt, d.Action, want[d.Action], best)
			}
		}
	}
}

// With the exact belief a state drawn once at the root is as good as one drawn at
// every node: over many seeds the searches have the same averages of what they find,
// within the intervals, on three boards.
func TestBSSUCTRootAndNodeSamplingAgree(t *testing.T) {
	const seeds = 50
	for _, r := range []minesweeper.Rules{
		{Height: 3, Width: 3, Mines: 7},
		{Height: 4, Width: 4, Mines: 4, AutoOpen: true},
		{Height: 5, Width: 5, Mines: 15, First: minesweeper.Gnomine},
	} {
		g := sweeptest.NewGame(t, r)
		for _, weighted := range []bool{false, true} {
			var value, first [2][]float64
			for mode, at := range []uct.Sampling{uct.AtRoot, uct.AtNodes} {
				p := bssuct.New(g, bssuct.Options{Policy: 0.7, Search: uct.Config{
					Sampling: at, Bandit: uct.UCBV, Backup: uct.Mean, Weighted: weighted,
				}})
				for seed := range uint64(seeds) {
					d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(seed, uint64(mode))), g.NewView(), blindsight.Budget{Simulations: 300})
					if err != nil {
						t.Fatal(err)
					}
					least := d.Actions[0]
					for _, a := range d.Actions {
						if a.Action < least.Action {
							least = a
						}
					}
					value[mode] = append(value[mode], d.Actions[0].Mean)
					first[mode] = append(first[mode], least.Mean)
				}
			}
			for what, x := range map[string][2][]float64{"the most simulated cell": value, "the least cell": first} {
				m0, e0 := meanAndError(x[0])
				m1, e1 := meanAndError(x[1])
				// Twelve comparisons: 3.5 standard errors happen by chance once in 180 runs
				// of other seeds; these seeds are fixed.
				if d := math.Abs(m0 - m1); d > 3.5*math.Hypot(e0, e1)+1e-9 {
					t.Errorf("%s, weighted %v: %s has mean %.4f±%.4f at the root, %.4f±%.4f at nodes", r, weighted, what, m0, e0, m1, e1)
				}
			}
		}
	}
}

// meanAndError returns the mean and its standard error.
func meanAndError(x []float64) (mean, err float64) {
	for _, y := range x {
		mean += y / float64(len(x))
	}
	for _, y := range x {
		err += (y - mean) * (y - mean)
	}
	return mean, math.Sqrt(err) / float64(len(x))
}

// The configuration of paper B's player is what its documentation says, word by word, and its
// nodes consider what the paper's do.
func TestPaperB(t *testing.T) {
	o := bssuct.PaperB()
	want := bssuct.Options{
		Policy: 0.7,  // Table 1
		Mines:  true, // Table 1 has only points with null probability as forced moves
		Exact:  0,
		Search: uct.Config{
			Sampling:    uct.AtNodes,                            // section 3: transitions conditionally to past observations
			Bandit:      uct.UCBV,                               // Table 1
			Exploration: 1,                                      // ours
			Backup:      uct.Mean,                               // Fig. 1
			Apart:       true,                                   // Fig. 1
			Widening:    uct.Widening{Factor: 1, Exponent: 0.5}, // Table 1: double; the numbers are ours
			Outcomes:    uct.Widening{Factor: 1, Exponent: 0.5},
		},
	}
	if o != want {
		t.Errorf("%+v, want %+v", o, want)
	}
	// Beside the 1 is a mine for certain, and another in one of five cells: none is safe.
	v := sweeptest.Drawn(t, 2, "1......")
	tried := func(o bssuct.Options) map[minesweeper.Cell]bool {
		d, err := bssuct.New(v.Game(), o).Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{Simulations: 2000})
		if err != nil {
			t.Fatal(err)
		}
		most, cells := d.Actions[0].Simulations, map[minesweeper.Cell]bool{}
		for _, a := range d.Actions {
			cells[a.Action] = a.Simulations > 0
			if a.Action == d.Action && a.Simulations != most {
				t.Errorf("opens %d after %d simulations, another cell had %d", a.Action, a.Simulations, most)
			}
		}
		return cells
	}
	if cells := tried(o); len(cells) != 6 || !cells[1] {
		t.Errorf("tried %v, want all 6 closed cells", cells)
	}
	o.Mines = false
	if cells := tried(o); len(cells) != 5 || cells[1] {
		t.Errorf("tried %v, want all but the mine", cells)
	}
}
