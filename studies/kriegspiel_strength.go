package studies

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"blindsight/experiment/report"
	"blindsight/experiment/summary"
	"blindsight/internal/elo"
)

// ladderSections are the groups of the plan of kriegspiel-strength, in its order, and what each shows. A group without a title belongs to the section before it.
var ladderSections = []struct{ title, text string }{
	{"Against belief-1", "`belief-1` is `belief` as it was when this was begun, frozen."},
	{"Against greedy", "Who has a bare king against enough to mate ought to win: what was adjudged there and not played out is missing from the score."},
	{"Against styles", "`paranoid` takes positions of its belief for open chess, in which the opponent sees all. `hider` never approaches. Both are frozen."},
	{"Against belief-1, with half and twice the time", "`pace` is how many times the budget `foresight` uses; `belief-1` has the budget of the table."},
	{},
	{"What time is worth", "The player against itself, with other parts of the budget."},
	{"What each part is worth", "The player against itself without one of its parts, and with the one that it is without, `ahead`. `likely=false` does without `styles` too, which are learnt by it."},
	{"The ladder", "All against all. Elo explains all scores of the table best, with `greedy` at 0; strength need not be transitive, so the scores themselves tell more."},
}

// Sections of which more is said: about bare kings, and with games at other paces, against the opponent of the first section and against itself.
const (
	bareKings  = 1
	otherPaces = 3
	ownPaces   = 5
)

// kriegspielStrength measures the player foresight against the ladder, against itself, and by its parts.
func kriegspielStrength(ctx context.Context, b *Bench, p *Page) error {
	r, err := b.Play(ctx)
	if err != nil {
		return err
	}
	defer r.Store.Close()
	p.Say("How strong the Kriegspiel player `foresight` is. Games come in pairs with the colours swapped; both games of a pair begin with the same two\n" +
		"secret lines, of four moves each, which the opponent does not know. A draw is half a point; games are played out, at most 200 moves a side.\n" +
		"\"Adjudged\" is the score if games had ended at the first bare king against enough to mate. Nothing was tuned on these seeds.")
	var paces []report.Meeting // against belief-1
	groups := r.Plan.Groups[:min(len(r.Plan.Groups), len(ladderSections))]
	for section, at := 0, 0; section < len(groups); {
		next := section + 1
		for next < len(groups) && ladderSections[next].title == "" {
			next++
		}
		first := at
		for _, g := range groups[section:next] {
			at += len(g.Settings) * len(g.Budgets) * groupMeetings(len(g.Players), len(g.Opponents), g.Mutual)
		}
		list := r.Meetings[first:at]
		p.Head(ladderSections[section].title)
		p.Say("%s", ladderSections[section].text)
		p.Table(3, meetingRows(list)...)
		switch section {
		case 0, otherPaces:
			paces = append(paces, list...)
		case bareKings:
			p.Say("%s", bareWords(list))
		case ownPaces:
			p.Say("%s", doublingWords(slices.Concat(paces, list)))
		}
		section = next
	}
	f := &report.Figure{Height: 8, Panels: []report.Panel{pacePanel(paces)}}
	if err := p.Figure("time", "Score against belief-1, by how many times its budget foresight uses, with 95% intervals", f); err != nil {
		return err
	}
	p.Head("Cross tables")
	for i := range r.Crosses {
		if c := &r.Crosses[i]; len(c.Players) > 4 {
			p.Say("%s, %s, seed %d: scores of rows against columns.", c.Setting, c.Budget, c.Seed)
			p.Table(1, c.Rows()...)
		}
	}
	p.Head("What was counted, a game")
	p.Table(4, r.MeasureRows()...)
	return nil
}

// groupMeetings returns how many meetings a group has for each setting and budget.
func groupMeetings(players, opponents int, mutual bool) int {
	if mutual {
		return players * (players - 1) / 2
	}
	return players * opponents
}

// counted returns what was counted under a name.
func counted(m *report.Meeting, name string) (report.Measure, bool) {
	at := slices.IndexFunc(m.Measures, func(x report.Measure) bool { return x.Name == name })
	if at < 0 {
		return report.Measure{}, false
	}
	return m.Measures[at], true
}

// bareWords says how many games the player had against a bare king with enough to mate it, and what it made of them.
func bareWords(list []report.Meeting) string {
	reached, missed, others := 0.0, 0.0, 0.0
	for i := range list {
		m := &list[i]
		bare, ok := counted(m, "bare")
		adjudged, also := counted(m, "adjudged")
		if !ok || !also {
			return "Bare kings were not counted."
		}
		games := float64(m.Games)
		reached, others = reached+bare.Own*games, others+bare.Other*games
		missed += (adjudged.Own - m.Score) * games
	}
	made := "nothing that was adjudged there was lost"
	if missed = math.Round(2*missed) / 2; missed != 0 {
		made = fmt.Sprintf("%g points that were adjudged there were not made", missed)
	}
	if math.Round(others) > 0 {
		made += ", on balance of both"
	}
	return fmt.Sprintf("The first player had a bare king against enough to mate in %.0f games, the other one in %.0f; %s.", math.Round(reached), math.Round(others), made)
}

// meetingRows returns meetings as a table.
func meetingRows(list []report.Meeting) [][]string {
	rows := [][]string{{"player", "against", "setting, budget", "games", "won", "drawn", "lost", "score", "Elo", "adjudged", "stalemates given"}}
	for i := range list {
		m := &list[i]
		value := func(name string) string {
			x, ok := counted(m, name)
			switch {
			case !ok:
				return ""
			case name == "adjudged":
				return percent(x.Own)
			}
			return fmt.Sprint(math.Round(x.Own * float64(m.Games)))
		}
		rows = append(rows, []string{
			"`" + m.Player + "`", "`" + m.Opponent + "`", m.Setting + ", " + m.Budget, fmt.Sprint(m.Games), fmt.Sprint(m.Wins), fmt.Sprint(m.Draws), fmt.Sprint(m.Losses),
			rate(summary.Rate{WinRate: m.Score, CI95: m.ScoreCI95}), m.EloText(), value("adjudged"), value("stalemates"),
		})
	}
	return rows
}

// paceOf returns how many times its budget a player uses that is written as in a plan.
func paceOf(player string) float64 {
	pace := 1.0
	_, _ = fmt.Sscanf(player, "foresight,pace=%g", &pace)
	return pace
}

// doublingWords says what twice the time is worth, by all meetings in which only time differs.
func doublingWords(list []report.Meeting) string {
	var points []elo.Point
	var rivals []string
	for i := range list {
		m := &list[i]
		x, rival := math.Log2(paceOf(m.Player)), 0
		if strings.HasPrefix(m.Opponent, "foresight") {
			x -= math.Log2(paceOf(m.Opponent))
		} else {
			name := m.Setting + m.Budget + m.Opponent
			if !slices.Contains(rivals, name) {
				rivals = append(rivals, name)
			}
			rival = 1 + slices.Index(rivals, name)
		}
		points = append(points, elo.Point{X: x, Pairs: m.Pairs, Rival: rival})
	}
	games := 0 // of who was met once, nothing can be said
	for i, p := range points {
		if p.Rival == 0 || slices.ContainsFunc(points, func(q elo.Point) bool { return q.Rival == p.Rival && q.X != p.X }) {
			games += list[i].Games
		}
	}
	gain, lo, hi := elo.Trend95(points)
	switch text := fmt.Sprintf("A straight line through these and those against `belief-1`, %d games in all: **twice the time is worth %+.0f Elo (%+.0f to %+.0f)**", games, gain, lo, hi); {
	case math.IsInf(lo, -1):
		return "These games are too few to say what twice the time is worth."
	case lo > 0:
		return text + ", a gain."
	case hi < 0:
		return text + ", a loss."
	default:
		return text + ": too few games to say that it gains."
	}
}

// pacePanel draws scores against one opponent by the player's pace.
func pacePanel(list []report.Meeting) report.Panel {
	panel := report.Panel{Title: "against belief-1", X: "pace", Y: "score", XScale: report.Count, YRange: [2]float64{0, 1}}
	for i := range list {
		m := &list[i]
		at := slices.IndexFunc(panel.Series, func(s report.Series) bool { return s.Name == m.Setting })
		if at < 0 {
			at = len(panel.Series)
			panel.Series = append(panel.Series, report.Series{Name: m.Setting, Style: report.Style(at), Joined: true})
		}
		panel.Series[at].Points = append(panel.Series[at].Points, report.Point{X: paceOf(m.Player), Y: m.Score, Lo: m.ScoreCI95[0], Hi: m.ScoreCI95[1]})
	}
	for i := range panel.Series {
		slices.SortFunc(panel.Series[i].Points, func(a, b report.Point) int {
			if a.X < b.X {
				return -1
			}
			return 1
		})
	}
	return panel
}
