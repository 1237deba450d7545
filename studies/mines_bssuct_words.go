package studies

import (
	"fmt"
	"strings"

	"blindsight/internal/interval"
)

// bssuctRule is when the page says that numbers agree.
const bssuctRule = "The rule: a number of ours agrees with the paper's where the 95% intervals meet and ours is no wider than the paper's; where it is wider, the two are not told apart. That of ours is a point where it is exact and where all walks agree, Student's where they differ by their seeds; that of the paper's CSP-PGMS is Wilson's for 100,000 games, " +
	"that of its BSSUCT 1.96 of its standard deviations to either side, both widened by half of the last digit given. Where the paper gives no deviation of its BSSUCT nothing is said. Only `csp-pgms` and `bssuct-paper` are judged so: the other players are not the paper's."

// pgmsInterval is that of the paper's CSP-PGMS, which played 100,000 games.
func (r *bssuctBoard) pgmsInterval() (lo, hi float64) {
	lo, hi = interval.Wilson95(int(r.pgms*100000+0.5), 100000)
	return lo - r.digit/2, hi + r.digit/2
}

// interval is that of the paper's BSSUCT; its last digit is a tenth of a percent, and on
// 3x7 a hundredth.
func (r *bssuctBoard) interval() (lo, hi float64) {
	digit := 0.001
	if r.deviation == 0.0016 {
		digit = 0.0001
	}
	return r.paper - interval.Z95*r.deviation - digit/2, r.paper + interval.Z95*r.deviation + digit/2
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
	judged := func(player, theirs string, number func(*bssuctResult) (value, lo, hi float64, ok bool)) {
		var within, apart, above, below []string
		for _, r := range results {
			ours := r.players[player]
			value, lo, hi, ok := number(r)
			text := fmt.Sprintf("%s (%s, paper %s)", r.board, ours, percent2(value))
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
	judged(rival, "the paper's CSP-PGMS", func(r *bssuctResult) (float64, float64, float64, bool) {
		lo, hi := r.pgmsInterval()
		return r.pgms, lo, hi, true
	})
	judged(literal, "the paper's BSSUCT", func(r *bssuctResult) (float64, float64, float64, bool) {
		lo, hi := r.interval()
		return r.paper, lo, hi, r.deviation > 0
	})
	words = append(words, "The rules of csp-pgms are known but for the order among equal cells, which was chosen to meet these numbers; what the paper's computer did in its seconds is not known in simulations, so that of the curve only the course can be compared.")
	var best, not []string
	for _, r := range results {
		o := r.optimum
		if o.exact == nil {
			continue
		}
		if lo, _ := r.interval(); lo > o.value {
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
		case a.ci[0] > b.ci[1]:
			ahead = append(ahead, r.board)
		case a.exact != nil && b.exact != nil && a.exact.Cmp(b.exact) == 0:
			words = append(words, fmt.Sprintf("On %s both have %s.", r.board, b))
		case a.ci[1] < b.ci[0]:
			words = append(words, fmt.Sprintf("Against that finding: on %s %s has %s, csp-pgms %s.", r.board, literal, a, b))
		default:
			words = append(words, fmt.Sprintf("Not told apart: on %s %s has %s, csp-pgms %s.", r.board, literal, a, b))
		}
	}
	if len(ahead) > 0 {
		words = append([]string{fmt.Sprintf("The paper's finding, its search ahead of CSP-PGMS, holds on %s.", strings.Join(ahead, ", "))}, words...)
	}
	return words
}
