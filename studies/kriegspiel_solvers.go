package studies

import (
	"context"
	"math"
	"slices"

	"blindsight/experiment/matebase"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// solverRow is what an algorithm did with the problems of a class, in their order.
type solverRow struct {
	trial
	runs []measured
}

// solverClass is a class with all that was measured on it.
type solverClass struct {
	problemClass
	problems []*matebase.Instance
	rows     []solverRow
}

// solverTrials returns the algorithms with one limit for all, and some that are compared in speed with a longer one. Aliases are left
// out. The full run has no longer one, nil: it has all problems, and slow algorithms spend their limit on most of
// them. The paper's limit cannot be read in our copy.
func solverTrials(size Size) (all, longer []trial) {
	limit := pick(size, 0.5, 1, 5)
	for _, a := range andor.Algorithms() {
		switch a.Name {
		case "udb", "l-udb": // e-dfs and le-dfs by other names
		default:
			all = append(all, trial{a.Name, andor.Options{Algorithm: a.Name}, limit})
		}
	}
	if size == Full {
		return all, nil
	}
	for _, name := range []string{"dfs", "gl-dbu", "best"} {
		longer = append(longer, trial{name, andor.Options{Algorithm: name}, pick(size, 2.0, 20, 0)})
	}
	return all, longer
}

// solvers reproduces paper C's figure: the fraction of problems solved against processor
// time, for each algorithm, and says how far best reaches.
func solvers(ctx context.Context, b *Bench, p *Page) error {
	n := int(amount[problemCount](b, 8, 60, math.MaxInt))
	classes, err := drawClasses(ctx, b, problemClasses, n)
	if err != nil {
		return err
	}
	all, longer := solverTrials(b.Size)
	some := classes
	if longer != nil { // on twice as many problems
		some = nil
		for _, c := range classes {
			some = append(some, c.thinned(pick(b.Size, 1, 2, 1)))
		}
		if err := measureClasses(ctx, b, classes, longer); err != nil {
			return err
		}
	}
	if err := measureClasses(ctx, b, some, all); err != nil {
		return err
	}
	writeSolvers(b, p, some)
	p.Say("%s The paper's limit of time is lost likewise.", authorsSize(some))
	for _, depth := range []int{3, 5} {
		if err := solverFigures(b, p, some, depth); err != nil {
			return err
		}
	}
	p.Head("What the paper says, and what is seen here")
	paperClaims(b, p, some)
	p.Head("How much faster")
	hardInstances(b, p, some, classes)
	bestAgainst(b, p, classes)
	return reanalyse(ctx, b, p)
}

// drawClasses draws n problems of each class, evenly over difficulty.
func drawClasses(ctx context.Context, b *Bench, list []problemClass, n int) ([]*solverClass, error) {
	var classes []*solverClass
	for _, c := range list {
		drawn, err := c.evenly(ctx, b, n)
		if err != nil {
			return nil, err
		}
		classes = append(classes, &solverClass{problemClass: c, problems: drawn})
	}
	return classes, nil
}

// thinned returns a class with one of so many problems, and nothing measured.
func (c *solverClass) thinned(of int) *solverClass {
	t := &solverClass{problemClass: c.problemClass}
	for i := of / 2; i < len(c.problems); i += of {
		t.problems = append(t.problems, c.problems[i])
	}
	return t
}

// measureClasses gives the problems of each class to every trial. All verdicts must be the
// stored answers: else it is an error.
func measureClasses(ctx context.Context, b *Bench, classes []*solverClass, trials []trial) error {
	type piece struct{ class, trial, problem int }
	var pieces []piece
	for c := range classes {
		for i := range classes[c].problems {
			for t := range trials { // what is compared is measured at about the same time
				pieces = append(pieces, piece{c, t, i})
			}
		}
	}
	name := func(n int) string {
		at := pieces[n]
		i := classes[at.class].problems[at.problem]
		return trials[at.trial].piece(i, i.Depth)
	}
	results, err := Do(ctx, b, "searches", len(pieces), name, func(ctx context.Context, n int) (measured, error) {
		at := pieces[n]
		i, t := classes[at.class].problems[at.problem], trials[at.trial]
		m, err := measure(ctx, b, i, t, func(ctx context.Context, s *players.Solver) andor.Result {
			return s.Solve(ctx, i.Belief, i.Depth)
		})
		if err != nil {
			return m, err
		}
		return m, contradiction(i, t.name, m.Verdict)
	})
	if err != nil {
		return err
	}
	for _, c := range classes {
		for _, t := range trials {
			c.rows = append(c.rows, solverRow{t, make([]measured, len(c.problems))})
		}
	}
	for n, at := range pieces {
		classes[at.class].rows[at.trial].runs[at.problem] = results[n]
	}
	return nil
}

// row returns the row of an algorithm, nil if it was not measured.
func (c *solverClass) row(name string) *solverRow {
	for i := range c.rows {
		if c.rows[i].name == name {
			return &c.rows[i]
		}
	}
	return nil
}

// solved returns how many problems were decided.
func (r *solverRow) solved() int {
	n := 0
	for _, m := range r.runs {
		if m.Verdict != andor.Unknown {
			n++
		}
	}
	return n
}

// total returns the cost of all problems within a limit, which counts whole where it was not
// decided: of a search that ended for memory, too.
func (r *solverRow) total(limit float64) float64 {
	sum := 0.0
	for i := range r.runs {
		if m := &r.runs[i]; m.within(limit) {
			sum += m.Cost
		} else {
			sum += limit
		}
	}
	return sum
}

// spent returns the cost of all problems as far as they were searched; it is a lower bound
// where not all were decided.
func (r *solverRow) spent() float64 {
	sum := 0.0
	for _, m := range r.runs {
		sum += m.Cost
	}
	return sum
}

// costs returns the costs, the least first; what was not decided is infinite.
func (r *solverRow) costs() []float64 {
	var list []float64
	for _, m := range r.runs {
		if m.Verdict == andor.Unknown {
			list = append(list, math.Inf(1))
		} else {
			list = append(list, m.Cost)
		}
	}
	slices.Sort(list)
	return list
}

// quantile returns a quantile of sorted values, by the nearest rank.
func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	return sorted[max(0, int(math.Ceil(q*float64(len(sorted))))-1)]
}

// ratios returns cost of a over cost of b for each problem, sorted.
func ratios(a, b *solverRow) []float64 {
	var list []float64
	for i := range a.runs {
		list = append(list, a.runs[i].Cost/max(b.runs[i].Cost, leastCost))
	}
	slices.Sort(list)
	return list
}
