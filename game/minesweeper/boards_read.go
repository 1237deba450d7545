package minesweeper

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// BoardsHeader is a first line for a file of boards: a comment that says for which game
// they are, as in "# 9x9/10 windows". ReadBoards holds a file that has one against it.
func (g *Game) BoardsHeader() string { return "# " + g.rules.String() }

// ReadBoards reads boards, one a line, in the form of FormatBoard. Empty lines do
// not count, nor do lines that begin with #, except that a first one may be a
// BoardsHeader, and must then be that of this game. Boards without it are refused where they
// are plainly those of a smaller board. Name is used in errors, which are of type
// *SyntaxError where the text is wrong.
func (g *Game) ReadBoards(r io.Reader, name string) ([]Board, error) {
	lines := newLineReader(r, name)
	var boards []Board
	declared, begin := false, 0 // begin is the line of the first board
	for {
		line, err := lines.nextFilled()
		if errors.Is(err, io.EOF) {
			if !declared {
				err = g.smaller(boards, name, begin)
			} else {
				err = nil
			}
			return boards, err
		}
		if err != nil {
			return nil, err
		}
		if comment, ok := strings.CutPrefix(line, "#"); ok {
			if len(boards) == 0 && !declared {
				if declared, err = g.declared(lines, comment); err != nil {
					return nil, err
				}
			}
			continue
		}
		b, err := g.parseBoard(lines, line)
		if err != nil {
			return nil, err
		}
		if boards = append(boards, b); len(boards) == 1 {
			begin = lines.line
		}
	}
}

// declared tells whether a comment is a header of boards, and returns an error where
// it is that of another game.
func (g *Game) declared(lines *lineReader, comment string) (bool, error) {
	fields := strings.Fields(comment)
	if len(fields) < 2 || len(fields) > 3 {
		return false, nil
	}
	var r Rules
	err := r.parseHeader(fields)
	column := 2 + strings.Index(comment, fields[0])
	if wrong, ok := errors.AsType[*RulesError](err); ok && wrong.Part == "board" {
		return false, nil // any other comment
	} else if ok {
		return false, lines.errorf(column, "%s", err)
	}
	if r.String() != g.rules.String() {
		return false, lines.errorf(column, "these boards are for %s, and the game is %s: play them as what they are", r, g.rules)
	}
	return true, nil
}

const (
	// fewBoards is how many boards are too few to tell for which board they were made:
	// somebody may have written them by hand.
	fewBoards = 5
	// unlikely is how rare it may be that boards of the generator leave the last rows or
	// columns empty for them to pass as what they are.
	unlikely = 1e-9
)

// smaller returns an error where boards are plainly those of a smaller board: none of
// them uses the last rows or columns, and drawn at random they would.
func (g *Game) smaller(boards []Board, name string, line int) error {
	if len(boards) < fewBoards {
		return nil
	}
	height, width := 0, 0 // of what is used
	for _, b := range boards {
		for _, c := range append(b.Mines[:len(b.Mines):len(b.Mines)], b.First) {
			row, col := g.RowCol(c)
			height, width = max(height, row+1), max(width, col+1)
		}
	}
	chance := 1.0
	for _, b := range boards {
		// One mine after the other falls on a free cell, used ones and others.
		used, all := 0, 0
		for c := range Cell(g.cells) {
			if inZone(g.zones[b.First], c) {
				continue
			}
			all++
			if row, col := g.RowCol(c); row < height && col < width {
				used++
			}
		}
		for i := range b.Mines {
			chance *= float64(used-i) / float64(all-i)
		}
	}
	if chance >= unlikely {
		return nil
	}
	least := g.rules
	least.Height, least.Width = height, width
	return &SyntaxError{name, line, 1, fmt.Sprintf(
		"the %d boards use rows 0 to %d and columns 0 to %d only, as boards of %s do: play them as these, or say that they are for %s by a first line %q",
		len(boards), height-1, width-1, least.Board(), g.rules.Board(), g.BoardsHeader())}
}

func (g *Game) parseBoard(lines *lineReader, line string) (Board, error) {
	first, rest, ok := strings.Cut(line, ":")
	if !ok {
		return Board{}, lines.errorf(1, "want a first cell and the mines, as in '0,0: 1,2 3,0'")
	}
	var b Board
	var err error
	if b.First, err = g.ParseCell(strings.TrimSpace(first)); err != nil {
		return Board{}, lines.errorf(1, "%s", err)
	}
	mined := make([]bool, g.cells)
	column := len(first) + 2
	for _, field := range strings.SplitAfter(rest, " ") {
		text := strings.TrimSpace(field)
		if text != "" {
			at := column + strings.Index(field, text)
			c, err := g.ParseCell(text)
			switch {
			case err != nil:
				return Board{}, lines.errorf(at, "%s", err)
			case mined[c]:
				return Board{}, lines.errorf(at, "two mines on %s", text)
			case inZone(g.zones[b.First], c):
				return Board{}, lines.errorf(at, "the mine on %s lies where the %s rule keeps cells free around the first, %s", text, g.rules.First, strings.TrimSpace(first))
			}
			mined[c] = true
			b.Mines = append(b.Mines, c)
		}
		column += len(field)
	}
	if len(b.Mines) != g.rules.Mines {
		return Board{}, lines.errorf(len(first)+2, "%d mines, and the board %s has %d: play these boards with the board they are for", len(b.Mines), g.rules.Board(), g.rules.Mines)
	}
	slices.Sort(b.Mines)
	return b, nil
}

// ParseCell reads row,col.
func (g *Game) ParseCell(s string) (Cell, error) {
	r, c, ok := strings.Cut(s, ",")
	row, err1 := strconv.ParseUint(r, 10, 31)
	col, err2 := strconv.ParseUint(c, 10, 31)
	switch {
	case !ok || err1 != nil || err2 != nil:
		return 0, fmt.Errorf("cell %q: want ROW,COLUMN, as in 0,3", s)
	case row >= uint64(g.rules.Height) || col >= uint64(g.rules.Width):
		return 0, fmt.Errorf("cell %s is not on the board: rows are 0 to %d, columns 0 to %d", s, g.rules.Height-1, g.rules.Width-1)
	}
	return g.Cell(int(row), int(col)), nil
}
