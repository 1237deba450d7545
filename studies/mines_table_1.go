package studies

import (
	"context"
	"fmt"
	"strings"

	"blindsight/experiment"
	"blindsight/experiment/report"
)

// paperTableOne is paper A, Table I: seconds a move, score of BSR-UCT and of the fast
// version, averages of 30 runs.
var paperTableOne = [][3]float64{
	{0.1, 0.933333, 0.778788},
	{0.2, 0.933333, 0.851515},
	{0.4, 0.963636, 0.857576},
	{0.8, 0.963636, 0.854545},
	{1.6, 0.993939, 0.857576},
	{3.2, 0.987879, 0.869697},
	{6.4, 1, 0.845455},
	{12.8, 1, 0.839394},
}

const (
	slow = "bsr-uct"
	fast = "bsr-uct-fast"
)

// tableOne reproduces paper A, Table I.
func tableOne(ctx context.Context, b *Bench, p *Page) error {
	r, err := b.Play(ctx)
	if err != nil {
		return err
	}
	defer r.Store.Close()
	var clock, count []tableOneRow
	for i := range r.Plan.Cells {
		c := &r.Plan.Cells[i]
		if c.Player != slow {
			continue
		}
		row := tableOneRow{budget: c.Budget, slow: &r.Cells[i], fast: r.Cell(c.Setting.Name, fast, c.Budget)}
		if row.fast == nil {
			return fmt.Errorf("the plan %q has no %s with %s", r.Plan.Name, fast, c.Budget)
		}
		if row.pair, err = report.Compare(r.Store, row.fast.Cell, row.slow.Cell); err != nil {
			return err
		}
		if row.slowCentral, err = centralFirst(r, row.slow.Cell); err != nil {
			return err
		}
		if row.fastCentral, err = centralFirst(r, row.fast.Cell); err != nil {
			return err
		}
		if c.Budget.Simulations > 0 {
			count = append(count, row)
		} else {
			clock = append(clock, row)
		}
	}
	p.Say("4x4 with 6 mines under the gnomine rule: whoever opens one of the four central cells first wins for\ncertain, any other first cell may lose. The score is the share of the safe cells that were opened. %s is the\npaper's BSR-UCT (rejection), %s its fast version (Metropolis chains that inherit the last state).", "`"+slow+"`", "`"+fast+"`")
	if len(clock) > 0 {
		tableOneClock(p, clock)
	}
	if len(count) > 0 {
		p.Head("The same by simulations")
		p.Say("A number of simulations instead of a time: these numbers do not depend on the machine, and the same seed\ngives them again.")
		p.Table(1, tableOneGrid(count, false)...)
	}
	p.Head("What agrees, and what does not")
	p.List(tableOneWords(clock, count)...)
	return tableOneFigure(p, clock, count)
}

// tableOneRow is a line of the table.
type tableOneRow struct {
	budget                   experiment.Budget
	slow, fast               *report.Cell
	slowCentral, fastCentral int
	pair                     report.Pair // fast minus slow
}

// centralFirst counts the games of a cell that began in the centre of a 4x4 board.
func centralFirst(r *Record, cell int) (int, error) {
	n := 0
	err := r.Store.Games(cell, func(g *experiment.Result) {
		first, _, _ := strings.Cut(g.Actions, " ")
		switch first {
		case "1,1", "1,2", "2,1", "2,2":
			n++
		}
	})
	return n, err
}

func tableOneClock(p *Page, rows []tableOneRow) {
	scale := paperTableOne[0][0] / rows[0].budget.Time.Seconds()
	p.Head("By thinking time")
	p.Say("Times are the paper's divided by %.0f (it had one core of 2.83 GHz, and %d runs a row; here %d games a row).", scale, 30, rows[0].slow.Games)
	p.Table(1, tableOneGrid(rows, true)...)
}

func tableOneGrid(rows []tableOneRow, paper bool) [][]string {
	head := []string{"simulations a move", "bsr-uct, score", "won", "central first", "bsr-uct-fast, score", "won", "central first", "fast minus bsr"}
	if paper {
		head[0] = "time a move"
		head = append([]string{"paper: time", "BSR-UCT", "fast"}, head...)
	}
	grid := [][]string{head}
	for i, r := range rows {
		central := func(n, games int) string { return fmt.Sprintf("%d of %d", n, games) }
		line := []string{
			strings.TrimSuffix(r.budget.String(), " sims"),
			score(r.slow.Score, r.slow.ScoreCI95), rate(r.slow.WinRate, r.slow.CI95), central(r.slowCentral, r.slow.Games),
			score(r.fast.Score, r.fast.ScoreCI95), rate(r.fast.WinRate, r.fast.CI95), central(r.fastCentral, r.fast.Games),
			fmt.Sprintf("%+.3f (%+.3f to %+.3f)", r.pair.Score, r.pair.ScoreCI95[0], r.pair.ScoreCI95[1]),
		}
		if paper {
			from := []string{"", "", ""}
			if i < len(paperTableOne) {
				t := paperTableOne[i]
				from = []string{fmt.Sprintf("%.1f s", t[0]), fmt.Sprintf("%.3f", t[1]), fmt.Sprintf("%.3f", t[2])}
			}
			line = append(from, line...)
		}
		grid = append(grid, line)
	}
	return grid
}

// tableOneWords says what the numbers mean.
func tableOneWords(clock, count []tableOneRow) []string {
	var words []string
	perfect := func(rows []tableOneRow, cell func(*tableOneRow) *report.Cell) string {
		from := -1
		for i := range rows {
			if c := cell(&rows[i]); c.Games == 0 || c.Wins < c.Games {
				from = -1
			} else if from < 0 {
				from = i
			}
		}
		if from < 0 {
			return ""
		}
		return rows[from].budget.String()
	}
	slowCell := func(r *tableOneRow) *report.Cell { return r.slow }
	fastCell := func(r *tableOneRow) *report.Cell { return r.fast }
	all := []struct {
		what string
		rows []tableOneRow
	}{{"by time", clock}, {"by simulations", count}}
	for _, a := range all {
		if len(a.rows) == 0 {
			continue
		}
		last := &a.rows[len(a.rows)-1]
		if from := perfect(a.rows, slowCell); from != "" {
			words = append(words, fmt.Sprintf("Agrees, %s: bsr-uct becomes perfect. From %s a move on it won every game; the paper's did from 6.4 s on.", a.what, from))
		} else {
			words = append(words, fmt.Sprintf("Open, %s: bsr-uct is not perfect at %s, the most measured here: score %s. The paper's was from 6.4 s on.", a.what, last.budget, score(last.slow.Score, last.slow.ScoreCI95)))
		}
		const paper = "the paper's fast version stayed between 0.78 and 0.87 at all times, and \"does not converge to optimality\""
		if from := perfect(a.rows, fastCell); from != "" {
			words = append(words, fmt.Sprintf("Does not agree, %s: our fast version becomes perfect too, from %s a move on, while %s.", a.what, from, paper))
		} else if last.fast.ScoreCI95[0] > 0.87 {
			words = append(words, fmt.Sprintf("Does not agree, %s: our fast version reaches %s at %s, while %s.", a.what, score(last.fast.Score, last.fast.ScoreCI95), last.budget, paper))
		} else {
			words = append(words, fmt.Sprintf("Not told apart, %s: our fast version has %s at %s; %s.", a.what, score(last.fast.Score, last.fast.ScoreCI95), last.budget, paper))
		}
		behind := 0
		for _, r := range a.rows {
			if r.pair.ScoreCI95[1] < 0 {
				behind++
			}
		}
		words = append(words, fmt.Sprintf("The fast version is significantly behind on the same boards in %d of %s %s; in the paper it is behind in all 8.", behind, times(len(a.rows), "row", "rows"), a.what))
	}
	return append(words,
		"Why our fast version reaches what the paper's did not we can only suppose: ours never hands out a state that contradicts the position (the chain goes on until it is consistent), its proposal is symmetric, and positions reached in another order, or mirrored, are one node.",
		"The paper's values are multiples of 1/330, which 30 runs with 10 safe cells cannot give: 33 runs can.")
}

func tableOneFigure(p *Page, clock, count []tableOneRow) error {
	f := &report.Figure{}
	curve := func(name string, style report.Style, rows []tableOneRow, x func(experiment.Budget) float64, cell func(*tableOneRow) *report.Cell) report.Series {
		s := report.Series{Name: name, Style: style, Joined: true}
		for i := range rows {
			c := cell(&rows[i])
			s.Points = append(s.Points, report.Point{X: x(rows[i].budget), Y: c.Score, Lo: c.ScoreCI95[0], Hi: c.ScoreCI95[1]})
		}
		return s
	}
	slowCell := func(r *tableOneRow) *report.Cell { return r.slow }
	fastCell := func(r *tableOneRow) *report.Cell { return r.fast }
	if len(clock) > 0 {
		seconds := func(b experiment.Budget) float64 { return b.Time.Seconds() }
		panel := report.Panel{
			X: "thinking time a move", Y: "mean score", XScale: report.Time, YRange: [2]float64{0.6, 1.02},
			Series: []report.Series{
				curve("bsr-uct", 0, clock, seconds, slowCell), curve("bsr-uct-fast", 1, clock, seconds, fastCell),
				{Name: "paper A, BSR-UCT", Style: report.PaperStyle, Joined: true},
				{Name: "paper A, fast", Style: report.PaperOtherStyle, Joined: true},
			},
		}
		for _, t := range paperTableOne {
			panel.Series[2].Points = append(panel.Series[2].Points, report.Point{X: t[0], Y: t[1]})
			panel.Series[3].Points = append(panel.Series[3].Points, report.Point{X: t[0], Y: t[2]})
		}
		f.Panels = append(f.Panels, panel)
	}
	if len(count) > 0 {
		sims := func(b experiment.Budget) float64 { return float64(b.Simulations) }
		f.Panels = append(f.Panels, report.Panel{
			X: "simulations a move", Y: "mean score", XScale: report.Count, YRange: [2]float64{0.2, 1.03},
			Series: []report.Series{curve("bsr-uct", 0, count, sims, slowCell), curve("bsr-uct-fast", 1, count, sims, fastCell)},
		})
	}
	return p.Figure("score", "Mean score on 4x4 with 6 mines, gnomine, with 95% intervals: ours, and paper A's Table I on its own machine", f)
}
