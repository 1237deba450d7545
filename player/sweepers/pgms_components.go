package sweepers

import (
	"cmp"
	"errors"
	"slices"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

// coupled is a position taken apart.
type coupled struct {
	mines       int // that are not known
	constraints []constraint
	counts      []int              // of each cell: the constraints that it is in
	components  []*component       // row by row from below
	far         []minesweeper.Cell // beside no number, in increasing order
	of          []*component       // of each cell
}

// constraint says how many of some cells are mines.
type constraint struct {
	cells []minesweeper.Cell // in increasing order
	mines int
}

// component is constraints that share cells, directly or through others, and what is
// known of its solutions.
type component struct {
	cells     []minesweeper.Cell // column by column
	least     int                // mines that it can hold, as far as the rest allows
	most      int
	solutions []float64   // for each number of mines
	mined     [][]float64 // of these, in how many each cell is a mine
}

// risk returns in which share of the solutions a cell is a mine; 0 and 1 are certain.
func (k *component) risk(i int) float64 {
	all, mined := 0.0, 0.0
	for m := k.least; m <= k.most; m++ {
		if k.solutions[m] > 0 {
			all += k.solutions[m]
			mined += k.mined[m][i]
		}
	}
	return mined / all
}

func (k *component) leastRisk() float64 {
	risk := 1.0
	for i := range k.cells {
		risk = min(risk, k.risk(i))
	}
	return risk
}

// mean returns how many mines its solutions have on average.
func (k *component) mean() float64 {
	all, mines := 0.0, 0.0
	for m := k.least; m <= k.most; m++ {
		all += k.solutions[m]
		mines += float64(m) * k.solutions[m]
	}
	return mines / all
}

// solve takes the position apart and solves the components.
func (p *pgms) solve(v *minesweeper.View) error {
	g := v.Game()
	p.read(v)
	if slices.ContainsFunc(p.constraints, func(k constraint) bool { return len(k.cells) == 0 }) {
		return blindsight.ErrInconsistent // mines without a cell
	}
	p.couple(g)
	for _, k := range p.components {
		if err := p.count(k); err != nil {
			return err
		}
	}
	return p.bound()
}

// read writes down the constraints, in the order of the board, and makes them small.
func (p *pgms) read(v *minesweeper.View) {
	g := v.Game()
	p.mines, p.constraints = g.Rules().Mines, p.constraints[:0]
	p.of, p.far = make([]*component, g.Cells()), p.far[:0]
	closed := make([]bool, g.Cells()) // beside a number
	for c := range minesweeper.Cell(g.Cells()) {
		if p.known[c] == 1 {
			p.mines--
		}
		if v.At(c) == minesweeper.Covered {
			continue
		}
		k := constraint{mines: int(v.At(c))}
		for _, n := range g.Neighbours(c) {
			switch p.known[n] {
			case 1:
				k.mines--
			case -1:
				k.cells = append(k.cells, n)
				closed[n] = true
			}
		}
		if len(k.cells) > 0 {
			slices.Sort(k.cells)
			p.constraints = append(p.constraints, k)
		}
	}
	for c, beside := range closed {
		if p.known[c] < 0 && !beside {
			p.far = append(p.far, minesweeper.Cell(c))
		}
	}
	for p.simplify() {
	}
}

// simplify takes constraints out of those that they lie inside of, and tells whether there
// were any.
func (p *pgms) simplify() bool {
	changed := false
	for i := range p.constraints {
		for j := range p.constraints {
			a, b := &p.constraints[i], &p.constraints[j]
			if i == j || !inside(a.cells, b.cells) {
				continue
			}
			b.cells = slices.DeleteFunc(b.cells, func(c minesweeper.Cell) bool { return slices.Contains(a.cells, c) })
			b.mines -= a.mines
			changed = true
		}
	}
	p.constraints = slices.DeleteFunc(p.constraints, func(k constraint) bool { return len(k.cells) == 0 && k.mines == 0 }) // equal ones
	return changed
}

// inside tells whether all cells of a are among those of b. Both are in increasing order.
func inside(a, b []minesweeper.Cell) bool {
	if len(a) == 0 || len(a) > len(b) || a[0] < b[0] || a[len(a)-1] > b[len(b)-1] {
		return false
	}
	for _, c := range a {
		if _, found := slices.BinarySearch(b, c); !found {
			return false
		}
	}
	return true
}

// couple finds the components and counts the constraints of each cell.
func (p *pgms) couple(g *minesweeper.Game) {
	p.counts = make([]int, g.Cells())
	p.components = p.components[:0]
	for _, k := range p.constraints {
		into := &component{}
		for _, c := range k.cells {
			p.counts[c]++
			if old := p.of[c]; old != nil && old != into {
				into.cells = append(into.cells, old.cells...)
				for _, d := range old.cells {
					p.of[d] = into
				}
			} else if old == nil {
				into.cells = append(into.cells, c)
				p.of[c] = into
			}
		}
	}
	for row := g.Rules().Height - 1; row >= 0; row-- {
		for col := range g.Rules().Width {
			if k := p.of[g.Cell(row, col)]; k != nil && !slices.Contains(p.components, k) {
				p.components = append(p.components, k)
			}
		}
	}
	for _, k := range p.components {
		slices.SortFunc(k.cells, func(a, b minesweeper.Cell) int {
			rowA, colA := g.RowCol(a)
			rowB, colB := g.RowCol(b)
			return cmp.Or(cmp.Compare(colA, colB), cmp.Compare(rowA, rowB))
		})
	}
}

// count counts the solutions of a component for each number of mines.
func (p *pgms) count(k *component) error {
	s := &p.sums
	s.Unknowns, s.Names, s.Sums = len(k.cells), s.Names[:0], s.Sums[:0]
	for _, c := range k.cells {
		s.Names = append(s.Names, int32(c))
	}
	for _, q := range p.constraints {
		if p.of[q.cells[0]] != k {
			continue
		}
		sum := counting.Sum{Value: q.mines}
		for _, c := range q.cells {
			sum.Cells = append(sum.Cells, int32(slices.Index(k.cells, c)))
		}
		s.Sums = append(s.Sums, sum)
	}
	k.least = -1
	for m := range min(len(k.cells), p.mines) + 1 {
		s.Total = m
		err := p.counter.Count(s)
		if err != nil && !errors.Is(err, blindsight.ErrInconsistent) {
			return err
		}
		if err != nil {
			k.solutions, k.mined = append(k.solutions, 0), append(k.mined, nil)
			continue
		}
		if k.least < 0 {
			k.least = m
		}
		k.most = m
		size, mined := p.counter.Size(), slices.Clone(p.counter.Chances())
		for i, certain := range p.counter.Certain() {
			mined[i] *= size
			if certain == 1 {
				mined[i] = size
			}
		}
		k.solutions, k.mined = append(k.solutions, size), append(k.mined, mined)
	}
	if k.least < 0 {
		return blindsight.ErrInconsistent
	}
	return nil
}

// bound drops solutions that leave too many or too few mines for the rest.
func (p *pgms) bound() error {
	least, most := 0, len(p.far)
	for _, k := range p.components {
		least += k.least
		most += k.most
	}
	for changed := true; changed; {
		changed = false
		for _, k := range p.components {
			for k.most >= k.least && (k.most > p.mines-(least-k.least) || k.solutions[k.most] == 0) {
				k.most--
				most--
				changed = true
			}
			for k.least <= k.most && (k.least < p.mines-(most-k.most) || k.solutions[k.least] == 0) {
				k.least++
				least++
				changed = true
			}
			if k.least > k.most {
				return blindsight.ErrInconsistent
			}
		}
	}
	return nil
}
