package uct_test

import (
	"math"
	"testing"

	"blindsight/game/minesweeper"
	"blindsight/search/uct"
)

// A node with n visits considers ceil(Factor * n^Exponent) actions, at least one.
// Untried ones have by far the greatest bound and are tried as soon as they are
// considered, so after n simulations, of which the last found n-1 visits at the
// root, that many were tried.
func TestWideningFollowsTheFormula(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 5, Width: 5, Mines: 5})
	v := g.NewView()
	for _, w := range []uct.Widening{{Factor: 1, Exponent: 0.5}, {Factor: 2, Exponent: 0.25}, {Factor: 0.5, Exponent: 0.7}, {Factor: 3, Exponent: 0}, {Factor: 0.1, Exponent: 1}} {
		p := newPlanner(g, widened(uct.PaperA(), w.Factor, w.Exponent))
		for _, n := range []int{1, 2, 5, 17, 65, 300, 3000} {
			d := decide(t, p, v, uint64(n), n)
			tried := 0
			for _, s := range d.Actions {
				if s.Simulations > 0 {
					tried++
				}
			}
			want := min(max(int(math.Ceil(w.Factor*math.Pow(float64(n-1), w.Exponent))), 1), n, 25)
			if tried != want {
				t.Errorf("%+v: %d actions after %d simulations, want %d", w, tried, n, want)
			}
		}
	}
}

// Widening delays actions but forgets none.
func TestWideningFindsTheBest(t *testing.T) {
	skipUnderRace(t)
	g := newGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 3})
	v := position(t, g, "1.2", "...", "...")
	for _, c := range configs() {
		t.Run(name(c), func(t *testing.T) {
			c.Widening = uct.Widening{Factor: 1, Exponent: 0.5} // all 7 from 37 visits on
			for seed := range uint64(5) {
				d := decide(t, newPlanner(g, c), v, seed, 5000)
				if d.Action != 3 { // worth 0.6111, the next 0.4444: see TestMirroredBoards
					t.Errorf("seed %d: chose cell %d", seed, d.Action)
				}
			}
		})
	}
}

// The order in which actions are let in is drawn anew for each decision.
func TestWideningOrderIsRandom(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 5, Width: 5, Mines: 5})
	p := newPlanner(g, widened(uct.PaperA(), 1, 0)) // one action for ever
	count := make(map[cell]int)
	const decisions = 2500
	for seed := range uint64(decisions) {
		count[decide(t, p, g.NewView(), seed, 2).Action]++
	}
	// Each of 25 cells comes first in 100 of 2,500 cases, with a deviation of 10.
	for c := range cell(25) {
		if n := count[c]; n < 50 || n > 150 {
			t.Errorf("cell %d was first %d times of %d, want about 100", c, n, decisions)
		}
	}
	if len(count) != 25 {
		t.Errorf("cells that came first: %v", count)
	}
}
