package minecoach

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"blindsight/game/minesweeper"
)

// A few numbers settle the same cells whether the ways of their kinds are tried or whole
// placements counted, also where they contradict one another.
func TestFewNumbersAgainstCounting(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	settled, tried, impossible := 0, 0, 0
	for game := range 60 {
		g, err := minesweeper.New(minesweeper.Rules{Height: 5, Width: 6, Mines: 8, Neighbours: minesweeper.Neighbours(game % 5)})
		if err != nil {
			t.Fatal(err)
		}
		v := g.NewView()
		for _, c := range rng.Perm(g.Cells())[:14] {
			// Any numbers: many sets of them contradict one another.
			if err := v.Did(minesweeper.Cell(c), minesweeper.Seen(rng.IntN(min(4, 1+len(g.Neighbours(minesweeper.Cell(c))))))); err != nil {
				t.Fatal(err)
			}
		}
		var r reasoner
		r.begin(v, 0)
		var open []minesweeper.Cell
		for c := range minesweeper.Cell(g.Cells()) {
			if v.At(c) == minesweeper.Covered {
				open = append(open, c)
			}
		}
		for range 400 {
			c, mine := open[rng.IntN(len(open))], rng.IntN(2) == 0
			var set []minesweeper.Cell
			for _, i := range rng.Perm(len(v.Opened()))[:1+rng.IntN(3)] {
				set = append(set, v.Opened()[i])
			}
			few, counted := r.few(set, c, mine, open), r.forces(set, false, c, mine, open)
			if !reflect.DeepEqual(few, counted) {
				t.Fatalf("%s\n%v, cell %d, mine %v: few numbers %+v, counting %+v", minesweeper.Drawing{View: v}, set, c, mine, few, counted)
			}
			if tried++; few != nil {
				settled++
			}
			if r.counter.Count(&r.sums) != nil {
				impossible++
			}
		}
	}
	if settled < tried/50 || impossible < tried/50 || impossible > tried*9/10 {
		t.Errorf("of %d sets %d settle a cell and %d are impossible: too few to tell anything", tried, settled, impossible)
	}
}
