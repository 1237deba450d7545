package minecoach

import (
	"errors"
	"slices"
	"sort"

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
// than so many sets were.
const (
	reasonSize  = 3
	reasonTries = 500
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
	r := &n.reasoner
	r.begin(v, long)
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

// reasoner searches for reasons in one view at a time.
type reasoner struct {
	v       *minesweeper.View
	g       *minesweeper.Game
	counter counting.Counter
	sums    counting.Sums
	place   []int32            // of a cell: its number as an unknown, -1 if it is none
	names   []minesweeper.Cell // of the unknowns
	tried   int
	long    int // proofs by leaving out that may still be looked for

	counts  []uint8              // of a closed cell: which numbers of a few count it, a bit each; all 0 between two calls
	near    [][]minesweeper.Cell // of a number: those that share a closed cell with it, once asked for
	counted [][]minesweeper.Cell // of a number: the closed cells that it counts, once asked for
}

// begin makes it ready for a view.
func (r *reasoner) begin(v *minesweeper.View, long int) {
	r.v, r.g, r.long, r.tried = v, v.Game(), long, 0
	r.names = r.names[:0]
	cells := r.g.Cells()
	r.place = append(r.place[:0], make([]int32, cells)...)
	for i := range r.place {
		r.place[i] = -1
	}
	r.counts = append(r.counts[:0], make([]uint8, cells)...)
	r.near = append(r.near[:0], make([][]minesweeper.Cell, cells)...)
	r.counted = append(r.counted[:0], make([][]minesweeper.Cell, cells)...)
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
// smallest set hang together by closed cells, and one of them is beside the cell. Each set is tried once: it begins with its first
// number beside the cell, and a number that touches it comes before greater ones that do.
func (r *reasoner) small(c minesweeper.Cell, mine bool, size int, open []minesweeper.Cell) *Reason {
	var earlier []minesweeper.Cell // numbers beside the cell all of whose sets were tried
	var grow func(set []minesweeper.Cell) *Reason
	grow = func(set []minesweeper.Cell) *Reason {
		if len(set) == size {
			if r.tried++; r.tried > reasonTries {
				return nil
			}
			return r.few(set, c, mine, open)
		}
		for _, n := range r.touching(set) {
			if slices.Contains(earlier, n) || len(set) == 2 && n < set[1] && slices.Contains(r.beside(set[0]), n) {
				continue
			}
			if found := grow(append(set, n)); found != nil {
				return found
			}
		}
		return nil
	}
	set := make([]minesweeper.Cell, 0, reasonSize)
	for _, n := range r.numbersBeside(c) {
		if found := grow(append(set, n)); found != nil {
			return found
		}
		earlier = append(earlier, n)
	}
	return nil
}

// leaveOut begins with the numbers around a cell, or with all of them and the number of
// mines, and leaves out what is not needed: first all that come after the least beginning that
// is enough, then what else can be, many at a time first.
func (r *reasoner) leaveOut(c minesweeper.Cell, mine bool, open []minesweeper.Cell) *Reason {
	set, count := r.around(c), false
	enough := func(n int) bool { return r.settles(set[:n], count, c, mine) }
	low, high := 0, min(2*reasonSize, len(set)) // so many are not enough, so many may be
	for high < len(set) && !enough(high) {
		low, high = high, min(2*high, len(set))
	}
	if high == len(set) && !enough(high) {
		set, count = r.tiles(), true
		low, high = 0, len(set)
		if !enough(high) {
			return nil
		}
	}
	set = set[:low+1+sort.Search(high-low-1, func(n int) bool { return enough(low + 1 + n) })]
	var other rival
	if count {
		other = r.rival(set, c, mine)
	}
	for size := max(len(set)/2, 1); size >= 1; size /= 2 {
		for end := len(set); end > 0; end -= size {
			some := set[max(end-size, 0):end]
			if count && slices.ContainsFunc(some, other.needs) {
				continue
			}
			without := slices.Delete(slices.Clone(set), max(end-size, 0), end)
			if r.settles(without, count, c, mine) {
				other.leave(some)
				set = without
			}
		}
	}
	return r.forces(set, count, c, mine, open)
}

// around returns the numbers that hang together with a closed cell, those beside it first.
func (r *reasoner) around(c minesweeper.Cell) []minesweeper.Cell {
	set := r.numbersBeside(c)
	met := make([]bool, r.g.Cells())
	for _, n := range set {
		met[n] = true
	}
	for i := 0; i < len(set); i++ {
		for _, n := range r.beside(set[i]) {
			if !met[n] {
				met[n] = true
				set = append(set, n)
			}
		}
	}
	return set
}

// forces returns the reason that a set of numbers is for a cell, and for which of the
// other open questions; nil if it does not settle the cell.
func (r *reasoner) forces(set []minesweeper.Cell, count bool, c minesweeper.Cell, mine bool, open []minesweeper.Cell) *Reason {
	r.describe(set, count)
	if at := r.place[c]; at < 0 || r.counter.Count(&r.sums) != nil || r.counter.Certain()[at] != worth(mine) {
		return nil
	}
	certain := r.counter.Certain()
	reason := &Reason{Mine: mine, Numbers: slices.Clone(set), Count: count}
	for _, other := range open {
		if u := r.place[other]; u >= 0 && certain[u] == certain[r.place[c]] {
			reason.Cells = append(reason.Cells, other)
		}
	}
	slices.Sort(reason.Cells)
	return reason
}

// settles tells whether a set of numbers settles a cell: whether nothing agrees with them once it is the opposite. That is found sooner than
// what they say of all cells.
func (r *reasoner) settles(set []minesweeper.Cell, count bool, c minesweeper.Cell, mine bool) bool {
	r.describe(set, count)
	if r.place[c] < 0 {
		return false
	}
	r.suppose(c, !mine)
	return errors.Is(r.counter.Count(&r.sums), blindsight.ErrInconsistent)
}

// suppose adds to what was described that a cell is a mine, or none.
func (r *reasoner) suppose(c minesweeper.Cell, mine bool) {
	r.sums.Sums = append(r.sums.Sums, counting.Sum{Cells: []int32{r.place[c]}, Value: int(worth(mine))})
}

// worth is what a cell adds to the numbers that count it.
func worth(mine bool) int8 {
	if mine {
		return 1
	}
	return 0
}

// describe writes down what a set of numbers says, and the number of mines if that counts.
func (r *reasoner) describe(set []minesweeper.Cell, count bool) {
	r.forget()
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
		for _, c := range r.closed(n) {
			sum.Cells = append(sum.Cells, r.unknown(c))
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

// touching returns the numbers that share a closed cell with one of a set, without it, in
// increasing order. The caller must not change the result.
func (r *reasoner) touching(set []minesweeper.Cell) []minesweeper.Cell {
	if len(set) == 1 {
		return r.beside(set[0])
	}
	var numbers []minesweeper.Cell
	for _, n := range set {
		for _, m := range r.beside(n) {
			if !slices.Contains(set, m) {
				numbers = append(numbers, m)
			}
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// beside returns the numbers that share a closed cell with a number, without it, in
// increasing order. It works them out once for each.
func (r *reasoner) beside(n minesweeper.Cell) []minesweeper.Cell {
	if r.near[n] != nil {
		return r.near[n]
	}
	numbers := []minesweeper.Cell{}
	for _, c := range r.closed(n) {
		for _, m := range r.g.Neighbours(c) {
			if m != n && r.v.At(m) != minesweeper.Covered {
				numbers = append(numbers, m)
			}
		}
	}
	slices.Sort(numbers)
	r.near[n] = slices.Compact(numbers)
	return r.near[n]
}

// closed returns the closed cells that a number counts. It works them out once for each; the caller must not change
// them.
func (r *reasoner) closed(n minesweeper.Cell) []minesweeper.Cell {
	if r.counted[n] != nil {
		return r.counted[n]
	}
	list := []minesweeper.Cell{}
	for _, c := range r.g.Neighbours(n) {
		if r.v.At(c) == minesweeper.Covered {
			list = append(list, c)
		}
	}
	r.counted[n] = list
	return list
}
