package battleship

import (
	"fmt"
	"strconv"
	"strings"
)

// The symbols of a drawing beside the letters.
const (
	symbolOpen = '.' // not shot at
	symbolMiss = '-'
)

// String draws the position in the form that [ParseView] reads:
//
//	5x5/3,2,2
//	. - . . .
//	a a A . .
//	. - b . .
//	. . . . .
//	. . . . -
//	sunk 3
//
// The first line are the rules. A point is a cell that was not shot at, a dash a miss. Hits are
// letters: a for those before any ship was sunk, A for the one that sank the first ship, b for
// those between that and the second, B for the one that sank this, and so on. The last line
// has the lengths of the ships sunk, in their order; it is left out where none was.
func (v *View) String() string {
	var b strings.Builder
	b.WriteString(v.g.rules.String())
	b.WriteByte('\n')
	v.g.rows(&b, v.symbol)
	for i, m := range v.Marks() {
		if i == 0 {
			b.WriteString("sunk ")
		} else {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(m.Length))
	}
	if v.sunk > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

func (v *View) symbol(c Cell) byte {
	switch o, shot := v.At(c); {
	case !shot:
		return symbolOpen
	case o == Miss:
		return symbolMiss
	case o == Hit:
		return 'a' + v.epoch[c]
	default:
		return 'A' + v.epoch[c]
	}
}

// rows draws a board.
func (g *Game) rows(b *strings.Builder, symbol func(c Cell) byte) {
	for c := range g.cells {
		b.WriteByte(symbol(Cell(c)))
		if c%g.rules.Width == g.rules.Width-1 {
			b.WriteByte('\n')
		} else {
			b.WriteByte(' ')
		}
	}
}

// Draw draws a state: the ships as letters from the longest on, in capitals where they were
// hit, a dash for a miss and a point for other water.
func (g *Game) Draw(s *State) string {
	var b strings.Builder
	g.rows(&b, func(c Cell) byte {
		for ship, list := range g.placements {
			if list[s.places[ship]].Cells.Has(c) {
				if s.shot.Has(c) {
					return 'A' + byte(ship)
				}
				return 'a' + byte(ship)
			}
		}
		if s.shot.Has(c) {
			return symbolMiss
		}
		return symbolOpen
	})
	return b.String()
}

// Name returns a cell as row,column, both from 0.
func (g *Game) Name(c Cell) string {
	row, col := g.RowCol(c)
	return fmt.Sprintf("%d,%d", row, col)
}

// ParseCell reads the form that Name returns.
func (g *Game) ParseCell(s string) (Cell, error) {
	r, c, ok := strings.Cut(s, ",")
	row, err1 := strconv.ParseUint(r, 10, 16)
	col, err2 := strconv.ParseUint(c, 10, 16)
	if !ok || err1 != nil || err2 != nil || int(row) >= g.rules.Height || int(col) >= g.rules.Width {
		return 0, fmt.Errorf("cell %q: want ROW,COLUMN, from 0,0 to %d,%d", s, g.rules.Height-1, g.rules.Width-1)
	}
	return g.Cell(int(row), int(col)), nil
}
