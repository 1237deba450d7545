package studies

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"blindsight/experiment/report"
	"blindsight/experiment/summary"
	"blindsight/internal/atomicfile"
)

// Page is what a study writes: Markdown with figures.
type Page struct {
	bench *Bench
	text  strings.Builder
	files []string
}

// Say adds a paragraph, as fmt.Sprintf makes it.
func (p *Page) Say(format string, args ...any) {
	fmt.Fprintf(&p.text, format+"\n\n", args...)
}

// Head adds a heading.
func (p *Page) Head(text string) { p.Say("## %s", text) }

// Table adds a table. The first row is its head; columns from the one numbered numbers
// on are set to the right.
func (p *Page) Table(numbers int, rows ...[]string) {
	right := make([]bool, len(rows[0]))
	for i := numbers; i < len(right); i++ {
		right[i] = true
	}
	p.text.WriteString(report.Markdown(rows, right) + "\n")
}

// List adds points, one sentence or more each.
func (p *Page) List(points ...string) {
	for _, s := range points {
		p.text.WriteString("- " + s + "\n")
	}
	p.text.WriteString("\n")
}

// Data writes numbers into the folder, as JSON, for whoever goes on with them.
func (p *Page) Data(name string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	p.files = append(p.files, name)
	return atomicfile.WriteBytes(filepath.Join(p.bench.Out, name), append(data, '\n'))
}

// Figure writes a figure into the folder, as NAME.png and NAME.svg, and shows it.
func (p *Page) Figure(name, caption string, f *report.Figure) error {
	for _, format := range report.FigureFormats {
		file := name + "." + format
		write := func(w io.Writer) error { return f.Write(w, format) }
		if err := atomicfile.Write(filepath.Join(p.bench.Out, file), write); err != nil {
			return err
		}
		p.files = append(p.files, file)
	}
	p.Say("![%s](%s.png)", caption, name)
	p.Say("*%s* ([SVG](%s.svg))", caption, name)
	return nil
}

// write writes the page with its head and what is needed to make it again.
func (p *Page) write(s *Study) error {
	b := p.bench
	var t strings.Builder
	fmt.Fprintf(&t, "# %s\n\n%s.\n\n", s.Name, strings.ToUpper(s.Doc[:1])+s.Doc[1:])
	t.WriteString(p.text.String())
	c, err := b.keepConditions()
	if err != nil {
		return err
	}
	fmt.Fprintf(&t, "## How this page was made\n\n```\n%s\n```\n\nThat run: %s.\n\n", c.Command, c)
	t.WriteString("Intervals are of 95%: Wilson's for rates, the same carried over to values between bounds for scores and their differences, Newcombe's method 10 for differences of rates; what else is used is said where it is.\n")
	p.files = append([]string{"README.md", "run.json"}, p.files...)
	return atomicfile.WriteBytes(filepath.Join(b.Out, "README.md"), []byte(t.String()))
}

func percent(x float64) string { return fmt.Sprintf("%.1f%%", 100*x) }

// rate writes a win rate with its interval.
func rate(r summary.Rate) string {
	return fmt.Sprintf("%.1f%% (%.1f to %.1f)", 100*r.WinRate, 100*r.CI95[0], 100*r.CI95[1])
}

// score writes a mean score with its interval.
func score(s summary.Scored) string {
	if s.Score == 1 {
		return fmt.Sprintf("1 in all games (%.3f to 1)", s.ScoreCI95[0])
	}
	return fmt.Sprintf("%.3f (%.3f to %.3f)", s.Score, s.ScoreCI95[0], s.ScoreCI95[1])
}

// point is a rate in a figure.
func point(x float64, r summary.Rate) report.Point {
	return report.Point{X: x, Y: r.WinRate, Lo: r.CI95[0], Hi: r.CI95[1]}
}
