package belieftest_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/metropolis"
	"blindsight/belief/rejection"
	"blindsight/game/minesweeper"
)

type sampler = blindsight.Sampler[minesweeper.State, *minesweeper.View]

// estimators returns one of each, with caps of so many draws.
func estimators(g *minesweeper.Game, draws int) []struct {
	name string
	sampler
} {
	return []struct {
		name string
		sampler
	}{
		{"rejection", rejection.New(g, draws)},
		{"random", metropolis.New(g, metropolis.Random, draws)},
		{"inherit", metropolis.New(g, metropolis.Inherit, draws)},
		{"solve", metropolis.New(solvable{g}, metropolis.Solve, draws)},
	}
}

// No estimator ever returns an inconsistent state: at every view of random games, of
// all variants and of boards of one word of cells and of several, each returns a state
// that agrees, or an error as agreed. States are judged by the rules as one would
// write them down, not by the game's own Likelihood.
func TestNoInconsistentState(t *testing.T) {
	boards := []string{"2x3/1", "3x4/3", "5x5/6", "8x8/10", "8x9/12", "12x11/25"}
	asked, given := map[string]int{}, map[string]int{}
	for i, board := range boards {
		for _, first := range []minesweeper.First{minesweeper.Windows, minesweeper.Gnomine} {
			for n := range minesweeper.Neighbours(len(minesweeper.NeighbourhoodNames())) {
				for _, auto := range []bool{false, true} {
					r := minesweeper.Rules{First: first, Neighbours: n, AutoOpen: auto}
					var err error
					if r.Height, r.Width, r.Mines, err = minesweeper.ParseBoard(board); err != nil {
						t.Fatal(err)
					}
					g, err := minesweeper.New(r)
					if err != nil {
						continue // too small for gnomine
					}
					rng := rand.New(rand.NewPCG(uint64(i), uint64(first)<<8|uint64(n)))
					for range 2 {
						follow(t, g, rng, asked, given)
					}
				}
			}
		}
	}
	t.Logf("states given %v, asked for %v", given, asked)
	for name, n := range asked {
		if n < 1000 || given[name] < n/10 {
			t.Errorf("%s gave %d states of %d asked for: not a fair test", name, given[name], n)
		}
	}
	if given["solve"] != asked["solve"] {
		t.Errorf("solve gave %d states of %d asked for", given["solve"], asked["solve"])
	}
}

// follow plays a random game that knows the mines well enough to last, and questions
// all estimators at each view of it.
func follow(t *testing.T, g *minesweeper.Game, rng *rand.Rand, asked, given map[string]int) {
	t.Helper()
	var hidden, s minesweeper.State
	g.Start(rng, &hidden)
	v, all := g.NewView(), estimators(g, 200)
	for v.Left() > 0 {
		for _, e := range all {
			asked[e.name]++
			err := e.Sample(t.Context(), rng, v, 3, &s)
			if errors.Is(err, blindsight.ErrExhausted) {
				continue
			}
			if err == nil {
				err = disagrees(g, v, &s)
			}
			if err == nil {
				err = playsOn(g, v, &s, rng)
			}
			if err != nil {
				t.Fatalf("%s on %v, auto-open %v, open cells %v: %v", e.name, g.Rules(), g.Rules().AutoOpen, v.Opened(), err)
			}
			given[e.name]++
		}
		c := v.Pick(rng)
		for hidden.Laid() && hidden.Mine(c) {
			c = v.Pick(rng)
		}
		if err := v.Did(c, g.Step(rng, &hidden, c).Seen); err != nil {
			t.Fatal(err)
		}
	}
}

// disagrees returns why a state does not agree with a view.
func disagrees(g *minesweeper.Game, v *minesweeper.View, s *minesweeper.State) error {
	if s.Laid() != v.Started() {
		return fmt.Errorf("mines laid: %v, cells open: %v", s.Laid(), v.Started())
	}
	if !v.Started() {
		return nil
	}
	mines := 0
	for c := range minesweeper.Cell(g.Cells()) {
		if s.Mine(c) {
			mines++
		}
	}
	if mines != g.Rules().Mines {
		return fmt.Errorf("%d mines", mines)
	}
	for _, c := range g.Zone(v.Opened()[0]) {
		if s.Mine(c) {
			return fmt.Errorf("a mine on %d, which the first cell keeps free", c)
		}
	}
	for _, c := range v.Opened() {
		if s.Mine(c) {
			return fmt.Errorf("a mine on the open cell %d", c)
		}
		shown := 0
		for _, n := range g.Neighbours(c) {
			if s.Mine(n) {
				shown++
			}
		}
		if shown != int(v.At(c)) {
			return fmt.Errorf("cell %d shows %d, with these mines it would show %d", c, v.At(c), shown)
		}
	}
	return nil
}

// playsOn plays a cell in the state and returns an error unless the view can follow
// and the game ends when it should: the hidden counters of the state are right too.
func playsOn(g *minesweeper.Game, v *minesweeper.View, s *minesweeper.State, rng *rand.Rand) error {
	var copied minesweeper.State
	g.Copy(&copied, s)
	c := v.Pick(rng)
	step := g.Step(rng, &copied, c)
	if step.Seen == minesweeper.Mine {
		return nil
	}
	if last := v.Left() == 1; step.Done() != last {
		return fmt.Errorf("%d safe cells are closed, and after opening %d the game is over: %v", v.Left(), c, step.Done())
	}
	return v.Clone().Did(c, step.Seen)
}
