package counting_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

// position returns the game and the view that rows of text show: digits are open
// cells, everything else is closed.
func position(t testing.TB, r minesweeper.Rules, rows ...string) (*minesweeper.Game, view) {
	t.Helper()
	g := newGame(t, r)
	v := g.NewView()
	for _, zeros := range []bool{true, false} { // under gnomine the first cell must show 0
		for c, b := range []byte(strings.Join(rows, "")) {
			if b < '0' || b > '8' || zeros != (b == '0') {
				continue
			}
			if err := v.Did(minesweeper.Cell(c), minesweeper.Seen(b-'0')); err != nil {
				t.Fatal(err)
			}
		}
	}
	return g, v
}

// All checks of the kit: samples pass the chi-square test against full enumeration.
func TestConformance(t *testing.T) {
	for _, p := range []struct {
		name  string
		rules minesweeper.Rules
		rows  []string
	}{
		{"figure 2", minesweeper.Rules{Height: 5, Width: 3, Mines: 6}, []string{"..2", "..3", "..3", "..2", "221"}}, // of paper A
		{"4x4 centre", minesweeper.Rules{Height: 4, Width: 4, Mines: 6, First: minesweeper.Gnomine}, []string{"....", ".0..", "....", "...."}},
		{"5x5 tight", minesweeper.Rules{Height: 5, Width: 5, Mines: 5}, []string{"..1..", "22..0", ".10..", "...2.", "....."}},
		{"two components", minesweeper.Rules{Height: 1, Width: 14, Mines: 5}, []string{".1....1......."}},
		{"torus", minesweeper.Rules{Height: 4, Width: 5, Mines: 5, Neighbours: minesweeper.Torus}, []string{".3...", ".3...", "2....", "....."}},
		{"hex", minesweeper.Rules{Height: 5, Width: 4, Mines: 5, First: minesweeper.Gnomine, Neighbours: minesweeper.Hex}, []string{"00..", "00..", ".1.2", "...1", "...."}},
		{"knight", minesweeper.Rules{Height: 5, Width: 5, Mines: 5, Neighbours: minesweeper.Knight}, []string{"....0", "10.0.", ".....", "....1", ".1..."}},
		{"four", minesweeper.Rules{Height: 4, Width: 5, Mines: 6, Neighbours: minesweeper.Four}, []string{"...1.", "11...", ".1...", "...1."}},
	} {
		t.Run(p.name, func(t *testing.T) {
			g, v := position(t, p.rules, p.rows...)
			positions := []belieftest.Position[view]{{Name: "untouched", View: g.NewView()}, {Name: "position", View: v}}
			if p.rules.Neighbours == minesweeper.Eight && p.rules.Height > 1 {
				// A 0 beside a 4 that has at most three neighbours away from the 0.
				_, contradiction := position(t, p.rules, "04"+strings.Repeat(".", g.Cells()-2))
				positions = append(positions, belieftest.Position[view]{Name: "contradiction", View: contradiction, Hopeless: true})
			}
			belieftest.Run(t, belieftest.Subject[state, view]{
				New:     counting.New(g).Fresh,
				Problem: g,
			}, positions...)
		})
	}
}

func TestContradictions(t *testing.T) {
	for name, s := range map[string]counting.Sums{
		"too many ones in all":    {Unknowns: 2, Total: 3},
		"less than none":          {Unknowns: 2, Total: -1},
		"value below zero":        {Unknowns: 2, Total: 1, Sums: []counting.Sum{{Cells: []int32{0}, Value: -1}}},
		"value above the cells":   {Unknowns: 2, Total: 1, Sums: []counting.Sum{{Cells: []int32{0}, Value: 2}}},
		"no cells, value 1":       {Unknowns: 2, Total: 1, Sums: []counting.Sum{{Value: 1}}},
		"more than the total":     {Unknowns: 4, Total: 1, Sums: []counting.Sum{{Cells: []int32{0, 1, 2}, Value: 2}}},
		"too few outside":         {Unknowns: 4, Total: 4, Sums: []counting.Sum{{Cells: []int32{0, 1, 2}, Value: 2}}},
		"two sums, settled":       {Unknowns: 2, Total: 1, Sums: []counting.Sum{{Cells: []int32{0}, Value: 1}, {Cells: []int32{0, 1}, Value: 2}}},
		"equal sums, two values":  {Unknowns: 4, Total: 2, Sums: []counting.Sum{{Cells: []int32{0, 1, 2}, Value: 1}, {Cells: []int32{2, 1, 0}, Value: 2}}},
		"odd circle, each pair 1": {Unknowns: 3, Total: 1, Sums: []counting.Sum{{Cells: []int32{0, 1}, Value: 1}, {Cells: []int32{1, 2}, Value: 1}, {Cells: []int32{2, 0}, Value: 1}}},
	} {
		var c counting.Counter
		if err := c.Count(&s); !errors.Is(err, blindsight.ErrInconsistent) {
			t.Errorf("%s: %v", name, err)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: Chances answers after an error", name)
				}
			}()
			c.Chances()
		}()
		// The counter is none the worse for it.
		if err := c.Count(&counting.Sums{Unknowns: 2, Total: 1}); err != nil || c.Chances()[0] != 0.5 {
			t.Errorf("%s: and then %v", name, err)
		}
	}
}

// A counter that has seen the whole game says what a fresh one does, bit for bit,
// and has counted only what changed.
func TestCachedEqualsFresh(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true})
	var kept counting.Counter
	var sums counting.Sums
	parts, positions := 0, 0
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var s state
		g.Deal(seed, 7, &s)
		v := g.NewView()
		for {
			cell, forced := v.Forced()
			if !forced {
				cell = leastRisk(t, g, v, &kept, &sums, rng)
				if v.Started() {
					var fresh counting.Counter
					if err := fresh.Count(&sums); err != nil {
						t.Fatal(err)
					}
					parts += fresh.Built()
					positions++
					if !slices.Equal(fresh.Chances(), kept.Chances()) || !slices.Equal(fresh.Certain(), kept.Certain()) {
						t.Fatalf("board %d, %d open: not the same", seed, len(v.Opened()))
					}
					a := fresh.Sample(rand.New(rand.NewPCG(seed, 3)), nil)
					b := kept.Sample(rand.New(rand.NewPCG(seed, 3)), nil)
					if !slices.Equal(a, b) {
						t.Fatalf("board %d, %d open: samples differ", seed, len(v.Opened()))
					}
				}
			}
			step := g.Step(rng, &s, cell)
			if step.Done() {
				break
			}
			if err := v.Did(cell, step.Seen); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d positions of %d components; %d of them counted", positions, parts, kept.Built())
	if 2*kept.Built() > parts {
		t.Errorf("%d of %d components were counted again", kept.Built(), parts)
	}
}

// The store forgets, but never what is in use.
func TestKeepsABoundedNumber(t *testing.T) {
	var c counting.Counter
	rng := rand.New(rand.NewPCG(8, 0))
	var s counting.Sums
	for range 20_000 {
		randomSums(rng, &s)
		_ = c.Count(&s)
	}
	if c.Kept() > 300 || c.Built() < 5000 {
		t.Errorf("%d components kept of %d", c.Kept(), c.Built())
	}
}

func TestDoesNotAllocate(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true})
	var player, c counting.Counter
	views := make([]counting.Sums, 40)
	for i := range views {
		g.Constraints(midGame(t, g, uint64(i), &player), &views[i])
	}
	rng := rand.New(rand.NewPCG(1, 1))
	var ones []int32
	var dist []float64
	among := []int32{1, 2, 3, 4, 5, 6, 7, 8}
	round := func() { // counts everything anew, and then once more with what is kept
		c.Forget()
		for at := range 2 * len(views) {
			i := at % len(views)
			if err := c.Count(&views[i]); err != nil {
				t.Fatal(err)
			}
			ones = c.Sample(rng, ones[:0])
			dist = c.Shown(0, among, dist[:0])
		}
	}
	for range 100 { // the memory of each component is used again for others, and grows to the greatest
		round()
	}
	if n := testing.AllocsPerRun(10, round); n != 0 {
		t.Errorf("%v allocations in %d counts", n, 2*len(views))
	}
}
