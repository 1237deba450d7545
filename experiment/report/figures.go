package report

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// NamedFigure is a figure of a report, with a name for its files and what it shows.
type NamedFigure struct {
	Name, Caption string
	*Figure
}

// maxRows is how many comparisons a figure shows: more could not be read.
const maxRows = 100

// significant is the level at which a comparison is drawn as one that found a difference.
const significant = 0.05

// Figures draws a report. For each setting there are three figures: the win rates with their
// intervals; the differences of players on the same boards with theirs, unless there are
// none or more than can be read; and the win rate against the time a game takes. Where two sides play it is
// one, of the scores of all meetings, and where nothing is won or lost one of what games brought. TooMany
// names the settings of which something was left out: a baseline makes differences fewer.
func (r *Report) Figures() (figures []NamedFigure, tooMany []string) {
	switch {
	case len(r.Meetings) > 0:
		return r.meetingFigures()
	case len(r.Returns) > 0:
		return r.returnFigures()
	}
	for _, setting := range settingsOf(r.Cells, func(c *Cell) (string, int) { return c.Setting, c.Games }) {
		cells := played(r.Cells, func(c *Cell) bool { return c.Setting == setting && c.Games > 0 })
		name := fileName(setting)
		figures = append(figures, NamedFigure{"rates-" + name, "Win rates on " + setting + ", with 95% intervals (Wilson)", r.ratesFigure(setting, cells)})
		pairs := played(r.Pairs, func(p *Pair) bool { return p.Setting == setting && p.Games > 0 })
		switch {
		case len(pairs) > maxRows:
			tooMany = append(tooMany, setting)
		case len(pairs) > 0:
			figures = append(figures, NamedFigure{
				"differences-" + name,
				"Differences of the win rates on the same boards of " + setting + ", with 95% intervals (Newcombe's method 10, each by itself)", differencesFigure(setting, pairs),
			})
		}
		if f := r.timeFigure(setting, cells); f != nil {
			figures = append(figures, NamedFigure{"time-" + name, "Win rate against processor time a game on " + setting + ", with 95% intervals (Wilson)", f})
		}
	}
	return figures, tooMany
}

// fileName returns a setting as a part of the name of a file.
func fileName(setting string) string {
	return strings.Trim(regexp.MustCompile(`[^\pL\pN]+`).ReplaceAllString(setting, "-"), "-")
}

// style is the look of a player, the same in all figures of a report.
func (r *Report) style(player string) Style { return Style(slices.Index(r.Players(), player)) }

// rowFigure is a panel with names down its side, as high as they need.
func rowFigure(p Panel) *Figure {
	return &Figure{Panels: []Panel{p}, Width: 16, Height: 2.6 + 0.55*float64(len(p.Names))}
}

func (r *Report) ratesFigure(setting string, cells []*Cell) *Figure {
	var rows []row
	for _, c := range cells {
		rows = append(rows, row{c.Player, "", c.Budget, c.Seed, c.Games, c.WinRate, c.CI95})
	}
	return r.rows(Panel{Title: setting, X: "win rate", XScale: Percent, XRange: rateRange(cells)}, rows)
}

// rateRange is what an axis of rates shows: all intervals with some room, so that they can
// be seen, but nothing below 0 or above 1.
func rateRange(cells []*Cell) [2]float64 {
	low, high := 1.0, 0.0
	for _, c := range cells {
		low, high = min(low, c.CI95[0]), max(high, c.CI95[1])
	}
	room := 0.08 * (high - low)
	return [2]float64{max(0, low-room), min(1, high+room)}
}

func differencesFigure(setting string, pairs []*Pair) *Figure {
	p := Panel{Title: setting, X: "difference of the win rates, first minus second", XScale: Percent, Lines: []Line{{Value: 0}}}
	found := Series{Name: "a difference: p at most 5% after Holm's correction", Style: 0}
	open := Series{Name: "not told apart", Style: PaperStyle}
	several := slices.ContainsFunc(pairs, func(q *Pair) bool { return q.Seed != pairs[0].Seed })
	for i, q := range pairs {
		name := q.A + " \u2212 " + q.B
		if several {
			name += fmt.Sprintf(", seed %d", q.Seed)
		}
		p.Names = append(p.Names, name)
		to := &open
		if q.PHolm <= significant {
			to = &found
		}
		to.Points = append(to.Points, Point{X: q.Difference, Y: float64(i), Lo: q.CI95[0], Hi: q.CI95[1]})
	}
	p.Series = []Series{found, open}
	return rowFigure(p)
}

// timeFigure joins the budgets of each player; it is nil where no time was measured.
func (r *Report) timeFigure(setting string, cells []*Cell) *Figure {
	p := Panel{Title: setting, X: "processor time a game", Y: "win rate", XScale: Time, YRange: rateRange(cells)}
	for _, c := range cells {
		if c.CPU <= 0 {
			continue
		}
		style := r.style(c.Player)
		at := slices.IndexFunc(p.Series, func(s Series) bool { return s.Style == style })
		if at < 0 {
			at = len(p.Series)
			p.Series = append(p.Series, Series{Name: c.Player, Style: style, Joined: true})
		}
		p.Series[at].Points = append(p.Series[at].Points, Point{X: c.CPU, Y: c.WinRate, Lo: c.CI95[0], Hi: c.CI95[1]})
	}
	if p.Series == nil {
		return nil
	}
	for _, s := range p.Series { // joined from left to right, whatever the order of the plan
		slices.SortStableFunc(s.Points, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
	}
	return &Figure{Panels: []Panel{p}, Width: 14, Height: 9}
}
