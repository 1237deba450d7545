package deduction

import (
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

// Frontier writes down the constraints of one view after the other, and remembers
// which closed cells have been shown to be safe or mines. For a view that has seen all that
// they rest on, these and the numbers that concern nothing else are left out: late
// in a game that is most of the board. What follows from fewer observations follows
// from more, so the answers are those of the view alone. It is for one goroutine.
type Frontier struct {
	game   *minesweeper.Game
	opened []minesweeper.Cell // of the last view
	seen   []minesweeper.Seen // what they show
	Known  []int8             // of each cell: 0 safe, 1 mine, -1 not known
	mines  int                // known ones
	active []minesweeper.Cell // numbers that may have a neighbour that is not known
	Place  []int32            // of a cell that is not known: its number as an unknown
	obvious
}

// Constraints describes what is not known of a started view. The unknowns are in the
// order of the cells.
func (f *Frontier) Constraints(v *minesweeper.View, s *counting.Sums) {
	g := v.Game()
	if !f.HoldsFor(v) {
		f.restart(v)
	}
	for _, c := range v.Opened()[len(f.opened):] {
		f.take(v, c)
	}
	s.Names = s.Names[:0]
	for c, k := range f.Known {
		if k < 0 {
			f.Place[c] = int32(len(s.Names))
			s.Names = append(s.Names, int32(c))
		}
	}
	s.Unknowns, s.Total = len(s.Names), g.Rules().Mines-f.mines
	sums, kept := s.Sums[:0], f.active[:0]
	for _, c := range f.active {
		if len(sums) < cap(sums) {
			sums = sums[:len(sums)+1]
		} else {
			sums = append(sums, counting.Sum{})
		}
		sum := &sums[len(sums)-1]
		value, cells := int(v.At(c)), sum.Cells[:0]
		for _, n := range g.Neighbours(c) {
			switch f.Known[n] {
			case -1:
				cells = append(cells, f.Place[n])
			case 1:
				value--
			}
		}
		sum.Value, sum.Cells = value, cells
		if len(cells) == 0 && value == 0 {
			sums = sums[:len(sums)-1]
			continue
		}
		kept = append(kept, c)
	}
	s.Sums, f.active = sums, kept
}

// take notes a cell that is open now.
func (f *Frontier) take(v *minesweeper.View, c minesweeper.Cell) {
	f.opened, f.seen = append(f.opened, c), append(f.seen, v.At(c))
	f.Known[c] = 0
	f.active = append(f.active, c)
}

// HoldsFor tells whether what is known here rests on nothing that v has not seen, so that it
// is true of v as well. Views come from all over a search: v need not be of the same play.
func (f *Frontier) HoldsFor(v *minesweeper.View) bool {
	opened := v.Opened()
	if f.game != v.Game() || len(opened) < len(f.opened) {
		return false
	}
	for i, c := range f.opened {
		if opened[i] != c || v.At(c) != f.seen[i] {
			return false
		}
	}
	for _, c := range opened[len(f.opened):] {
		if f.Known[c] == 1 {
			return false // it contradicts itself: let the count find out
		}
	}
	return true
}

// restart forgets everything but what the first-move rule tells.
func (f *Frontier) restart(v *minesweeper.View) {
	g := v.Game()
	if len(f.Known) != g.Cells() {
		f.Known, f.Place = make([]int8, g.Cells()), make([]int32, g.Cells())
	}
	for c := range f.Known {
		f.Known[c] = -1
	}
	for _, c := range g.Zone(v.Opened()[0]) {
		f.Known[c] = 0
	}
	f.game, f.mines = g, 0
	f.opened, f.seen, f.active = f.opened[:0], f.seen[:0], f.active[:0]
}

// Forget lets the next view start anew.
func (f *Frontier) Forget() { f.game = nil }

// Game returns the game of the last view, nil where there is none.
func (f *Frontier) Game() *minesweeper.Game { return f.game }

// Learn notes what a count of the constraints has shown to be certain.
func (f *Frontier) Learn(s *counting.Sums, certain []int8) {
	for i, k := range certain {
		if k >= 0 {
			f.Known[s.Names[i]] = k
			f.mines += int(k)
		}
	}
}

// Safe appends the closed cells that are known to be safe, in increasing order.
func (f *Frontier) Safe(v *minesweeper.View, cells []minesweeper.Cell) []minesweeper.Cell {
	for c, k := range f.Known {
		if k == 0 && v.At(minesweeper.Cell(c)) == minesweeper.Covered {
			cells = append(cells, minesweeper.Cell(c))
		}
	}
	return cells
}

// AnySafe returns a closed cell that is known to be safe, if there is one.
func (f *Frontier) AnySafe(v *minesweeper.View) (minesweeper.Cell, bool) {
	for c, k := range f.Known {
		if k == 0 && v.At(minesweeper.Cell(c)) == minesweeper.Covered {
			return minesweeper.Cell(c), true
		}
	}
	return 0, false
}

// CopyFrom makes f know what g knows.
func (f *Frontier) CopyFrom(g *Frontier) {
	f.game, f.mines = g.game, g.mines
	f.opened, f.seen = append(f.opened[:0], g.opened...), append(f.seen[:0], g.seen...)
	f.Known, f.Place = append(f.Known[:0], g.Known...), append(f.Place[:0], g.Place...)
	f.active = append(f.active[:0], g.active...)
}
