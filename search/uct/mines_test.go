package uct_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/belief/rejection"
	"blindsight/game/minesweeper"
	"blindsight/search/uct"
)

// Short names for the search on Minesweeper, on which most tests here are done.
type (
	cell     = minesweeper.Cell
	decision = blindsight.Decision[cell]
	sampler  = blindsight.Sampler[minesweeper.State, *minesweeper.View]
	planner  = uct.Planner[minesweeper.State, *minesweeper.View, cell, minesweeper.Seen]
)

// skipUnderRace skips a test of numbers: one goroutine races with nobody, and under
// the race detector it takes ten times as long.
func skipUnderRace(t *testing.T) {
	t.Helper()
	if raceEnabled {
		t.Skip("a test of numbers, which the race detector only slows down")
	}
}

func newGame(t testing.TB, r minesweeper.Rules) *minesweeper.Game {
	t.Helper()
	g, err := minesweeper.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// position returns the view that rows show, a dot for a closed cell. Zeros are
// opened first, since under the gnomine rule the first cell shows one.
func position(t testing.TB, g *minesweeper.Game, rows ...string) *minesweeper.View {
	t.Helper()
	v := g.NewView()
	text := strings.Join(rows, "")
	for _, zeros := range []bool{true, false} {
		for i, r := range text {
			if r == '.' || (r == '0') != zeros {
				continue
			}
			if err := v.Did(cell(i), minesweeper.Seen(r-'0')); err != nil {
				t.Fatal(err)
			}
		}
	}
	return v
}

// newPlanner returns a search with an exact estimator.
func newPlanner(g *minesweeper.Game, c uct.Config) *planner {
	return uct.New(g, func() sampler { return rejection.New(g, 0) }, c)
}

// decide asks for a decision within so many simulations.
func decide(t testing.TB, p *planner, v *minesweeper.View, seed uint64, simulations int) decision {
	t.Helper()
	d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(seed, 1)), v, blindsight.Budget{Simulations: simulations})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// stat returns the row of a cell in a decision's table.
func stat(t testing.TB, d decision, c cell) blindsight.ActionStat[cell] {
	t.Helper()
	for _, s := range d.Actions {
		if s.Action == c {
			return s
		}
	}
	t.Fatalf("cell %d is not in the table %+v", c, d.Actions)
	panic("unreachable")
}

// An oracle knows the optimal return after each action, by going through all
// placements and everything they can show.
type oracle struct {
	game *minesweeper.Game
	best map[blindsight.Key]float64
}

// exactValues returns the optimal return after opening each legal cell of a started game.
func exactValues(g *minesweeper.Game, v *minesweeper.View) map[cell]float64 {
	o := &oracle{game: g, best: make(map[blindsight.Key]float64)}
	var states []minesweeper.State
	for s := range g.States(v) {
		var c minesweeper.State
		g.Copy(&c, s)
		states = append(states, c)
	}
	return o.values(v, states)
}

func (o *oracle) values(v *minesweeper.View, states []minesweeper.State) map[cell]float64 {
	values := make(map[cell]float64)
	for _, c := range v.Legal(nil) {
		values[c] = o.value(v, states, c)
	}
	return values
}

func (o *oracle) value(v *minesweeper.View, states []minesweeper.State, c cell) float64 {
	total := 0.0
	var seen [9][]minesweeper.State // the states in which the play goes on, by what they show
	for i := range states {
		var s minesweeper.State
		o.game.Copy(&s, &states[i])
		step := o.game.Step(nil, &s, c)
		total += step.Reward
		if !step.Done() {
			seen[step.Seen] = append(seen[step.Seen], s)
		}
	}
	for n, states := range seen {
		if len(states) == 0 {
			continue
		}
		w := v.Clone()
		if err := w.Did(c, minesweeper.Seen(n)); err != nil {
			panic(err)
		}
		best, ok := o.best[w.Key()]
		if !ok {
			for _, value := range o.values(w, states) {
				best = max(best, value)
			}
			o.best[w.Key()] = best
		}
		total += float64(len(states)) * best
	}
	return total / float64(len(states))
}

// configs returns all ways to sample and to share.
func configs() []uct.Config {
	var all []uct.Config
	for _, sampling := range []uct.Sampling{uct.AtNodes, uct.AtRoot} {
		for _, share := range []bool{false, true} {
			c := uct.PaperA()
			c.Sampling, c.Apart = sampling, !share
			all = append(all, c)
		}
	}
	return all
}

func name(c uct.Config) string {
	s := "nodes"
	if c.Sampling == uct.AtRoot {
		s = "root"
	}
	if !c.Apart {
		s += "-shared"
	}
	return s
}

// The oracle itself, on the position of paper A's Fig. 2, left: see TestFigure2Left.
func TestOracle(t *testing.T) {
	g, v := figure2(t)
	values := exactValues(g, v)
	for i, want := range []float64{4. / 3, 1, 4. / 3} {
		if got := 9 * values[cell(3*i)]; fmt.Sprintf("%.12f", got) != fmt.Sprintf("%.12f", want) {
			t.Errorf("cell (%d,0) is worth %v further openings, want %v", i, got, want)
		}
	}
}
