package sweepers

import (
	"context"
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
