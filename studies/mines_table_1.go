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
	slow        = "bsr-uct"
	fast        = "bsr-uct-fast"
	literalSlow = "bsr-uct,literal=true"
	literalFast = "bsr-uct-fast,literal=true"
)

// tableOnePlayers are the columns of the table: the paper's two, as ours are and to the
// letter.
var tableOnePlayers = [4]string{slow, fast, literalSlow, literalFast}

// tableOneNames are they in a few words.
var tableOneNames = [4]string{"bsr-uct", "fast", "bsr-uct to the letter", "fast to the letter"}

// saysPapersWay says which choices are ours and which the paper's.
const saysPapersWay = "Both players are here twice. `" + slow + "` and `" + fast + "` are ours: mines are drawn among closed cells\n" +
	"only, returns count from a node on, positions reached in another order or mirrored are one node, a state that\n" +
	"contradicts the position is never played (the chain goes on until it is consistent), and a chain of which no step was accepted takes more. With `literal=true` they are the\n" +
	"paper's to the letter: mines are drawn from the whole prior, returns are those of the whole game, nodes are not shared,\n" +
	"and the chain of the fast version (Alg. 4) makes exactly as many trials as simulations went through the node, stays\n" +
	"where it is at 0/0, and hands out what it is at, consistent or not. A trial draws the position of each mine anew with the paper's chance, by itself:\n" +
	"where two come to lie on one cell it is for nothing. (`kernel=sets`, and ours, lays those that are moved on free cells.) Nothing is widened: the paper does not give its constants.\n" +
	"Ours is also then that positions are drawn among those that the rule leaves for mines after the first cell, that rejection below the root gives up after 100,000 draws and goes on with the state at hand, that a cell never tried counts 0 and of equal ones the first on the board is taken,\n" +
	"that a simulation ends where the position refuses what a state shows, and that the chain goes by the number of simulations where the paper also says \"while I have time left\"."

// tableOneControls are the fast version half way between ours and to the letter.
var tableOneControls = [3]struct{ player, name string }{
	{literalFast + ",kernel=sets", "fast to the letter, but by sets"},
	{literalFast + ",proposal=closed,returns=node,share=true", "fast, the chain to the letter, but by sets of closed cells, else ours"},
	{fast + ",proposal=board,returns=game", "fast, our chain, else to the letter"},
}

// tableOne reproduces paper A, Table I.
func tableOne(ctx context.Context, b *Bench, p *Page) error {
	r, err := b.Play(ctx)
	if err != nil {
		return err
	}
	defer r.Store.Close()
	var clock, count, opened []tableOneRow
	for i := range r.Plan.Cells {
		c := &r.Plan.Cells[i]
		if c.Player != slow {
			continue
		}
		row, err := newTableOneRow(r, c)
		if err != nil {
			return err
		}
		switch {
		case !strings.Contains(c.Setting.Name, "auto-open=false"):
			opened = append(opened, row)
		case c.Budget.Simulations > 0:
			count = append(count, row)
		default:
			clock = append(clock, row)
		}
	}
	p.Say("4x4 with 6 mines under the gnomine rule: whoever opens one of the four central cells first can win for\ncertain, any other first cell may lose. The score is the share of the safe cells that were opened. The paper counts\n\"(unique) moves\"; here an open cell cannot be opened again, so every move is. Whether the neighbours of a 0 open by themselves it does not say: here every cell is a move of its own, but for a table below.")
	p.Say(saysPapersWay)
	if len(clock) > 0 {
		p.Head("By thinking time")
		p.Say("Times are the paper's%s, of the processor, for each move (it had one core of 2.83 GHz, and %d runs a row; here %d games a row, each row on boards of its own).", tableOneScale(clock), paperRuns, clock[0].cells[0].Games)
		tableOneTables(p, clock, true)
	}
	if len(count) > 0 {
		p.Head("The same by simulations")
		p.Say("A number of simulations instead of a time: these numbers do not depend on the machine, and the same seed\ngives them again. All rows are of the same boards.")
		tableOneTables(p, count, false)
	}
	p.Head("What the level of the fast version is made of")
	if err := tableOneFirsts(ctx, p, clock, count); err != nil {
		return err
	}
	tableOneVariants(p, r, count, opened)
	p.Head("What agrees, and what does not")
	p.Say("%s", tableOneRule)
	p.List(tableOneWords(clock, count)...)
	return tableOneFigure(p, clock, count)
}

// tableOneScale says by what the times are divided.
func tableOneScale(clock []tableOneRow) string {
	if scale := paperTableOne[0][0] / thinking(clock[0].budget); scale < 0.999 || scale > 1.001 {
		return fmt.Sprintf(" divided by %.0f", scale)
	}
	return ""
}

// tableOneRow is a line of the table.
type tableOneRow struct {
	budget experiment.Budget
	cells  [4]*report.Cell   // of tableOnePlayers
	games  [4][]tableOneGame // of the same boards, in their order
	pairs  [2]report.Pair    // fast minus slow: ours, to the letter
}

// tableOneGame is how a game began and what it came to.
type tableOneGame struct {
	first int // in tableOneKinds
	score float64
}

// tableOneKinds are the kinds of first cells.
var tableOneKinds = [3]string{"centre", "edge", "corner"}

// kindOf returns the kind of a cell of a 4x4 board, as "0,1".
func kindOf(cell string) int {
	switch cell {
	case "1,1", "1,2", "2,1", "2,2":
		return 0
	case "0,0", "0,3", "3,0", "3,3":
		return 2
	}
	return 1
}

// newTableOneRow reads what all players did with the setting and budget of a cell.
func newTableOneRow(r *Record, c *experiment.Cell) (row tableOneRow, err error) {
	row.budget = c.Budget
	for k, player := range tableOnePlayers {
		cell := r.Cell(c.Setting.Name, player, c.Budget)
		if cell == nil {
			return row, fmt.Errorf("the plan %q has no %s with %s", r.Plan.Name, player, c.Budget)
		}
		row.cells[k] = cell
		if row.games[k], err = tableOneGames(r, cell.Cell); err != nil {
			return row, err
		}
	}
	for k := range row.pairs {
		if row.pairs[k], err = report.Compare(r.Store, row.cells[2*k+1].Cell, row.cells[2*k].Cell); err != nil {
			return row, err
		}
	}
	return row, nil
}

// tableOneGames reads the games of a cell.
func tableOneGames(r *Record, cell int) (games []tableOneGame, err error) {
	err = r.Store.Games(cell, func(g *experiment.Result) {
		first, _, _ := strings.Cut(g.Actions, " ")
		games = append(games, tableOneGame{kindOf(first), g.Score})
	})
	return games, err
}

// central counts the games that began in the centre.
func central(games []tableOneGame) int {
	n := 0
	for _, g := range games {
		if g.first == 0 {
			n++
		}
	}
	return n
}

// thinking returns the seconds of a budget. Processor time is what the paper's had, which was alone on its core.
func thinking(b experiment.Budget) float64 { return max(b.Time, b.CPU).Seconds() }

// tableOneTables writes the scores of all players, and then what else is known of them.
func tableOneTables(p *Page, rows []tableOneRow, paper bool) {
	label := "simulations a move"
	var head []string
	if paper {
		label = "time a move"
		head = []string{"paper: time", "BSR-UCT", "fast"}
	}
	head = append(head, label)
	for _, name := range tableOneNames {
		head = append(head, name+", score")
	}
	head = append(head, "fast minus bsr-uct", "the same to the letter")
	scores, others := [][]string{head}, [][]string{{label}}
	for _, name := range tableOneNames {
		others[0] = append(others[0], name+", won", "central first")
		if paper {
			others[0] = append(others[0], "simulations a move")
		}
	}
	others[0] = append(others[0], "inconsistent states played")
	for i, r := range rows {
		var line []string
		if paper {
			line = []string{"", "", ""}
			if i < len(paperTableOne) {
				t := paperTableOne[i]
				line = []string{fmt.Sprintf("%.1f s", t[0]), fmt.Sprintf("%.3f", t[1]), fmt.Sprintf("%.3f", t[2])}
			}
		}
		budget := strings.TrimSuffix(r.budget.String(), " sims")
		line, other := append(line, budget), []string{budget}
		for k, c := range r.cells {
			line = append(line, score(c.Scored))
			other = append(other, rate(c.Rate), fmt.Sprintf("%d of %d", central(r.games[k]), c.Games))
			if paper {
				other = append(other, fmt.Sprintf("%.0f", c.Simulations/max(1, c.Moves)))
			}
		}
		for _, d := range r.pairs {
			line = append(line, fmt.Sprintf("%+.3f (%+.3f to %+.3f)", d.Score, d.ScoreCI95[0], d.ScoreCI95[1]))
		}
		h := r.cells[3].Health
		scores, others = append(scores, line), append(others, append(other, percent(share(h.Inconsistent, h.Samples))))
	}
	p.Table(1, scores...)
	p.Say("Games won, first cells, and how many of the states that the fast version played to the letter contradict the position (those at the untouched board, which cannot, are among them):")
	p.Table(1, others...)
	random, full := int64(0), int64(0)
	for _, r := range rows {
		for _, c := range r.cells {
			random, full = random+c.Health.Fallbacks, full+c.Health.Full
		}
	}
	p.Say("Cells opened at random, since no state was found: %d. Decisions whose tree was full before the time was over: %d.", random, full)
}

func tableOneFigure(p *Page, clock, count []tableOneRow) error {
	f := &report.Figure{}
	curves := func(rows []tableOneRow, x func(experiment.Budget) float64) []report.Series {
		var all []report.Series
		for k, name := range tableOneNames {
			s := report.Series{Name: name, Style: report.Style(k), Joined: true}
			for i := range rows {
				c := rows[i].cells[k]
				s.Points = append(s.Points, report.Point{X: x(rows[i].budget), Y: c.Score, Lo: c.ScoreCI95[0], Hi: c.ScoreCI95[1]})
			}
			all = append(all, s)
		}
		return all
	}
	if len(clock) > 0 {
		panel := report.Panel{
			X: "thinking time a move", Y: "mean score", XScale: report.Time, YRange: [2]float64{0.6, 1.02},
			Series: append(
				curves(clock, thinking),
				report.Series{Name: "paper A, BSR-UCT", Style: report.PaperStyle, Joined: true},
				report.Series{Name: "paper A, fast", Style: report.PaperOtherStyle, Joined: true},
			),
		}
		for _, t := range paperTableOne {
			for k := range 2 {
				s := &panel.Series[len(tableOneNames)+k]
				s.Points = append(s.Points, report.Point{X: t[0], Y: t[1+k]})
			}
		}
		f.Panels = append(f.Panels, panel)
	}
	if len(count) > 0 {
		f.Panels = append(f.Panels, report.Panel{
			X: "simulations a move", Y: "mean score", XScale: report.Count, YRange: [2]float64{0.2, 1.03},
			Series: curves(count, func(b experiment.Budget) float64 { return float64(b.Simulations) }),
		})
	}
	return p.Figure("score", "Mean score on 4x4 with 6 mines, gnomine, with 95% intervals: ours, and paper A's Table I on its own machine", f)
}
