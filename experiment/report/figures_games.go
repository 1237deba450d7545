package report

import (
	"fmt"
	"slices"

	"blindsight/internal/plural"
)

// row is a line of a figure with names down its side: who, and a value with its interval.
type row struct {
	player, against string // against begins with a space, or is empty
	budget          string
	seed            uint64
	games           int
	value           float64
	ci95            [2]float64
}

// rows returns a figure of values with intervals. Budgets and seeds are named where they differ.
func (r *Report) rows(p Panel, rows []row) *Figure {
	budgets := slices.ContainsFunc(rows, func(x row) bool { return x.budget != rows[0].budget })
	seeds := slices.ContainsFunc(rows, func(x row) bool { return x.seed != rows[0].seed })
	for i, x := range rows {
		name := x.player + x.against
		if budgets {
			name += ", " + x.budget
		}
		if seeds {
			name += fmt.Sprintf(", seed %d", x.seed)
		}
		p.Names = append(p.Names, fmt.Sprintf("%s (%s)", name, plural.Count(x.games, "game")))
		p.Series = append(p.Series, Series{Style: r.style(x.player), Points: []Point{{X: x.value, Y: float64(i), Lo: x.ci95[0], Hi: x.ci95[1]}}})
	}
	return rowFigure(p)
}

// meetingFigures draws the scores of all meetings that have a pair of games. TooMany names settings with more of them than can be read.
func (r *Report) meetingFigures() (figures []NamedFigure, tooMany []string) {
	for _, setting := range settingsOf(r.Meetings, func(m *Meeting) (string, int) { return m.Setting, m.Pairs.Count() }) {
		var rows []row
		for _, m := range played(r.Meetings, func(m *Meeting) bool { return m.Setting == setting && m.Pairs.Count() > 0 }) {
			rows = append(rows, row{m.Player, " against " + m.Opponent, m.Budget, m.Seed, m.Games, m.Score, m.ScoreCI95})
		}
		if len(rows) > maxRows {
			tooMany = append(tooMany, setting)
			continue
		}
		p := Panel{Title: setting, X: "score, a draw is half a point", XScale: Percent, XRange: [2]float64{0, 1}, Lines: []Line{{Value: 0.5}}}
		figures = append(figures, NamedFigure{"scores-" + fileName(setting), "Scores on " + setting + ", with 95% intervals over pairs of games", r.rows(p, rows)})
	}
	return figures, tooMany
}

// returnFigures draws the means of all cells of a game that is played alone, without wins.
func (r *Report) returnFigures() (figures []NamedFigure, tooMany []string) {
	for _, setting := range settingsOf(r.Returns, func(c *Return) (string, int) { return c.Setting, c.Games }) {
		var rows []row
		for _, c := range played(r.Returns, func(c *Return) bool { return c.Setting == setting && c.Games > 0 }) {
			x := row{c.Player, "", c.Budget, c.Seed, c.Games, c.Mean, [2]float64{c.Mean, c.Mean}}
			if c.CI95 != nil {
				x.ci95 = *c.CI95
			}
			rows = append(rows, x)
		}
		if len(rows) > maxRows {
			tooMany = append(tooMany, setting)
			continue
		}
		p := Panel{Title: setting, X: "what a game brought"}
		figures = append(figures, NamedFigure{"returns-" + fileName(setting), "What a game brought on " + setting + ", with 95% intervals of the mean", r.rows(p, rows)})
	}
	return figures, tooMany
}

// settingsOf lists the settings that have games, in the order of the plan.
func settingsOf[T any](list []T, of func(*T) (setting string, games int)) []string {
	var settings []string
	for i := range list {
		if s, games := of(&list[i]); games > 0 && !slices.Contains(settings, s) {
			settings = append(settings, s)
		}
	}
	return settings
}

// played returns the elements that are wanted.
func played[T any](list []T, wanted func(*T) bool) []*T {
	var some []*T
	for i := range list {
		if wanted(&list[i]) {
			some = append(some, &list[i])
		}
	}
	return some
}
