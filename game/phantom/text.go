package phantom

import (
	"fmt"
	"strconv"
	"strings"

	"blindsight"
)

// CellText returns a cell as "row,col", both from 0.
func (g *Game) CellText(c Cell) string {
	return strconv.Itoa(int(c)/g.rules.Cols) + "," + strconv.Itoa(int(c)%g.rules.Cols)
}

// ParseCell reads a cell as CellText writes it. Blanks around the numbers do not matter.
func (g *Game) ParseCell(text string) (Cell, error) {
	first, second, ok := strings.Cut(text, ",")
	row, err1 := strconv.Atoi(strings.TrimSpace(first))
	col, err2 := strconv.Atoi(strings.TrimSpace(second))
	if !ok || err1 != nil || err2 != nil {
		return 0, fmt.Errorf("cell %q: want row,col, as in 0,2", text)
	}
	if row < 0 || row >= g.rules.Rows || col < 0 || col >= g.rules.Cols {
		return 0, fmt.Errorf("cell %q: rows are 0 to %d, columns 0 to %d", text, g.rules.Rows-1, g.rules.Cols-1)
	}
	return Cell(row*g.rules.Cols + col), nil
}

// SeenText returns in words what who tried a cell is told.
func (g *Game) SeenText(a Answer) string {
	switch a {
	case Refused:
		return "refused: the opponent's stone is there"
	case Placed:
		return "placed"
	case Won:
		return "placed: the game is won"
	case Drawn:
		return "placed: the board is full, a draw"
	}
	return a.String()
}

// HeardText returns in words what a side is told of the opponent.
func (g *Game) HeardText(a Answer) string {
	switch a {
	case Placed:
		return "the opponent placed a stone"
	case Passed:
		return "the opponent's turn is over"
	case Won:
		return "the opponent has won"
	case Drawn:
		return "the opponent filled the board, a draw"
	}
	return a.String()
}

// marks are how the stones of both sides are drawn.
const marks = "xo"

// Draw returns a board as a person draws it, a line for each row: x for side 0, o for side 1,
// a dot for an empty cell. Rows of Hex are shifted, so that neighbours touch.
func (g *Game) Draw(b *Board) string { return g.draw(b.Stones, '.') }

// Draw returns the board as its side knows it: a question mark is what it does not know.
func (v *View) Draw() string {
	var stones [2]uint64
	stones[v.side], stones[v.side.Other()] = v.own, v.known
	return v.game.draw(stones, '?')
}

func (g *Game) draw(stones [2]uint64, empty byte) string {
	var text strings.Builder
	for r := range g.rules.Rows {
		if g.rules.Kind == Hex {
			text.WriteString(strings.Repeat(" ", r))
		}
		for c := range g.rules.Cols {
			mark := empty
			for side := range blindsight.Side(2) {
				if stones[side]>>(r*g.rules.Cols+c)&1 != 0 {
					mark = marks[side]
				}
			}
			if c > 0 {
				text.WriteByte(' ')
			}
			text.WriteByte(mark)
		}
		text.WriteByte('\n')
	}
	return text.String()
}
