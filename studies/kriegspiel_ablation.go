package studies

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"blindsight/experiment/matebase"
	"blindsight/experiment/report"
	"blindsight/search/andor"
)

// bestParts are the parts of best, with what is left of it without each.
var bestParts = []struct {
	name, doc string
	without   andor.Parts
}{
	{"table", "beliefs that were decided are remembered", andor.Parts{NoTable: true}},
	{"subsume", "they decide their subsets and supersets too", andor.Parts{NoSubsume: true}},
	{"open", "the open game bounds what can be won", andor.Parts{NoOpen: true}},
	{"order", "what leaves little open, and what won elsewhere, comes first", andor.Parts{NoOrder: true}},
	{"deepening", "small depths first", andor.Parts{NoDeepening: true}},
	{"prefix", "large beliefs are tried in part first", andor.Parts{NoPrefix: true}},
}

// ablation measures what each part of best is worth: best without it, on the same
// problems.
func ablation(ctx context.Context, b *Bench, p *Page) error {
	n := int(amount[problemCount](b, 15, 40, 150))
	limit := pick(b.Size, 2.0, 10, 60)
	trials := []trial{{"best", andor.Options{}, limit}}
	parts := [][]string{{"part", "what it is"}}
	for _, part := range bestParts {
		trials = append(trials, trial{"without " + part.name, andor.Options{Best: part.without}, limit})
		parts = append(parts, []string{part.name, part.doc})
	}
	trials = append(trials, trial{"gl-dbu", andor.Options{Algorithm: "gl-dbu"}, limit})
	classes, err := drawClasses(ctx, b, problemClasses, n)
	if err != nil {
		return err
	}
	if err := measureClasses(ctx, b, classes, trials); err != nil {
		return err
	}
	p.Say("Ours, not the paper's: what each part of `best` is worth, by leaving it out. %d problems of each class, evenly drawn over\n"+
		"difficulty; processor time of one thread, at most %s a problem, which then counts as a lower bound. gl-dbu, the best of the\n"+
		"paper's algorithms, is the measure beside it. All verdicts are the same.", n, b.cost(b.limitOf(trials[0])))
	p.Table(2, parts...)
	for _, c := range classes {
		b.ablationTable(p, c)
	}
	if err := b.ablationFigure(p, classes, trials); err != nil {
		return err
	}
	deep, err := drawClasses(ctx, b, []problemClass{{7, matebase.Mate}, {7, matebase.None}, {7, matebase.Unknown}}, pick(b.Size, 2, 15, 50))
	if err != nil {
		return err
	}
	var some []trial
	for _, t := range trials {
		if t.name != "without open" && t.name != "gl-dbu" {
			some = append(some, t)
		}
	}
	if err := measureClasses(ctx, b, deep, some); err != nil {
		return err
	}
	for _, c := range deep {
		b.ablationTable(p, c)
	}
	p.Say("At 7 plies gl-dbu, and best without the open game, are left out: they take too long. Undecided are the problems that were not\n" +
		"decided within 5 million positions when the data set was made, by an earlier best: the hardest.")
	p.Head("What is seen")
	var words []string
	for _, part := range bestParts {
		words = append(words, partWords(part.name, append(slices.Clone(classes), deep...)))
	}
	p.List(words...)
	return nil
}

// partWords says what leaving out a part costs at each depth, mates and near misses
// together.
func partWords(part string, classes []*solverClass) string {
	var texts []string
	worth := false
	for _, depth := range []int{3, 5, 7} {
		var without, best float64
		for _, c := range classes {
			if r := c.row("without " + part); c.depth == depth && r != nil {
				without, best = without+r.spent(), best+c.row("best").spent()
			}
		}
		if best > 0 {
			texts = append(texts, fmt.Sprintf("%s at %d plies", ratio(without/best), depth))
			worth = worth || without/best > 1.1
		}
	}
	text := fmt.Sprintf("Without %s the time is that of best times %s.", part, strings.Join(texts, ", "))
	if !worth {
		text += " On these problems it is worth next to nothing."
	}
	return text
}

// ablationTable writes the table of a class.
func (b *Bench) ablationTable(p *Page, c *solverClass) {
	p.Head(c.String())
	base := c.row("best")
	rows := [][]string{{"variant", "solved", "all together", "over best", "positions over best", "slow-down: median", "95th percentile", "most memory"}}
	for i := range c.rows {
		r := &c.rows[i]
		list := ratios(r, base)
		states, bytes := r.work()
		baseStates, _ := base.work()
		rows = append(rows, []string{
			r.name, fmt.Sprintf("%d of %d", r.solved(), len(r.runs)), b.cost(r.spent()), ratio(r.spent() / max(base.spent(), leastCost)),
			ratio(float64(states) / float64(max(1, baseStates))), ratio(quantile(list, 0.5)), ratio(quantile(list, 0.95)), fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20)),
		})
	}
	p.Table(1, rows...)
}

// work returns the positions constructed, and the most memory of one search.
func (r *solverRow) work() (states, bytes int64) {
	for _, m := range r.runs {
		states += m.Stats.States
		bytes = max(bytes, m.Stats.Bytes)
	}
	return states, bytes
}

// ablationFigure draws the total time of each variant over that of best.
func (b *Bench) ablationFigure(p *Page, classes []*solverClass, trials []trial) error {
	var names []string
	for _, t := range trials[1:] {
		names = append(names, t.name)
	}
	panel := report.Panel{X: "time over that of best, all problems of a class together", XScale: report.Count, Names: names}
	low, high := 1.0, 1.0
	for style, c := range classes {
		s := report.Series{Name: c.String(), Style: report.Style(style)}
		base := c.row("best").spent()
		for k, name := range names {
			x := c.row(name).spent() / max(base, leastCost)
			low, high = min(low, x), max(high, x)
			s.Points = append(s.Points, report.Point{X: x, Y: float64(k) + 0.12*(float64(style)-1.5)})
		}
		panel.Series = append(panel.Series, s)
	}
	panel.XRange = [2]float64{low / 1.3, high * 1.3}
	panel.Lines = append(panel.Lines, report.Line{Name: "best", Value: 1})
	return p.Figure("worth", "What leaving a part out costs: time over that of best", &report.Figure{Panels: []report.Panel{panel}, Width: 16, Height: 9})
}
