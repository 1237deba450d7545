package studies

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
)

// paperRuns is how many runs the paper averages over.
const paperRuns = 30

// levelWidth is how far the interval of a difference may reach to either side of it if two levels are to agree.
const levelWidth = 0.1

// tableOneRule is when the page says that something agrees.
var tableOneRule = fmt.Sprintf("The rule. Rows of times are of boards of their own, and so are taken together: the scores of a player as the games of one, and the differences of two on the same boards. The paper gives no intervals;\n"+
	"a mean of n scores between 0 and 1 has at most Wilson's for n games, which is taken, with %d runs a row. A difference is told apart from 0 where its 95%% interval leaves 0 out. bsr-uct becomes perfect if it opens all cells in all games of the two longest times,\n"+
	"and its interval is above the paper's fast version. The level of the fast version is that of all times but the first: it agrees with the paper's if the difference of the two is not told apart from 0, by an interval that reaches no further than %.1f to either side. Whether it goes on growing is asked of the\n"+
	"four longest times against the three before them. Simulations are not judged: how many the paper's program made is not known.", paperRuns, levelWidth)

// pooled returns the scores of a player in some rows.
func pooled(rows []tableOneRow, player int) (v interval.Values) {
	for _, r := range rows {
		for _, g := range r.games[player] {
			v.Add(g.score)
		}
	}
	return v
}

// estimateOf is a mean of scores with its interval.
func estimateOf(v interval.Values) (e interval.Estimate) {
	e.Value, e.Lo, e.Hi = v.Mean95(0, 1)
	return e
}

// paperLevel is the mean of some rows of a column of the paper's, 1 or 2, with the widest interval that it may have.
func paperLevel(rows [][3]float64, column int) interval.Estimate {
	sum := 0.0
	for _, row := range rows {
		sum += paperRuns * row[column]
	}
	return estimateOf(interval.Values{N: paperRuns * len(rows), Sum: sum, Squares: sum})
}

// pooledDifference returns what the fast version has more than bsr-uct in some rows: ours, or to the letter.
func pooledDifference(rows []tableOneRow, pair int) interval.Estimate {
	var v interval.Values
	for _, r := range rows {
		for i, g := range r.games[2*pair+1] {
			v.Add(g.score - r.games[2*pair][i].score)
		}
	}
	mean, lo, hi := v.Difference95(1)
	return interval.Estimate{Value: mean, Lo: lo, Hi: hi}
}

// with writes an estimate with its interval.
func with(e interval.Estimate) string { return fmt.Sprintf("%.3f (%.3f to %.3f)", e.Value, e.Lo, e.Hi) }

// signed writes a difference with its interval.
func signed(e interval.Estimate) string {
	return fmt.Sprintf("%+.3f (%+.3f to %+.3f)", e.Value, e.Lo, e.Hi)
}

// less returns what an estimate has more than another.
func less(e, other interval.Estimate) (d interval.Estimate) {
	d.Value, d.Lo, d.Hi = e.Less95(other)
	return d
}

// tableOneWords says what the numbers mean, by the rule that the page states.
func tableOneWords(clock, count []tableOneRow) []string {
	var words []string
	say := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	if len(clock) == len(paperTableOne) {
		words = append(words, tableOneClockWords(clock)...)
	}
	words = append(words, levelWords(clock, count)...)
	if len(count) > 0 {
		last := &count[len(count)-1]
		for k, name := range []string{"ours", "to the letter"} {
			d := last.pairs[k]
			say("At %s, the most here, where the two differ in how states are drawn alone: fast less bsr-uct, %s, %s.", last.budget, name, signed(interval.Estimate{Value: d.Score, Lo: d.ScoreCI95[0], Hi: d.ScoreCI95[1]}))
		}
	}
	say("The kernel: both are symmetric, the paper's on vectors of positions, as we read it, where a trial that puts two mines on one cell is lost, and that of ours on sets of cells. With one mine lifted a trial by vectors changes the state with a chance of 1/7 after a central first cell, of 4/10 after one at an edge and 6/12 in a corner; by sets with 1/2, 4/5 and 6/7. So to the letter a chain is slowest just where the game can be won for certain, and stays there longest in the state of another node, which contradicts the position.")
	say("The paper's values are multiples of 1/330, which 30 runs with 10 safe cells cannot give. 33 runs can, or 30 runs with 5 mines and 11 safe cells, of which no first cell is a sure win, so that two rows of 1 speak for the former.")
	return words
}

// levelWords says with which times and simulations each fast version is not told apart from the level of the paper's, row by row.
func levelWords(clock, count []tableOneRow) (words []string) {
	level := paperLevel(paperTableOne[1:], 2)
	met := func(rows []tableOneRow, player int) string {
		var budgets []string
		for i := range rows {
			if d := less(estimateOf(pooled(rows[i:i+1], player)), level); d.Lo <= 0 && d.Hi >= 0 {
				budgets = append(budgets, rows[i].budget.String())
			}
		}
		if len(budgets) == 0 {
			return "none"
		}
		return strings.Join(budgets, ", ")
	}
	for k, name := range tableOneNames {
		if k%2 == 0 {
			continue
		}
		var parts []string
		if len(clock) == len(paperTableOne) {
			parts = append(parts, fmt.Sprintf("of the times %s", met(clock, k)))
		}
		if len(count) > 0 {
			parts = append(parts, fmt.Sprintf("of the numbers of simulations %s", met(count, k)))
		}
		if len(parts) > 0 {
			words = append(words, fmt.Sprintf("Where %s is not told apart from the level of the paper's fast version, %.3f, row by row: %s.", name, level.Value, strings.Join(parts, "; ")))
		}
	}
	return words
}

// tableOneClockWords judges the rows of times, as many as the paper's.
func tableOneClockWords(clock []tableOneRow) (words []string) {
	say := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	level := paperLevel(paperTableOne[1:], 2)
	top := paperLevel(paperTableOne, 1)
	for k, name := range tableOneNames {
		if k%2 == 0 {
			last := pooled(clock[len(clock)-2:], k)
			claim := fmt.Sprintf("%s becomes perfect, as the paper's did from 6.4 s on", name)
			switch e := estimateOf(last); {
			case last.Sum == float64(last.N) && e.Lo > level.Hi:
				say("Agrees: %s: at the two longest times it opens all cells in all of %d games (%.3f to 1).", claim, last.N, e.Lo)
			case last.Sum == float64(last.N):
				say("Not told apart: %s: at the two longest times it opens all cells, but %d games are few.", claim, last.N)
			default:
				say("Not reached: %s: at the two longest times %s.", claim, with(e))
			}
			say("%s, all times together: %s; the paper's %s: %s.", name, with(estimateOf(pooled(clock, k))), with(top), signed(less(estimateOf(pooled(clock, k)), top)))
			continue
		}
		ours := estimateOf(pooled(clock[1:], k))
		d := less(ours, level)
		verdict := "Not told apart"
		switch {
		case d.Lo > 0 || d.Hi < 0:
			verdict = "Does not agree"
		case d.Value-d.Lo <= levelWidth && d.Hi-d.Value <= levelWidth:
			verdict = "Agrees"
		}
		say("%s: the level of %s is %s, the paper's %s: %s.", verdict, name, with(ours), with(level), signed(d))
		d = less(estimateOf(pooled(clock[4:], k)), estimateOf(pooled(clock[1:4], k)))
		verdict = "Agrees, as far as is seen"
		switch {
		case d.Lo > 0:
			verdict = "Does not agree"
		case estimateOf(pooled(clock[4:], k)).Hi == 1:
			verdict = "Not told apart"
		}
		say("%s: %s does not grow with more time, as the paper's, whose later level is %+.3f above the earlier: %s.", verdict, name, paperLevel(paperTableOne[4:], 2).Value-paperLevel(paperTableOne[1:4], 2).Value, signed(d))
	}
	for k, name := range []string{"fast", "fast to the letter"} {
		d := pooledDifference(clock, k)
		behind := 0
		for i := range clock {
			if clock[i].pairs[k].Score < 0 {
				behind++
			}
		}
		verdict := "Not told apart"
		switch {
		case d.Hi < 0:
			verdict = "Agrees"
		case d.Lo > 0:
			verdict = "Does not agree"
		}
		say("%s: %s is behind its bsr-uct, on the same boards: %s, by the means of %d of 8 rows; in the paper by the means of all 8, %s together.", verdict, name, signed(d), behind, signed(less(paperLevel(paperTableOne, 2), top)))
	}
	return words
}

// tableOneFirsts writes how games began, and what they came to from there.
func tableOneFirsts(ctx context.Context, p *Page, clock, count []tableOneRow) error {
	r := minesweeper.Rules{Height: 4, Width: 4, Mines: 6, First: minesweeper.Gnomine, Objective: minesweeper.Score}
	g, err := minesweeper.New(r)
	if err != nil {
		return err
	}
	cells, err := optimum.Solve(ctx, g, reveal.New(reveal.Options{Workers: 1}), nil)
	if err != nil {
		return err
	}
	rows := [][]string{{"games", "player"}}
	best := []string{"", "the best play, exactly"}
	for k, kind := range tableOneKinds {
		rows[0] = append(rows[0], kind+" first", "score from there")
		at := slices.IndexFunc(cells, func(c optimum.FirstCell) bool {
			row, col := g.RowCol(c.Cell)
			return kindOf(fmt.Sprintf("%d,%d", row, col)) == k
		})
		if at < 0 || !cells[at].Exact() {
			return fmt.Errorf("the best score from a first cell at the %s is not known", kind)
		}
		x, _ := cells[at].Lower.Float64()
		best = append(best, "", fmt.Sprintf("%.3f", x))
	}
	for _, part := range []struct {
		name string
		rows []tableOneRow
	}{{"all times together", clock}, {"the most simulations", count[max(0, len(count)-1):]}} {
		for k, name := range tableOneNames {
			var v [3]interval.Values
			n := 0
			for i := range part.rows {
				for _, g := range part.rows[i].games[k] {
					v[g.first].Add(g.score)
					n++
				}
			}
			if n == 0 {
				continue
			}
			line := []string{part.name, name}
			for i := range v {
				text := ""
				if v[i].N > 0 {
					text = with(estimateOf(v[i]))
				}
				line = append(line, fmt.Sprintf("%d of %d", v[i].N, n), text)
			}
			rows = append(rows, line)
		}
	}
	p.Table(2, append(rows, best)...)
	p.Say("By chance a quarter of all first cells is central, half at an edge. Whoever does not begin in the centre can on average have no more than the last line there: whose level lies about what is left then has lost it with the first cell.")
	return nil
}

// tableOneVariants writes which of the differences between ours and the letter matters, and what changes where zeros open their neighbours.
func tableOneVariants(p *Page, r *Record, count, opened []tableOneRow) {
	rows := [][]string{{"simulations a move", "player", "score", "central first", "inconsistent states played"}}
	add := func(budget, name string, games int, score string, central int, inconsistent, samples int64) {
		rows = append(rows, []string{budget, name, score, fmt.Sprintf("%d of %d", central, games), percent(share(inconsistent, samples))})
	}
	for _, row := range count {
		sims, before := fmt.Sprint(row.budget.Simulations), len(rows)
		for _, k := range []int{1, 3} {
			c := row.cells[k]
			add(sims, tableOneNames[k], c.Games, score(c.Scored), central(row.games[k]), c.Health.Inconsistent, c.Health.Samples)
		}
		both := len(rows)
		for _, control := range tableOneControls {
			c := r.Cell(row.cells[0].Setting, control.player, row.budget)
			if c == nil {
				continue
			}
			games, err := tableOneGames(r, c.Cell)
			if err != nil {
				continue
			}
			add(sims, control.name, c.Games, score(c.Scored), central(games), c.Health.Inconsistent, c.Health.Samples)
		}
		for _, o := range opened {
			if o.budget != row.budget {
				continue
			}
			for k, c := range o.cells {
				add(sims, tableOneNames[k]+", zeros open", c.Games, score(c.Scored), central(o.games[k]), c.Health.Inconsistent, c.Health.Samples)
			}
		}
		if len(rows) == both { // nothing to compare them with
			rows = rows[:before]
		}
	}
	if len(rows) > 1 {
		p.Say("Which of the differences matters, the chain or the rest, and what changes where the neighbours of a 0 open by themselves:")
		p.Table(2, rows...)
	}
}
