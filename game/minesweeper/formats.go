package minesweeper

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Files that players exchange. Neither says the first-move rule, and both are about the
// usual eight neighbours.
//
//   - A board file (.mbf) is bytes: width, height, the number of mines (high byte, low
//     byte), then column and row of each mine.
//   - A position file (.mine) is text: a line WIDTHxHEIGHTxMINES, then a row a line of
//     0-8 for an open cell, H for a closed one, F for one with a flag.

// ParseBoardFile reads the bytes of a board file. The mines come in increasing order.
func ParseBoardFile(data []byte, first First) (*Game, []Cell, error) {
	if len(data) < 4 {
		return nil, nil, fmt.Errorf("a board file of %d bytes: it begins with four: width, height and the number of mines", len(data))
	}
	r := Rules{Width: int(data[0]), Height: int(data[1]), Mines: int(data[2])<<8 | int(data[3]), First: first}
	g, err := New(r)
	if err != nil {
		return nil, nil, err
	}
	if want := 4 + 2*r.Mines; len(data) != want {
		return nil, nil, fmt.Errorf("a board file of %d bytes: with %d mines it has %d", len(data), r.Mines, want)
	}
	mined := make([]bool, g.cells)
	var mines []Cell
	for i := 4; i < len(data); i += 2 {
		x, y := int(data[i]), int(data[i+1])
		if x >= r.Width || y >= r.Height {
			return nil, nil, fmt.Errorf("byte %d: a mine in column %d, row %d is not on a board of %d columns and %d rows", i, x, y, r.Width, r.Height)
		}
		c := g.Cell(y, x)
		if mined[c] {
			return nil, nil, fmt.Errorf("byte %d: a second mine in column %d, row %d", i, x, y)
		}
		mined[c] = true
		mines = append(mines, c)
	}
	slices.Sort(mines)
	return g, mines, nil
}

// AppendBoardFile appends a board file to buf. The mines must be as many as the rules
// say, on a board with eight neighbours.
func (g *Game) AppendBoardFile(buf []byte, mines []Cell) ([]byte, error) {
	if g.rules.Neighbours != Eight {
		return nil, fmt.Errorf("a board file knows eight neighbours only, not %s", g.rules.Neighbours)
	}
	if len(mines) != g.rules.Mines {
		return nil, fmt.Errorf("%d mines: the board %s has %d", len(mines), g.rules.Board(), g.rules.Mines)
	}
	buf = append(buf, byte(g.rules.Width), byte(g.rules.Height), byte(g.rules.Mines>>8), byte(g.rules.Mines))
	for _, c := range mines {
		row, col := g.RowCol(c)
		buf = append(buf, byte(col), byte(row))
	}
	return buf, nil
}

// ReadPositionFile reads a position file. Name is used in errors, which are of type
// *SyntaxError where the text is wrong.
func ReadPositionFile(r io.Reader, name string, first First) (*Position, error) {
	lines := newLineReader(r, name)
	header, err := lines.nextFilled()
	if errors.Is(err, io.EOF) {
		return nil, lines.errorf(0, "an empty file: want a line WIDTHxHEIGHTxMINES and the rows")
	}
	if err != nil {
		return nil, err
	}
	parts := strings.Split(strings.TrimSpace(header), "x")
	var n [3]int
	if len(parts) != 3 {
		return nil, lines.errorf(1, "%q: want WIDTHxHEIGHTxMINES, as in 30x16x99", header)
	}
	for i, part := range parts {
		u, err := strconv.ParseUint(part, 10, 31)
		if err != nil {
			return nil, lines.errorf(1, "%q: want WIDTHxHEIGHTxMINES, as in 30x16x99", header)
		}
		n[i] = int(u)
	}
	g, err := New(Rules{Width: n[0], Height: n[1], Mines: n[2], First: first})
	if err != nil {
		return nil, lines.errorf(1, "%s", err)
	}
	pos := &Position{View: g.NewView()}
	reader := &PositionReader{lines: lines}
	var open []openCell
	for row := range g.rules.Height {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			return nil, lines.errorf(0, "the file ends after %d rows: its first line says %d", row, g.rules.Height)
		}
		if err != nil {
			return nil, err
		}
		// In this format . is no cell, and H is what . is in ours.
		if at := strings.IndexByte(line, '.'); at >= 0 {
			return nil, lines.errorf(at+1, "'.' is no cell: use H for a closed one, 0 to 8 for an open one, F for a flag")
		}
		if open, err = reader.row(g, pos, row, strings.ReplaceAll(line, "H", "."), open); err != nil {
			return nil, err
		}
	}
	if line, err := lines.nextFilled(); err == nil {
		return nil, lines.errorf(1, "%q: one row more than the %d of the first line", line, g.rules.Height)
	} else if !errors.Is(err, io.EOF) {
		return nil, err
	}
	return pos, reader.open(pos.View, open)
}

// PositionFile returns the position as the text of a position file. The board must have
// eight neighbours.
func (p *Position) PositionFile() (string, error) {
	r := p.View.g.rules
	if r.Neighbours != Eight {
		return "", fmt.Errorf("a position file knows eight neighbours only, not %s", r.Neighbours)
	}
	_, rows, _ := strings.Cut(p.String(), "\n")
	return fmt.Sprintf("%dx%dx%d\n%s", r.Width, r.Height, r.Mines, strings.ReplaceAll(rows, ".", "H")), nil
}
