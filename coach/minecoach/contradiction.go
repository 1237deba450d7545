package minecoach

import (
	"context"
	"errors"
	"slices"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
)

// maxSets is how many sets of numbers are tried to find a smaller contradiction
// than the one that leaving out has found.
const maxSets = 20_000

// usualCells is the size of a board from which on fewer sets are tried, since each takes
// longer.
const usualCells = 500

// contradiction finds numbers of a position without placement that contradict each
// other. It begins with all and leaves out what is not needed; then it tries smaller
// sets of numbers that are connected by closed cells. When the context ends, what was
// found by then will do.
func (n *Analyst) contradiction(ctx context.Context, v *minesweeper.View) *Contradiction {
	cells := v.Game().Cells()
	q := &quarrel{ctx: ctx, n: n, v: v, unknown: make(map[minesweeper.Cell]int32), most: maxSets * usualCells / max(cells, usualCells)}
	for i, name := range n.sums.Names {
		q.unknown[minesweeper.Cell(name)] = int32(i)
	}
	guilty := slices.Clone(v.Opened())
	slices.Sort(guilty)
	for size := max(len(guilty)/2, 1); size >= 1; size /= 2 { // many at a time first
		for end := len(guilty); end > 0; end -= size {
			if without := slices.Delete(slices.Clone(guilty), max(end-size, 0), end); !q.possible(without) {
				guilty = without
			}
		}
	}
	q.tried = 0
	for size := 1; size < len(guilty) && !q.tired(); size++ {
		if found := q.smaller(size); found != nil {
			guilty = found
			break
		}
	}
	return &Contradiction{View: v, Cells: guilty}
}

// quarrel tries which numbers can be true together.
type quarrel struct {
	ctx     context.Context
	n       *Analyst
	v       *minesweeper.View
	unknown map[minesweeper.Cell]int32
	tried   int
	most    int
}

// tired tells whether enough was tried.
func (q *quarrel) tired() bool { return q.tried >= q.most || pace.Err(q.ctx) != nil }

// hidden returns the unknowns beside a number.
func (q *quarrel) hidden(c minesweeper.Cell) []int32 {
	var cells []int32
	for _, b := range q.v.Game().Neighbours(c) {
		if u, ok := q.unknown[b]; ok {
			cells = append(cells, u)
		}
	}
	return cells
}

// possible tells whether some placement agrees with these numbers, whatever the
// others say.
func (q *quarrel) possible(numbers []minesweeper.Cell) bool {
	q.tried++
	s := counting.Sums{Unknowns: q.n.sums.Unknowns, Names: q.n.sums.Names, Total: q.n.sums.Total}
	for _, c := range numbers {
		s.Sums = append(s.Sums, counting.Sum{Cells: q.hidden(c), Value: int(q.v.At(c))})
	}
	return !errors.Is(q.n.counter.Count(&s), blindsight.ErrInconsistent)
}

// smaller returns a contradiction of so many connected numbers, or nil. Each set is
// grown from its least cell.
func (q *quarrel) smaller(size int) []minesweeper.Cell {
	opened := slices.Clone(q.v.Opened())
	slices.Sort(opened)
	var grow func(set []minesweeper.Cell) []minesweeper.Cell
	grow = func(set []minesweeper.Cell) []minesweeper.Cell {
		if q.tired() {
			return nil
		}
		if len(set) == size {
			if q.possible(set) {
				return nil
			}
			return slices.Sorted(slices.Values(set))
		}
		for _, c := range opened {
			if c <= set[0] || slices.Contains(set, c) || !q.touches(c, set) {
				continue
			}
			if found := grow(append(slices.Clone(set), c)); found != nil {
				return found
			}
		}
		return nil
	}
	for _, c := range opened {
		if found := grow([]minesweeper.Cell{c}); found != nil {
			return found
		}
	}
	return nil
}

// touches tells whether a number shares a hidden cell with one of the set.
func (q *quarrel) touches(c minesweeper.Cell, set []minesweeper.Cell) bool {
	mine := q.hidden(c)
	for _, other := range set {
		for _, u := range q.hidden(other) {
			if slices.Contains(mine, u) {
				return true
			}
		}
	}
	return false
}
