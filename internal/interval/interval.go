// Package interval gives the confidence bounds that stand beside every measured
// rate and mean, so that a number from fifty games is not read like one from fifty
// thousand. There is one method for each kind of number, and none of them ever claims
// to know a value exactly because all observations were the same.
//
//   - A rate (games won) gets Wilson's score interval ([Wilson95]), which stays inside
//     [0, 1] and remains honest near 0 and 1 and for few trials, where the textbook
//     interval p ± z·sqrt(p(1-p)/n) collapses to a point.
//   - A mean of values between known bounds (scores) gets Wilson's interval carried over to
//     such values; without bounds it gets two standard errors on either side ([Values.Mean95]).
//   - A chance that is estimated from a few plays, each of which gives a chance itself, gets
//     Wilson's interval for as many trials as these are worth ([Values.Share95]).
//   - What one of two players has more than the other in pairs (the same boards, or games with
//     the sides swapped) is a mean of differences, between bounds as wide as the values' own
//     ([Values.Difference95]).
//   - The difference of two win rates on the same boards gets Newcombe's method 10, which
//     is made of Wilson's intervals ([Paired.Difference95]), and McNemar's exact test
//     ([Paired.McNemar]); where there are many such tests, [Holm] corrects them.
//   - Two estimates that have nothing in common are compared by their intervals
//     ([Estimate.Less95]).
//   - A median lies between two of the ordered observations, whatever they are distributed
//     like, and also where some are known within bounds only ([MedianRank]).
//
// All functions are pure and safe for concurrent use; they run in constant time unless
// they say otherwise.
package interval

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Z95 is the 97.5th percentile of the standard normal distribution: the z of a
// two-sided interval with 95% confidence.
const Z95 = 1.959963984540054

// Wilson returns the score interval of a rate of which successes of trials were
// observed: the true rates p for which the observation lies within z standard
// deviations, |successes/trials - p| <= z·sqrt(p(1-p)/trials). It contains the
// observed rate and lies within [0, 1]; with no trials it is all of [0, 1].
//
// It panics unless 0 <= successes <= trials and z is finite and not negative.
//
// Source: E. B. Wilson, Probable inference, the law of succession, and statistical
// inference, J. Am. Stat. Assoc. 22 (1927) 209-212.
func Wilson(successes, trials int, z float64) (lo, hi float64) {
	if successes < 0 || successes > trials {
		panic(fmt.Sprintf("interval: %d successes in %d trials", successes, trials))
	}
	if !(z >= 0) || math.IsInf(z, 1) {
		panic(fmt.Sprintf("interval: z = %v", z))
	}
	if trials == 0 {
		return 0, 1
	}
	n := float64(trials)
	p := float64(successes) / n
	z2 := z * z / n
	centre := p + z2/2
	radius := math.Sqrt(z2 * (p*(1-p) + z2/4))
	lo = (centre - radius) / (1 + z2)
	hi = (centre + radius) / (1 + z2)
	// Rounding must not push a bound past the observed rate, nor off the exact 0
	// or 1 that belongs to a rate of 0 or 1.
	lo, hi = min(lo, p), max(hi, p)
	if successes == 0 {
		lo = 0
	}
	if successes == trials {
		hi = 1
	}
	return max(lo, 0), min(hi, 1)
}

// Wilson95 returns the [Wilson] interval with 95% confidence.
func Wilson95(successes, trials int) (lo, hi float64) {
	return Wilson(successes, trials, Z95)
}

// Paired is the outcome of two players on the same boards: how many boards both won,
// only the first, only the second, neither.
type Paired struct{ Both, First, Second, Neither int }

// Add counts a board, by whether each of the two won it.
func (p *Paired) Add(first, second bool) {
	switch {
	case first && second:
		p.Both++
	case first:
		p.First++
	case second:
		p.Second++
	default:
		p.Neither++
	}
}

// Games returns the number of boards.
func (p Paired) Games() int { return p.Both + p.First + p.Second + p.Neither }

// Difference95 returns the win rate of the first player minus that of the second and
// its 95% interval, by Newcombe's method 10: Wilson's intervals of both rates, put
// together with the correlation of the two. Without boards it is 0 and [-1, 1].
//
// Source: R. G. Newcombe, Improved confidence intervals for the difference between
// binomial proportions based on paired data, Statistics in Medicine 17 (1998)
// 2635-2650.
func (p Paired) Difference95() (difference, lo, hi float64) {
	e, f, g, h := float64(p.Both), float64(p.First), float64(p.Second), float64(p.Neither)
	n := e + f + g + h
	if n == 0 {
		return 0, -1, 1
	}
	difference = (f - g) / n
	p1, p2 := (e+f)/n, (e+g)/n
	l1, u1 := Wilson95(p.Both+p.First, p.Games())
	l2, u2 := Wilson95(p.Both+p.Second, p.Games())
	phi := 0.0
	if below := (e + f) * (g + h) * (e + g) * (f + h); below > 0 {
		above := e*h - f*g
		if above > 0 {
			above = max(above-n/2, 0) // a correction for continuity
		}
		phi = above / math.Sqrt(below)
	}
	radius := func(x, y float64) float64 { return math.Sqrt(max(0, x*x-2*phi*x*y+y*y)) }
	lo = max(-1, difference-radius(p1-l1, u2-p2))
	hi = min(1, difference+radius(u1-p1, p2-l2))
	return difference, lo, hi
}

// McNemar returns the two-sided p-value of the exact test that both players are
// equally likely to win where only one does: the chance that of the First+Second
// boards that only one player won, a fair coin would give shares at least as uneven.
// It is 1 where there are none. It takes time at most linear in First+Second.
//
// Source: Q. McNemar, Note on the sampling error of the difference between correlated
// proportions or percentages, Psychometrika 12 (1947) 153-157; the exact form is the
// sign test.
func (p Paired) McNemar() float64 {
	return signTest(min(p.First, p.Second), p.First+p.Second)
}

// signTest returns the chance that of n fair coins at most k fall on one side, whichever:
// twice the tail of the binomial distribution, at most 1.
func signTest(k, n int) float64 {
	if 2*k >= n {
		return 1
	}
	// The term for k, then down to 0, each k/(n-k+1) times the one before.
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x) + 1); return v }
	term := math.Exp(lg(n) - lg(k) - lg(n-k) - float64(n)*math.Ln2)
	sum := 0.0
	for ; k >= 0 && term > sum*1e-17; k-- {
		sum += term
		term *= float64(k) / float64(n-k+1)
	}
	return min(1, 2*sum)
}

// Holm returns p-values of several tests corrected for their number, in the same order: to
// call those significant that are at most 5% then makes even one false discovery with a
// chance of at most 5%, however the tests depend on one another. The least is multiplied
// by the number of tests, the next by one less, and so on; none is less than one before it,
// nor more than 1. It takes time n log n.
//
// Source: S. Holm, A simple sequentially rejective multiple test procedure, Scand. J.
// Statist. 6 (1979) 65-70.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	corrected := make([]float64, len(p))
	least := 0.0
	for rank, i := range order {
		least = max(least, min(1, p[i]*float64(len(p)-rank)))
		corrected[i] = least
	}
	return corrected
}
