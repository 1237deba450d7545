package studies

import (
	"context"
	"errors"
	"fmt"
	"time"

	"blindsight/certificate/policy"
	"blindsight/experiment/report"
	"blindsight/game/pomdp"
	"blindsight/search/pointbased"
)

// valuedProblem is a POMDP with what the reference solver has found: SARSOP of its authors, run by us to closing bounds, or for
// so long.
type valuedProblem struct {
	name         string
	model        func() (*pomdp.Model, error)
	lower, upper float64 // both 0 where it was not run
	seconds      float64 // for which it ran; 0 if its bounds closed, or that is not known
}

func tigerOf(discount float64) func() (*pomdp.Model, error) {
	return func() (*pomdp.Model, error) {
		t := pomdp.UsualTiger()
		t.Discount = discount
		return t.Model()
	}
}

func rocksOf(layout string, half float64) func() (*pomdp.Model, error) {
	return func() (*pomdp.Model, error) {
		r, err := pomdp.RockSampleOf(layout)
		if err != nil {
			return nil, err
		}
		r.HalfLife = half
		return r.Model()
	}
}

// valuedProblems are those of the study.
var valuedProblems = []valuedProblem{
	{"Tiger", tigerOf(.95), 19.3714, 19.3714, 0},
	{"Tiger, discount .75", tigerOf(.75), 1.93343, 1.93344, 0},
	{"RockSample 4x4, d0 = 1", rocksOf("4x4", 1), 17.9245, 17.9245, 0},
	{"RockSample 4x4, d0 = 2", rocksOf("4x4", 2), 17.9245, 17.9245, 0},
	{"RockSample 4x4, d0 = 20", rocksOf("4x4", 20), 0, 0, 0},
	{"RockSample 5x5, d0 = 4", rocksOf("5x5", 4), 19.2369, 21.16, 0},
	{"RockSample 5x7, d0 = 20", rocksOf("5x7", 20), 0, 0, 0},
	{"Tag", pomdp.UsualTag().Model, -6.201, -1.880, 79},
	{"RockSample 7x8, d0 = 20", rocksOf("7x8", 20), 21.113, 24.591, 75},
	{"RockSample 11x11, d0 = 20", rocksOf("11x11", 20), 20.992, 28.085, 83},
}

// valuedCurve is what the search has found in a problem.
type valuedCurve struct {
	Sizes   [3]int // states, actions, observations
	Points  []valuedPoint
	Vectors int     // of the policy
	Proved  float64 // what the policy is proved to be worth at least
}

// valuedPoint is how far a search was.
type valuedPoint struct {
	Seconds, Lower, Upper float64
	Beliefs               int
}

// last is how far the search came.
func (c *valuedCurve) last() valuedPoint { return c.Points[len(c.Points)-1] }

// closedGap is how near bounds are that are called closed.
const closedGap = 1e-3

// pomdpValues solves every generated POMDP from both sides, one core each.
func pomdpValues(ctx context.Context, b *Bench, p *Page) error {
	problems := amount(b, valuedProblems, valuedProblems, valuedProblems)
	curves, err := Do(ctx, b, "searches", len(problems),
		func(i int) string {
			l := problems[i].limits(b)
			return fmt.Sprintf("%s %v %d", problems[i].name, l.Time, l.Trials)
		},
		func(ctx context.Context, i int) (valuedCurve, error) {
			return problems[i].solve(ctx, problems[i].limits(b), amount[trialClock](b, nil, nil, nil))
		})
	if err != nil {
		return err
	}
	p.Say("Ours. The best discounted return of each problem that the generators write, from both sides, by SARSOP in rooms that are found (`search/pointbased`), "+
		"until the bounds are within %v of one another or the time is over; one core each, seconds of the clock, the first bounds among them. Beside it is what the reference solver, SARSOP of its authors, "+
		"has found from the same problems, run until its bounds closed or for the seconds named. The lower bound is that of a policy, which was checked by `certificate/policy` from problem and policy alone: *proved* is "+
		"what that found. In RockSample leaving the board elsewhere than to the east, or sampling where no rock lies, costs 100 and ends the play.", closedGap)
	valuesTable(p, problems, curves)
	if err := valuesFigure(p, problems, curves); err != nil {
		return err
	}
	p.Head("What is seen")
	p.List(valuesWords(problems, curves)...)
	return pomdpOnline(ctx, b, p)
}

// limits are how long a problem is searched: at the middle size as long as the reference solver was given.
func (v *valuedProblem) limits(b *Bench) pointbased.Limits {
	given := time.Minute
	if v.seconds > 0 {
		given = time.Duration(v.seconds) * time.Second
	}
	limit := func(t time.Duration) pointbased.Limits { return pointbased.Limits{Gap: closedGap, Time: t} }
	return amount(b, limit(5*time.Second), limit(given), limit(10*time.Minute))
}

// trialClock tells the time by how many trials were made; nil: the clock on the wall does.
type trialClock func(trials int) float64

// solve runs the search and notes its bounds on the way, each time that a fifth more time has passed.
func (v *valuedProblem) solve(ctx context.Context, l pointbased.Limits, clock trialClock) (c valuedCurve, err error) {
	m, err := v.model()
	if err != nil {
		return c, err
	}
	t, err := m.Tables()
	if err != nil {
		return c, err
	}
	c.Sizes = [3]int{t.States, t.Actions, t.Observations}
	start := time.Now()
	s, err := pointbased.New(ctx, t, l.Time)
	if err != nil {
		return c, err
	}
	note := func(b pointbased.Bounds, always bool) {
		seconds := time.Since(start).Seconds()
		if clock != nil {
			seconds = clock(b.Trials)
		}
		if always || seconds > 1.2*c.last().Seconds {
			c.Points = append(c.Points, valuedPoint{seconds, b.Lower, b.Upper, b.Nodes})
		}
	}
	note(s.Bounds(), true)
	err = s.Run(ctx, l, func(b pointbased.Bounds) { note(b, false) })
	if err != nil && !errors.Is(err, pointbased.ErrTime) && !errors.Is(err, pointbased.ErrTrials) && !errors.Is(err, pointbased.ErrMemory) {
		return c, err
	}
	note(s.Bounds(), true)
	found := &policy.Policy{}
	for _, x := range s.Policy() {
		found.Vectors = append(found.Vectors, policy.Vector(x))
	}
	const slack = 1e-6
	r, err := policy.Check(ctx, t, found, slack)
	if err == nil && !r.Proved {
		err = fmt.Errorf("%s: the policy claims %v, and %v is proved", v.name, r.Claimed, r.Bound)
	}
	c.Vectors, c.Proved = len(found.Vectors), r.Bound
	return c, err
}

// reference says between what the reference solver has the value.
func (v *valuedProblem) reference() string {
	switch {
	case v.lower == 0 && v.upper == 0:
		return "not run"
	case v.seconds > 0:
		return fmt.Sprintf("%.6g to %.6g in %.0f s", v.lower, v.upper, v.seconds)
	}
	return fmt.Sprintf("%.6g to %.6g", v.lower, v.upper)
}

func valuesTable(p *Page, problems []valuedProblem, curves []valuedCurve) {
	p.Head("The values")
	rows := [][]string{{"problem", "states, actions, observations", "reference solver", "lower", "upper", "gap", "proved", "vectors", "beliefs", "seconds"}}
	for i, v := range problems {
		c := &curves[i]
		last := c.last()
		rows = append(rows, []string{
			v.name, fmt.Sprintf("%d, %d, %d", c.Sizes[0], c.Sizes[1], c.Sizes[2]), v.reference(),
			fmt.Sprintf("%.5f", last.Lower), fmt.Sprintf("%.5f", last.Upper), small(last.Upper - last.Lower),
			fmt.Sprintf("%.5f", c.Proved), fmt.Sprint(c.Vectors), fmt.Sprint(last.Beliefs), fmt.Sprintf("%.2f", last.Seconds),
		})
	}
	p.Table(2, rows...)
}

// valuesFigure draws both bounds against time, for the last problems, which take some.
func valuesFigure(p *Page, problems []valuedProblem, curves []valuedCurve) error {
	f := &report.Figure{}
	for i, v := range problems {
		if len(problems)-i > 5 {
			continue
		}
		lower := report.Series{Name: "lower bound", Style: 0, Joined: true, Bare: true}
		upper := report.Series{Name: "upper bound", Style: 1, Joined: true, Bare: true}
		for _, x := range curves[i].Points {
			if x.Seconds > 0 {
				lower.Points = append(lower.Points, report.Point{X: x.Seconds, Y: x.Lower})
				upper.Points = append(upper.Points, report.Point{X: x.Seconds, Y: x.Upper})
			}
		}
		panel := report.Panel{Title: v.name, X: "time", Y: "discounted return", XScale: report.Time, Series: []report.Series{lower, upper}}
		if v.lower != 0 || v.upper != 0 {
			panel.Lines = []report.Line{{Name: "reference, lower", Value: v.lower}, {Name: "reference, upper", Value: v.upper}}
		}
		f.Panels = append(f.Panels, panel)
	}
	return p.Figure("bounds", "Both bounds against time, and where the reference solver came to", f)
}

// valuesWords says what the numbers say.
func valuesWords(problems []valuedProblem, curves []valuedCurve) []string {
	var words []string
	for i, v := range problems {
		last := curves[i].last()
		text := fmt.Sprintf("%s: ", v.name)
		if gap := last.Upper - last.Lower; gap <= closedGap {
			text += fmt.Sprintf("closed to %s after %.2f s.", small(gap), last.Seconds)
		} else {
			text += fmt.Sprintf("open by %s after %.2f s.", small(gap), last.Seconds)
		}
		switch {
		case v.lower == 0 && v.upper == 0:
		case last.Lower > v.upper+closedGap || last.Upper < v.lower-closedGap:
			text += " This **contradicts** the reference solver."
		case v.seconds > 0:
			text += fmt.Sprintf(" The gap of the reference solver was %s after %.0f s.", small(v.upper-v.lower), v.seconds)
		case v.upper-v.lower > closedGap:
			text += fmt.Sprintf(" The reference solver had stopped at a gap of %s.", small(v.upper-v.lower))
		default:
			text += " It agrees with the reference solver."
		}
		words = append(words, text)
	}
	return words
}
