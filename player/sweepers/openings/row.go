package openings

import (
	"fmt"
	"strconv"
	"strings"

	"blindsight/game/minesweeper"
)

// Where the two tables are in the repository.
const (
	FirstsFile = "player/sweepers/openings/first_cells.tsv"
	BookFile   = "player/sweepers/openings/book.tsv"
)

// Row is a line of one of the tables.
type Row struct {
	Rule, Board string
	After       string // what was opened and what it showed, as in "1,2=4 2,0=1"; empty in the table of first cells
	Record             // the best cell
	Line        int    // in the file, from 1
}

// Name is what a row is known of, and stands in its table once.
func (r Row) Name() string { return strings.TrimRight(r.Rule+" "+r.Board+" "+r.After, " ") }

// String is the row as it stands in the file.
func (r Row) String() string {
	cell := strconv.Itoa(r.Row) + "," + strconv.Itoa(r.Col)
	share := strconv.FormatInt(r.Won, 10) + "/" + strconv.FormatInt(r.All, 10)
	fields := []string{r.Rule, r.Board, r.After, cell, share}
	if r.After == "" {
		fields = []string{r.Rule, r.Board, cell, share}
	}
	return strings.Join(fields, "\t")
}

// ReadFirsts reads a table of first cells. Its errors name file and line.
func ReadFirsts(file, text string) ([]Row, error) { return read(file, text, 4) }

// ReadBook reads a table of the moves that follow. Its errors name file and line.
func ReadBook(file, text string) ([]Row, error) { return read(file, text, 5) }

// Check tells what is wrong with the tables of the program: of the first bad row its file, its line, and what it should be. It takes a few
// milliseconds.
func Check() error {
	for _, t := range []struct {
		file, text string
		read       func(file, text string) ([]Row, error)
	}{{FirstsFile, firstTable, ReadFirsts}, {BookFile, bookTable, ReadBook}} {
		rows, err := t.read(t.file, t.text)
		if err != nil {
			return err
		}
		if err := CheckRows(t.file, rows); err != nil {
			return err
		}
	}
	return nil
}

// CheckRows tells whether rows are of boards that there are, of cells on them, and of positions that can come about.
func CheckRows(file string, rows []Row) error {
	games := make(map[string]*minesweeper.Game)
	for _, r := range rows {
		board := r.Rule + " " + r.Board
		g := games[board]
		var err error
		if g == nil {
			g, err = r.Game()
			games[board] = g
		}
		if err == nil {
			_, err = r.view(g)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", file, r.Line, err)
		}
	}
	return nil
}

// Game returns the game of a row, to be played for the win.
func (r Row) Game() (*minesweeper.Game, error) {
	rules := minesweeper.Rules{AutoOpen: true}
	if err := rules.Parse(r.Board, r.Rule, minesweeper.Eight.String()); err != nil {
		return nil, err
	}
	g, err := minesweeper.New(rules)
	if err != nil {
		return nil, err
	}
	return g.WithObjective(minesweeper.Win), nil
}

// View returns the position that a row is of. Its best cell can be opened there.
func (r Row) View() (*minesweeper.View, error) {
	g, err := r.Game()
	if err != nil {
		return nil, err
	}
	return r.view(g)
}

func (r Row) view(g *minesweeper.Game) (*minesweeper.View, error) {
	v := g.NewView()
	for _, step := range strings.Fields(r.After) {
		cell, shown, _ := strings.Cut(step, "=")
		c, err := g.ParseCell(cell)
		if err != nil {
			return nil, err
		}
		n, err := strconv.Atoi(shown)
		if err != nil || n < 0 || n > 8 {
			return nil, fmt.Errorf("%q: want ROW,COL=NUMBER", step)
		}
		if err := v.Did(c, minesweeper.Seen(n)); err != nil {
			return nil, fmt.Errorf("%q: %w", step, err)
		}
	}
	if rules := g.Rules(); r.Row >= rules.Height || r.Col >= rules.Width {
		return nil, fmt.Errorf("cell %d,%d is not on the board %s", r.Row, r.Col, r.Board)
	}
	if v.At(r.Cell(g)) != minesweeper.Covered {
		return nil, fmt.Errorf("cell %d,%d is open already", r.Row, r.Col)
	}
	return v, nil
}

// read reads a table whose rows have so many fields; lines that begin with # are comments.
func read(file, text string, fields int) (rows []Row, err error) {
	seen := make(map[string]bool)
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != fields {
			return nil, fmt.Errorf("%s:%d: %d fields, want %d, separated by tabs", file, number, len(f), fields)
		}
		record, err := readRecord(f[fields-2], f[fields-1])
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
		r := Row{Rule: f[0], Board: f[1], Record: record, Line: number}
		if fields == 5 {
			r.After = f[2]
		}
		name := r.Name()
		if seen[name] {
			return nil, fmt.Errorf("%s:%d: %s stands twice", file, number, name)
		}
		seen[name] = true
		rows = append(rows, r)
	}
	return rows, nil
}

// readRecord reads "row,col" and "won/all". (Sscanf would do; but nothing else makes the page's engine link it.)
func readRecord(cell, share string) (Record, error) {
	row, col, comma := strings.Cut(cell, ",")
	won, all, slash := strings.Cut(share, "/")
	var n [4]int64
	for i, text := range []string{row, col, won, all} {
		var err error
		if n[i], err = strconv.ParseInt(text, 10, 64); err != nil {
			return Record{}, fmt.Errorf("cell %q, share %q: want ROW,COL and WON/ALL", cell, share)
		}
	}
	if !comma || !slash || n[0] < 0 || n[1] < 0 || n[2] < 0 || n[2] > n[3] || n[3] == 0 {
		return Record{}, fmt.Errorf("cell %q, share %q: want ROW,COL and WON/ALL, of which not more than all are won", cell, share)
	}
	return Record{int(n[0]), int(n[1]), n[2], n[3]}, nil
}
