package studies

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"blindsight/belief/enumerate"
	"blindsight/experiment/matebase"
	"blindsight/experiment/report"
	"blindsight/game/chess"
	"blindsight/internal/plural"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// interleaveWays are the ways from a history to a verdict.
var interleaveWays = []struct {
	trial
	decide func(ctx context.Context, s *players.Solver, i *matebase.Instance) (andor.Result, error)
}{
	{trial{"sequential", andor.Options{Algorithm: "gl-dbu"}, 20}, estimateFirst},
	{trial{"interleaved", andor.Options{Algorithm: "gl-dbu"}, 20}, interleaved},
	{trial{"sequential, best", andor.Options{Algorithm: "best"}, 20}, estimateFirst},
}

// streamOf returns the positions that agree with an instance's history, depth-first.
func streamOf(ctx context.Context, i *matebase.Instance) (*enumerate.Stream[chess.Position], iter.Seq[chess.Position], error) {
	trail, err := i.History.Trail(i.Side)
	if err != nil {
		return nil, nil, err
	}
	stream := enumerate.Depth[chess.Position](trail, enumerate.Options{})
	return stream, func(yield func(chess.Position) bool) {
		for p := range stream.All(ctx) {
			if !yield(*p) {
				return
			}
		}
	}, nil
}

// estimateFirst finds the whole belief, then searches.
func estimateFirst(ctx context.Context, s *players.Solver, i *matebase.Instance) (andor.Result, error) {
	stream, states, err := streamOf(ctx, i)
	if err != nil {
		return andor.Result{}, err
	}
	r := s.Solve(ctx, slices.Collect(states), i.Depth)
	r.States += int64(stream.Count())
	return r, stream.Err()
}

// interleaved searches as the positions are found.
func interleaved(ctx context.Context, s *players.Solver, i *matebase.Instance) (andor.Result, error) {
	stream, states, err := streamOf(ctx, i)
	if err != nil {
		return andor.Result{}, err
	}
	r := s.SolveStream(ctx, states, i.Depth)
	r.States += int64(stream.Count())
	return r, stream.Err()
}

// interleave reproduces paper C's last figure: estimation and search one after the other,
// and interleaved.
func interleave(ctx context.Context, b *Bench, p *Page) error {
	n := int(amount[problemCount](b, 15, 100, math.MaxInt))
	p.Say("Paper C, section 7: the time from a history to a verdict, by depth-first estimation and gl-dbu. Sequential is first the\n" +
		"whole belief, then the search; interleaved hands each position to the search as it is found, and stops both at the first\n" +
		"disproof. The paper: \"interleaving can provide substantial time savings on near-miss instances by eliminating the need for\n" +
		"full state estimation, but has no effect on the solving of mate instances\". Processor time of one thread, the least of three\n" +
		"rounds through all ways.")
	f := &report.Figure{Height: 8.5}
	saved := [][]string{{"problems", "number", "sequential, all", "interleaved, all", "time saved: all", "least", "25%", "median", "75%", "greatest"}}
	other := [][]string{{"problems", "not decided: sequential", "interleaved", "best after the estimate", "best after the estimate, all"}}
	var words []string
	var taken []*solverClass
	for _, c := range problemClasses {
		runs, list, err := interleaveClass(ctx, b, c, n)
		if err != nil {
			return err
		}
		taken = append(taken, &solverClass{problemClass: c, problems: list})
		saved = append(saved, b.savedRow(c, runs))
		words = append(words, lostWords(c, runs))
		var lost [3]int
		for w := range runs {
			lost[w] = len(list) - (&solverRow{runs: runs[w]}).solved()
		}
		other = append(other, []string{c.String(), fmt.Sprint(lost[0]), fmt.Sprint(lost[1]), fmt.Sprint(lost[2]), b.cost((&solverRow{runs: runs[2]}).spent())})
		f.Panels = append(f.Panels, b.interleavePanel(c, runs))
	}
	p.Say("%s Of which depth the paper's figure is cannot be read.", authorsSize(taken))
	p.Head("Time saved")
	p.Table(1, saved...)
	p.Say("The quantiles are of the share saved of each problem; less than 0 is time lost.")
	p.List(words...)
	f.Width = 26
	if err := p.Figure("interleaved", "Interleaved against sequential, each point a problem; on the line both take as long", f); err != nil {
		return err
	}
	p.Table(1, other...)
	return nil
}

// interleaveClass measures all ways on problems of a class.
func interleaveClass(ctx context.Context, b *Bench, c problemClass, n int) (runs [3][]measured, list []*matebase.Instance, err error) {
	list, err = c.evenly(ctx, b, n)
	if err != nil {
		return runs, nil, err
	}
	name := func(i int) string { return "history/" + list[i].ID }
	results, err := Do(ctx, b, "histories, "+c.String(), len(list), name, func(ctx context.Context, i int) (r [3]measured, err error) {
		for round := range interleaveRounds {
			for w := range interleaveWays {
				m, err := measureWay(ctx, b, list[i], w)
				if err != nil {
					return r, err
				}
				if round == 0 || m.Cost < r[w].Cost {
					r[w] = m
				}
			}
		}
		return r, nil
	})
	for w := range runs {
		for _, r := range results {
			runs[w] = append(runs[w], r[w])
		}
	}
	return runs, list, err
}

// interleaveRounds is how often each problem goes through all ways, of which the quickest
// counts: they differ by little, and a machine is slow for a while.
const interleaveRounds = 3

// measureWay measures one way from the history of an instance to its verdict.
func measureWay(ctx context.Context, b *Bench, i *matebase.Instance, way int) (measured, error) {
	t := interleaveWays[way].trial
	t.limit = pick(b.Size, 1, t.limit, t.limit)
	var failed error
	m, err := measure(ctx, b, i, t, func(ctx context.Context, s *players.Solver) andor.Result {
		result, err := interleaveWays[way].decide(ctx, s, i)
		failed = err
		return result
	})
	if err == nil {
		err = failed
	}
	if err == nil {
		err = contradiction(i, t.name, m.Verdict)
	}
	return m, err
}

// savedRow says which share of the time was saved.
func (b *Bench) savedRow(c problemClass, runs [3][]measured) []string {
	var shares []float64
	for k := range runs[0] {
		shares = append(shares, 1-runs[1][k].Cost/max(runs[0][k].Cost, leastCost))
	}
	slices.Sort(shares)
	x, y := (&solverRow{runs: runs[0]}).spent(), (&solverRow{runs: runs[1]}).spent()
	row := []string{c.String(), fmt.Sprint(len(shares)), b.cost(x), b.cost(y), percent(1 - y/max(x, leastCost))}
	for _, q := range []float64{0, 0.25, 0.5, 0.75, 1} {
		row = append(row, percent(quantile(shares, q)))
	}
	return row
}

// lostWords says what was saved or lost in all, and by how many problems more than a tenth.
func lostWords(c problemClass, runs [3][]measured) string {
	var sum [2]float64
	lost, won, same := 0, 0, 0
	for k := range runs[0] {
		x, y := runs[0][k].Cost, runs[1][k].Cost
		if runs[0][k].Stats.States == runs[1][k].Stats.States {
			same++
		}
		sum[0], sum[1] = sum[0]+x, sum[1]+y
		switch {
		case y > 1.1*x:
			lost++
		case y < 0.9*x:
			won++
		}
	}
	text := fmt.Sprintf("%s: %s saved more than a tenth of their time, %d lost more than a tenth; in %d of %d both ways construct the same number of positions, and a difference is the machine's.",
		c, plural.Count(won, "problem"), lost, same, len(runs[0]))
	if c.answer == matebase.Mate {
		share := sum[1]/max(sum[0], leastCost) - 1
		text += " " + aim("no more than 10% lost on mates, all together", share <= 0.1, percent(share))
	}
	return text
}

// interleavePanel draws interleaved against sequential time.
func (b *Bench) interleavePanel(c problemClass, runs [3][]measured) report.Panel {
	panel := report.Panel{Title: c.String(), X: "sequential", Y: "interleaved over sequential", XScale: report.Time, YRange: [2]float64{0, 1.25}}
	if b.positions() > 0 {
		panel.XScale = report.Count
	}
	s := report.Series{Name: "problems"}
	for k := range runs[0] {
		x := max(runs[0][k].Cost, leastCost)
		s.Points = append(s.Points, report.Point{X: x, Y: min(1.25, runs[1][k].Cost/x)})
	}
	panel.Series = append(panel.Series, s)
	panel.Lines = append(panel.Lines, report.Line{Name: "", Value: 1})
	return panel
}
