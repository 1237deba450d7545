package studies

import (
	"context"
	"errors"
	"fmt"
	"math"

	"blindsight/belief/enumerate"
	"blindsight/experiment/matebase"
	"blindsight/experiment/report"
	"blindsight/experiment/summary"
	"blindsight/game/chess"
	"blindsight/internal/randstream"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// sampleSizes are how many positions of a belief are drawn.
var sampleSizes = []int{1, 2, 5, 10, 20, 50}

// sampledRun is what came of one sample of a problem.
type sampledRun struct {
	Run   measured // the drawing included
	Mated int      // where the sample is a mate: positions of the whole belief in which its plan mates
}

// sampledProblem is what came of one problem, by sampleSizes as far as its belief is larger.
type sampledProblem struct {
	Whole measured // the exact belief, then the search
	Runs  []sampledRun
}

// sampled measures incremental search on approximate beliefs, which paper C leaves to
// future work: mates of a random sample of the belief, and how many of them are false.
func sampled(ctx context.Context, b *Bench, p *Page) error {
	n := int(amount[problemCount](b, 20, 150, math.MaxInt))
	p.Say("Ours; paper C leaves \"the combination of incremental search and approximate state estimation\" to future work. Instead of the\n" +
		"whole belief, some positions of it are drawn by the randomised depth-first search of its section on state estimation, and gl-dbu\n" +
		"decides these. That no mate is found there is certain for the whole belief (Theorem 2 of the paper); a mate may be false, and\n" +
		"this page counts how often.")
	p.Say("A sample is drawn once for each problem and size, for problems whose belief is larger than the sample. A *false mate* is a near\n" +
		"miss that the sample takes for a mate. A *false plan* is a plan for the sample (made by `best`) that does not mate in every\n" +
		"position of the belief, of a mate too; where something is heard that the plan does not know, it counts as not mating. Time is\n" +
		"processor time, from the history to the verdict, over that of the exact belief and gl-dbu after it.")
	classes := make([]sampledClass, len(problemClasses))
	for k, c := range problemClasses {
		list, err := c.evenly(ctx, b, n)
		if err != nil {
			return err
		}
		results, err := Do(ctx, b, "samples, "+c.String(), len(list), func(i int) string { return "sampled/" + list[i].ID }, func(ctx context.Context, i int) (sampledProblem, error) {
			return samplesOf(ctx, b, list[i])
		})
		if err != nil {
			return err
		}
		classes[k] = sampledClass{c, list, results}
	}
	for _, c := range classes {
		c.table(p)
	}
	p.Say("*By chance at least* is the mean chance that a uniform sample lies within the part of a near miss that is known to be proved: it\n" +
		"is then taken for a mate for certain. The samples here are not uniform: positions to which many ways lead come sooner.")
	p.Head("Mates and near misses together")
	for _, depth := range []int{3, 5} {
		falseClaims(p, classes, depth)
	}
	p.Say("Half of the problems are near misses, chosen because at least half of their positions are mated by one plan: the hard cases, not\n" +
		"a sample of the beliefs of games. Where the sizes go up, small beliefs drop out, so rows are of different problems.")
	var words []string
	for i := range classes {
		if classes[i].answer == matebase.None {
			words = append(words, classes[i].enough())
		}
	}
	p.List(words...)
	return sampledFigure(p, classes)
}

// samplesOf measures all sizes on a problem.
func samplesOf(ctx context.Context, b *Bench, i *matebase.Instance) (r sampledProblem, err error) {
	r.Whole, err = measureHistory(ctx, b, i, estimateFirst)
	if err == nil {
		err = contradiction(i, "gl-dbu", r.Whole.Verdict)
	}
	for _, size := range sampleSizes {
		if size >= len(i.Belief) || err != nil {
			break
		}
		var drawn []chess.Position
		var run sampledRun
		run.Run, err = measureHistory(ctx, b, i, func(ctx context.Context, s *players.Solver, i *matebase.Instance) (result andor.Result, err error) {
			rng := randstream.New(b.Seed, "sampled/"+i.ID, uint64(size))
			if drawn, _, err = players.Sample(ctx, i.History, i.Side, rng, size, enumerate.Options{}); err != nil {
				return result, err
			}
			result = s.Solve(ctx, drawn, i.Depth)
			result.States += int64(len(drawn))
			return result, nil
		})
		if err == nil && i.Answer == matebase.Mate { // by Theorem 2 a sample of a mate is one
			err = contradiction(i, "gl-dbu, on a sample,", run.Run.Verdict)
		}
		if err == nil && run.Run.Verdict == andor.Win {
			run.Mated, err = matedBy(ctx, i, drawn)
		}
		r.Runs = append(r.Runs, run)
	}
	return r, err
}

// measureHistory measures a way from the history of an instance to a verdict, by gl-dbu.
func measureHistory(
	ctx context.Context, b *Bench, i *matebase.Instance, decide func(context.Context, *players.Solver, *matebase.Instance) (andor.Result, error),
) (measured, error) {
	t := trial{"gl-dbu", andor.Options{Algorithm: "gl-dbu"}, pick(b.Size, 1.0, 20, 20)}
	var failed error
	m, err := measure(ctx, b, i, t, func(ctx context.Context, s *players.Solver) (result andor.Result) {
		result, failed = decide(ctx, s, i)
		return result
	})
	return m, errors.Join(err, failed)
}

// matedBy returns in how many positions of the belief the plan for a sample mates.
func matedBy(ctx context.Context, i *matebase.Instance, drawn []chess.Position) (int, error) {
	s := players.NewSolver(i.Rules, andor.Options{})
	p := i.Problem
	p.Belief = drawn
	plan, result := players.MatePlan(ctx, s, &p)
	if plan == nil {
		return 0, fmt.Errorf("%s: a sample of %d is a mate by gl-dbu and %s by best: %v", i.ID, len(drawn), result.Verdict, result.Err)
	}
	mated := 0
	for k := range i.Belief {
		if plan.Mates(&i.Belief[k]) {
			mated++
		}
	}
	return mated, nil
}

// sampledClass is a class with all that was measured on it.
type sampledClass struct {
	problemClass
	problems []*matebase.Instance
	results  []sampledProblem
}

// sampledSum sums up a class for one size.
type sampledSum struct {
	problems   int     // with larger beliefs, decided in both ways
	claims     int     // mates of the sample
	falsePlans int     // claims whose plan does not mate everywhere
	mated      float64 // mean share of positions that the plans mate
	chance     float64 // mean chance that a uniform sample is within the proved part
	cost       float64 // of all problems
	whole      float64 // of all problems with the whole beliefs
}

// saved writes the time over that of the whole beliefs.
func (s *sampledSum) saved() string {
	if s.problems == 0 {
		return "none"
	}
	return percent(s.cost / max(s.whole, leastCost))
}

func (c *sampledClass) sum(size int) (s sampledSum) {
	for k, r := range c.results {
		if size >= len(sampleSizes) || len(r.Runs) <= size || r.Whole.Verdict == andor.Unknown || r.Runs[size].Run.Verdict == andor.Unknown {
			continue
		}
		i, run := c.problems[k], &r.Runs[size]
		s.problems++
		s.cost, s.whole = s.cost+run.Run.Cost, s.whole+r.Whole.Cost
		s.chance += within(len(i.Part), len(i.Belief), sampleSizes[size])
		if run.Run.Verdict != andor.Win {
			continue
		}
		s.claims++
		s.mated += float64(run.Mated) / float64(len(i.Belief))
		if run.Mated < len(i.Belief) {
			s.falsePlans++
		}
	}
	s.mated /= float64(max(1, s.claims))
	s.chance /= float64(max(1, s.problems))
	return s
}

// within returns the chance that n of so many, drawn without repetition, are all in a part.
func within(part, all, n int) float64 {
	chance := 1.0
	for k := range n {
		chance *= max(0, float64(part-k)) / float64(all-k)
	}
	return chance
}

// shareOf writes a rate with its interval.
func shareOf(n, of int) string {
	if of == 0 {
		return "none"
	}
	return rate(summary.RateOf(n, of))
}

// table writes what was found for a class.
func (c *sampledClass) table(p *Page) {
	p.Head(c.String())
	head := []string{"positions drawn", "problems", "called a mate", "false plans, of these", "positions that the plans mate", "time over the whole"}
	if c.answer == matebase.None {
		head = []string{"positions drawn", "problems", "false mates", "share", "by chance at least", "positions that the plans mate", "time over the whole"}
	}
	rows := [][]string{head}
	for k, size := range sampleSizes {
		s := c.sum(k)
		row := []string{fmt.Sprint(size), fmt.Sprint(s.problems), fmt.Sprint(s.claims)}
		if c.answer == matebase.None {
			chance := "none"
			if s.problems > 0 {
				chance = percent(s.chance)
			}
			row = append(row, shareOf(s.claims, s.problems), chance)
		} else {
			row = append(row, shareOf(s.falsePlans, s.claims))
		}
		mated := "none"
		if s.claims > 0 {
			mated = percent(s.mated)
		}
		rows = append(rows, append(row, mated, s.saved()))
	}
	p.Table(0, rows...)
}

// falseClaims writes which share of the mates that samples claim is false, at a depth, over
// as many mates as near misses.
func falseClaims(p *Page, classes []sampledClass, depth int) {
	rows := [][]string{{fmt.Sprintf("positions drawn, %d plies", depth), "problems", "called a mate", "false mates, of these", "false plans, of these", "time over the whole"}}
	for k, size := range sampleSizes {
		var both sampledSum
		falseMates := 0
		for i := range classes {
			if classes[i].depth != depth {
				continue
			}
			s := classes[i].sum(k)
			both.problems, both.claims, both.falsePlans = both.problems+s.problems, both.claims+s.claims, both.falsePlans+s.falsePlans
			both.cost, both.whole = both.cost+s.cost, both.whole+s.whole
			if classes[i].answer == matebase.None {
				falseMates += s.claims
			}
		}
		rows = append(rows, []string{
			fmt.Sprint(size), fmt.Sprint(both.problems), fmt.Sprint(both.claims), shareOf(falseMates, both.claims), shareOf(both.falsePlans, both.claims), both.saved(),
		})
	}
	p.Table(0, rows...)
}

// enough says how many positions make false mates rare.
func (c *sampledClass) enough() string {
	for k, size := range sampleSizes {
		if s := c.sum(k); s.problems > 0 {
			if summary.RateOf(s.claims, s.problems).CI95[1] < 0.1 {
				return fmt.Sprintf("%s: from samples of %d on, less than one in ten is taken for a mate (the whole interval lies below).", c.problemClass, size)
			}
		}
	}
	return fmt.Sprintf("%s: no size of the sample is known to keep false mates below one in ten.", c.problemClass)
}

// sampledFigure draws the rates of errors against the number of positions drawn.
func sampledFigure(p *Page, classes []sampledClass) error {
	f := &report.Figure{Height: 8.5, Width: 20}
	for _, depth := range []int{3, 5} {
		panel := report.Panel{Title: fmt.Sprintf("%d plies", depth), X: "positions drawn", Y: "share", XScale: report.Count, YRange: [2]float64{0, 1}, XRange: [2]float64{0.8, 65}}
		mates := report.Series{Name: "mates: the plan is false", Style: report.Style(1), Joined: true}
		near := report.Series{Name: "near misses: called a mate", Style: report.Style(0), Joined: true}
		chance := report.Series{Name: "near misses: by chance at least", Style: report.Style(2), Joined: true, Bare: true}
		for i := range classes {
			c := &classes[i]
			if c.depth != depth {
				continue
			}
			for k, size := range sampleSizes {
				s := c.sum(k)
				n, of, to := s.claims, s.problems, &near
				if c.answer == matebase.Mate {
					n, of, to = s.falsePlans, s.claims, &mates
				}
				if of == 0 {
					continue
				}
				to.Points = append(to.Points, point(float64(size), summary.RateOf(n, of)))
				if c.answer == matebase.None {
					chance.Points = append(chance.Points, report.Point{X: float64(size), Y: s.chance})
				}
			}
		}
		panel.Series = []report.Series{near, mates, chance}
		f.Panels = append(f.Panels, panel)
	}
	return p.Figure("errors", "How often a mate, or a plan, that was found on a sample of the belief is false", f)
}
