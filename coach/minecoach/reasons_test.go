package minecoach_test

import (
	"context"
	"slices"
	"testing"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
)

// allows is the other road: by trying all placements it tells whether a cell can be
// mined, and whether it can be free, as far as some numbers say, and the number of mines
// if count is set.
func allows(v *minesweeper.View, numbers []minesweeper.Cell, count bool, c minesweeper.Cell) (mined, free bool) {
	g := v.Game()
	var closed []minesweeper.Cell
	for cell := range minesweeper.Cell(g.Cells()) {
		if v.At(cell) == minesweeper.Covered {
			closed = append(closed, cell)
		}
	}
	mines := make([]bool, g.Cells())
	for set := range 1 << len(closed) {
		n, possible := 0, true
		for i, cell := range closed {
			mines[cell] = set>>i&1 != 0
			if mines[cell] {
				n++
			}
		}
		if count && n != g.Rules().Mines {
			continue
		}
		for _, number := range numbers {
			sum := 0
			for _, near := range g.Neighbours(number) {
				if mines[near] {
					sum++
				}
			}
			possible = possible && sum == int(v.At(number))
		}
		if possible {
			mined, free = mined || mines[c], free || !mines[c]
		}
	}
	return mined, free
}

func settled(v *minesweeper.View, numbers []minesweeper.Cell, count bool, c minesweeper.Cell, mine bool) bool {
	mined, free := allows(v, numbers, count, c)
	if mine {
		return !free
	}
	return !mined
}

// Reasons prove what they say, no number in them is idle, small ones are smallest, and
// every certain cell has one.
func TestReasonsAgainstEnumeration(t *testing.T) {
	n := newAnalyst()
	counted, single, several := 0, 0, 0
	views := 0
	randomViews(t, 250, func(g *minesweeper.Game, v *minesweeper.View) {
		if g.Cells()-len(v.Opened()) > 10 || v.Left() == 0 {
			return
		}
		views++
		a, err := n.Analyse(context.Background(), v)
		if err != nil {
			t.Fatal(err)
		}
		proved := map[minesweeper.Cell]bool{}
		for _, r := range n.Reasons(v, a, 100, 100) {
			for _, c := range r.Cells {
				if proved[c] {
					t.Fatalf("%s: %d is proved twice", g.Rules(), c)
				}
				proved[c] = true
				if !settled(v, r.Numbers, r.Count, c, r.Mine) {
					t.Fatalf("%s\n%+v does not prove %d", minesweeper.Drawing{View: v}, r, c)
				}
			}
			checkSmallest(t, v, &r)
			switch {
			case r.Count:
				counted++
			case len(r.Numbers) == 1:
				single++
			default:
				several++
			}
		}
		for _, c := range a.Cells {
			if (c.Mine == 0 || c.Mine == 1) != proved[c.Cell] {
				t.Fatalf("%s\nrisk of %d is %v, proved %v", minesweeper.Drawing{View: v}, c.Cell, c.Mine, proved[c.Cell])
			}
		}
	})
	if counted < 20 || single < 20 || several < 20 {
		t.Errorf("in %d views %d reasons by count, %d of one number, %d of several: too few to tell anything", views, counted, single, several)
	}
}

// checkSmallest checks that no number of a reason can be left out, and that no smaller
// set settles its first cells where such sets are searched.
func checkSmallest(t *testing.T, v *minesweeper.View, r *minecoach.Reason) {
	t.Helper()
	some := false // cell for which the reason was found
	for _, c := range r.Cells {
		all := true
		for i := range r.Numbers {
			all = all && !settled(v, slices.Delete(slices.Clone(r.Numbers), i, i+1), r.Count, c, r.Mine)
		}
		some = some || all
	}
	if !some {
		t.Fatalf("%s\nin %+v a number is idle", minesweeper.Drawing{View: v}, r)
	}
	if r.Count || len(r.Numbers) != 2 {
		return
	}
	for _, c := range r.Cells {
		for _, number := range v.Opened() {
			if settled(v, []minesweeper.Cell{number}, false, c, r.Mine) {
				t.Fatalf("%s\n%+v: %d alone settles %d", minesweeper.Drawing{View: v}, r, number, c)
			}
		}
	}
}
