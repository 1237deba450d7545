package strong

import (
	"cmp"
	"slices"

	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/deduction"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
)

// position is the view that is to be decided, counted, and what stages find out about it together: its belief.
type position struct {
	deduction.Position
	view    *minesweeper.View
	parts   optimum.Parts
	divided bool               // the parts are those of this view
	cells   []minesweeper.Cell // not known, in the order of the last table
	mines   []minesweeper.Cell // known
	names   []int32            // the closed cells
	sure    []int8             // what is known of them
}

// limit bounds the nodes of every count.
func (p *position) limit(nodes int) {
	p.Counter.Limit = nodes
	p.parts.Limit(nodes)
}

// look turns to a view. It is not counted yet.
func (p *position) look(v *minesweeper.View) { p.view, p.divided = v, false }

// game returns the rules.
func (p *position) game() *minesweeper.Game { return p.view.Game() }

// cell returns the cell of an unknown.
func (p *position) cell(unknown int32) minesweeper.Cell {
	return minesweeper.Cell(p.Sums.Names[unknown])
}

// unknown returns how many cells are not known.
func (p *position) unknown() int {
	n := 0
	for _, k := range p.Counter.Certain() {
		if k < 0 {
			n++
		}
	}
	return n
}

// table lists what the cells that are not known, p.cells, show in each placement.
func (p *position) table(most int) (*reveal.Answers, error) {
	p.cells, p.mines = p.cells[:0], p.mines[:0]
	for c, known := range p.Known {
		switch known {
		case -1:
			p.cells = append(p.cells, minesweeper.Cell(c))
		case 1:
			p.mines = append(p.mines, minesweeper.Cell(c))
		}
	}
	return p.game().PartAnswers(p.view, p.cells, p.game().Rules().Mines-len(p.mines), p.mines, most)
}

// divide returns the parts of the board that no number joins, found once. No closed cell is known to be safe.
func (p *position) divide() *optimum.Parts {
	if !p.divided {
		p.names, p.sure = p.names[:0], p.sure[:0]
		for c, known := range p.Known {
			if p.view.At(minesweeper.Cell(c)) == minesweeper.Covered {
				p.names, p.sure = append(p.names, int32(c)), append(p.sure, known)
			}
		}
		p.parts.Divide(p.view, p.names, p.sure)
		p.divided = true
	}
	return &p.parts
}

// candidate is a cell that may be the best guess.
type candidate struct {
	unknown int32
	safe    float64 // chance to survive it
	beside  bool    // some number
	ties    int     // what it has in common with what is open: more is better
	in      float64 // what the fifties cost that it is in,
	guards  float64 // and those that it guards
	score   float64 // what it is worth by the weights
}

// safest returns the safest cell, of several one that is well tied to what is open: what rank
// would list first.
func (p *position) safest() candidate {
	chances, certain := p.Counter.Chances(), p.Counter.Certain()
	safest := 0.0
	for i, risk := range chances {
		if certain[i] < 0 {
			safest = max(safest, 1-risk)
		}
	}
	best := candidate{unknown: -1}
	for i, risk := range chances {
		if certain[i] >= 0 || 1-risk < safest*(1-1e-11) {
			continue
		}
		c := candidate{unknown: int32(i), safe: 1 - risk}
		c.beside, c.ties = p.surroundings(p.cell(int32(i)))
		if best.unknown < 0 || c.beside && !best.beside || c.beside == best.beside && c.ties > best.ties {
			best = c
		}
	}
	return best
}

// rank appends the unknowns of a count of the position, or of one that follows it, that are not certain and
// hardly less safe than the safest, the safest first. Beside lists unknowns that lie beside a number that is not yet
// open.
func (p *position) rank(list []candidate, counter *counting.Counter, window float64, beside []int32) []candidate {
	chances, certain := counter.Chances(), counter.Certain()
	safest := 0.0
	for i, risk := range chances {
		if certain[i] < 0 {
			safest = max(safest, 1-risk)
		}
	}
	for i, risk := range chances {
		if certain[i] < 0 && 1-risk >= safest*window {
			c := candidate{unknown: int32(i), safe: 1 - risk}
			c.beside, c.ties = p.surroundings(p.cell(int32(i)))
			c.beside = c.beside || slices.Contains(beside, int32(i))
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		switch {
		case a.safe > b.safe*(1+1e-11), b.safe > a.safe*(1+1e-11):
			return cmp.Compare(b.safe, a.safe)
		case a.beside != b.beside:
			if a.beside {
				return -1
			}
			return 1
		}
		return b.ties - a.ties
	})
	return list
}

// surroundings tells whether a cell lies beside a number, and how well it is tied to what
// is open: it has few neighbours that are not known, or these lie beside numbers.
func (p *position) surroundings(cell minesweeper.Cell) (beside bool, ties int) {
	g := p.game()
	ties = 8
	for _, n := range g.Neighbours(cell) {
		switch {
		case p.Known[n] < 0:
			ties--
		case p.Known[n] == 0:
			beside = true
		}
	}
	if beside {
		return true, ties
	}
	for _, n := range g.Neighbours(cell) {
		if p.besideNumber(n) {
			ties++
		}
	}
	return false, ties
}

// besideNumber tells whether a cell has a neighbour that is safe.
func (p *position) besideNumber(cell minesweeper.Cell) bool {
	for _, n := range p.game().Neighbours(cell) {
		if p.Known[n] == 0 {
			return true
		}
	}
	return false
}
