package studies

import (
	"fmt"
	"math"
	"slices"

	"blindsight/experiment/matebase"
	"blindsight/experiment/report"
	"blindsight/search/andor"
)

// cost writes a cost: seconds, or positions, see positionsASecond.
func (b *Bench) cost(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "not solved"
	case math.IsNaN(x):
		return "none"
	case b.positions() > 0:
		return fmt.Sprintf("%.0f positions", x)
	case x < 1e-3:
		return fmt.Sprintf("%.0f µs", 1e6*x)
	case x < 1:
		return fmt.Sprintf("%.3g ms", 1e3*x)
	}
	return fmt.Sprintf("%.3g s", x)
}

// limitOf returns the limit of a trial in units of cost.
func (b *Bench) limitOf(t trial) float64 {
	if n := b.positions(); n > 0 {
		return t.limit * float64(n)
	}
	return t.limit
}

// writeSolvers writes the head and the tables.
func writeSolvers(b *Bench, p *Page, classes []*solverClass) {
	n := len(classes[0].problems)
	p.Say("Paper C, section 5 and 6: the fraction of the problems of its database that each algorithm solves within a given\n" +
		"processor time, mates and near misses apart. Its figure is for the deeper of two databases, in Lisp on a machine of 2005. In\n" +
		"the text that we have every digit is lost, also those of depths and theorems: that these are 3 and 5 plies is inferred from\n" +
		"the files that the authors published. So the paper's statements in words are set beside ours below.")
	p.Say("%d problems of each class, evenly drawn over difficulty (the positions that gl-dbu constructs) from the first %d of each in our own data set,\n"+
		"[kriegspiel-problems](../../kriegspiel-problems/README.md). Times are processor time of the one thread that searches; each\n"+
		"problem has a solver of its own, and what takes less than 50 ms is measured five times, of which the least counts.\n"+
		"`udb` is `e-dfs`, `l-udb` is `le-dfs`. What lies beyond the limit counts with the time spent, a lower bound.", n, max(n, poolSize))
	runs, decided, full := 0, 0, 0
	for _, c := range classes {
		p.Head(c.String())
		rows := [][]string{{"algorithm", "limit", "solved", "median", "90%", "all together", "positions", "most memory"}}
		for _, r := range b.byEfficiency(c.rows) {
			states, bytes := int64(0), int64(0)
			for _, m := range r.runs {
				states += m.Stats.States
				bytes = max(bytes, m.Stats.Bytes)
				if m.Verdict == andor.Unknown && m.Cost < b.limitOf(r.trial) {
					full++
				}
			}
			runs += len(r.runs)
			decided += r.solved()
			bound := ""
			if r.solved() < len(r.runs) {
				bound = "over "
			}
			costs := r.costs()
			rows = append(rows, []string{
				r.name, b.cost(b.limitOf(r.trial)), fmt.Sprintf("%d of %d", r.solved(), len(r.runs)), b.cost(quantile(costs, 0.5)), b.cost(quantile(costs, 0.9)),
				bound + b.cost(r.spent()), fmt.Sprint(states), fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20)),
			})
		}
		p.Table(1, rows...)
	}
	p.Say("Of %d searches %d came to a verdict, and all of these are the answers of the data set: no two algorithms disagree. A search may hold %d MiB, and %d ended for that.",
		runs, decided, studyMemory>>20, full)
}

// byEfficiency returns rows by the time spent within the least of their limits, the least
// first.
func (b *Bench) byEfficiency(rows []solverRow) []solverRow {
	limit := math.Inf(1)
	for _, r := range rows {
		limit = min(limit, b.limitOf(r.trial))
	}
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(x, y solverRow) int {
		if a, b := x.total(limit), y.total(limit); a < b {
			return -1
		} else if a > b {
			return 1
		}
		return 0
	})
	return sorted
}

// blackBox are the algorithms that treat a belief as a whole; the others look inside.
var blackBox = []string{"dfs", "l-dfs", "g-dfs", "gl-dfs", "gx-dfs", "e-dfs", "le-dfs", "pns", "l-pns"}

// solverFigures draws the fraction solved against time: the algorithms of section 5, and
// the incremental ones beside the best of those.
func solverFigures(b *Bench, p *Page, classes []*solverClass, depth int) error {
	p.Head(fmt.Sprintf("The figure, %d plies", depth))
	var incremental []string
	for _, r := range classes[0].rows {
		if !slices.Contains(blackBox, r.name) {
			incremental = append(incremental, r.name)
		}
	}
	incremental = append(incremental, "le-dfs")
	for _, part := range []struct {
		name, caption string
		algorithms    []string
	}{
		{"black-box", "algorithms that treat beliefs as a whole", blackBox},
		{"incremental", "algorithms that look inside beliefs, and ours", incremental},
	} {
		f := &report.Figure{Height: 8.5}
		for _, c := range classes {
			if c.depth != depth {
				continue
			}
			f.Panels = append(f.Panels, b.solvedPanel(c, part.algorithms))
		}
		if err := p.Figure(fmt.Sprintf("solved-%d-%s", depth, part.name), fmt.Sprintf("Fraction solved against processor time, %d plies: %s", depth, part.caption), f); err != nil {
			return err
		}
	}
	return nil
}

// solvedPanel draws the algorithms of a list on a class.
func (b *Bench) solvedPanel(c *solverClass, list []string) report.Panel {
	panel := report.Panel{Title: c.String(), X: "processor time", Y: "fraction solved", XScale: report.Time, YRange: [2]float64{0, 1}}
	if b.positions() > 0 {
		panel.XScale, panel.X = report.Count, "positions"
	}
	low, high := math.Inf(1), 0.0
	for style, name := range list {
		r := c.row(name)
		if r == nil {
			continue
		}
		s := report.Series{Name: name, Style: report.Style(style), Joined: true, Bare: true}
		n := float64(len(r.runs))
		for k, t := range r.costs() {
			if math.IsInf(t, 1) {
				break
			}
			t = max(t, leastCost)
			low, high = min(low, t), max(high, t)
			s.Points = append(s.Points, report.Point{X: t, Y: float64(k) / n}, report.Point{X: t, Y: float64(k+1) / n})
		}
		end := b.limitOf(r.trial)
		high = max(high, end)
		s.Points = append(s.Points, report.Point{X: end, Y: float64(r.solved()) / n})
		panel.Series = append(panel.Series, s)
	}
	panel.XRange = [2]float64{min(low, high/10) / 1.5, high * 1.2}
	return panel
}

// hardInstances says how much faster it is to look inside beliefs, on near misses that are hard for an algorithm that does not:
// the headline of the paper. Longer are classes on which dfs and gl-dbu had the longest limit that there is.
func hardInstances(b *Bench, p *Page, classes, longer []*solverClass) {
	rows := [][]string{{"near misses", "first over second", "first takes over", "problems", "of these not solved by the first", "slow-down of the first: least", "median", "95%", "greatest", "at least 10", "at least 100"}}
	for _, pair := range []pairing{{"dfs", "gl-dbu"}, {"l-dfs", "l-dub"}, {"l-dfs", "l-dbu"}, {"gl-dfs", "gl-dbu"}, {"le-dfs", "l-dub"}, {"le-dfs", "l-dbu"}} {
		from := classes
		if pair.first == "dfs" {
			from = longer
		}
		for _, c := range from {
			if c.answer != matebase.None {
				continue
			}
			first, second := c.row(pair.first), c.row(pair.second)
			limit := min(b.limitOf(first.trial), b.limitOf(second.trial))
			hard := min(limit/5, b.limitOf(trial{limit: 1}))
			var list []bounds
			lost := 0
			for _, i := range b.oneOfEach([]*solverClass{c})[0] {
				if first.runs[i].within(limit) && first.runs[i].Cost <= hard {
					continue
				}
				if !first.runs[i].within(limit) {
					lost++
				}
				list = append(list, first.runs[i].bounds(limit).over(second.runs[i].bounds(limit)))
			}
			s := medianOf(list, 0.05)
			least, most := extremes(list)
			rows = append(rows, []string{
				fmt.Sprintf("%d plies", c.depth), pair.first + " / " + pair.second, b.cost(hard), fmt.Sprint(s.n), fmt.Sprint(lost), least.String(), s.median.String(), s.interval(), most.String(),
				s.verdict(10, math.Inf(1)), s.verdict(100, math.Inf(1)),
			})
		}
	}
	p.Table(2, rows...)
	p.Say("The headline of the paper is two or more orders of magnitude on hard instances, one or more of them by looking inside beliefs: those are the pairs after the first, the first has all improvements together. Which are hard, and for whom, it does not say:\n" +
		"here those on which the first takes long. One problem of each game is taken, drawn by the seed. A search that was not finished takes longer than the time it was given: if it is the first, the ratio is at least what is shown, if it is the second at most.")
}

// extremes returns the least and the greatest of some values, as far as they are known.
func extremes(list []bounds) (least, most bounds) {
	least, most = bounds{math.NaN(), math.NaN()}, bounds{math.NaN(), math.NaN()}
	for i, x := range list {
		if i == 0 {
			least, most = x, x
		}
		least = bounds{min(least.lo, x.lo), min(least.hi, x.hi)}
		most = bounds{max(most.lo, x.lo), max(most.hi, x.hi)}
	}
	return least, most
}

func ratio(x float64) string {
	if math.IsNaN(x) {
		return "none"
	}
	return fmt.Sprintf("%.3g", x)
}

// bestAgainst compares best with gl-dbu, class by class and at 5 plies together.
func bestAgainst(b *Bench, p *Page, classes []*solverClass) {
	p.Say("%d problems of each class, with a limit of %s.", len(classes[0].problems), b.cost(b.limitOf(classes[0].row("best").trial)))
	rows := [][]string{{"problems", "gl-dbu, all", "best, all", "best over gl-dbu", "slow-down: median", "95th percentile", "greatest", "of problem"}}
	var all, best5, dbu5 []bounds
	add := func(name string, best, dbu, slow []bounds, worst string) {
		x, y := sumOf(best), sumOf(dbu)
		rows = append(rows, []string{name, b.costs(y), b.costs(x), x.over(y).String(), quantileOf(slow, 0.5).String(), quantileOf(slow, 0.95).String(), quantileOf(slow, 1).String(), worst})
	}
	for _, c := range classes {
		limit := b.limitOf(c.row("best").trial)
		var best, dbu, slow []bounds
		worst := 0
		for i := range c.problems {
			best = append(best, c.row("best").runs[i].bounds(limit))
			dbu = append(dbu, c.row("gl-dbu").runs[i].bounds(limit))
			slow = append(slow, best[i].over(dbu[i]))
			if slow[i].lo > slow[worst].lo {
				worst = i
			}
		}
		add(c.String(), best, dbu, slow, fmt.Sprintf("%s: %s for %s", c.problems[worst].ID, b.costs(best[worst]), b.costs(dbu[worst])))
		if c.depth == 5 {
			best5, dbu5, all = append(best5, best...), append(dbu5, dbu...), append(all, slow...)
		}
	}
	add("5 plies, both", best5, dbu5, all, "")
	p.Table(1, rows...)
	p.List(aimAtMost("best takes at most 1/5 of the time of gl-dbu, all problems of 5 plies together", sumOf(best5).over(sumOf(dbu5)), 0.2),
		aimAtMost("and is at most 1.5 times slower in 95 of 100 of them", quantileOf(all, 0.95), 1.5))
}

// costs writes a cost as far as it is known.
func (b *Bench) costs(x bounds) string {
	if x.hi > x.lo {
		return "over " + b.cost(x.lo)
	}
	return b.cost(x.lo)
}

// aimAtMost says whether something that we set out to reach was reached, as far as it is known.
func aimAtMost(words string, value bounds, most float64) string {
	if value.lo <= most && value.hi > most {
		return fmt.Sprintf("Aim not decided: %s (%s).", words, value)
	}
	return aim(words, value.hi <= most, value.String())
}

// aim says whether something that we set out to reach was reached.
func aim(words string, reached bool, value string) string {
	if reached {
		return fmt.Sprintf("Aim reached: %s (%s).", words, value)
	}
	return fmt.Sprintf("Aim not reached: %s (%s).", words, value)
}
