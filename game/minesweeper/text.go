package minesweeper

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Position is a board as a text shows it: what the player sees, and the flags he
// set, which tell nothing.
type Position struct {
	View  *View
	Flags []Cell // closed cells with a flag, in increasing order
}

// SyntaxError says what is wrong with a text, and where.
type SyntaxError struct {
	Name         string // of the text, often a file name
	Line, Column int    // both from 1; Column 0 means the whole line
	Problem      string
}

// Error returns name:line:column: problem.
func (e *SyntaxError) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Problem)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Problem)
}

// PositionReader reads positions, separated by empty lines, from a text:
//
//	4x4/6 gnomine
//	0 1 . .
//	1 2 . .
//	. . F .
//	. . . .
//
// The header is HEIGHTxWIDTH/MINES RULE [NEIGHBOURS]; in the rows, '.' is a closed
// cell, 'F' one with a flag, '0' to '8' an open one. Blanks between cells do not count.
type PositionReader struct {
	// New makes the games of the positions. It is [New] unless it is set: whoever reads many positions of a few games may
	// keep those.
	New func(Rules) (*Game, error)

	lines *lineReader
	rules Rules
}

// NewPositionReader returns a reader of the text. Name is used in errors.
// AutoOpen and Objective, which the text does not say, are taken from rules.
func NewPositionReader(r io.Reader, name string, rules Rules) *PositionReader {
	return &PositionReader{New: New, lines: newLineReader(r, name), rules: rules}
}

// Next returns the next position, or io.EOF after the last. Errors in the text are
// of type *SyntaxError.
func (p *PositionReader) Next() (*Position, error) {
	header, err := p.lines.nextFilled()
	if err != nil {
		return nil, err
	}
	g, err := p.header(header)
	if err != nil {
		return nil, err
	}
	pos := &Position{View: g.NewView()}
	open := make([]openCell, 0, g.cells)
	for row := range g.rules.Height {
		line, err := p.lines.next()
		if errors.Is(err, io.EOF) || err == nil && strings.TrimSpace(line) == "" {
			return nil, p.lines.errorf(0, "the position ends after %d rows: its header says %d", row, g.rules.Height)
		}
		if err != nil {
			return nil, err
		}
		if open, err = p.row(g, pos, row, line, open); err != nil {
			return nil, err
		}
	}
	if line, err := p.lines.next(); err == nil && strings.TrimSpace(line) != "" {
		return nil, p.lines.errorf(0, "one row more than the %d of the header: leave an empty line between positions", g.rules.Height)
	} else if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return pos, p.open(pos.View, open)
}

func (p *PositionReader) header(line string) (*Game, error) {
	fields := strings.Fields(line)
	if len(fields) < 2 || len(fields) > 3 {
		return nil, p.lines.errorf(1, "want a header HEIGHTxWIDTH/MINES RULE [NEIGHBOURS], as in '9x9/10 windows'")
	}
	r := p.rules
	err := r.parseHeader(fields)
	if wrong, ok := errors.AsType[*RulesError](err); ok {
		board := strings.Index(line, fields[0])
		column := map[string]int{
			"board":      board,
			"rule":       board + len(fields[0]) + strings.Index(line[board+len(fields[0]):], fields[1]),
			"neighbours": strings.LastIndex(line, fields[len(fields)-1]),
		}[wrong.Part]
		return nil, p.lines.errorf(column+1, "%s", err)
	}
	g, err := p.New(r)
	if err != nil {
		return nil, p.lines.errorf(1, "%s", err)
	}
	return g, nil
}

// openCell is an open cell of a text and where it stands there.
type openCell struct {
	cell         Cell
	shows        Seen
	line, column int32
}

// row reads one row: it notes the flags and adds to the open cells.
func (p *PositionReader) row(g *Game, pos *Position, row int, line string, open []openCell) ([]openCell, error) {
	col := 0
	for i, ch := range line {
		if ch == ' ' || ch == '\t' {
			continue
		}
		if col == g.rules.Width {
			return nil, p.lines.errorf(i+1, "row %d has more than %d cells", row, g.rules.Width)
		}
		c := g.Cell(row, col)
		switch {
		case ch == '.':
		case ch == 'F':
			pos.Flags = append(pos.Flags, c)
		case ch >= '0' && ch <= '8':
			open = append(open, openCell{c, Seen(ch - '0'), int32(p.lines.line), int32(i + 1)})
		default:
			return nil, p.lines.errorf(i+1, "%q is no cell: use . for a closed one, 0 to 8 for an open one, F for a flag", ch)
		}
		col++
	}
	if col < g.rules.Width {
		return nil, p.lines.errorf(len(line)+1, "row %d has %d cells: the header says %d", row, col, g.rules.Width)
	}
	return open, nil
}

// open shows the open cells to the view. Which of them was the first is not
// known; under the gnomine rule any open 0 will do, since it keeps its zone free
// of mines just as the first one does.
func (p *PositionReader) open(v *View, cells []openCell) error {
	if len(cells) == 0 {
		return nil
	}
	if v.g.rules.First == Gnomine {
		zero := -1
		for i := range cells {
			if cells[i].shows == 0 {
				zero = i
				break
			}
		}
		if zero < 0 {
			return &SyntaxError{p.lines.name, int(cells[0].line), int(cells[0].column), "a gnomine position with open cells needs an open 0: the first cell shows one"}
		}
		cells[0], cells[zero] = cells[zero], cells[0]
	}
	for _, o := range cells {
		if err := v.Did(o.cell, o.shows); err != nil {
			return &SyntaxError{p.lines.name, int(o.line), int(o.column), err.Error()}
		}
	}
	return nil
}

// String returns the position in the text format.
func (p *Position) String() string {
	g := p.View.g
	flags := make(map[Cell]bool, len(p.Flags))
	for _, c := range p.Flags {
		flags[c] = true
	}
	var b strings.Builder
	b.WriteString(g.rules.String())
	b.WriteByte('\n')
	for c := range Cell(g.cells) {
		switch s := p.View.seen[c]; {
		case s != Covered:
			b.WriteByte('0' + byte(s))
		case flags[c]:
			b.WriteByte('F')
		default:
			b.WriteByte('.')
		}
		if int(c)%g.rules.Width == g.rules.Width-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// lineReader reads lines and counts them.
type lineReader struct {
	scanner *bufio.Scanner
	name    string
	line    int
}

func newLineReader(r io.Reader, name string) *lineReader {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	return &lineReader{scanner: s, name: name}
}

// next returns the next line without its end, or io.EOF.
func (l *lineReader) next() (string, error) {
	if l.scanner.Scan() {
		l.line++
		return strings.TrimSuffix(l.scanner.Text(), "\r"), nil
	}
	if err := l.scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		l.line++
		return "", l.errorf(0, "a line of more than a million characters")
	} else if err != nil {
		return "", fmt.Errorf("%s:%d: %w", l.name, l.line, err)
	}
	return "", io.EOF
}

// nextFilled returns the next line that is not blank.
func (l *lineReader) nextFilled() (string, error) {
	for {
		line, err := l.next()
		if err != nil || strings.TrimSpace(line) != "" {
			return line, err
		}
	}
}

func (l *lineReader) errorf(column int, format string, args ...any) error {
	return &SyntaxError{l.name, max(l.line, 1), column, fmt.Sprintf(format, args...)}
}
