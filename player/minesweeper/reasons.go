package minesweeper

import (
	"slices"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

// Reason proves that cells are safe, or mines: the numbers allow nothing else. No number
// can be left out, and as far as the search went there is no smaller set of numbers.
type Reason struct {
	Cells   []minesweeper.Cell // that are certain for this reason, in increasing order
	Mine    bool               // they are mines; else they are safe
	Numbers []minesweeper.Cell // open cells, in increasing order
	Count   bool               // the number of mines on the board is needed as well
}

// The search for reasons: sets of up to so many numbers are all tried, as long as fewer
// than so many sets were; then a set is found by leaving out, for so many cells at most.
const (
	reasonSize  = 3
	reasonTries = 3000
	reasonLong  = 6
)

// Reasons returns proofs for the cells that an analysis found to be certain, those of
// safe cells first, at most limit. Each cell is in one of them at most. On a board of
// which nothing is open there are none: there the rules protect the first cell.
func (n *Analyst) Reasons(v *minesweeper.View, a *Analysis, limit int) []Reason {
	if !v.Started() || v.Left() == 0 {
		return nil
	}
	r := &reasoner{v: v, g: v.Game()}
	var safe, mined []Reason
	for _, mine := range []bool{false, true} {
		var open []minesweeper.Cell
		for _, c := range a.Cells {
			if mine && c.Mine == 1 || !mine && c.Mine == 0 {
				open = append(open, c.Cell)
			}
		}
		found := r.prove(open, mine, limit)
		if mine {
			mined = found
		} else {
			safe = found
		}
	}
	all := append(safe, mined...)
	return all[:min(len(all), limit)]
}

// reasoner searches for reasons in one view.
type reasoner struct {
	v       *minesweeper.View
	g       *minesweeper.Game
	counter counting.Counter
	sums    blindsight.Sums
	tried   int
	long    int
}

// prove finds reasons for cells that are certainly mines, or certainly safe.
func (r *reasoner) prove(open []minesweeper.Cell, mine bool, limit int) []Reason {
	var found []Reason
	take := func(reason *Reason) {
		slices.Sort(reason.Numbers)
		found = append(found, *reason)
		open = slices.DeleteFunc(open, func(c minesweeper.Cell) bool { return slices.Contains(reason.Cells, c) })
	}
	for size := 1; size <= reasonSize; size++ {
		for _, c := range slices.Clone(open) {
			if len(found) >= limit || r.tried >= reasonTries {
				break
			}
			if !slices.Contains(open, c) {
				continue // one of the reasons just found proves it too
			}
			if reason := r.small(c, mine, size, open); reason != nil {
				take(reason)
			}
		}
	}
	for len(open) > 0 && len(found) < limit && r.long < reasonLong {
		r.long++
		reason := r.leaveOut(open[0], mine, open)
		if reason == nil {
			open = open[1:]
			continue
		}
		take(reason)
	}
	return found
}

// small returns a reason of so many numbers for a cell, or nil. The numbers of a
// smallest set hang together by closed cells, and one of them is beside the cell.
func (r *reasoner) small(c minesweeper.Cell, mine bool, size int, open []minesweeper.Cell) *Reason {
	var grow func(set []minesweeper.Cell) *Reason
	grow = func(set []minesweeper.Cell) *Reason {
		if len(set) == size {
			if r.tried++; r.tried > reasonTries {
				return nil
			}
			return r.forces(set, false, c, mine, open)
		}
		for _, n := range r.touching(set) {
			if found := grow(append(slices.Clone(set), n)); found != nil {
				return found
			}
		}
		return nil
	}
	for _, n := range r.numbersBeside(c) {
		if found := grow([]minesweeper.Cell{n}); found != nil {
			return found
		}
	}
	return nil
}

// leaveOut begins with all numbers, first without and then with the number of mines, and
// leaves out what is not needed.
func (r *reasoner) leaveOut(c minesweeper.Cell, mine bool, open []minesweeper.Cell) *Reason {
	set := r.connected(c)
	best := r.forces(set, false, c, mine, open)
	count := best == nil
	if count {
		set = slices.Clone(r.v.Opened())
		if best = r.forces(set, true, c, mine, open); best == nil {
			return nil
		}
	}
	for i := len(set) - 1; i >= 0; i-- {
		without := slices.Delete(slices.Clone(set), i, i+1)
		if found := r.forces(without, count, c, mine, open); found != nil {
			set, best = without, found
		}
	}
	return best
}

// forces returns the reason that a set of numbers is for a cell, and for which of the
// other open questions; nil if it does not settle the cell.
func (r *reasoner) forces(set []minesweeper.Cell, count bool, c minesweeper.Cell, mine bool, open []minesweeper.Cell) *Reason {
	place := map[minesweeper.Cell]int32{}
	var names []minesweeper.Cell
	unknown := func(cell minesweeper.Cell) int32 {
		u, ok := place[cell]
		if !ok {
			u = int32(len(names))
			place[cell] = u
			names = append(names, cell)
		}
		return u
	}
	s := &r.sums
	s.Sums = s.Sums[:0]
	for _, n := range set {
		sum := blindsight.Sum{Value: int(r.v.At(n))}
		for _, near := range r.g.Neighbours(n) {
			if r.v.At(near) == minesweeper.Covered {
				sum.Cells = append(sum.Cells, unknown(near))
			}
		}
		s.Sums = append(s.Sums, sum)
	}
	if count {
		for _, hidden := range r.v.Hidden() {
			unknown(hidden)
		}
		s.Unknowns, s.Total = len(names), r.g.Rules().Mines
	} else { // as many cells more, that hold whatever the others do not
		s.Unknowns, s.Total = 2*len(names), len(names)
	}
	at, ok := place[c]
	if !ok || r.counter.Count(s) != nil {
		return nil
	}
	value := int8(0)
	if mine {
		value = 1
	}
	certain := r.counter.Certain()
	if certain[at] != value {
		return nil
	}
	reason := &Reason{Mine: mine, Numbers: slices.Clone(set), Count: count}
	for _, other := range open {
		if u, ok := place[other]; ok && certain[u] == value {
			reason.Cells = append(reason.Cells, other)
		}
	}
	slices.Sort(reason.Cells)
	return reason
}

// numbersBeside returns the open cells that count a cell.
func (r *reasoner) numbersBeside(c minesweeper.Cell) []minesweeper.Cell {
	var numbers []minesweeper.Cell
	for _, n := range r.g.Neighbours(c) { // neighbourhoods are mutual
		if r.v.At(n) != minesweeper.Covered {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// touching returns the numbers that share a closed cell with one of a set, without it.
func (r *reasoner) touching(set []minesweeper.Cell) []minesweeper.Cell {
	var numbers []minesweeper.Cell
	for _, n := range set {
		for _, c := range r.g.Neighbours(n) {
			if r.v.At(c) != minesweeper.Covered {
				continue
			}
			for _, m := range r.numbersBeside(c) {
				if !slices.Contains(set, m) && !slices.Contains(numbers, m) {
					numbers = append(numbers, m)
				}
			}
		}
	}
	slices.Sort(numbers)
	return numbers
}

// connected returns all numbers that hang together with those beside a cell.
func (r *reasoner) connected(c minesweeper.Cell) []minesweeper.Cell {
	set := r.numbersBeside(c)
	for len(set) > 0 {
		more := r.touching(set)
		if len(more) == 0 {
			break
		}
		set = append(set, more...)
	}
	slices.Sort(set)
	return set
}
