package minecoach

import (
	"slices"

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
// than so many sets were.
const (
	reasonSize  = 3
	reasonTries = 1000
)

// Reasons returns proofs for the cells that an analysis found to be certain, those of
// safe cells first, at most limit. Each cell is in one of them at most. Of proofs that
// need more than three numbers, or the number of mines, no more than long are looked for:
// they take milliseconds each on a large board. On a board of which nothing is open there
// are none: there the rules protect the first cell.
func (n *Analyst) Reasons(v *minesweeper.View, a *Analysis, limit, long int) []Reason {
	if !v.Started() || v.Left() == 0 {
		return nil
	}
	r := &reasoner{v: v, g: v.Game(), long: long, place: make([]int32, v.Game().Cells())}
	for i := range r.place {
		r.place[i] = -1
	}
	r.counter.Limit = n.Nodes
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
	sums    counting.Sums
	place   []int32            // of a cell: its number as an unknown, -1 if it is none
	names   []minesweeper.Cell // of the unknowns
	tried   int
	long    int // proofs by leaving out that may still be looked for
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
	for len(open) > 0 && len(found) < limit && r.long > 0 {
		r.long--
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

// leaveOut begins with the numbers around a cell, as far as it takes, or with all of them
// and the number of mines, and leaves out what is not needed.
func (r *reasoner) leaveOut(c minesweeper.Cell, mine bool, open []minesweeper.Cell) *Reason {
	set := r.numbersBeside(c)
	best := r.forces(set, false, c, mine, open)
	for best == nil {
		more := r.touching(set)
		if len(more) == 0 {
			break
		}
		set = append(set, more...)
		best = r.forces(set, false, c, mine, open)
	}
	count := best == nil
	if count {
		set = slices.Clone(r.v.Opened())
		if best = r.forces(set, true, c, mine, open); best == nil {
			return nil
		}
	}
	slices.Sort(set)
	for size := max(len(set)/2, 1); size >= 1; size /= 2 { // many at a time first
		for end := len(set); end > 0; end -= size {
			without := slices.Delete(slices.Clone(set), max(end-size, 0), end)
			if found := r.forces(without, count, c, mine, open); found != nil {
				set, best = without, found
			}
		}
	}
	return best
}

// forces returns the reason that a set of numbers is for a cell, and for which of the
// other open questions; nil if it does not settle the cell.
func (r *reasoner) forces(set []minesweeper.Cell, count bool, c minesweeper.Cell, mine bool, open []minesweeper.Cell) *Reason {
	defer r.forget()
	s := &r.sums
	sums := s.Sums[:0]
	for _, n := range set {
		if len(sums) < cap(sums) {
			sums = sums[:len(sums)+1]
		} else {
			sums = append(sums, counting.Sum{})
		}
		sum := &sums[len(sums)-1]
		sum.Value, sum.Cells = int(r.v.At(n)), sum.Cells[:0]
		for _, near := range r.g.Neighbours(n) {
			if r.v.At(near) == minesweeper.Covered {
				sum.Cells = append(sum.Cells, r.unknown(near))
			}
		}
	}
	s.Sums = sums
	if count {
		for c := range minesweeper.Cell(r.g.Cells()) {
			if r.v.At(c) == minesweeper.Covered { // also where the first-move rule protects: a 0 is to be named for it
				r.unknown(c)
			}
		}
		s.Unknowns, s.Total = len(r.names), r.g.Rules().Mines
	} else { // as many cells more, that hold whatever the others do not
		s.Unknowns, s.Total = 2*len(r.names), len(r.names)
	}
	at := r.place[c]
	if at < 0 || r.counter.Count(s) != nil {
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
		if u := r.place[other]; u >= 0 && certain[u] == value {
			reason.Cells = append(reason.Cells, other)
		}
	}
	slices.Sort(reason.Cells)
	return reason
}

// unknown returns the number of a closed cell among the unknowns.
func (r *reasoner) unknown(c minesweeper.Cell) int32 {
	if r.place[c] < 0 {
		r.place[c] = int32(len(r.names))
		r.names = append(r.names, c)
	}
	return r.place[c]
}

// forget forgets the unknowns.
func (r *reasoner) forget() {
	for _, c := range r.names {
		r.place[c] = -1
	}
	r.names = r.names[:0]
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
