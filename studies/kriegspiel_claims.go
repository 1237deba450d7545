package studies

import (
	"fmt"
	"math"
	"slices"

	"blindsight/experiment/matebase"
)

// pairing is two algorithms that a statement compares, as first over second.
type pairing struct{ first, second string }

// against returns the pairs of each of some algorithms against one.
func against(second string, first ...string) (list []pairing) {
	for _, f := range first {
		list = append(list, pairing{f, second})
	}
	return list
}

// claim is a statement of the paper about algorithms, in words, with what it means for their
// times: in every pair, first over second is between low and high.
type claim struct {
	words     string
	of        []matebase.Answer // the panels of the figure that it is made of
	pairs     []pairing         // none: all others of the paper, see champion and last
	champion  string            // fastest of all
	last      string            // slowest of all
	low, high float64
	why       string // said where it does not agree on near misses
}

// The panels of the paper's figure.
var (
	bothPanels = []matebase.Answer{matebase.None, matebase.Mate}
	nearPanel  = bothPanels[:1]
	matePanel  = bothPanels[1:]
)

// claims are the statements of sections 5 and 6 of the paper, which it makes of the deeper of
// its two databases: 5 plies, we infer, since the digits are lost in our copy.
var claims = []claim{
	{words: "dfs is by far the slowest of the algorithms tested", of: bothPanels, last: "dfs", low: 2, high: math.Inf(1)},
	{words: "pns is much faster than dfs", of: bothPanels, pairs: against("pns", "dfs"), low: 2, high: math.Inf(1)},
	{words: "l-dfs is considerably faster than dfs", of: bothPanels, pairs: against("l-dfs", "dfs"), low: 1.5, high: math.Inf(1)},
	{words: "l-pns performs almost identically to pns", of: bothPanels, pairs: against("pns", "l-pns"), low: 0.8, high: 1.25},
	{
		words: "early termination is the most effective of the improvements of section 5: with legal children first", of: bothPanels, pairs: against("le-dfs", "l-dfs", "gl-dfs", "gx-dfs"),
		low: 1, high: math.Inf(1),
	},
	{words: "the same, by itself", of: bothPanels, pairs: against("e-dfs", "l-dfs", "g-dfs", "gx-dfs"), low: 1, high: math.Inf(1), why: earlyAlone},
	{words: "gl-dfs only slightly outperforms l-dfs", of: bothPanels, pairs: against("gl-dfs", "l-dfs"), low: 1, high: 1.5},
	{words: "a g-dfs performs better when it tries the illegal child first instead", of: bothPanels, pairs: against("gx-dfs", "gl-dfs"), low: 1, high: math.Inf(1)},
	{words: "gx-dfs outperforms even pns", of: bothPanels, pairs: against("gx-dfs", "pns"), low: 1, high: math.Inf(1), why: gxAgainstPNS},
	{
		words: "the incremental ones have significantly higher solving ability than their counterparts", of: bothPanels,
		pairs: []pairing{{"dfs", "e-dfs"}, {"l-dfs", "le-dfs"}, {"l-dfs", "l-dub"}, {"l-dfs", "l-dbu"}, {"gl-dfs", "gl-dbu"}}, low: 1, high: math.Inf(1),
	},
	{words: "l-dub and l-dbu perform at a similar level", of: bothPanels, pairs: against("l-dbu", "l-dub"), low: 0.5, high: 2},
	{words: "l-dub and l-dbu outpace l-udb by a large margin", of: bothPanels, pairs: []pairing{{"le-dfs", "l-dub"}, {"le-dfs", "l-dbu"}}, low: 2, high: math.Inf(1)},
	{words: "the greedy pruning has a small but significant effect: gl-dbu is faster than l-dbu", of: bothPanels, pairs: against("gl-dbu", "l-dbu"), low: 1, high: 2},
	{words: "gl-dbu has the highest solving ability of the algorithms tested", champion: "gl-dbu", low: 1, high: math.Inf(1)},
	{words: "ipns is by far the most effective on mates", of: matePanel, champion: "ipns", low: 2, high: math.Inf(1)},
	{words: "ipns falls behind the true depth-first ones on near misses", of: nearPanel, pairs: []pairing{{"ipns", "l-dub"}, {"ipns", "l-dbu"}, {"ipns", "gl-dbu"}}, low: 1, high: math.Inf(1)},
}

// gxAgainstPNS is why gx-dfs may not outperform pns.
const gxAgainstPNS = "A guess: what gx-dfs gains by testing a part of a belief first grows with the size of beliefs, " +
	"what pns gains by choosing where to look with the depth."

// earlyAlone is why early termination by itself may not be the most effective.
const earlyAlone = "Of which combinations the paper speaks cannot be read in our copy: its picture is lost. A guess: early termination saves the last level, " +
	"the order of children a factor on all of them."

// rivals returns the pairs of a claim, given all that was measured.
func (c *claim) rivals(rows []solverRow) []pairing {
	if c.pairs != nil {
		return c.pairs
	}
	var list []pairing
	for _, r := range rows {
		switch {
		case !ofPaper(r.name) || r.name == c.champion || r.name == c.last:
		case c.champion != "":
			list = append(list, pairing{r.name, c.champion})
		default:
			list = append(list, pairing{c.last, r.name})
		}
	}
	return list
}

// judged is what came of a claim on some problems.
type judged struct {
	verdict string
	pair    pairing // the least favourable of so many
	of      int
	slowDown
	solved [2]int
	end    float64 // of the interval, by which it is the least favourable
}

// judge holds a claim against the problems of some classes. It agrees where all pairs do. It does
// not where one does not: one of many may do so by chance, and so its interval then misses that much less often.
func (b *Bench) judge(c *claim, classes []*solverClass) (j judged) {
	rank := []string{disagrees, undecided, agrees}
	rivals := c.rivals(classes[0].rows)
	for k, d := range rivals {
		ratios, solved := b.compared(classes, d.first, d.second)
		s := medianOf(ratios, 0.05)
		verdict, end := s.verdict(c.low, c.high), s.whole.lo
		if verdict == disagrees {
			verdict, end = undecided, s.whole.hi
			if strict := medianOf(ratios, 0.05/float64(len(rivals))); strict.verdict(c.low, c.high) == disagrees {
				verdict = disagrees
			}
		}
		worse := slices.Index(rank, verdict) - slices.Index(rank, j.verdict)
		if k == 0 || worse < 0 || worse == 0 && end < j.end {
			j = judged{verdict, d, len(rivals), s, solved, end}
		}
	}
	return j
}

// paperClaims sets the statements of the paper beside what was measured at 5 plies.
func paperClaims(b *Bench, p *Page, classes []*solverClass) {
	var why []string
	for _, panel := range []struct {
		name string
		of   []matebase.Answer // nil: what is said of both together
	}{{"near misses", nearPanel}, {"mates", matePanel}, {"near misses and mates together", nil}} {
		rows := [][]string{{"paper C, 5 plies, " + panel.name, "first over second", "solved: first", "second", "of", "slow-down of the first", "95%", "taken to mean", "at 3 plies", "here"}}
		for i := range claims {
			c := &claims[i]
			if panel.of == nil && c.of != nil || panel.of != nil && !slices.Contains(c.of, panel.of[0]) {
				continue
			}
			j, before := b.judge(c, classesOf(classes, 5, panel.of)), b.judge(c, classesOf(classes, 3, panel.of))
			if j.verdict == disagrees && c.why != "" && slices.Equal(panel.of, nearPanel) {
				text := fmt.Sprintf("%s against %s: %s", j.pair.first, j.pair.second, c.why)
				if before.verdict == agrees {
					text += " At 3 plies it is as the paper says."
				}
				why = append(why, text)
			}
			rows = append(rows, []string{
				c.words, j.name(), fmt.Sprint(j.solved[0]), fmt.Sprint(j.solved[1]), fmt.Sprint(j.n), j.median.String(), j.interval(), meant(c.low, c.high),
				fmt.Sprintf("%s: %s, %s", before.name(), before.median, before.verdict), j.verdict,
			})
		}
		p.Table(2, rows...)
	}
	p.Say("The slow-down is the median, over the problems that at least one of the two solved within the limit that both have, of the processor time of the first over that of the second.\n" +
		"What a limit of time or memory ended is known to take longer, no more: then a ratio has a bound on one side only, and so may the median and its interval of 95%%\n" +
		"(that of the sign test, from 6 problems on). Of the problems of one game one is taken, drawn by the seed. Where a statement is of several pairs, the row shows the least favourable.\n" +
		"The paper gives words, no numbers: which range they are taken to mean was chosen by us. *Agrees*: the whole interval lies in the range, of every pair; *does not agree*:\n" +
		"no part of it does, of some pair, with an interval as much wider as there are pairs; else it is not decided. Nothing is corrected for the number of rows. Where the paper speaks of solving ability, the share solved within its limit, times are compared all the same: most are solved here.\n" +
		"What takes less than 50 ms is measured five times and what takes longer once, so that a ratio of one to the other is a little too far from 1. The paper's l-udb is `le-dfs`, and its dub and dbu are legal-first in any case: `dub` and `dbu` are ours, and not among those compared with all.")
	if why != nil {
		p.List(why...)
	}
	b.nearHarder(p, classes)
}

// name writes the pair, and that it is one of several.
func (j *judged) name() string {
	text := j.pair.first + " / " + j.pair.second
	if j.of > 1 {
		text += fmt.Sprintf(", of %d", j.of)
	}
	return text
}

// classesOf returns the classes of a depth with some answers, nil for all.
func classesOf(classes []*solverClass, depth int, answers []matebase.Answer) (list []*solverClass) {
	for _, c := range classes {
		if c.depth == depth && (answers == nil || slices.Contains(answers, c.answer)) {
			list = append(list, c)
		}
	}
	return list
}

// nearHarder writes the table of the claim that near misses are generally more difficult to
// solve than mates.
func (b *Bench) nearHarder(p *Page, classes []*solverClass) {
	rows := [][]string{{"near misses are generally more difficult to solve than mates", "problems", "near misses over mates", "95%", "taken to mean", "here"}}
	for _, depth := range []int{5, 3} {
		for _, size := range []struct {
			name        string
			least, most int
		}{{"all", 1, math.MaxInt}, {"beliefs of 1 to 7 positions", 1, 7}, {"8 to 31", 8, 31}, {"32 and more", 32, math.MaxInt}} {
			s := b.harder(classesOf(classes, depth, nil), size.least, size.most)
			rows = append(rows, []string{fmt.Sprintf("%d plies, %s", depth, size.name), fmt.Sprint(s.n), s.median.String(), s.interval(), meant(1, math.Inf(1)), s.verdict(1, math.Inf(1))})
		}
	}
	p.Table(1, rows...)
	p.Say("The difficulty of a problem is the time of the algorithm of the paper that is in the middle, and compared is the median of the near misses with that of the mates,\n" +
		"each with an interval of 97.5%%. The quotas of our data set give near misses larger beliefs than mates: so they are compared by size, too.")
}
