package battleship

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseView reads a position in the form that [View.String] writes. Blanks inside a row do not
// count. An error says where it is, as line:column.
func ParseView(text string) (*View, error) {
	p := parser{lines: strings.Split(strings.TrimRight(text, " \t\r\n"), "\n")}
	r, err := ParseRules(p.lines[0])
	if err != nil {
		return nil, at(0, 0, "%v", err)
	}
	p.g, err = newGame(r)
	if err != nil {
		return nil, at(0, 0, "%v", err)
	}
	if err := p.board(); err != nil {
		return nil, err
	}
	if err := p.sunk(); err != nil {
		return nil, err
	}
	return p.replay()
}

// parser is a position being read.
type parser struct {
	lines   []string
	g       *Game
	misses  []drawn
	hits    [MaxShips + 1][]drawn // by the ships sunk before
	marks   [MaxShips]*drawn
	lengths []int
}

// drawn is a cell and where it stands in the text.
type drawn struct {
	cell         Cell
	line, column int
}

func at(line, column int, format string, args ...any) error {
	return fmt.Errorf("%d:%d: %w", line+1, column+1, fmt.Errorf(format, args...))
}

// board reads the rows.
func (p *parser) board() error {
	height := p.g.rules.Height
	if len(p.lines) <= height {
		return at(len(p.lines)-1, 0, "the position ends after %d rows: its first line says %d", len(p.lines)-1, height)
	}
	if len(p.lines) > height+2 {
		return at(height+2, 0, "the position goes on after its %d rows and the ships sunk", height)
	}
	for row := range height {
		if err := p.row(row, p.lines[1+row]); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) row(row int, line string) error {
	width, col := p.g.rules.Width, 0
	for i, ch := range line {
		if ch == ' ' || ch == '\t' || ch == '\r' {
			continue
		}
		if col == width {
			return at(1+row, i, "row %d has more than %d cells", row, width)
		}
		d := drawn{p.g.Cell(row, col), 1 + row, i}
		switch {
		case ch == symbolOpen:
		case ch == symbolMiss:
			p.misses = append(p.misses, d)
		case ch >= 'a' && ch <= 'a'+MaxShips:
			p.hits[ch-'a'] = append(p.hits[ch-'a'], d)
		case ch >= 'A' && ch < 'A'+MaxShips:
			if p.marks[ch-'A'] != nil {
				return at(1+row, i, "a second %c: one shot sinks a ship", ch)
			}
			p.marks[ch-'A'] = &d
		default:
			return at(1+row, i, "%q is no cell: use . where there was no shot, - for a miss, a letter for a hit", ch)
		}
		col++
	}
	if col < width {
		return at(1+row, len(line), "row %d has %d cells: the first line says %d", row, col, width)
	}
	return nil
}

// sunk reads the last line.
func (p *parser) sunk() error {
	last := 1 + p.g.rules.Height
	if len(p.lines) > last {
		lengths, ok := strings.CutPrefix(strings.TrimRight(p.lines[last], "\r"), "sunk ")
		if !ok {
			return at(last, 0, "want sunk and the lengths of the ships, as in: sunk 3,5")
		}
		for _, word := range strings.Split(lengths, ",") {
			n, err := strconv.ParseUint(strings.TrimSpace(word), 10, 8)
			if err != nil || n < 1 || n > MaxSide {
				return at(last, 0, "%q is no length of a ship", word)
			}
			p.lengths = append(p.lengths, int(n))
		}
	}
	if len(p.lengths) > MaxShips {
		return at(last, 0, "%d ships are sunk: there are at most %d", len(p.lengths), MaxShips)
	}
	for i, m := range p.marks {
		if m == nil && i < len(p.lengths) {
			return at(last, 0, "%d ships are sunk, but no cell is %c", len(p.lengths), 'A'+i)
		}
		if m != nil && i >= len(p.lengths) {
			return at(m.line, m.column, "%c: only %d ships are sunk by the last line", 'A'+i, len(p.lengths))
		}
	}
	return nil
}

// replay tells a new view all shots, in an order that the letters allow.
func (p *parser) replay() (*View, error) {
	v := p.g.NewView()
	did := func(d drawn, o Seen) error {
		if err := v.Did(d.cell, o); err != nil {
			return at(d.line, d.column, "%w", err)
		}
		return nil
	}
	for _, d := range p.misses {
		if err := did(d, Miss); err != nil {
			return nil, err
		}
	}
	for sunk, hits := range p.hits {
		for _, d := range hits {
			if sunk > len(p.lengths) {
				return nil, at(d.line, d.column, "%c: only %d ships are sunk by the last line", 'a'+sunk, len(p.lengths))
			}
			if err := did(d, Hit); err != nil {
				return nil, err
			}
		}
		if sunk < len(p.lengths) {
			if err := did(*p.marks[sunk], Sunk(p.lengths[sunk])); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}
