package studies

import (
	"fmt"
	"math"
	"slices"

	"blindsight/experiment/matebase"
	"blindsight/internal/interval"
	"blindsight/internal/randstream"
	"blindsight/search/andor"
)

// bounds are what is known of a number: it lies between them, both included.
type bounds struct{ lo, hi float64 }

// over returns what is known of a ratio.
func (x bounds) over(y bounds) bounds { return bounds{x.lo / y.hi, x.hi / y.lo} }

// String writes a number as far as it is known.
func (x bounds) String() string {
	switch {
	case math.IsNaN(x.lo):
		return "none"
	case x.lo <= 0 && math.IsInf(x.hi, 1):
		return "not known"
	case math.IsInf(x.hi, 1):
		return "at least " + ratio(x.lo)
	case x.lo <= 0:
		return "at most " + ratio(x.hi)
	case x.hi <= x.lo*(1+1e-9):
		return ratio(x.lo)
	}
	return ratio(x.lo) + " to " + ratio(x.hi)
}

// leastCost keeps what is too short to be measured from dividing by nothing.
const leastCost = 1e-6

// within reports whether it was decided within a limit.
func (m *measured) within(limit float64) bool { return m.Verdict != andor.Unknown && m.Cost <= limit }

// bounds returns what is known of the cost: all of it, or that it is more than was spent,
// where a limit of time or memory came first.
func (m *measured) bounds(limit float64) bounds {
	least := max(min(m.Cost, limit), leastCost)
	if m.within(limit) {
		return bounds{least, least}
	}
	return bounds{least, math.Inf(1)}
}

// slowDown is the median of some ratios, with an interval. Both are true whatever lies beyond
// a limit: that shows in their width.
type slowDown struct {
	n      int
	median bounds
	whole  bounds // the interval
	drawn  bool   // there is an interval: the problems are enough for one
}

// medianOf returns the median of values that are known within bounds. The interval misses
// the true median with a chance of at most miss.
func medianOf(values []bounds, miss float64) slowDown {
	n := len(values)
	s := slowDown{n: n, median: bounds{math.NaN(), math.NaN()}}
	if n == 0 {
		return s
	}
	lows, highs := make([]float64, n), make([]float64, n)
	for i, x := range values {
		lows[i], highs[i] = x.lo, x.hi
	}
	slices.Sort(lows)
	slices.Sort(highs)
	middle := func(sorted []float64) float64 { return (sorted[(n-1)/2] + sorted[n/2]) / 2 }
	s.median = bounds{middle(lows), middle(highs)}
	if rank, ok := interval.MedianRank(n, miss); ok {
		s.whole, s.drawn = bounds{lows[rank-1], highs[n-rank]}, true
	}
	return s
}

// quantileOf returns a quantile of values that are known within bounds, by the nearest rank.
func quantileOf(values []bounds, q float64) bounds {
	lows, highs := make([]float64, len(values)), make([]float64, len(values))
	for i, x := range values {
		lows[i], highs[i] = x.lo, x.hi
	}
	slices.Sort(lows)
	slices.Sort(highs)
	return bounds{quantile(lows, q), quantile(highs, q)}
}

// sumOf returns the sum of such values.
func sumOf(values []bounds) (sum bounds) {
	for _, x := range values {
		sum.lo, sum.hi = sum.lo+x.lo, sum.hi+x.hi
	}
	return sum
}

// interval writes the interval.
func (s slowDown) interval() string {
	if !s.drawn {
		return "none"
	}
	return s.whole.String()
}

// What is said of a claim.
const (
	agrees    = "agrees"
	disagrees = "does not agree"
	undecided = "not decided"
)

// verdict says whether a claim agrees, by the interval alone.
func (s slowDown) verdict(low, high float64) string {
	switch {
	case !s.drawn:
		return undecided
	case s.whole.lo >= low && s.whole.hi <= high:
		return agrees
	case s.whole.hi < low || s.whole.lo > high:
		return disagrees
	}
	return undecided
}

// oneOfEach returns the numbers of some problems of classes, one of each game that they are from, drawn by
// the seed: problems of one game are alike, and intervals are of what is not.
func (b *Bench) oneOfEach(classes []*solverClass) [][]int {
	type game struct {
		seed   uint64
		number int
	}
	type place struct{ class, problem int }
	games := map[game][]place{}
	var order []game
	for k, c := range classes {
		for i, p := range c.problems {
			g := game{p.Seed, p.Game}
			if games[g] == nil {
				order = append(order, g)
			}
			games[g] = append(games[g], place{k, i})
		}
	}
	chosen := make([][]int, len(classes))
	for _, g := range order {
		rng := randstream.New(b.Seed^g.seed, "claims/one-of-each", uint64(g.number))
		at := games[g][rng.IntN(len(games[g]))]
		chosen[at.class] = append(chosen[at.class], at.problem)
	}
	return chosen
}

// compared returns the costs of two algorithms, first over second, within the limit that
// both have, on the problems that at least one of them decided, one of each game. Solved is how
// many of these each decided.
func (b *Bench) compared(classes []*solverClass, first, second string) (ratios []bounds, solved [2]int) {
	for k, list := range b.oneOfEach(classes) {
		x, y := classes[k].row(first), classes[k].row(second)
		limit := min(b.limitOf(x.trial), b.limitOf(y.trial))
		for _, i := range list {
			a, b := &x.runs[i], &y.runs[i]
			if !a.within(limit) && !b.within(limit) {
				continue
			}
			ratios = append(ratios, a.bounds(limit).over(b.bounds(limit)))
			for k, m := range []*measured{a, b} {
				if m.within(limit) {
					solved[k]++
				}
			}
		}
	}
	return ratios, solved
}

// difficulty returns what is known of how difficult a problem of a class is: the cost of the
// algorithm of the paper that is in the middle.
func (c *solverClass) difficulty(i int, limit float64) bounds {
	var costs []bounds
	for _, r := range c.rows {
		if ofPaper(r.name) {
			costs = append(costs, r.runs[i].bounds(limit))
		}
	}
	return medianOf(costs, 1).median
}

// harder compares the difficulty of the near misses of some classes with that of their mates, those whose
// beliefs are of some sizes: the ratio of the two medians. Each has an interval that misses with half the chance.
func (b *Bench) harder(classes []*solverClass, least, most int) slowDown {
	limit := b.leastLimit(classes)
	values := map[matebase.Answer][]bounds{}
	for k, list := range b.oneOfEach(classes) {
		c := classes[k]
		for _, i := range list {
			if size := len(c.problems[i].Belief); least <= size && size <= most {
				values[c.answer] = append(values[c.answer], c.difficulty(i, limit))
			}
		}
	}
	near, mates := medianOf(values[matebase.None], 0.025), medianOf(values[matebase.Mate], 0.025)
	return slowDown{
		n: near.n + mates.n, median: near.median.over(mates.median),
		whole: near.whole.over(mates.whole), drawn: near.drawn && mates.drawn,
	}
}

// leastLimit returns the limit that all algorithms have.
func (b *Bench) leastLimit(classes []*solverClass) float64 {
	limit := math.Inf(1)
	for _, c := range classes {
		for _, r := range c.rows {
			limit = min(limit, b.limitOf(r.trial))
		}
	}
	return limit
}

// ofPaper reports whether an algorithm is one that the paper has tested. Its dub and dbu are
// legal-first in any case: those without are ours.
func ofPaper(name string) bool {
	return !slices.Contains([]string{"best", "d-ipns", "df-ipns", "dub", "dbu"}, name)
}

// meant is the range of slow-downs that a claim means.
func meant(low, high float64) string {
	if math.IsInf(high, 1) {
		return "at least " + ratio(low)
	}
	return fmt.Sprintf("%s to %s", ratio(low), ratio(high))
}
