package studies

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"blindsight/experiment/report"
)

// convergenceOptimum is the exact best win rate, where it is known: by 'mines solve'.
var convergenceOptimum = map[string]struct {
	fraction string
	value    float64
}{"4x4/4 windows": {"961/1365", 961.0 / 1365}}

// convergence measures the win rate of all players against thinking time.
func convergence(ctx context.Context, b *Bench, p *Page) error {
	r, err := b.Play(ctx)
	if err != nil {
		return err
	}
	defer r.Store.Close()
	p.Say("Ours, not a paper's: the win rate of every player against its thinking time, wall time a move. Players that do\n" +
		"not search (`random`, `sps`, `csp`, `csp-corner`) have one line. \"At random\" is the share of the cells that a player\n" +
		"opened at random at its longest time, because its belief had found no state: rejection on the larger boards.")
	var settings []string
	for _, c := range r.Cells {
		if !slices.Contains(settings, c.Setting) {
			settings = append(settings, c.Setting)
		}
	}
	f := &report.Figure{Height: 8}
	var words []string
	for _, setting := range settings {
		curves := convergenceCurves(r, setting)
		p.Head(setting)
		convergenceTable(p, setting, curves)
		f.Panels = append(f.Panels, convergencePanel(setting, curves))
		words = append(words, convergenceWords(setting, curves)...)
	}
	if err := p.Figure("win-rate", "Win rate against thinking time, with 95% intervals", f); err != nil {
		return err
	}
	p.Head("What is seen")
	p.List(words...)
	return nil
}

// curve is a player on a board: a cell for each budget, shortest first.
type curve struct {
	player string
	cells  []*report.Cell
	times  []float64 // seconds; nil for a player without budget
	labels []string
}

func (c *curve) last() *report.Cell { return c.cells[len(c.cells)-1] }

func (c *curve) random() float64 {
	l := c.last()
	return float64(l.Health.Fallbacks) / max(1, l.Moves*float64(l.Games))
}

func convergenceCurves(r *Record, setting string) []*curve {
	var curves []*curve
	for i := range r.Cells {
		c, plan := &r.Cells[i], &r.Plan.Cells[i]
		if c.Setting != setting {
			continue
		}
		at := slices.IndexFunc(curves, func(k *curve) bool { return k.player == c.Player })
		if at < 0 {
			at = len(curves)
			curves = append(curves, &curve{player: c.Player})
		}
		k := curves[at]
		k.cells = append(k.cells, c)
		k.labels = append(k.labels, plan.Budget.String())
		if plan.Budget.Time > 0 {
			k.times = append(k.times, plan.Budget.Time.Seconds())
		} else if plan.Budget.Simulations > 1 {
			k.times = append(k.times, float64(plan.Budget.Simulations))
		}
	}
	return curves
}

func convergenceTable(p *Page, setting string, curves []*curve) {
	head := []string{"player"}
	for _, k := range curves {
		if k.times != nil {
			head = append(head, k.labels...)
			break
		}
	}
	columns := len(head)
	head = append(head, "games", "at random")
	rows := [][]string{head}
	for _, k := range curves {
		row := []string{k.player}
		for _, c := range k.cells {
			row = append(row, rate(c.Rate))
		}
		for len(row) < columns {
			row = append(row, "")
		}
		rows = append(rows, append(row[:columns], fmt.Sprint(k.last().Games), percent(k.random())))
	}
	if o, ok := convergenceOptimum[setting]; ok {
		row := make([]string, columns+2)
		row[0], row[1] = "exact optimum", fmt.Sprintf("%s = %s", o.fraction, percent(o.value))
		rows = append(rows, row)
	}
	p.Table(1, rows...)
}

func convergencePanel(setting string, curves []*curve) report.Panel {
	panel := report.Panel{Title: setting, X: "thinking time a move", Y: "win rate", XScale: report.Time, YRange: [2]float64{0, 1}}
	style := report.Style(0)
	for _, k := range curves {
		if k.times == nil {
			if k.player == "csp-corner" {
				panel.Lines = append(panel.Lines, report.Line{Name: k.player, Value: k.last().WinRate})
			}
			continue
		}
		s := report.Series{Name: k.player, Style: style, Joined: true}
		// A little aside for each player, so that the bars can be seen.
		aside := 1 + 0.05*(float64(style)-2.5)
		for i, c := range k.cells {
			s.Points = append(s.Points, report.Point{X: k.times[i] * aside, Y: c.WinRate, Lo: c.CI95[0], Hi: c.CI95[1]})
		}
		panel.Series = append(panel.Series, s)
		style++
	}
	if o, ok := convergenceOptimum[setting]; ok {
		panel.Lines = append(panel.Lines, report.Line{Name: "exact optimum", Value: o.value})
	}
	return panel
}

// convergenceWords says who is best, who gains by time, and who has no belief.
func convergenceWords(setting string, curves []*curve) []string {
	best := curves[0]
	var gain, blind []string
	for _, k := range curves {
		if k.last().WinRate > best.last().WinRate {
			best = k
		}
		if first := k.cells[0]; len(k.cells) > 1 && k.last().CI95[0] > first.CI95[1] {
			gain = append(gain, k.player)
		}
		if k.random() > 0.05 {
			blind = append(blind, fmt.Sprintf("%s (%s)", k.player, percent(k.random())))
		}
	}
	text := fmt.Sprintf("%s: the best rate is that of %s, %s.", setting, best.player, rate(best.last().Rate))
	if o, ok := convergenceOptimum[setting]; ok {
		lo, hi := best.last().CI95[0], best.last().CI95[1]
		if lo <= o.value && o.value <= hi {
			text += fmt.Sprintf(" Its interval holds the exact optimum, %s.", percent(o.value))
		} else {
			text += fmt.Sprintf(" Its interval does not hold the exact optimum, %s.", percent(o.value))
		}
	}
	words := []string{text}
	if len(gain) > 0 {
		words = append(words, fmt.Sprintf("%s: the longest time is better than the shortest, beyond both intervals, for %s.", setting, strings.Join(gain, ", ")))
	} else {
		words = append(words, fmt.Sprintf("%s: nobody gains by time beyond both intervals, in this range.", setting))
	}
	if len(blind) > 0 {
		words = append(words, fmt.Sprintf("%s: more than one cell in twenty was opened at random at the longest time by %s.", setting, strings.Join(blind, ", ")))
	}
	return words
}
