package minesweeper

import (
	"fmt"
	"strings"
)

// Drawing is a board for people to look at: plain text with numbered rows and
// columns, odd rows of hexagons half a cell to the right.
type Drawing struct {
	View  *View
	Flags []Cell // shown as F
	Mark  []Cell // shown with > before them
	State *State // if set and laid, mines are shown as *, and as X where Mark has them
}

// String draws the board.
func (d Drawing) String() string {
	g := d.View.g
	flags, marks := make(map[Cell]bool), make(map[Cell]bool)
	for _, c := range d.Flags {
		flags[c] = true
	}
	for _, c := range d.Mark {
		marks[c] = true
	}
	width := 2
	if g.rules.Width > 10 {
		width = 3
	}
	var b strings.Builder
	b.WriteString("   ")
	for col := range g.rules.Width {
		fmt.Fprintf(&b, "%*d", width, col)
	}
	b.WriteByte('\n')
	for row := range g.rules.Height {
		fmt.Fprintf(&b, "%2d ", row)
		if g.rules.Neighbours == Hex && row%2 == 1 {
			b.WriteByte(' ')
		}
		for col := range g.rules.Width {
			c := g.Cell(row, col)
			b.WriteString(strings.Repeat(" ", width-2))
			if marks[c] {
				b.WriteByte('>')
			} else {
				b.WriteByte(' ')
			}
			b.WriteByte(d.symbol(c, flags[c], marks[c]))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (d Drawing) symbol(c Cell, flag, mark bool) byte {
	switch s := d.View.At(c); {
	case s != Covered:
		return '0' + byte(s)
	case d.State != nil && d.State.Mine(c) && mark:
		return 'X'
	case d.State != nil && d.State.Mine(c):
		return '*'
	case flag:
		return 'F'
	default:
		return '.'
	}
}
