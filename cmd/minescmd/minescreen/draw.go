package minescreen

import (
	"fmt"
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"blindsight/game/minesweeper"
	"blindsight/game/minesweeper/minetable"
)

// ink is what a character is drawn for, which gives it its colour. The inks 1 to
// 8 are those of the numbers.
type ink uint8

const (
	inkPlain ink = 0
	inkDim   ink = iota + 8 // labels and keys
	inkClosed
	inkFlag
	inkMine
	inkBlown // the mine that went off, and a flag that was wrong
	inkCursor
	inkWon
	inkLost
	inks
)

// ground is what a character is drawn on.
type ground uint8

const (
	groundNone ground = iota
	groundClosed
	groundAdvised
	groundCursor
	groundBlown
	grounds
)

// palette holds a style for every ink on every ground. The zero palette draws
// without colour.
type palette [inks][grounds]lipgloss.Style

// newPalette returns the colours of Minesweeper, as far as they can be read on a
// dark or a light screen.
func newPalette(dark bool) *palette {
	pick := lipgloss.LightDark(dark)
	shade := func(light, dark string) color.Color { return pick(lipgloss.Color(light), lipgloss.Color(dark)) }
	foreground := [inks]color.Color{
		1: shade("#0000ff", "#7aa2ff"), // blue
		2: shade("#007000", "#5fd75f"), // green
		3: shade("#d00000", "#ff7070"), // red
		4: shade("#00007b", "#c49bff"), // dark blue; violet on a dark screen
		5: shade("#7b0000", "#e8a860"), // maroon; brown
		6: shade("#006f6f", "#4fd8d8"), // teal
		7: shade("#000000", "#ffffff"), // black; white
		8: shade("#606060", "#b8b8b8"), // grey

		inkDim:    shade("#6a6a6a", "#9a9a9a"),
		inkClosed: shade("#606060", "#a0a4ae"),
		inkFlag:   shade("#c00000", "#ff8a65"),
		inkMine:   shade("#000000", "#ffffff"),
		inkBlown:  shade("#b00000", "#ff6060"),
		inkCursor: shade("#000000", "#ffffff"),
		inkWon:    shade("#007000", "#5fd75f"),
		inkLost:   shade("#d00000", "#ff7070"),
	}
	background := [grounds]color.Color{
		groundClosed:  shade("#d4d7de", "#3a3f4b"),
		groundAdvised: shade("#a6ecb8", "#1d5c39"),
		groundCursor:  shade("#ffe27a", "#6b5a00"),
		groundBlown:   shade("#ffc0c0", "#801818"),
	}
	var p palette
	for i := range inks {
		for g := range grounds {
			s := lipgloss.NewStyle().Bold(i != inkPlain && i != inkDim && i != inkClosed)
			if c := foreground[i]; c != nil {
				s = s.Foreground(c)
			}
			if c := background[g]; c != nil {
				s = s.Background(c)
			}
			p[i][g] = s
		}
	}
	p[inkBlown][groundBlown] = p[inkMine][groundBlown]
	return &p
}

// write draws a text without ground.
func (p *palette) write(i ink, text string) string { return p[i][groundNone].Render(text) }

// glyph is one character on the screen.
type glyph struct {
	symbol byte
	ink    ink
	ground ground
}

// render draws glyphs, those that look alike in one go.
func (p *palette) render(line []glyph) string {
	var b strings.Builder
	for i := 0; i < len(line); {
		first := line[i]
		var run []byte
		for ; i < len(line) && line[i].ink == first.ink && line[i].ground == first.ground; i++ {
			run = append(run, line[i].symbol)
		}
		b.WriteString(p[first.ink][first.ground].Render(string(run)))
	}
	return b.String()
}

// boardWindow is the part of a board that is drawn, and how many columns of the screen a
// cell takes.
type boardWindow struct{ top, left, rows, cols, cell int }

const labelWidth = 3

// cellWidth returns the columns that a cell takes: two, its number in the second, so that
// it is about as wide as high and half a cell is one column; with risks one or two more.
func (h *Game) cellWidth() int {
	switch {
	case !h.odds.shown:
		return 2
	case h.rules.Rules().Neighbours == minesweeper.Hex:
		return 4
	default:
		return 3
	}
}

// boardWidth returns the columns that so many columns of the board take: the
// bracket behind the last cell and the shift of hexagons included.
func boardWidth(r minesweeper.Rules, cols, cell int) int {
	w := labelWidth + cell*cols + 1
	if r.Neighbours == minesweeper.Hex {
		w += cell / 2
	}
	return w
}

// boardCols returns how many columns of the board fit into a width, at least one.
func boardCols(r minesweeper.Rules, width, cell int) int {
	return min(r.Width, max(1, (width-boardWidth(r, 0, cell))/cell))
}

// boardHead returns the number of lines above the rows: column numbers.
func boardHead(r minesweeper.Rules) int {
	if r.Width > 10 {
		return 2 // tens have a line of their own
	}
	return 1
}

// indent returns where a row of the board begins on the screen: odd rows of
// hexagons lie half a cell to the right.
func indent(r minesweeper.Rules, row, cell int) int {
	if r.Neighbours == minesweeper.Hex && row%2 == 1 {
		return labelWidth + cell/2
	}
	return labelWidth
}

// cellAt returns the cell drawn at a place of the window, (0,0) being the first
// character of the first line that drawBoard returns.
func cellAt(g *minesweeper.Game, w boardWindow, x, y int) (minesweeper.Cell, bool) {
	r := g.Rules()
	row := w.top + y - boardHead(r)
	x -= indent(r, row, w.cell)
	if y < boardHead(r) || row >= w.top+w.rows || x < 0 || x/w.cell >= w.cols {
		return 0, false
	}
	return g.Cell(row, w.left+x/w.cell), true
}

// drawBoard draws a window of the board, line by line. The cursor has brackets
// around it and the advised cell arrows, so that both show without colour.
func drawBoard(h *Game, w boardWindow, p *palette) []string {
	r := h.rules.Rules()
	lines := columnNumbers(r, w, p)
	for row := w.top; row < w.top+w.rows; row++ {
		line := make([]glyph, boardWidth(r, w.cols, w.cell))
		for i := range line {
			line[i].symbol = ' '
		}
		for i, c := range fmt.Appendf(nil, "%2d", row) {
			line[i] = glyph{symbol: c, ink: inkDim}
		}
		at := func(c minesweeper.Cell) int { // where the number of a cell of this row stands
			return indent(r, row, w.cell) + w.cell*(int(c)-int(h.rules.Cell(row, w.left))) + w.cell - 1
		}
		for col := w.left; col < w.left+w.cols; col++ {
			c := h.rules.Cell(row, col)
			g := h.glyph(c)
			for i := range w.cell - 1 {
				line[at(c)-1-i] = glyph{' ', g.ink, g.ground}
			}
			line[at(c)] = g
			if risk, ok := h.odds.risk[c]; ok && h.odds.shown && g.symbol == minetable.ClosedSymbol {
				i := riskInk(risk)
				text := riskText(risk)
				line[at(c)-1], line[at(c)] = glyph{text[0], i, g.ground}, glyph{text[1], i, g.ground}
			}
		}
		frame := func(c minesweeper.Cell, before, after byte, on ground) {
			if y, x := h.rules.RowCol(c); y != row || x < w.left || x >= w.left+w.cols {
				return
			}
			line[at(c)-w.cell+1] = glyph{before, inkCursor, on}
			line[at(c)+1] = glyph{after, inkCursor, on}
			for i := range w.cell - 1 {
				if line[at(c)-i].ground != groundBlown {
					line[at(c)-i].ground = on
				}
			}
		}
		if h.advised != nil {
			frame(*h.advised, '>', '<', groundAdvised)
		}
		frame(h.cursor, '[', ']', groundCursor)
		lines = append(lines, p.render(line))
	}
	return lines
}

// columnNumbers draws the lines above the board.
func columnNumbers(r minesweeper.Rules, w boardWindow, p *palette) []string {
	tens, ones := strings.Repeat(" ", labelWidth), strings.Repeat(" ", labelWidth)
	for col := w.left; col < w.left+w.cols; col++ {
		ten := " "
		if col >= 10 && (col%10 == 0 || col == w.left) {
			ten = fmt.Sprint(col / 10)
		}
		tens += fmt.Sprintf("%*s", w.cell, ten)
		ones += fmt.Sprintf("%*d", w.cell, col%10)
	}
	if boardHead(r) == 1 {
		return []string{p.write(inkDim, ones)}
	}
	return []string{p.write(inkDim, tens), p.write(inkDim, ones)}
}

// glyph returns how a cell looks. In a won game every mine has a flag.
func (h *Game) glyph(c minesweeper.Cell) glyph {
	symbol := h.table.Symbol(c)
	if symbol == minetable.MineSymbol && h.table.Status() == minetable.Won {
		symbol = minetable.FlagSymbol
	}
	switch symbol {
	case '0':
		return glyph{symbol: ' '}
	case minetable.HitSymbol:
		return glyph{symbol, inkBlown, groundBlown}
	case minetable.WrongFlagSymbol:
		return glyph{symbol, inkBlown, groundClosed}
	case minetable.FlagSymbol:
		return glyph{symbol, inkFlag, groundClosed}
	case minetable.MineSymbol:
		return glyph{symbol, inkMine, groundClosed}
	case minetable.ClosedSymbol:
		return glyph{symbol, inkClosed, groundClosed}
	default: // a number
		return glyph{symbol: symbol, ink: ink(symbol - '0')}
	}
}

// fold sets items, separated by sep, on lines no wider than width. An item that is
// wider alone is cut.
func fold(items []string, sep string, width int) []string {
	var lines []string
	for _, item := range items {
		if len(item) > width {
			item = item[:max(width, 0)]
		}
		if n := len(lines); n > 0 && len(lines[n-1])+len(sep)+len(item) <= width {
			lines[n-1] += sep + item
		} else {
			lines = append(lines, item)
		}
	}
	return lines
}

// scroll returns the first of so many lines to show, out of a total, so that the
// cursor is among them, with two lines around it where there is room, and as
// little as possible has moved since first was the first.
func scroll(first, cursor, shown, total int) int {
	margin := min(2, (shown-1)/2)
	first = max(min(first, cursor-margin), cursor+margin-shown+1)
	return max(0, min(first, total-shown))
}
