package solved

import (
	"fmt"
	"strings"

	"blindsight/player/sweepers/openings"
)

// Page puts the tables into the page of the study: between the lines <!-- NAME --> and <!-- end of NAME -->, where NAME is boards, firsts
// or book. The rest of the page is left as it is. A page in which such lines are missing is an error.
func (t Tables) Page(page string) (string, error) {
	for _, table := range []struct{ name, text string }{
		{"boards", t.boards()}, {"firsts", t.firsts()}, {"book", t.book()},
	} {
		begin, end := "<!-- "+table.name+" -->\n", "<!-- end of "+table.name+" -->\n"
		from, to := strings.Index(page, begin), strings.Index(page, end)
		if from < 0 || to < from {
			return "", fmt.Errorf("%s: no lines %q and %q in this order", PageFile, strings.TrimSpace(begin), strings.TrimSpace(end))
		}
		page = page[:from+len(begin)] + table.text + page[to:]
	}
	return page, nil
}

func (t Tables) boards() string {
	var rows [][]string
	for _, b := range t.Boards {
		rows = append(rows, append([]string{b.Rule, b.Board, b.Value.String(), b.Value.FloatString(6), strings.Join(b.Cells, " ")}, b.Effort.fields()...))
	}
	return markdown("rule | board | value | decimal | best first cells | nodes | seconds", rows)
}

func (t Tables) firsts() string {
	var rows [][]string
	for _, f := range t.Firsts {
		rows = append(rows, append([]string{f.Rule, f.Board, f.Cell, f.Value.String(), f.Value.FloatString(6)}, f.Effort.fields()...))
	}
	return markdown("rule | board | first cell | value | decimal | nodes | seconds", rows)
}

func (t Tables) book() string {
	var rows [][]string
	for _, r := range t.Book {
		rows = append(rows, []string{r.Rule, r.Board, r.After, fmt.Sprintf("%d,%d", r.Row, r.Col), fmt.Sprintf("%d/%d", r.Won, r.All)})
	}
	return markdown("rule | board | after | best | won of placements", rows)
}

// markdown writes a table of Markdown.
func markdown(head string, rows [][]string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "| %s |\n|%s\n", head, strings.Repeat(" --- |", strings.Count(head, "|")+1))
	for _, row := range rows {
		fmt.Fprintf(&text, "| %s |\n", strings.Join(row, " | "))
	}
	return text.String()
}

// FirstsText and BookText are the files of the tables that package openings embeds, and BoardsText and SolvedFirstsText those of the study; each begins with the
// command that wrote it.
func FirstsText(rows []openings.Row) string {
	return text("mines openings write, from "+BoardsFile+", "+FirstsFile+" and "+MeasuredFile, "rule, board, best first cell, chance to win", rows)
}

// BookText is the file of the book, see [FirstsText].
func BookText(rows []openings.Row) string {
	return text("mines openings book", "rule, board, what was opened and what it showed, best cell, won of placements", rows)
}

// BoardsText is the file of solved boards, see [FirstsText].
func BoardsText(rows []Board) string {
	return text("mines openings solve", "rule, board, chance to win, best first cells, beliefs searched, seconds of processor time", rows)
}

// SolvedFirstsText is the file of single first cells, see [FirstsText].
func SolvedFirstsText(rows []First) string {
	return text("mines openings solve --first and mines openings book", "rule, board, first cell, chance to win, beliefs searched, seconds of processor time", rows)
}

func text[R fmt.Stringer](command, fields string, rows []R) string {
	var t strings.Builder
	fmt.Fprintf(&t, "# Written by blindsight %s: %s.\n", command, fields)
	for _, r := range rows {
		t.WriteString(r.String() + "\n")
	}
	return t.String()
}
