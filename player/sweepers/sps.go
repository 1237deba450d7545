package sweepers

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/game/minesweeper"
)

// NewSPS returns the single point strategy (as in Sebag, Teytaud 2012): it looks
// at one number at a time. Where a number has as many known mines around it as it
// says, its other closed neighbours are safe; where it says as many as it has closed
// neighbours, they are all mines; and so on until nothing changes. It opens a cell
// found safe, uniformly one of them, and where there is none a closed cell not known
// to be a mine, uniformly.
//
// A decision's value is 1 for a safe cell and otherwise the share of cells that are
// safe among those not known to be mines: the chance to survive as far as this
// player can tell. It is a function of the view and of the random numbers alone.
func NewSPS() Player { return &sps{} }

type sps struct {
	points singlePoint
	cells  []minesweeper.Cell
}

func (p *sps) Choose(_ context.Context, rng *rand.Rand, v *minesweeper.View, _ blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	safe, err := p.consider(v)
	if err != nil {
		return blindsight.Decision[minesweeper.Cell]{}, err
	}
	d := sure(p.cells[rng.IntN(len(p.cells))])
	if !safe {
		d.Value = float64(v.Left()) / float64(len(p.cells))
	}
	return d, nil
}

// Choices returns the cells that Choose draws from.
func (p *sps) Choices(v *minesweeper.View) ([]minesweeper.Cell, error) {
	_, err := p.consider(v)
	return slices.Clone(p.cells), err
}

// consider sets p.cells to the cells to choose from and tells whether they are
// known to be safe.
func (p *sps) consider(v *minesweeper.View) (safe bool, err error) {
	if v.Left() == 0 {
		return false, errNoCell
	}
	if _, forced := v.Forced(); forced || !v.Started() {
		p.cells = v.Legal(p.cells[:0])
		return forced || v.Game().FirstRisk() == 0, nil
	}
	if p.cells = p.points.safe(v, p.cells[:0]); len(p.cells) > 0 {
		return true, nil
	}
	p.cells = p.points.open(v, p.cells[:0])
	return false, nil
}

// singlePoint makes the deductions of the single point strategy. It holds scratch
// memory and is for one goroutine.
type singlePoint struct {
	known   []knowledge // of each cell
	waiting []minesweeper.Cell
	queued  []bool
}

// knowledge of a closed cell.
type knowledge uint8

const (
	unknown knowledge = iota
	safe
	mine
)

// safe appends the closed cells that the numbers, looked at one by one, show to be
// safe, in increasing order. The view must be started. It takes time in proportion
// to the cells.
func (s *singlePoint) safe(v *minesweeper.View, cells []minesweeper.Cell) []minesweeper.Cell {
	s.deduce(v)
	return s.list(v, cells, safe)
}

// open appends the closed cells of which the last deductions left open what they
// are, in increasing order.
func (s *singlePoint) open(v *minesweeper.View, cells []minesweeper.Cell) []minesweeper.Cell {
	return s.list(v, cells, unknown)
}

func (s *singlePoint) list(v *minesweeper.View, cells []minesweeper.Cell, k knowledge) []minesweeper.Cell {
	for c, is := range s.known {
		if is == k && v.At(minesweeper.Cell(c)) == minesweeper.Covered {
			cells = append(cells, minesweeper.Cell(c))
		}
	}
	return cells
}

func (s *singlePoint) deduce(v *minesweeper.View) {
	g := v.Game()
	if len(s.known) != g.Cells() {
		s.known, s.queued = make([]knowledge, g.Cells()), make([]bool, g.Cells())
	}
	clear(s.known)
	s.waiting = append(s.waiting[:0], v.Opened()...)
	for _, c := range s.waiting {
		s.queued[c] = true
	}
	for len(s.waiting) > 0 {
		last := len(s.waiting) - 1
		c := s.waiting[last]
		s.waiting = s.waiting[:last]
		s.queued[c] = false
		s.look(v, c)
	}
}

// look makes the deductions from the number on c.
func (s *singlePoint) look(v *minesweeper.View, c minesweeper.Cell) {
	g := v.Game()
	mines, open := 0, 0
	for _, n := range g.Neighbours(c) {
		if v.At(n) == minesweeper.Covered {
			switch s.known[n] {
			case mine:
				mines++
			case unknown:
				open++
			}
		}
	}
	is := unknown
	switch number := int(v.At(c)); {
	case open == 0:
	case number == mines:
		is = safe
	case number == mines+open:
		is = mine
	}
	if is == unknown {
		return
	}
	for _, n := range g.Neighbours(c) {
		if v.At(n) != minesweeper.Covered || s.known[n] != unknown {
			continue
		}
		s.known[n] = is
		for _, m := range g.Neighbours(n) { // who counts n: neighbourhoods are mutual
			if v.At(m) != minesweeper.Covered && !s.queued[m] {
				s.queued[m] = true
				s.waiting = append(s.waiting, m)
			}
		}
	}
}
