package studies

import (
	"context"
	"fmt"
	"strings"

	"blindsight/experiment"
	"blindsight/experiment/report"
	"blindsight/internal/interval"
	"blindsight/internal/plural"
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
	"only, returns count from a node on, positions reached in another order or mirrored are one node, and a state that\n" +
	"contradicts the position is never played (the chain goes on until it is consistent). With `literal=true` they are the\n" +
	"paper's to the letter: mines are drawn from the whole prior, returns are those of the whole game, nodes are not shared,\n" +
	"and the chain of the fast version (Alg. 4) makes exactly as many trials as simulations went through the node, stays\n" +
	"where it is at 0/0, and hands out what it is at, consistent or not. Nothing is widened: the paper does not give its constants.\n" +
	"Ours is also then that mines are moved as a set, and that rejection below the root gives up after 100,000 draws and goes on with the state at hand."

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
		row := tableOneRow{budget: c.Budget}
		for k, player := range tableOnePlayers {
			cell := r.Cell(c.Setting.Name, player, c.Budget)
			if cell == nil {
				return fmt.Errorf("the plan %q has no %s with %s", r.Plan.Name, player, c.Budget)
			}
			row.cells[k] = cell
			if row.central[k], err = centralFirst(r, cell.Cell); err != nil {
				return err
			}
		}
		for k := range row.pairs {
			if row.pairs[k], err = report.Compare(r.Store, row.cells[2*k+1].Cell, row.cells[2*k].Cell); err != nil {
				return err
			}
		}
		if c.Budget.Simulations > 0 {
			count = append(count, row)
		} else {
			clock = append(clock, row)
		}
	}
	p.Say("4x4 with 6 mines under the gnomine rule: whoever opens one of the four central cells first wins for\ncertain, any other first cell may lose. The score is the share of the safe cells that were opened. The paper counts\n\"(unique) moves\"; here an open cell cannot be opened again, so every move is. Every cell is a move of its own.")
	p.Say(saysPapersWay)
	if len(clock) > 0 {
		scale := paperTableOne[0][0] / thinking(clock[0].budget)
		p.Head("By thinking time")
		if scale > 0.999 && scale < 1.001 {
			p.Say("Times are the paper's (it had one core of 2.83 GHz, and %d runs a row; here %d games a row).", paperRuns, clock[0].cells[0].Games)
		} else {
			p.Say("Times are the paper's divided by %.0f (it had one core of 2.83 GHz, and %d runs a row; here %d games a row).", scale, paperRuns, clock[0].cells[0].Games)
		}
		tableOneTables(p, clock, true)
	}
	if len(count) > 0 {
		p.Head("The same by simulations")
		p.Say("A number of simulations instead of a time: these numbers do not depend on the machine, and the same seed\ngives them again.")
		tableOneTables(p, count, false)
	}
	p.Head("What agrees, and what does not")
	p.Say("The rule: two values are told apart where their 95%% intervals do not overlap, a difference from 0 where its\ninterval leaves 0 out. The paper gives no intervals; a mean of n scores between 0 and 1 has at most Wilson's for n\ngames, which is taken. At the most that was measured: a player becomes perfect if it opened all cells of all games and\nits interval is above that of the paper's fast version; the fast version agrees with the paper's if the two are not told\napart, its interval leaves 1 out, and its difference to bsr-uct is below 0. It is behind, or ahead, in a row where that\ndifference is told apart from 0. What is not told apart neither agrees nor disagrees.")
	p.List(tableOneWords(clock, count)...)
	return tableOneFigure(p, clock, count)
}

// tableOneRow is a line of the table.
type tableOneRow struct {
	budget  experiment.Budget
	cells   [4]*report.Cell // of tableOnePlayers
	central [4]int          // games that began in the centre
	pairs   [2]report.Pair  // fast minus slow: ours, to the letter
}

// thinking returns the seconds of a budget. Processor time is what the paper's had, which was alone on its core.
func thinking(b experiment.Budget) float64 { return max(b.Time, b.CPU).Seconds() }

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
			other = append(other, rate(c.Rate), fmt.Sprintf("%d of %d", r.central[k], c.Games))
		}
		for _, d := range r.pairs {
			line = append(line, fmt.Sprintf("%+.3f (%+.3f to %+.3f)", d.Score, d.ScoreCI95[0], d.ScoreCI95[1]))
		}
		h := r.cells[3].Health
		scores, others = append(scores, line), append(others, append(other, percent(share(h.Inconsistent, h.Samples))))
	}
	p.Table(1, scores...)
	p.Say("Games won, first cells, and how many of the states that the fast version played to the letter contradict the position:")
	p.Table(1, others...)
}

// paperRuns is how many runs the paper averages over.
const paperRuns = 30

// paperPlateau returns the mean of the paper's fast version over all times, and its interval.
func paperPlateau() (mean, lo, hi float64) {
	sum := 0.0
	for _, row := range paperTableOne {
		sum += paperRuns * row[2]
	}
	return interval.Values{N: paperRuns * len(paperTableOne), Sum: sum, Squares: sum}.Mean95(0, 1)
}

// tableOneWords says what the numbers mean, by the rule that the page states.
func tableOneWords(clock, count []tableOneRow) []string {
	var words []string
	say := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	plateau, plateauLo, plateauHi := paperPlateau()
	all := []struct {
		what string
		rows []tableOneRow
	}{{"by time", clock}, {"by simulations", count}}
	for _, a := range all {
		if len(a.rows) == 0 {
			continue
		}
		last := &a.rows[len(a.rows)-1]
		for k, name := range tableOneNames {
			c := last.cells[k]
			at := fmt.Sprintf("%s at %s, the most here", score(c.Scored), last.budget)
			if k%2 == 0 {
				claim := fmt.Sprintf("%s, %s: becomes perfect, as the paper's did from 6.4 s on", name, a.what)
				switch {
				case c.Score == 1 && c.ScoreCI95[0] > plateauHi:
					say("Agrees: %s: %s.", claim, at)
				case c.Score == 1:
					say("Not told apart: %s: %s, but the games are few.", claim, at)
				default:
					say("Not reached: %s: %s.", claim, at)
				}
				continue
			}
			claim := fmt.Sprintf("%s, %s: stays below perfection, as the paper's did at all times (%.3f over all, %.3f to %.3f)", name, a.what, plateau, plateauLo, plateauHi)
			switch {
			case c.ScoreCI95[0] > plateauHi:
				say("Does not agree: %s: %s.", claim, at)
			case c.ScoreCI95[1] < plateauLo:
				say("Does not agree: %s: %s, which is less.", claim, at)
			case c.ScoreCI95[1] < 1 && last.pairs[k/2].ScoreCI95[1] < 0:
				say("Agrees: %s: %s.", claim, at)
			default:
				say("Not told apart: %s: %s.", claim, at)
			}
		}
		for k, name := range []string{"fast behind bsr-uct", "the same to the letter"} {
			behind, ahead := 0, 0
			for i := range a.rows {
				switch ci := a.rows[i].pairs[k].ScoreCI95; {
				case ci[1] < 0:
					behind++
				case ci[0] > 0:
					ahead++
				}
			}
			verdict := "Not told apart everywhere"
			switch {
			case ahead > 0:
				verdict = "Does not agree"
			case behind == len(a.rows):
				verdict = "Agrees"
			}
			say("%s: %s, %s: behind on the same boards in %d of %s, ahead in %d; in the paper behind in all 8.", verdict, name, a.what, behind, plural.Count(len(a.rows), "row"), ahead)
		}
	}
	if len(clock) == len(paperTableOne) && thinking(clock[0].budget) == paperTableOne[0][0] {
		for k, name := range tableOneNames {
			same := 0
			for i := range clock {
				sum := paperRuns * paperTableOne[i][1+k%2]
				_, lo, hi := interval.Values{N: paperRuns, Sum: sum, Squares: sum}.Mean95(0, 1)
				if ci := clock[i].cells[k].ScoreCI95; ci[0] <= hi && lo <= ci[1] {
					same++
				}
			}
			say("At the paper's own times, %s: not told apart from the paper's value in %d of 8 rows.", name, same)
		}
	}
	return append(words,
		"Ours and the paper's fast version differ in what is said at the top; how many of the states played contradict the position, and how often the first cell is central, is in the second table. The kernels differ little: both are symmetric, ours on sets of cells and the paper's on vectors of positions, where a trial that puts two mines on one cell is lost.",
		"The paper's values are multiples of 1/330, which 30 runs with 10 safe cells cannot give: 33 runs can.")
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
