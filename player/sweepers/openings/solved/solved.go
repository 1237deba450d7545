// Package solved keeps the tables of small boards that were solved exactly, and makes and verifies what package
// openings knows by heart. A solved board ([Board]) or a single first cell of a board that is too dear to be solved whole ([First]) is a row
// of a file of studies/mines-optimum, written by the command mines openings solve; the best moves that follow are the rows of the book ([Moves]). From them and from
// the first cells that were measured come the table of first cells ([BestFirsts]) and the page of the study ([Page]). [Verify]
// solves rows again.
package solved

import (
	"encoding/csv"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"blindsight/player/sweepers/openings"
)

// Where the tables are in the repository, beside those of package openings.
const (
	BoardsFile   = "studies/mines-optimum/boards.tsv"
	FirstsFile   = "studies/mines-optimum/firsts.tsv"
	MeasuredFile = "studies/mines-strength/first-cells/results.csv"
	PageFile     = "studies/mines-optimum/README.md"
)

// Board is a board that was solved from every first cell.
type Board struct {
	Rule, Board string
	Value       *big.Rat // the chance to win of the best play; nil where the rule can serve no first cell
	Cells       []string // best first cells, of symmetric ones the least
	Effort
}

// First is a first cell that was solved alone.
type First struct {
	Rule, Board, Cell string
	Value             *big.Rat // the chance to win of the best play after it
	Effort
}

// Effort is what a solution took: beliefs searched, the same on every machine, and seconds of processor time. Of some old rows the beliefs
// are not known; they are then negative.
type Effort struct {
	Nodes   int64
	Seconds float64
}

func (e Effort) fields() []string {
	nodes := "-"
	if e.Nodes >= 0 {
		nodes = strconv.FormatInt(e.Nodes, 10)
	}
	return []string{nodes, strconv.FormatFloat(e.Seconds, 'f', 1, 64)}
}

// String is the row as it stands in its file.
func (b Board) String() string {
	return strings.Join(append([]string{b.Rule, b.Board, b.Value.String(), strings.Join(b.Cells, " ")}, b.Effort.fields()...), "\t")
}

// String is the row as it stands in its file.
func (f First) String() string {
	return strings.Join(append([]string{f.Rule, f.Board, f.Cell, f.Value.String()}, f.Effort.fields()...), "\t")
}

// ReadBoards reads a table of boards. Errors name file and line.
func ReadBoards(file, text string) (all []Board, err error) {
	err = readRows(file, text, func(f []string) error {
		b := Board{Rule: f[0], Board: f[1], Cells: strings.Fields(f[3])}
		if len(b.Cells) == 0 {
			return fmt.Errorf("no best first cell")
		}
		if slices.ContainsFunc(all, func(o Board) bool { return o.Rule == b.Rule && o.Board == b.Board }) {
			return fmt.Errorf("%s %s stands twice", b.Rule, b.Board)
		}
		var err error
		if b.Value, b.Effort, err = readSolution(f[2], f[4], f[5]); err != nil {
			return err
		}
		for _, cell := range b.Cells {
			if err := checkCell(b.Rule, b.Board, cell); err != nil {
				return err
			}
		}
		all = append(all, b)
		return nil
	})
	return all, err
}

// ReadFirsts reads a table of single first cells. Errors name file and line.
func ReadFirsts(file, text string) (all []First, err error) {
	err = readRows(file, text, func(f []string) error {
		c := First{Rule: f[0], Board: f[1], Cell: f[2]}
		if slices.ContainsFunc(all, func(o First) bool { return o.Rule == c.Rule && o.Board == c.Board && o.Cell == c.Cell }) {
			return fmt.Errorf("%s %s %s stands twice", c.Rule, c.Board, c.Cell)
		}
		var err error
		if c.Value, c.Effort, err = readSolution(f[3], f[4], f[5]); err != nil {
			return err
		}
		if err := checkCell(c.Rule, c.Board, c.Cell); err != nil {
			return err
		}
		all = append(all, c)
		return nil
	})
	return all, err
}

// readRows hands on the six fields of each line that is no comment.
func readRows(file, text string, row func(fields []string) error) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		err := error(nil)
		if len(fields) != 6 {
			err = fmt.Errorf("%d fields, want 6, separated by tabs", len(fields))
		} else {
			err = row(fields)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", file, number, err)
		}
	}
	return nil
}

var fraction = regexp.MustCompile(`^[0-9]{1,18}/[1-9][0-9]{0,17}$`)

func readSolution(value, nodes, seconds string) (*big.Rat, Effort, error) {
	e := Effort{Nodes: -1}
	v, ok := new(big.Rat), false
	if fraction.MatchString(value) {
		_, ok = v.SetString(value)
	}
	if !ok || v.Cmp(big.NewRat(1, 1)) > 0 {
		return nil, e, fmt.Errorf("value %q: want WON/ALL, of which not more than all are won", value)
	}
	var err error
	if nodes != "-" {
		if e.Nodes, err = strconv.ParseInt(nodes, 10, 64); err != nil || e.Nodes < 0 {
			return nil, e, fmt.Errorf("nodes %q: want a number, or - where it is not known", nodes)
		}
	}
	if e.Seconds, err = strconv.ParseFloat(seconds, 64); err != nil || !(e.Seconds >= 0) {
		return nil, e, fmt.Errorf("seconds %q: want a number", seconds)
	}
	return v, e, nil
}

// checkCell tells whether there is such a cell on such a board.
func checkCell(rule, board, cell string) error {
	g, err := openings.Row{Rule: rule, Board: board}.Game()
	if err == nil {
		_, err = g.ParseCell(cell)
	}
	return err
}

// BestFirsts makes the table of first cells: of each solved board the first of its best cells, of boards of which some
// first cells were solved alone the best of these, and of the others the one that won most of the games in a report of an
// experiment in CSV, whose players are named strong,first=ROW:COL.
func BestFirsts(boards []Board, firsts []First, measured io.Reader) ([]openings.Row, error) {
	var rows []openings.Row
	add := func(rule, board, cell string, value *big.Rat) error {
		line := strings.Join([]string{rule, board, cell, value.String()}, "\t")
		read, err := openings.ReadFirsts(openings.FirstsFile, line)
		if err == nil {
			rows = append(rows, read...)
		}
		return err
	}
	for _, b := range boards {
		if err := add(b.Rule, b.Board, b.Cells[0], b.Value); err != nil {
			return nil, err
		}
	}
	for _, f := range firsts {
		better := func(o First) bool {
			return o.Rule == f.Rule && o.Board == f.Board && o.Value.Cmp(f.Value) > 0
		}
		whole := func(b Board) bool { return b.Rule == f.Rule && b.Board == f.Board }
		if slices.ContainsFunc(firsts, better) || slices.ContainsFunc(boards, whole) {
			continue
		}
		if err := add(f.Rule, f.Board, f.Cell, f.Value); err != nil {
			return nil, err
		}
	}
	found, err := bestMeasured(measured)
	return append(rows, found...), err
}

// bestMeasured returns the first cells that won most, in the order of their settings.
func bestMeasured(measured io.Reader) ([]openings.Row, error) {
	lines, err := csv.NewReader(measured).ReadAll()
	if err != nil || len(lines) == 0 {
		return nil, fmt.Errorf("%s: no report of an experiment in CSV: %v", MeasuredFile, err)
	}
	at := make(map[string]int)
	for i, name := range lines[0] {
		at[name] = i
	}
	for _, name := range []string{"setting", "player", "games", "wins"} {
		if _, ok := at[name]; !ok {
			return nil, fmt.Errorf("%s:1: no column %s", MeasuredFile, name)
		}
	}
	var rows []openings.Row
	for i, line := range lines[1:] {
		board, rule, ok1 := strings.Cut(line[at["setting"]], " ")
		_, cell, ok2 := strings.Cut(line[at["player"]], "first=")
		read, err := openings.ReadFirsts(MeasuredFile, strings.Join([]string{rule, board, strings.Replace(cell, ":", ",", 1), line[at["wins"]] + "/" + line[at["games"]]}, "\t"))
		if err != nil || !ok1 || !ok2 {
			return nil, fmt.Errorf("%s:%d: want setting BOARD RULE, player strong,first=ROW:COL, games and wins", MeasuredFile, i+2)
		}
		r := read[0]
		known := slices.IndexFunc(rows, func(o openings.Row) bool { return o.Name() == r.Name() })
		switch {
		case known < 0:
			rows = append(rows, r)
		case r.Won*rows[known].All > rows[known].Won*r.All:
			rows[known] = r
		}
	}
	return rows, nil
}
