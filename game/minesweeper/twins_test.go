package minesweeper

import (
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
)

// Of all that an opening can show, over all placements, as many views have one
// canonical image as each of them has twins.
func TestTwins(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	several := 0
	for _, r := range []Rules{
		{Height: 3, Width: 3, Mines: 2, AutoOpen: true},
		{Height: 4, Width: 4, Mines: 3, AutoOpen: true},
		{Height: 4, Width: 4, Mines: 2, AutoOpen: true, First: Gnomine},
		{Height: 3, Width: 5, Mines: 3, AutoOpen: true},
		{Height: 4, Width: 4, Mines: 3, AutoOpen: true, Neighbours: Four},
		{Height: 4, Width: 4, Mines: 3},
	} {
		g := mustNew(t, r)
		for range 12 {
			var s State
			g.Start(rng, &s)
			v, over := g.NewView(), false
			for range rng.IntN(3) {
				if !over {
					_, over = openAll(t, g, rng, &s, v, v.Legal(nil)[rng.IntN(len(v.Legal(nil)))])
				}
			}
			if over {
				continue
			}
			legal := v.Legal(nil)
			cell := legal[rng.IntN(len(legal))]
			classes := make(map[blindsight.Key]map[blindsight.Key]*View)
			sizes := make(map[blindsight.Key]int)
			for s := range statesFor(g, v, cell) {
				w := g.NewView()
				w.CopyFrom(v)
				cells, over := openAll(t, g, rng, s, w, cell)
				if over {
					continue
				}
				k, _ := w.Canonical()
				if classes[k] == nil {
					classes[k] = make(map[blindsight.Key]*View)
				}
				classes[k][w.Key()] = w
				sizes[w.Key()] = cells
			}
			for _, class := range classes {
				if len(class) > 1 {
					several++
				}
				for k, w := range class {
					if got := w.Twins(sizes[k]); got != len(class) {
						t.Fatalf("%s: %d twins, but %d views", r, got, len(class))
					}
				}
			}
		}
	}
	if several == 0 {
		t.Error("no view had a twin: nothing was tested")
	}
}

// statesFor goes through all states in which cell may be opened next.
func statesFor(g *Game, v *View, cell Cell) iter.Seq[*State] {
	if v.Started() {
		return func(yield func(*State) bool) {
			for s := range g.States(v) {
				var copied State
				g.Copy(&copied, s)
				if !yield(&copied) {
					return
				}
			}
		}
	}
	return func(yield func(*State) bool) {
		free := slices.DeleteFunc(v.Hidden(), func(c Cell) bool { return slices.Contains(g.Zone(cell), c) })
		for _, p := range combinations(free, g.rules.Mines) {
			var s State
			g.Lay(Board{Mines: p}, &s)
			if !yield(&s) {
				return
			}
		}
	}
}

// openAll opens a cell and all that the rules then force, and returns how many cells
// that were and whether the game is over.
func openAll(t *testing.T, g *Game, rng *rand.Rand, s *State, v *View, c Cell) (cells int, over bool) {
	t.Helper()
	for {
		step := g.Step(rng, s, c)
		cells++
		if step.Done() {
			return cells, true
		}
		if err := v.Did(c, step.Seen); err != nil {
			t.Fatal(err)
		}
		var forced bool
		if c, forced = v.Forced(); !forced {
			return cells, false
		}
	}
}
