package deduction

import "blindsight/game/minesweeper"

// Points makes the deductions of the single point strategy (as in Sebag, Teytaud 2012): it looks
// at one number at a time. Where a number has as many known mines around it as it says, its other closed
// neighbours are safe; where it says as many as it has closed neighbours, they are all mines; and so on until
// nothing changes. It holds scratch
// memory and is for one goroutine.
type Points struct {
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

// Safe appends the closed cells that the numbers, looked at one by one, show to be
// safe, in increasing order. The view must be started. It takes time in proportion
// to the cells.
func (s *Points) Safe(v *minesweeper.View, cells []minesweeper.Cell) []minesweeper.Cell {
	s.deduce(v)
	return s.list(v, cells, safe)
}

// Open appends the closed cells of which the last deductions left open what they
// are, in increasing order.
func (s *Points) Open(v *minesweeper.View, cells []minesweeper.Cell) []minesweeper.Cell {
	return s.list(v, cells, unknown)
}

func (s *Points) list(v *minesweeper.View, cells []minesweeper.Cell, k knowledge) []minesweeper.Cell {
	for c, is := range s.known {
		if is == k && v.At(minesweeper.Cell(c)) == minesweeper.Covered {
			cells = append(cells, minesweeper.Cell(c))
		}
	}
	return cells
}

func (s *Points) deduce(v *minesweeper.View) {
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
func (s *Points) look(v *minesweeper.View, c minesweeper.Cell) {
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
