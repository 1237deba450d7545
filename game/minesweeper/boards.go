package minesweeper

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Deal prepares the board that the published generator gives for a seed and the
// number of a game. The first Step lays its mines, whatever the first cell.
//
// The generator, so that any program can play the same boards: all arithmetic is
// modulo 2^64, mix is the finaliser of splitmix64, golden is 0x9e3779b97f4a7c15.
// Begin with s = mix(seed*golden + game + 1) and p = 0, 1, ..., cells-1. For i from
// cells-1 down to 1: add golden to s, and swap p[i] with p[j] where
// j = (mix(s) >> 11) mod (i+1). The mines are the first cells of p that the
// first-move rule does not keep free.
func (g *Game) Deal(seed, game uint64, s *State) {
	const golden = 0x9e3779b97f4a7c15
	z := mix(seed*golden + game + 1)
	p := make([]Cell, g.cells)
	for i := range p {
		p[i] = Cell(i)
	}
	for i := g.cells - 1; i >= 1; i-- {
		z += golden
		j := mix(z) >> 11 % uint64(i+1)
		p[i], p[j] = p[j], p[i]
	}
	g.Start(nil, s)
	s.order = p
}

// Board is a game that is given rather than drawn: a first cell that is opened
// for the player, and the mines in increasing order.
type Board struct {
	First Cell
	Mines []Cell
}

// Board returns the dealt board of a seed and game as seen from a first cell.
func (g *Game) Board(seed, game uint64, first Cell) (Board, error) {
	if !g.Servable(first) {
		row, col := g.RowCol(first)
		return Board{}, fmt.Errorf("board %s: the %s rule cannot serve %d,%d as first cell: %d mines do not fit outside its zone",
			g.rules.Board(), g.rules.First, row, col, g.rules.Mines)
	}
	var s State
	g.Deal(seed, game, &s)
	g.lay(nil, &s, first)
	return Board{First: first, Mines: g.minesOf(&s)}, nil
}

// minesOf lists the mines in increasing order.
func (g *Game) minesOf(s *State) []Cell {
	mines := make([]Cell, 0, g.rules.Mines)
	for c := range Cell(g.cells) {
		if s.Mine(c) {
			mines = append(mines, c)
		}
	}
	return mines
}

// Lay sets s to the board before its first cell is opened.
func (g *Game) Lay(b Board, s *State) {
	g.Start(nil, s)
	g.clear(s)
	for _, c := range b.Mines {
		s.set(c)
	}
}

// FormatBoard returns the board as a line: the first cell as row,col: and then the
// mines as row,col.
func (g *Game) FormatBoard(b Board) string {
	var line strings.Builder
	row, col := g.RowCol(b.First)
	fmt.Fprintf(&line, "%d,%d:", row, col)
	for _, c := range b.Mines {
		row, col := g.RowCol(c)
		fmt.Fprintf(&line, " %d,%d", row, col)
	}
	return line.String()
}

// ReadBoards reads boards, one a line, in the form of FormatBoard. Empty lines do
// not count. Name is used in errors, which are of type *SyntaxError where the text
// is wrong.
func (g *Game) ReadBoards(r io.Reader, name string) ([]Board, error) {
	lines := newLineReader(r, name)
	var boards []Board
	for {
		line, err := lines.nextFilled()
		if errors.Is(err, io.EOF) {
			return boards, nil
		}
		if err != nil {
			return nil, err
		}
		b, err := g.parseBoard(lines, line)
		if err != nil {
			return nil, err
		}
		boards = append(boards, b)
	}
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
		return Board{}, lines.errorf(0, "%d mines: the board %s has %d", len(b.Mines), g.rules.Board(), g.rules.Mines)
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
