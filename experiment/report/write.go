package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Formats lists the names of the forms that Write knows.
var Formats = []string{"table", "markdown", "csv", "json"}

// Write writes the report: as tables for a terminal, as Markdown, as CSV (the cells
// only; see [Report.WritePairsCSV]) or as one line of JSON. It panics on other names.
func (r *Report) Write(w io.Writer, format string) error {
	switch format {
	case "table":
		return r.writeText(w, (*grid).text, "", ":\n\n")
	case "markdown":
		return r.writeText(w, (*grid).markdown, "## ", "\n\n")
	case "csv":
		switch {
		case len(r.Meetings) > 0:
			return writeCSV(w, r.meetings(true))
		case len(r.Returns) > 0:
			return writeCSV(w, r.returns(true))
		}
		return writeCSV(w, r.cells(true))
	case "json":
		line, err := json.Marshal(r)
		if err == nil {
			_, err = fmt.Fprintf(w, "%s\n", line)
		}
		return err
	}
	panic("report: unknown format " + format)
}

// WritePairsCSV writes the comparisons as CSV: where two sides play the cross tables.
func (r *Report) WritePairsCSV(w io.Writer) error {
	switch {
	case len(r.Meetings) > 0:
		return writeCSV(w, r.crosses())
	case len(r.Returns) > 0:
		return writeCSV(w, r.differences(true))
	}
	return writeCSV(w, r.pairs(true))
}

// grid is a table: the first row is its head.
type grid struct {
	rows  [][]string
	right []bool // columns of numbers
}

func (r *Report) writeText(w io.Writer, write func(*grid, *strings.Builder), mark, end string) error {
	var b strings.Builder
	state := "finished"
	if !r.Finished {
		state = "not finished"
	}
	fmt.Fprintf(&b, "%s%s (%s), %s: %d of %d games, played by version %s%s", mark, r.Plan, r.Game, state, r.Games, r.Planned, r.Version, end)
	if len(r.Meetings)+len(r.Returns) > 0 {
		r.writeGames(&b, write, mark, end)
		r.writeForfeits(&b)
		_, err := io.WriteString(w, b.String())
		return err
	}
	write(r.cells(false), &b)
	if len(r.Pairs) > 0 {
		fmt.Fprintf(&b, "\n%sThe same boards: A minus B, in points of the win rate%s", mark, end)
		write(r.pairs(false), &b)
	}
	b.WriteString("\n" + r.methods() + "\n")
	r.writeForfeits(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// methods says how intervals and p-values were found.
func (r *Report) methods() string {
	text := "Intervals are of 95%: Wilson's for win rates"
	if r.Comparisons == 0 {
		return text + "."
	}
	text += ", Newcombe's method 10 for their differences, each by itself.\np is McNemar's exact test"
	if r.Comparisons == 1 {
		return text + "; there is one comparison, so nothing is to be corrected."
	}
	return text + fmt.Sprintf("; Holm's is p corrected for the %d comparisons: where it is at most 0.05 there is a\ndifference, and that even one of these statements is wrong has a chance of at most 5%%.", r.Comparisons)
}

// cells returns the table of cells, for people or, with all columns and digits, for
// programs.
func (r *Report) cells(program bool) *grid {
	if program {
		g := &grid{rows: [][]string{{
			"cell", "setting", "player", "budget", "seed", "games", "planned", "wins", "draws", "win_rate", "ci95_lo", "ci95_hi",
			"score", "score_ci95_lo", "score_ci95_hi", "moves_per_game", "simulations_per_game", "seconds_per_game", "cpu_seconds_per_game",
			"exact", "samples", "belief_draws", "acceptance", "distinct", "failures", "fallbacks",
		}}}
		// A column that is there only where it tells something: files of others stay as they are.
		inconsistent := slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Health.Inconsistent > 0 })
		if inconsistent {
			g.rows[0] = append(g.rows[0], "inconsistent")
		}
		for _, c := range r.Cells {
			h := c.Health
			g.rows = append(g.rows, texts(c.Cell, c.Setting, c.Player, c.Budget, c.Seed, c.Games, c.Planned, c.Wins, c.Draws, c.WinRate, c.CI95[0], c.CI95[1],
				c.Score, c.ScoreCI95[0], c.ScoreCI95[1], c.Moves, c.Simulations, c.Seconds, c.CPU,
				h.Exact, h.Samples, h.Draws, h.Acceptance, h.Distinct, h.Failures, h.Fallbacks))
			if inconsistent {
				last := len(g.rows) - 1
				g.rows[last] = append(g.rows[last], texts(h.Inconsistent)...)
			}
		}
		return g
	}
	g := &grid{
		rows:  [][]string{{"setting", "player", "budget", "games", "won", "95% interval", "score", "moves", "seconds", "CPU", "at random"}},
		right: []bool{false, false, false, true, true, true, true, true, true, true, true},
	}
	for _, c := range r.Cells {
		games := strconv.Itoa(c.Games)
		if c.Games < c.Planned {
			games += "/" + strconv.Itoa(c.Planned)
		}
		row := []string{c.Setting, c.Player, c.Budget, games, "-", "-", "-", "-", "-", "-", "-"}
		if c.Games > 0 {
			copy(row[4:], []string{
				percent(c.WinRate), percent(c.CI95[0]) + " to " + percent(c.CI95[1]), fmt.Sprintf("%.4f", c.Score),
				fmt.Sprintf("%.1f", c.Moves), fmt.Sprintf("%.3g", c.Seconds), fmt.Sprintf("%.3g", c.CPU), strconv.FormatInt(c.Health.Fallbacks, 10),
			})
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// pairs returns the table of comparisons.
func (r *Report) pairs(program bool) *grid {
	if program {
		g := &grid{rows: [][]string{{
			"setting", "seed", "a", "b", "cell_a", "cell_b", "games", "both", "only_a", "only_b", "neither",
			"difference", "ci95_lo", "ci95_hi", "p", "p_holm", "score_difference", "score_difference_ci95_lo", "score_difference_ci95_hi",
		}}}
		for _, p := range r.Pairs {
			g.rows = append(g.rows, texts(p.Setting, p.Seed, p.A, p.B, p.CellA, p.CellB, p.Games, p.Both, p.OnlyA, p.OnlyB, p.Neither,
				p.Difference, p.CI95[0], p.CI95[1], p.P, p.PHolm, p.Score, p.ScoreCI95[0], p.ScoreCI95[1]))
		}
		return g
	}
	g := &grid{
		rows:  [][]string{{"setting", "A", "B", "games", "only A", "only B", "difference", "95% interval", "p (McNemar)", "p (Holm)"}},
		right: []bool{false, false, false, true, true, true, true, true, true, true},
	}
	for _, p := range r.Pairs {
		row := []string{p.Setting, p.A, p.B, strconv.Itoa(p.Games), "-", "-", "-", "-", "-", "-"}
		if p.Games > 0 {
			copy(row[4:], []string{
				strconv.Itoa(p.OnlyA), strconv.Itoa(p.OnlyB), points(p.Difference),
				points(p.CI95[0]) + " to " + points(p.CI95[1]), fmt.Sprintf("%.2g", p.P), fmt.Sprintf("%.2g", p.PHolm),
			})
		}
		g.rows = append(g.rows, row)
	}
	return g
}

func percent(x float64) string { return fmt.Sprintf("%.1f%%", 100*x) }
func points(x float64) string  { return fmt.Sprintf("%+.1f", 100*x) }

// texts writes values for programs: numbers with all their digits.
func texts(values ...any) []string {
	row := make([]string, len(values))
	for i, v := range values {
		if x, ok := v.(float64); ok {
			row[i] = strconv.FormatFloat(x, 'g', -1, 64)
		} else {
			row[i] = fmt.Sprint(v)
		}
	}
	return row
}

func writeCSV(w io.Writer, g *grid) error {
	c := csv.NewWriter(w)
	if err := c.WriteAll(g.rows); err != nil {
		return err
	}
	return c.Error()
}

// text lays the table out in columns of equal width.
func (g *grid) text(b *strings.Builder) {
	widths := make([]int, len(g.right))
	for _, row := range g.rows {
		for i, s := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(s))
		}
	}
	for _, row := range g.rows {
		var line strings.Builder
		for i, s := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(s))
			if g.right[i] {
				line.WriteString(pad + s + "  ")
			} else {
				line.WriteString(s + pad + "  ")
			}
		}
		b.WriteString("  " + strings.TrimRight(line.String(), " ") + "\n")
	}
}

// markdown writes the table for a document.
func (g *grid) markdown(b *strings.Builder) {
	line := func(cells []string) {
		b.WriteString("|")
		for _, s := range cells {
			b.WriteString(" " + strings.ReplaceAll(s, "|", "\\|") + " |")
		}
		b.WriteString("\n")
	}
	line(g.rows[0])
	rule := make([]string, len(g.right))
	for i, right := range g.right {
		rule[i] = "---"
		if right {
			rule[i] = "---:"
		}
	}
	line(rule)
	for _, row := range g.rows[1:] {
		line(row)
	}
}

// Markdown returns a table for a document: the first row is its head, and columns
// marked in right hold numbers.
func Markdown(rows [][]string, right []bool) string {
	var b strings.Builder
	(&grid{rows, right}).markdown(&b)
	return b.String()
}
