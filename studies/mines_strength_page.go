package studies

import (
	"fmt"
	"slices"
	"strings"

	"blindsight/experiment/report"
)

// strengthPage writes the page.
func strengthPage(p *Page, s *strength) error {
	duels, err := recordDuels()
	if err != nil {
		return err
	}
	p.Say("Win rates with their 95%% intervals and processor time a game. All players of a board and rule meet the same boards,\n" +
		"those of the seed below, on which nothing was tuned; a board differs only where the rule keeps cells free around the\n" +
		"first cell, which is each player's own. The last column is the difference to `strong` without a budget on the games\n" +
		"that both played, in points (Newcombe's method 10). The time is that of the thread\n" +
		"that plays, without what the garbage collector does beside it. The records are published rates of D. Hill's Java\n" +
		"solver; on 16x30/99 windows it is 41.13%% ± 0.03, over ten million games.")
	strengthAims(p, s, duels)
	recordTable(p, duels)
	strengthPublished(p, s)
	for _, setting := range s.Settings {
		p.Head(setting.Setting)
		strengthTable(p, &setting)
	}
	if len(s.Walks) > 0 {
		p.Head("Exact win rates")
		p.Say("Of `strong` on dense boards under the windows rule, by walking through all that it can come to see\n" +
			"(`blindsight mines evaluate`, for the seed below).")
		strengthWalkTable(p, s.Walks)
	}
	return strengthFigures(p, s)
}

func strengthTable(p *Page, s *strengthSetting) {
	rows := [][]string{{"player", "budget a move", "games", "won", "CPU a game", "against `strong` at once"}}
	if r, ok := strengthRecords[s.Setting]; ok {
		rows = append(rows, []string{r.title(), "", "", percent2(r.rate), milliseconds(r.cpu), ""})
	}
	for _, r := range s.Rows {
		difference := ""
		if r.Paired != nil {
			difference = pointsOf(r.Paired.Difference95())
		}
		rows = append(rows, []string{"`" + r.Player + "`", r.Budget, fmt.Sprint(r.Games), rate2(&r), milliseconds(r.CPU), difference})
	}
	p.Table(2, rows...)
}

// title names a record for people.
func (r *strengthRecord) title() string {
	if r.name == "optimum" {
		return "exact optimum"
	}
	return "published record"
}

func rate2(r *strengthRow) string {
	won := r.rate()
	return fmt.Sprintf("%s (%.2f to %.2f)", percent2(won.WinRate), 100*won.CI95[0], 100*won.CI95[1])
}

func strengthWalkTable(p *Page, walks []strengthWalk) {
	rows := [][]string{{"board", "player", "budget a move", "win rate", "positions", "best known", "of that"}}
	for _, w := range walks {
		row := []string{w.Board, "`" + w.Player + "`", w.budget(), fmt.Sprintf("%s = %.3f%%", w.Value, 100*exact(w.Value)), fmt.Sprint(w.Positions), "", ""}
		if r, ok := strengthRecords[w.Board+" windows"]; ok {
			row[5], row[6] = fmt.Sprintf("%.3f%% (%s)", 100*r.rate, r.title()), percent2(exact(w.Value)/r.rate)
		}
		rows = append(rows, row)
	}
	p.Table(2, rows...)
}

// tooWide is the width of an interval beyond which a point is left out of the figures,
// where it would hide the others.
const tooWide = 0.1

// strengthFigures draws a figure for each board, a panel for each rule.
func strengthFigures(p *Page, s *strength) error {
	var boards []string
	for _, setting := range s.Settings {
		if board, _, _ := strings.Cut(setting.Setting, " "); !slices.Contains(boards, board) {
			boards = append(boards, board)
		}
	}
	p.Head("Win rate against time")
	for _, board := range boards {
		f := &report.Figure{Height: 7.5}
		for i := range s.Settings {
			if setting := &s.Settings[i]; strings.HasPrefix(setting.Setting, board+" ") {
				f.Panels = append(f.Panels, strengthPanel(setting))
			}
		}
		f.Width = max(12, 8.5*float64(len(f.Panels)))
		name := strings.NewReplacer("/", "-").Replace(board)
		caption := fmt.Sprintf("%s: win rate against processor time a game, with 95%% intervals; players with an interval wider than ten points are left out", board)
		if err := p.Figure(name, caption, f); err != nil {
			return err
		}
	}
	return nil
}

// strengthStyles are the looks of the players, the same in all figures.
var strengthStyles = map[string]report.Style{strengthPlayer: 0, "csp": 4, "csp-corner": 1, "bssuct": 2, "bssuct-exact": 3}

func strengthPanel(s *strengthSetting) report.Panel {
	panel := report.Panel{Title: s.Setting, X: "CPU time a game", Y: "win rate", XScale: report.Time}
	if r, ok := strengthRecords[s.Setting]; ok {
		panel.Lines = append(panel.Lines, report.Line{Name: r.name + " " + percent2(r.rate), Value: r.rate})
		if r.cpu > 0 {
			panel.Series = append(panel.Series, report.Series{Name: "record holder", Style: report.PaperStyle, Points: []report.Point{{X: r.cpu / 1000, Y: r.rate}}})
		}
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		ci := r.rate().CI95
		if ci[1]-ci[0] > tooWide || r.CPU <= 0 {
			continue
		}
		at := slices.IndexFunc(panel.Series, func(x report.Series) bool { return x.Name == r.Player })
		if at < 0 {
			at = len(panel.Series)
			style, ok := strengthStyles[r.Player]
			if !ok {
				style = report.Style(len(strengthStyles) + at)
			}
			panel.Series = append(panel.Series, report.Series{Name: r.Player, Style: style, Joined: true})
		}
		panel.Series[at].Points = append(panel.Series[at].Points, point(r.CPU/1000, r.rate()))
	}
	return panel
}
