package sweepers

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/deduction"
)

// NewCSPPGMS returns the player that plays as CSP-PGMS does, the program that Sebag and
// Teytaud 2012 compare with: Programmer's Minesweeper (J. Ramsdell) with the strategy of
// C. Studholme, "Minesweeper as a Constraint Satisfaction Problem". It is written anew from
// what is known of that program, not from its text:
//
//   - It opens the corner 0,0 first (where the rules cannot serve it, another corner, or
//     else the first cell that they can).
//   - Every number is a constraint on its closed neighbours. Where one constraint lies
//     inside another it is taken out of it, as often as that goes; equal ones are one.
//     Constraints that share cells are coupled, and what is coupled is solved for itself.
//   - Every solution of a component counts the same, whatever it leaves to the rest of the
//     board. That is its difference from [NewCSP], and no exact chance. The number of mines
//     only rules solutions out: those with more mines than the other components leave
//     at their least, or with fewer than they and all other cells leave at their most.
//   - Cells that are a mine in no solution are opened; so are the far cells, those beside no
//     number, if no mine can be left for them. (Which comes first makes no difference: it
//     opens them all before it guesses.)
//   - Else it guesses. A component comes first that is a forced guess: no other closed cell
//     touches it, and all its solutions have the same number of mines, so that nothing will
//     ever be learnt of it elsewhere. Else the least risk of all components is compared with
//     that of a far cell, which is the number of mines that the components leave on average,
//     over the number of far cells. The component wins ties.
//   - In a component it opens the cell of least risk, of several one in the most constraints.
//     Of far cells it opens a corner, else one at the edge, else one with the most neighbours in
//     constraints, uniformly one of them.
//
// That leaves ties open, which were settled by the published win rates: of some hundred
// orders these came nearest to Table 2 (all of its rates are met but that of 10 mines on 5x5, where it wins
// 8.39%, and 8.20% were published), so that the table says less for them than for the rest. Of equal components it takes the one that reaches the lowest row, there the leftmost; of
// equal cells in it the leftmost, of these the topmost. So a board and the same board on its
// side are not the same to it: it wins 22.6% of 3 mines on 5 rows of 2 cells, and 20.2% on 2 rows of 5.
// The paper has 22.6% for "2x5": its formats are width by height.
//
// A decision's value is the exact chance to survive it, not what the player takes it for.
// It is a function of the view and of the random numbers alone.
func NewCSPPGMS() Player { return &pgms{} }

type pgms struct {
	points  deduction.Points
	counter counting.Counter
	exact   counting.Counter
	sums    counting.Sums
	known   []int8 // of each cell: 0 open, 1 a mine, -1 not known
	coupled
}

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

func (p *pgms) Choose(_ context.Context, rng *rand.Rand, v *minesweeper.View, _ blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	cells, safe, err := p.consider(v)
	if err != nil {
		return blindsight.Decision[minesweeper.Cell]{}, err
	}
	d := sure(cells[rng.IntN(len(cells))])
	if !safe {
		d.Value, err = p.survival(v, d.Action)
	}
	return d, err
}

// Choices returns the cells that Choose draws from.
func (p *pgms) Choices(v *minesweeper.View) ([]minesweeper.Cell, error) {
	cells, _, err := p.consider(v)
	return cells, err
}

// survival returns the exact chance that a cell is safe.
func (p *pgms) survival(v *minesweeper.View, c minesweeper.Cell) (float64, error) {
	if !v.Started() {
		return 1 - v.Game().FirstRisk(), nil
	}
	v.Game().Constraints(v, &p.sums)
	if err := p.exact.Count(&p.sums); err != nil {
		return 0, err
	}
	at := slices.Index(p.sums.Names, int32(c))
	if at < 0 {
		return 1, nil // the first-move rule kept it free
	}
	return 1 - p.exact.Chances()[at], nil
}

// consider returns the cells to choose from, and whether they are known to be safe.
func (p *pgms) consider(v *minesweeper.View) (cells []minesweeper.Cell, safe bool, err error) {
	if v.Left() == 0 {
		return nil, false, minesweeper.ErrNoCell
	}
	if c, forced := v.Forced(); forced {
		return []minesweeper.Cell{c}, true, nil
	}
	if !v.Started() {
		return corners(v.Game(), v.Legal(nil))[:1], v.Game().FirstRisk() == 0, nil
	}
	if cells := p.points.Safe(v, nil); len(cells) > 0 {
		return cells[:1], true, nil // all that single points show, components would show too
	}
	p.known = p.known[:0]
	for c := range minesweeper.Cell(v.Game().Cells()) {
		if v.At(c) == minesweeper.Covered {
			p.known = append(p.known, -1)
		} else {
			p.known = append(p.known, 0)
		}
	}
	for {
		if err := p.solve(v); err != nil {
			return nil, false, err
		}
		cells, found := p.certain()
		if len(cells) > 0 {
			return cells[:1], true, nil
		}
		if !found {
			return p.guess(v), false, nil
		}
	}
}

// certain returns the closed cells that are safe, in increasing order. It notes cells that
// are mines, and tells whether there were any.
func (p *pgms) certain() (cells []minesweeper.Cell, found bool) {
	least := 0
	for _, k := range p.components {
		least += k.least
		for i, c := range k.cells {
			switch k.risk(i) {
			case 0:
				cells = append(cells, c)
			case 1:
				p.known[c] = 1
				found = true
			}
		}
	}
	if least == p.mines {
		cells = append(cells, p.far...)
	}
	slices.Sort(cells)
	return cells, found
}

// guess returns the cells to choose from where none is safe.
func (p *pgms) guess(v *minesweeper.View) []minesweeper.Cell {
	var best *component
	left, risk := float64(p.mines), 2.0
	for _, k := range p.components {
		if k.least == k.most && p.sealed(v, k) {
			return p.bestOf(k)
		}
		left -= k.mean()
		if r := k.leastRisk(); best == nil || below(r, risk) {
			best, risk = k, r
		}
	}
	if best == nil || len(p.far) > 0 && below(left/float64(len(p.far)), risk) {
		return p.farOut(v)
	}
	return p.bestOf(best)
}

// below tells whether one risk is less than another. Equal risks may differ in the last
// digits.
func below(a, b float64) bool { return a < b-1e-11 }

// sealed tells whether no other closed cell touches those of a component.
func (p *pgms) sealed(v *minesweeper.View, k *component) bool {
	for _, c := range k.cells {
		for _, n := range v.Game().Neighbours(c) {
			if p.known[n] < 0 && p.of[n] != k {
				return false
			}
		}
	}
	return true
}

// bestOf returns the cell to guess in a component.
func (p *pgms) bestOf(k *component) []minesweeper.Cell {
	risk, best := k.leastRisk(), -1
	for i, c := range k.cells {
		if !below(risk, k.risk(i)) && (best < 0 || p.counts[c] > p.counts[k.cells[best]]) {
			best = i
		}
	}
	return k.cells[best : best+1 : best+1]
}

// farOut returns the far cells to choose from.
func (p *pgms) farOut(v *minesweeper.View) []minesweeper.Cell {
	g := v.Game()
	r := g.Rules()
	rank := func(c minesweeper.Cell) int {
		row, col := g.RowCol(c)
		sides := 0
		if row == 0 || row == r.Height-1 {
			sides++
		}
		if col == 0 || col == r.Width-1 {
			sides++
		}
		if sides > 0 {
			return 1000 * sides
		}
		beside := 0
		for _, n := range g.Neighbours(c) {
			if p.of[n] != nil {
				beside++
			}
		}
		return beside
	}
	best := -1
	var cells []minesweeper.Cell
	for _, c := range p.far {
		switch at := rank(c); {
		case at > best:
			best, cells = at, append(cells[:0], c)
		case at == best:
			cells = append(cells, c)
		}
	}
	return cells
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
