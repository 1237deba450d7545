package solved

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"blindsight/internal/pace"
	"blindsight/player/sweepers/openings"
	"blindsight/search/reveal"
)

// Tables are all tables of one folder.
type Tables struct {
	Boards   []Board
	Firsts   []First
	Best     []openings.Row // the best first cells
	Book     []openings.Row
	measured []byte
}

// ReadTables reads the tables of a repository, whose files are read by a function of their names. Rows that are malformed, or that no game
// has, are errors that name file and line.
func ReadTables(read func(file string) ([]byte, error)) (t Tables, err error) {
	texts := make(map[string]string)
	for _, file := range []string{BoardsFile, FirstsFile, MeasuredFile, openings.FirstsFile, openings.BookFile} {
		text, err := read(file)
		if err != nil {
			return t, err
		}
		texts[file] = string(text)
	}
	t.measured = []byte(texts[MeasuredFile])
	if t.Boards, err = ReadBoards(BoardsFile, texts[BoardsFile]); err != nil {
		return t, err
	}
	if t.Firsts, err = ReadFirsts(FirstsFile, texts[FirstsFile]); err != nil {
		return t, err
	}
	if t.Best, err = openings.ReadFirsts(openings.FirstsFile, texts[openings.FirstsFile]); err != nil {
		return t, err
	}
	if err := openings.CheckRows(openings.FirstsFile, t.Best); err != nil {
		return t, err
	}
	if t.Book, err = openings.ReadBook(openings.BookFile, texts[openings.BookFile]); err != nil {
		return t, err
	}
	return t, openings.CheckRows(openings.BookFile, t.Book)
}

// MakeBest makes the table of first cells anew from the others.
func (t Tables) MakeBest() ([]openings.Row, error) {
	return BestFirsts(t.Boards, t.Firsts, bytes.NewReader(t.measured))
}

// Reach says which rows are verified: those of the book with so many placements, and those of the others that took so
// many seconds.
type Reach struct {
	Least, Most int64 // placements of a row of the book
	Seconds     float64
	Memory      int64 // bytes for each solver
}

// Finding is what became of a row: nothing is wrong, it was out of reach, or Wrong says what is.
type Finding struct {
	File, Row string
	Skipped   bool
	Wrong     error
}

// Verify solves rows again as far as they are in reach, and tells what became of each. It returns an error only where the context ended or a row cannot
// be solved at all.
func (t Tables) Verify(ctx context.Context, r Reach, found func(Finding)) error {
	made, err := t.MakeBest()
	if err != nil {
		return err
	}
	for _, row := range t.Best {
		f := Finding{File: openings.FirstsFile, Row: row.String()}
		if !slices.ContainsFunc(made, func(m openings.Row) bool { return m.String() == row.String() }) {
			f.Wrong = fmt.Errorf("it is not what the other tables say")
		}
		found(f)
	}
	for _, b := range t.Boards {
		f := Finding{File: BoardsFile, Row: b.String(), Skipped: b.Seconds > r.Seconds}
		if !f.Skipped {
			again, err := SolveBoard(ctx, b.Rule, b.Board, reveal.New(reveal.Options{Workers: 1, Memory: r.Memory}))
			if err != nil {
				return err
			}
			if again.Value.Cmp(b.Value) != 0 || !slices.Equal(again.Cells, b.Cells) || b.Nodes >= 0 && again.Nodes != b.Nodes {
				f.Wrong = fmt.Errorf("solved again: %s", again)
			}
		}
		found(f)
	}
	for _, c := range t.Firsts {
		f := Finding{File: FirstsFile, Row: c.String(), Skipped: c.Seconds > r.Seconds}
		if !f.Skipped {
			again, err := SolveFirst(ctx, c.Rule, c.Board, c.Cell, reveal.New(reveal.Options{Workers: 1, Memory: r.Memory}))
			if err != nil {
				return err
			}
			if again.Value.Cmp(c.Value) != 0 {
				f.Wrong = fmt.Errorf("solved again: %s", again)
			}
		}
		found(f)
	}
	return t.verifyBook(ctx, r, found)
}

// verifyBook solves rows of the book again, those with few placements first. What a solver remembers of one serves the others.
func (t Tables) verifyBook(ctx context.Context, r Reach, found func(Finding)) error {
	rows := slices.Clone(t.Book)
	slices.SortStableFunc(rows, func(x, y openings.Row) int { return int(x.All - y.All) })
	s := reveal.New(reveal.Options{Workers: 1, Memory: r.Memory})
	for _, row := range rows {
		f := Finding{File: openings.BookFile, Row: row.String(), Skipped: row.All < r.Least || row.All > r.Most}
		if !f.Skipped {
			f.Wrong = verifyMove(ctx, row, s)
			if err := pace.Err(ctx); err != nil {
				return err
			}
		}
		found(f)
	}
	return nil
}

// verifyMove tells what is wrong with a row of the book: it must have as many placements as it says, the best play must win as many of them, and its
// cell must be what the search takes for best.
func verifyMove(ctx context.Context, row openings.Row, s *reveal.Solver) error {
	v, err := row.View()
	if err != nil {
		return err
	}
	g := v.Game()
	a, err := g.AnswersContext(ctx, v, int(row.All))
	if err != nil {
		return err
	}
	if int64(a.States) != row.All {
		return fmt.Errorf("%d placements are left", a.States)
	}
	choice := s.Best(ctx, a)
	if choice.Action < 0 || !choice.Value.Exact() {
		return fmt.Errorf("the search did not come to its end")
	}
	best := v.Legal(nil)[choice.Action]
	if choice.Value.Lower != row.Won || best != row.Cell(g) {
		return fmt.Errorf("solved again: %s wins %d", name(g, best), choice.Value.Lower)
	}
	return nil
}
