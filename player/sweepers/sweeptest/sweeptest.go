// Package sweeptest has what the tests of Minesweeper's players, solver and coach share: games, positions, a player's exact
// worth. It is for tests only.
package sweeptest

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
)

// Boards are the classic sizes.
var Boards = []struct {
	Name  string
	Rules minesweeper.Rules
}{
	{"9x9x10", minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true}},
	{"16x16x40", minesweeper.Rules{Height: 16, Width: 16, Mines: 40, AutoOpen: true}},
	{"16x30x99", minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true}},
}

// NewGame returns the game of rules that are good.
func NewGame(t testing.TB, r minesweeper.Rules) *minesweeper.Game {
	t.Helper()
	g, err := minesweeper.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Position is a dealt board of which so many cells are open: the centre, its
// neighbours, and then the safe cells in their order.
func Position(t testing.TB, r minesweeper.Rules, open int) *minesweeper.View {
	t.Helper()
	g := NewGame(t, r)
	centre := g.Cell(r.Height/2, r.Width/2)
	b, err := g.Board(1, 0, centre)
	if err != nil {
		t.Fatal(err)
	}
	var s minesweeper.State
	g.Lay(b, &s)
	v := g.NewView()
	cells := slices.Clone(g.Zone(centre)) // the centre first, then its neighbours
	for c := range minesweeper.Cell(g.Cells()) {
		if !slices.Contains(cells, c) && !s.Mine(c) {
			cells = append(cells, c)
		}
	}
	for _, c := range cells[:open] {
		if err := v.Did(c, g.Step(nil, &s, c).Seen); err != nil {
			t.Fatal(err)
		}
	}
	return v
}

// Drawn returns a position: digits are open.
func Drawn(t testing.TB, mines int, rows ...string) *minesweeper.View {
	t.Helper()
	g := NewGame(t, minesweeper.Rules{Height: len(rows), Width: len(rows[0]), Mines: mines})
	v := g.NewView()
	for row, text := range rows {
		for col, b := range []byte(text) {
			if b >= '0' && b <= '8' {
				if err := v.Did(g.Cell(row, col), minesweeper.Seen(b-'0')); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return v
}

// Evaluate returns what a player is worth with so many simulations a move, exactly.
func Evaluate(t testing.TB, g *minesweeper.Game, p minesweeper.Planner, sims int) optimum.Evaluation {
	t.Helper()
	e, err := optimum.Evaluate(context.Background(), g, p, blindsight.Budget{Simulations: sims}, 1, optimum.EvaluateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Over is a context that has ended.
func Over() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// SmallView plays a few safe cells of a random small board of any variant, without
// regard to what is forced: so views with forced cells come up, too.
func SmallView(t testing.TB, rng *rand.Rand) *minesweeper.View {
	t.Helper()
	for {
		r := minesweeper.Rules{
			Height: 1 + rng.IntN(4), Width: 2 + rng.IntN(4), First: minesweeper.First(rng.IntN(3)),
			Neighbours: minesweeper.Neighbours(rng.IntN(len(minesweeper.NeighbourhoodNames()))), AutoOpen: rng.IntN(3) == 0,
		}
		r.Mines = 1 + rng.IntN(max(1, r.Height*r.Width/3))
		g, err := minesweeper.New(r)
		if err != nil {
			continue // no room for the gnomine rule
		}
		var s minesweeper.State
		g.Start(rng, &s)
		v := g.NewView()
		for range rng.IntN(r.Safe()) {
			c := v.Pick(rng)
			if s.Laid() && s.Mine(c) {
				continue
			}
			step := g.Step(rng, &s, c)
			if step.Seen == minesweeper.Mine {
				continue // the first cell, where nothing protects it
			}
			if err := v.Did(c, step.Seen); err != nil {
				t.Fatal(err)
			}
		}
		return v
	}
}

// ViewOf reads a position.
func ViewOf(t testing.TB, text string) *minesweeper.View {
	t.Helper()
	p, err := minesweeper.NewPositionReader(strings.NewReader(text), "test", minesweeper.Rules{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	return p.View
}

// Risks returns the exact mine probability of each legal cell, by listing all states.
func Risks(v *minesweeper.View) map[minesweeper.Cell]float64 {
	risk := map[minesweeper.Cell]float64{}
	legal := v.Legal(nil)
	if r := v.Game().Rules(); r.First == minesweeper.None && !v.Started() {
		for _, c := range legal { // of all placements, in which every cell is mined equally often
			risk[c] = float64(r.Mines) / float64(r.Height*r.Width)
		}
		return risk
	}
	states := 0.0
	for s := range v.Game().States(v) {
		states++
		for _, c := range legal {
			if s.Mine(c) {
				risk[c]++
			} else {
				risk[c] += 0
			}
		}
	}
	for c := range risk {
		risk[c] /= states
	}
	return risk
}
