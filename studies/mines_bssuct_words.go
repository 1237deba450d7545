package studies

import (
	"fmt"
	"strings"

	"blindsight/internal/interval"
)

// bssuctRule is when the page says that numbers agree.
const bssuctRule = "The rule: a number of ours agrees with the paper's where the 95% intervals meet and ours is no wider than the paper's; where it is wider, the two are not told apart. That of ours is a point where it is exact, Wilson's where games were played, Student's where walks differ by their seeds. " +
	"Where all of k walks agree another one may still differ, in a share q of all at most (95%, 1 - q being the k-th root of 0.05), and win anything up to the optimum: the interval is as wide as that, and no narrower where more than half of them agree. That of the paper's CSP-PGMS is Wilson's for 100,000 games, " +
	"that of its BSSUCT 1.96 of its standard deviations to either side, both widened by half of the last digit given, and where it gives a number of games Wilson's for these. Of 5x5/10 the paper gives no deviation, and nothing is said: its p-value of 0.14 " +
	"for the difference of its two players makes one of 0.5 points, or of 0.7 if its test was one-sided, and it does not say which. Only `csp-pgms` and `bssuct-paper` are judged so: the other players are not the paper's. One player is ahead of another where its interval is above the other's."

// pgmsInterval is that of the paper's CSP-PGMS, which played 100,000 games.
func (r *bssuctBoard) pgmsInterval() (lo, hi float64) {
	lo, hi = interval.Wilson95(int(r.pgms*100000+0.5), 100000)
	return lo - r.digit/2, hi + r.digit/2
}

// interval is that of the paper's BSSUCT, if it gives one; its last digit is a tenth of a percent, and on
// 3x7 a hundredth.
func (r *bssuctBoard) interval() (lo, hi float64, ok bool) {
	if r.games > 0 {
		lo, hi = interval.Wilson95(int(r.paper*float64(r.games)+0.5), r.games)
		return lo, hi, true
	}
	digit := 0.001
	if r.deviation == 0.0016 {
		digit = 0.0001
	}
	return r.paper - interval.Z95*r.deviation - digit/2, r.paper + interval.Z95*r.deviation + digit/2, r.deviation > 0
}

// bssuctWords says what the numbers mean.
func bssuctWords(results []*bssuctResult) []string {
	words := []string{bssuctRule}
	say := func(list []string, format string) {
		if len(list) > 0 {
			words = append(words, fmt.Sprintf(format, strings.Join(list, ", ")))
		}
	}
	// judged says of a player where it agrees with the paper, is above and is below.
	judged := func(player, theirs string, number func(*bssuctResult) (said string, lo, hi float64, ok bool)) {
		var within, apart, above, below []string
		for _, r := range results {
			ours := r.players[player]
			said, lo, hi, ok := number(r)
			text := fmt.Sprintf("%s (%s, paper %s)", r.board, ours, said)
			switch {
			case ours.failed || !ok:
			case ours.ci[0] > hi:
				above = append(above, text)
			case ours.ci[1] < lo:
				below = append(below, text)
			case max(ours.width, ours.ci[1]-ours.ci[0]) > hi-lo:
				apart = append(apart, text)
			default:
				within = append(within, r.board)
			}
		}
		say(within, player+" agrees with "+theirs+" on %s.")
		say(apart, player+" is not told apart from "+theirs+", nor as precise, on %s.")
		say(above, player+" is above "+theirs+" on %s.")
		say(below, player+" is below "+theirs+" on %s.")
	}
	judged(rival, "the paper's CSP-PGMS", func(r *bssuctResult) (string, float64, float64, bool) {
		lo, hi := r.pgmsInterval()
		return r.said[0], lo, hi, true
	})
	judged(literal, "the paper's BSSUCT", func(r *bssuctResult) (string, float64, float64, bool) {
		lo, hi, ok := r.interval()
		return r.said[1], lo, hi, ok
	})
	words = append(words, "The rules of csp-pgms are known but for the order among equal cells, which was chosen to meet these numbers; what the paper's computer did in its seconds is not known in simulations, so that of the curve only the course can be compared.")
	var best, not []string
	for _, r := range results {
		o := r.optimum
		if o.exact == nil {
			continue
		}
		if lo, _, ok := r.interval(); ok && lo > o.value {
			words = append(words, fmt.Sprintf("On %s the paper's %s is more than the exact optimum %s, by more than its interval.", r.board, percent2(r.paper), percent2(o.value)))
		} else if r.paper > o.value {
			words = append(words, fmt.Sprintf("On %s the paper's %s is above the exact optimum %s, which nobody can beat: it is luck within its interval.", r.board, percent2(r.paper), percent2(o.value)))
		}
		switch x := r.players["bssuct-exact"]; {
		case x.exact == nil && x.walks == 0:
		case x.exact != nil && x.exact.Cmp(o.exact) == 0:
			best = append(best, r.board)
		default:
			not = append(not, fmt.Sprintf("%s (%.1f%% of it)", r.board, 100*x.value/o.value))
		}
	}
	say(best, "bssuct-exact is optimal in all walks on %s.")
	say(not, "bssuct-exact is not optimal on %s.")
	return append(append(words, bssuctFinding(results)...),
		"The exact optimum of 7x3/10 and 5x5/15 is from `mines solve` (minutes; --full finds it anew); that of 5x5/10 took hours and is from the study `mines-optimum`.")
}

// bssuctFinding says whether the paper's finding, search on exact chances ahead of the cell of
// least risk, holds for its own players.
func bssuctFinding(results []*bssuctResult) (words []string) {
	var ahead []string
	for _, r := range results {
		a, b := r.players[literal], r.players[rival]
		switch {
		case a.failed || b.failed:
		case a.exact != nil && b.exact != nil && a.exact.Cmp(b.exact) == 0:
			text := fmt.Sprintf("On %s both have %s", r.board, b)
			if r.pgms == r.paper {
				text += ", as in the paper"
			}
			words = append(words, text+".")
		case a.ci[0] > b.ci[1]:
			ahead = append(ahead, r.board)
		case a.ci[1] < b.ci[0]:
			words = append(words, fmt.Sprintf("Against that finding: on %s %s has %s, csp-pgms %s.", r.board, literal, a, b))
		default:
			text := fmt.Sprintf("Not told apart: on %s %s has %s, csp-pgms %s.", r.board, literal, a, b)
			if _, _, ok := r.interval(); !ok {
				text += " Nor are they in the paper, p = 0.14."
			}
			words = append(words, text)
		}
	}
	if len(ahead) > 0 {
		words = append([]string{fmt.Sprintf("The paper's finding, its search ahead of CSP-PGMS, holds on %s.", strings.Join(ahead, ", "))}, words...)
	}
	return words
}
