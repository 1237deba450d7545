package minecoach

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"blindsight/game/minesweeper"
)

// tiles returns all numbers that count closed cells, in an order in which few of the first ones tell where how many mines are: such that no two
// count the same cell, then such that count what is left over, then the others.
func (r *reasoner) tiles() []minesweeper.Cell {
	opened := slices.DeleteFunc(slices.Clone(r.v.Opened()), func(n minesweeper.Cell) bool { return len(r.closed(n)) == 0 })
	slices.Sort(opened)
	lists := make([][]minesweeper.Cell, len(opened))
	largest := 0
	for i, n := range opened {
		lists[i] = r.closed(n)
		largest = max(largest, len(lists[i]))
	}
	covered, rank := make([]bool, r.g.Cells()), make([]int, r.g.Cells())
	isCovered := func(c minesweeper.Cell) bool { return covered[c] }
	for size := largest; size >= 1; size-- {
		for i, list := range lists {
			if len(list) != size || slices.ContainsFunc(list, isCovered) {
				continue
			}
			rank[opened[i]] = -2
			for _, c := range list {
				covered[c] = true
			}
		}
	}
	for i, list := range lists {
		if slices.ContainsFunc(list, func(c minesweeper.Cell) bool { return !covered[c] }) {
			rank[opened[i]] = -1
		}
	}
	slices.SortStableFunc(opened, func(a, b minesweeper.Cell) int { return cmp.Compare(rank[a], rank[b]) })
	return opened
}

// rival is a placement that all numbers of the board allow, in which a cell is the opposite of what is to be proved, and there
// are some mines too many or too few. Where a number alone counts enough cells that could make up for this, it is
// needed: without it the placement, so mended, would do. That spares most of the counting.
type rival struct {
	r      *reasoner
	mines  []bool
	excess int     // mines too many
	counts []uint8 // of a cell: how many of the numbers that are left count it
}

// maxExcess is how far from the number of mines a rival may be. Nearly all are one or two away.
const maxExcess = 4

// rival looks for a rival of a proof by some numbers. Without one nothing is known to be needed.
func (r *reasoner) rival(set []minesweeper.Cell, c minesweeper.Cell, mine bool) rival {
	r.describe(r.v.Opened(), true)
	r.suppose(c, !mine)
	total := r.sums.Total
	for away := 1; away <= maxExcess; away++ {
		for _, excess := range []int{away, -away} {
			r.sums.Total = total + excess
			if r.counter.Count(&r.sums) != nil {
				continue
			}
			found := rival{r, make([]bool, r.g.Cells()), excess, make([]uint8, r.g.Cells())}
			// Any one will do: what is needed is so whichever shows it.
			for _, u := range r.counter.Sample(rand.New(rand.NewPCG(1, 1)), nil) {
				found.mines[r.names[u]] = true
			}
			for _, n := range set {
				found.change(n, 1)
			}
			found.counts[c] += 2 // which stays as it is
			return found
		}
	}
	return rival{}
}

// needs tells whether it shows that a number is needed.
func (o *rival) needs(n minesweeper.Cell) bool {
	if o.excess == 0 {
		return false
	}
	lack := max(o.excess, -o.excess)
	for _, c := range o.r.closed(n) {
		if o.counts[c] == 1 && o.mines[c] == (o.excess > 0) {
			lack--
		}
	}
	return lack <= 0
}

// leave takes numbers out of the proof.
func (o *rival) leave(numbers []minesweeper.Cell) {
	if o.excess != 0 {
		for _, n := range numbers {
			o.change(n, ^uint8(0))
		}
	}
}

// change adds to how often the cells of a number are counted.
func (o *rival) change(n minesweeper.Cell, by uint8) {
	for _, c := range o.r.closed(n) {
		o.counts[c] += by
	}
}
