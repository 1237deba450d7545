package studies

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"blindsight/experiment/matebase"
	"blindsight/internal/interval"
	"blindsight/internal/randstream"
)

// claim is a statement of the paper about two algorithms, in words, with what it means for
// their times: first over second, between low and high.
type claim struct {
	words         string
	answer        matebase.Answer
	first, second string
	low, high     float64
	why           string // said where it does not agree
}

// claims are the statements of sections 5 and 6 of the paper, which it makes of the deeper of
// its two databases: 5 plies, we infer, since the digits are lost in our copy.
var claims = []claim{
	{"l-dfs is considerably faster than dfs", matebase.None, "dfs", "l-dfs", 1.5, math.Inf(1), ""},
	{"pns is much faster than dfs", matebase.None, "dfs", "pns", 2, math.Inf(1), ""},
	{"l-pns performs almost as pns", matebase.None, "l-pns", "pns", 0.8, 1.25, ""},
	{"gl-dfs only slightly outperforms l-dfs", matebase.None, "l-dfs", "gl-dfs", 1, 1.5, ""},
	{"gx-dfs outperforms even pns", matebase.None, "pns", "gx-dfs", 1, math.Inf(1), gxAgainstPNS},
	{"early termination is the most effective of the basic improvements: with legal children first, le-dfs is faster than gx-dfs", matebase.None, "gx-dfs", "le-dfs", 1, math.Inf(1), ""},
	{"early termination is the most effective of the basic improvements: by itself, e-dfs is faster than gx-dfs", matebase.None, "gx-dfs", "e-dfs", 1, math.Inf(1), earlyAlone},
	{"l-dub outpaces l-udb by a large margin", matebase.None, "le-dfs", "l-dub", 2, math.Inf(1), ""},
	{"l-dub and l-dbu perform at a similar level", matebase.None, "l-dub", "l-dbu", 0.5, 2, ""},
	{"the greedy pruning has a small but significant effect: gl-dbu is faster than l-dbu", matebase.None, "l-dbu", "gl-dbu", 1, 2, ""},
	{"ipns is by far the most effective on mates: more so than gl-dbu", matebase.Mate, "gl-dbu", "ipns", 2, math.Inf(1), ""},
	{"ipns falls behind the depth-first ones on near misses", matebase.None, "ipns", "gl-dbu", 1, math.Inf(1), ""},
}

// gxAgainstPNS is why gx-dfs may not outperform pns.
const gxAgainstPNS = "What gx-dfs gains by testing a part of a belief first grows with the size of beliefs, and most of ours are small; " +
	"what pns gains by choosing where to look grows with the depth."

// earlyAlone is why early termination by itself may not be the most effective.
const earlyAlone = "Of which combinations the paper speaks cannot be read in our copy: its picture is lost. Early termination saves the last level, " +
	"the order of children a factor on all of them."

// meant is the range of slow-downs that a claim means.
func meant(low, high float64) string {
	if math.IsInf(high, 1) {
		return "at least " + ratio(low)
	}
	return ratio(low) + " to " + ratio(high)
}

// paperClaims sets the statements of the paper beside what was measured at 5 plies.
func paperClaims(b *Bench, p *Page, classes []*solverClass) {
	rows := [][]string{{"paper C, 5 plies", "problems", "solved: first", "second", "compared", "slow-down of the first", "95%", "taken to mean", "at 3 plies", "here"}}
	var why []string
	for _, c := range claims {
		var found [2]slowDown // at 3 and at 5 plies
		var solved [2]int
		for _, class := range classes {
			if class.answer != c.answer {
				continue
			}
			first, second := class.row(c.first), class.row(c.second)
			limit := min(b.limitOf(first.trial), b.limitOf(second.trial))
			found[class.depth/2-1] = b.slowDown(c.words, logRatios(first, second, limit), nil)
			solved = [2]int{first.solvedWithin(limit), second.solvedWithin(limit)} // of 5 plies, which come last
		}
		verdict := found[1].verdict(c.low, c.high)
		if verdict == disagrees && c.why != "" {
			text := fmt.Sprintf("%s against %s: %s", c.first, c.second, c.why)
			if found[0].verdict(c.low, c.high) == agrees {
				text += " At 3 plies it is as the paper says."
			}
			why = append(why, text)
		}
		rows = append(rows, []string{
			c.words, problemClass{5, c.answer}.String(), fmt.Sprint(solved[0]), fmt.Sprint(solved[1]), fmt.Sprint(found[1].n), ratio(found[1].mean), found[1].interval(), meant(c.low, c.high),
			ratio(found[0].mean), verdict,
		})
	}
	rows = append(rows, b.nearHarder(classes), b.slowest(classes), b.highest(classes))
	p.Table(2, rows...)
	p.Say("The slow-down is the geometric mean over the problems that at least one of the two solved (\"compared\"; in the rows of difficulty and of solving ability all of them), within the limit that both have;\n"+
		"where the other did not, its limit counts, and the true ratio is larger, or smaller, still. The interval is of 95%%, by drawing\n"+
		"the problems anew 2,000 times. The paper gives words, no numbers; which range they are taken to mean was chosen by us. *Agrees*: the whole interval lies in the range; *does not agree*:\n"+
		"no part of it does; else it is not decided, as with fewer than %d problems. Of near misses and mates, whose problems are\n"+
		"different ones, the difficulty of a problem is the geometric mean of its times by all algorithms of the paper. The solving\n"+
		"ability is compared by the time for all problems of both kinds, up to the limit, with the algorithm of the paper that comes next.", leastForInterval)
	if why != nil {
		p.List(why...)
	}
}

// slowDown is a geometric mean of ratios with its interval.
type slowDown struct {
	n            int
	mean, lo, hi float64
}

// leastForInterval is from how many problems on an interval is drawn.
const leastForInterval = 6

// What is said of a claim.
const (
	agrees    = "agrees"
	disagrees = "does not agree"
	undecided = "not decided"
)

// verdict says whether a claim agrees, by the interval alone.
func (s slowDown) verdict(low, high float64) string {
	switch {
	case s.n == 0:
		return "neither solved any"
	case s.n < leastForInterval:
		return undecided
	case s.lo >= low && s.hi <= high:
		return agrees
	case s.hi < low || s.lo > high:
		return disagrees
	}
	return undecided
}

func (s slowDown) interval() string {
	if s.n < leastForInterval {
		return "none"
	}
	return fmt.Sprintf("%s to %s", ratio(s.lo), ratio(s.hi))
}

// slowDown returns exp of the mean of some logarithms, less the mean of others that belong to
// other problems, with the interval of the bootstrap.
func (b *Bench) slowDown(name string, logs, less []float64) slowDown {
	rng := randstream.New(b.Seed, "claims/"+name, uint64(len(logs)))
	return bootstrap(len(logs), func(draw bool) float64 {
		return math.Exp(meanDrawn(rng, logs, draw) - meanDrawn(rng, less, draw))
	})
}

// bootstrap returns a value of so many problems, and what it becomes where they are drawn
// anew.
func bootstrap(n int, value func(draw bool) float64) slowDown {
	s := slowDown{n: n, mean: math.NaN()}
	if n == 0 {
		return s
	}
	s.mean = value(false)
	if n >= leastForInterval {
		s.lo, s.hi = interval.Bootstrap95(func() float64 { return value(true) })
	}
	return s
}

// meanDrawn returns the mean of a list, or of as many values drawn from it; 0 of none.
func meanDrawn(rng *rand.Rand, list []float64, draw bool) float64 {
	sum := 0.0
	for k := range list {
		if draw {
			k = rng.IntN(len(list))
		}
		sum += list[k]
	}
	return sum / float64(max(1, len(list)))
}

// logRatios returns the logarithms of the cost of a over that of b, each at most a limit,
// for the problems that at least one of them decided within it.
func logRatios(a, b *solverRow, limit float64) []float64 {
	var logs []float64
	for i := range a.runs {
		x, y := &a.runs[i], &b.runs[i]
		if x.within(limit) || y.within(limit) {
			logs = append(logs, math.Log(max(min(x.Cost, limit), leastCost)/max(min(y.Cost, limit), leastCost)))
		}
	}
	return logs
}

// ofPaper reports whether an algorithm is one of the paper's, not of ours.
func ofPaper(name string) bool { return !slices.Contains([]string{"best", "d-ipns", "df-ipns"}, name) }

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

// nearHarder is the row of the claim that near misses are generally more difficult than
// mates.
func (b *Bench) nearHarder(classes []*solverClass) []string {
	const words = "near misses are generally more difficult to solve than mates"
	limit := b.leastLimit(classes)
	var found [2]slowDown
	var solved [2]int
	for depth := 3; depth <= 5; depth += 2 {
		logs := map[matebase.Answer][]float64{}
		solved = [2]int{}
		for _, c := range classes {
			if c.depth != depth {
				continue
			}
			for i := range c.problems {
				sum, n := 0.0, 0
				for _, r := range c.rows {
					if ofPaper(r.name) {
						sum += math.Log(max(min(r.runs[i].Cost, limit), leastCost))
						n++
					}
					if ofPaper(r.name) && r.runs[i].within(limit) {
						solved[map[matebase.Answer]int{matebase.None: 0, matebase.Mate: 1}[c.answer]]++
					}
				}
				logs[c.answer] = append(logs[c.answer], sum/float64(max(1, n)))
			}
		}
		found[depth/2-1] = b.slowDown(words, logs[matebase.None], logs[matebase.Mate])
	}
	return []string{
		words, "5 plies, all algorithms", fmt.Sprint(solved[0]), fmt.Sprint(solved[1]), fmt.Sprint(found[1].n), ratio(found[1].mean), found[1].interval(), meant(1, math.Inf(1)), ratio(found[0].mean),
		found[1].verdict(1, math.Inf(1)),
	}
}

// slowest is the row of the claim that dfs is by far the slowest.
func (b *Bench) slowest(classes []*solverClass) []string {
	const last, factor = "dfs", 1.5
	limit := b.leastLimit(classes)
	var found [2]slowDown
	var next [2]string
	var solved [2]int
	for depth := 3; depth <= 5; depth += 2 {
		both := ofDepth(classes, depth)
		least := slowDown{mean: math.Inf(1)}
		for _, r := range both[0].rows {
			if !ofPaper(r.name) || r.name == last {
				continue
			}
			var logs []float64
			for _, c := range both {
				logs = append(logs, logRatios(c.row(last), c.row(r.name), limit)...)
			}
			if s := b.slowDown("slowest", logs, nil); s.n >= leastForInterval && s.mean < least.mean {
				least, next[depth/2-1] = s, r.name
			}
		}
		if next[depth/2-1] == "" {
			least.mean, next[depth/2-1] = math.NaN(), "nobody to compare with"
		}
		found[depth/2-1], solved = least, [2]int{}
		for _, c := range both {
			for k, name := range []string{last, next[depth/2-1]} {
				if r := c.row(name); r != nil {
					solved[k] += r.solvedWithin(limit)
				}
			}
		}
	}
	return []string{
		fmt.Sprintf("dfs is by far the slowest of the algorithms tested; next comes %s, at 3 plies %s", next[1], next[0]), "5 plies, both",
		fmt.Sprint(solved[0]), fmt.Sprint(solved[1]), fmt.Sprint(found[1].n), ratio(found[1].mean), found[1].interval(), meant(factor, math.Inf(1)), ratio(found[0].mean),
		found[1].verdict(factor, math.Inf(1)),
	}
}

// highest is the row of the claim that gl-dbu has the highest solving ability.
func (b *Bench) highest(classes []*solverClass) []string {
	const champion = "gl-dbu"
	limit := b.leastLimit(classes)
	var found [2]slowDown
	var next [2]string
	var solved [2]int
	for depth := 3; depth <= 5; depth += 2 {
		both := ofDepth(classes, depth)
		name := nextTo(both, champion, limit)
		next[depth/2-1] = name
		rng := randstream.New(b.Seed, "claims/highest", uint64(depth))
		n := 0
		solved = [2]int{}
		for _, c := range both {
			n += len(c.problems)
			solved[0] += c.row(name).solvedWithin(limit)
			solved[1] += c.row(champion).solvedWithin(limit)
		}
		found[depth/2-1] = bootstrap(n, func(draw bool) float64 {
			var x, y float64
			for _, c := range both {
				first, second := c.row(name), c.row(champion)
				for i := range c.problems {
					if draw {
						i = rng.IntN(len(c.problems))
					}
					x, y = x+min(first.runs[i].Cost, limit), y+min(second.runs[i].Cost, limit)
				}
			}
			return x / max(y, leastCost)
		})
	}
	return []string{
		fmt.Sprintf("gl-dbu has the highest solving ability of the algorithms tested; next comes %s, at 3 plies %s", next[1], next[0]), "5 plies, both",
		fmt.Sprint(solved[0]), fmt.Sprint(solved[1]), fmt.Sprint(found[1].n), ratio(found[1].mean), found[1].interval(), meant(1, math.Inf(1)), ratio(found[0].mean),
		found[1].verdict(1, math.Inf(1)),
	}
}

// ofDepth returns the classes of a depth.
func ofDepth(classes []*solverClass, depth int) (list []*solverClass) {
	for _, c := range classes {
		if c.depth == depth {
			list = append(list, c)
		}
	}
	return list
}

// nextTo returns the algorithm of the paper, other than one, that takes the least time for all problems of some classes.
func nextTo(classes []*solverClass, than string, limit float64) (name string) {
	best := math.Inf(1)
	for _, r := range classes[0].rows {
		sum := 0.0
		for _, c := range classes {
			sum += c.row(r.name).total(limit)
		}
		if ofPaper(r.name) && r.name != than && sum < best {
			best, name = sum, r.name
		}
	}
	return name
}
