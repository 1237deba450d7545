package deduction

import (
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

// What is obvious is true: a count of the same view finds it too. And it is most of what a
// count finds, or it would be of no use.
func TestDeduce(t *testing.T) {
	found, all := 0, 0
	for _, rules := range []minesweeper.Rules{
		{Height: 16, Width: 30, Mines: 99, First: minesweeper.Gnomine, AutoOpen: true},
		{Height: 8, Width: 8, Mines: 10, AutoOpen: true},
		{Height: 5, Width: 5, Mines: 10},
		{Height: 4, Width: 7, Mines: 6, Neighbours: minesweeper.Torus, AutoOpen: true},
		{Height: 6, Width: 6, Mines: 7, Neighbours: minesweeper.Knight},
		{Height: 6, Width: 6, Mines: 7, Neighbours: minesweeper.Hex},
	} {
		g, err := minesweeper.New(rules)
		if err != nil {
			t.Fatal(err)
		}
		for game := range uint64(60) {
			rng := rand.New(rand.NewPCG(game, 12))
			f, a := deduceGame(t, g, rng)
			found, all = found+f, all+a
		}
	}
	if found < all*3/4 {
		t.Errorf("found %d of %d cells that are certain", found, all)
	}
}

// deduceGame opens safe cells of a board, those that are obvious first, and compares what is
// obvious with what a count says. It returns how many certain cells were obvious, of how many.
func deduceGame(t *testing.T, g *minesweeper.Game, rng *rand.Rand) (found, all int) {
	t.Helper()
	var f, full Frontier
	var sums counting.Sums
	var counter counting.Counter
	var s minesweeper.State
	v := g.NewView()
	g.Start(rng, &s)
	open := func(c minesweeper.Cell) {
		if err := v.Did(c, g.Step(rng, &s, c).Seen); err != nil {
			t.Fatal(err)
		}
	}
	open(v.Pick(rng))
	for v.Left() > 0 {
		if c, forced := v.Forced(); forced {
			open(c)
			continue
		}
		safe := f.Deduce(v, nil)
		full.Forget()
		full.Constraints(v, &sums)
		if err := counter.Count(&sums); err != nil {
			t.Fatal(err)
		}
		mines := 0
		for i, k := range counter.Certain() {
			c := minesweeper.Cell(sums.Names[i])
			switch got := f.Known[c]; {
			case got >= 0 && got != k:
				t.Fatalf("cell %d: %d is deduced, %d is true of\n%v", c, got, k, v)
			case k >= 0:
				all++
				if got >= 0 {
					found++
				}
			}
			if f.Known[c] == 1 {
				mines++
			}
		}
		if f.mines != mines {
			t.Fatalf("%d mines are noted, and %d said to be", mines, f.mines)
		}
		for _, c := range safe {
			if s.Mine(c) {
				t.Fatalf("cell %d is a mine", c)
			}
		}
		if len(safe) == 0 {
			safe = slices.DeleteFunc(v.Hidden(), func(c minesweeper.Cell) bool { return s.Mine(c) })
			safe = safe[:1]
		}
		open(safe[rng.IntN(len(safe))])
	}
	return found, all
}
