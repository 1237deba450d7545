// Package interval gives the confidence bounds that stand beside every measured
// rate and mean, so that a number from fifty games is not read like one from fifty
// thousand. There is one method for each kind of number, and none of them ever claims
// to know a value exactly because all observations were the same.
//
//   - A rate (games won) gets Wilson's score interval ([Wilson95]), which stays inside
//     [0, 1] and remains honest near 0 and 1 and for few trials, where the textbook
//     interval p ± z·sqrt(p(1-p)/n) collapses to a point.
//   - A mean of values between known bounds (scores, differences of scores) gets Wilson's
//     interval carried over to such values ([Mean95]).
//   - A mean of values without bounds gets two standard errors on either side ([Errors95]).
//   - A chance that is estimated from a few plays, each of which gives a chance itself, gets
//     Wilson's interval for as many trials as these are worth ([Share95]).
//   - The difference of two win rates on the same boards gets Newcombe's method 10, which
//     is made of Wilson's intervals ([Paired.Difference95]), and McNemar's exact test
//     ([Paired.McNemar]); where there are many such tests, [Holm] corrects them.
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

// Mean95 returns the mean of n values that lie between low and high, given their sum and
// the sum of their squares, and its 95% interval: Wilson's, carried over to such values.
// It contains the mean, lies between low and high, and never has width 0; where all values
// are low or high it is [Wilson95]. Without values it is everything, around the middle.
//
// For values scaled to [0, 1] with mean μ the variance is μ(1-μ) - w, where w is the mean
// of x(1-x); it is 0 where only 0 and 1 occur (this identity is behind the bound of
// R. Bhatia and C. Davis, A better bound on the variance, Am. Math. Monthly 107 (2000)
// 353-357). The interval is, as Wilson's, the μ for which the observed mean lies within z
// standard deviations: (mean-μ)² <= z²/n·(μ(1-μ) - w). The observed w would claim to know
// all when all values are the same, so z² further observations at the bounds, where x(1-x)
// is 0, are counted in: w = Σx(1-x)/(n+z²). They are those by which Wilson's interval
// differs from the textbook's, and about the rule of three (A. Agresti, B. A. Coull, Approximate is better than "exact"
// for interval estimation of binomial proportions, Am. Stat. 52 (1998) 119-126).
//
// It panics if n is negative or low is not below high. The variance is computed from the
// sums, so it loses digits when the spread is many times (10⁶ and more) smaller than
// high-low.
func Mean95(sum, sumSquares float64, n int, low, high float64) (mean, lo, hi float64) {
	switch {
	case n < 0:
		panic(fmt.Sprintf("interval: mean of %d values", n))
	case !(low < high):
		panic(fmt.Sprintf("interval: values between %v and %v", low, high))
	case n == 0:
		return (low + high) / 2, low, high
	}
	count, width := float64(n), high-low
	mean = sum / count
	m := (mean - low) / width
	// The sum of (v-low)(high-v), over width².
	within := max(0, (low+high)*sum-sumSquares-count*low*high) / (width * width)
	const z2 = Z95 * Z95
	w, k := within/(count+z2), z2/count
	radius := math.Sqrt(max(0, k*k*(1-4*w)+4*k*(m*(1-m)-w))) / (2 * (1 + k))
	centre := (2*m + k) / (2 * (1 + k))
	// Rounding must not push a bound past the mean, nor beyond what is possible.
	lo = max(low, min(mean, low+width*(centre-radius)))
	hi = min(high, max(mean, low+width*(centre+radius)))
	return mean, lo, hi
}

// Errors95 returns the mean of n values, given their sum and the sum of their squares, and an
// interval of about 95%: two standard errors on either side. It is for values of which no
// bounds are known, and all that it claims is the normal approximation: with bounds [Mean95] is
// better. It is infinite for fewer than two values, and where all are equal: nothing then tells
// how far another one may be from them.
func Errors95(sum, sumSquares float64, n int) (mean, lo, hi float64) {
	count := float64(n)
	mean = sum / max(count, 1)
	deviation := math.Inf(1)
	const rounding = 1e-12
	if variance := sumSquares/count - mean*mean; n > 1 && variance > rounding*mean*mean {
		deviation = math.Sqrt(variance / (count - 1))
	}
	return mean, mean - 2*deviation, mean + 2*deviation
}

// Share95 returns the mean of n values between 0 and 1, given their sum and the sum of
// their squares, and its 95% interval: [Wilson]'s for as many trials as would give a rate
// the standard error of the mean. So it lies within [0, 1]. The variance is that of the
// values and of four more that are as far apart as they can be, 0 or 1 with the same mean:
// a few values that happen to be alike do not make the interval narrow. Without values it
// is all of [0, 1].
func Share95(sum, sumSquares float64, n int) (mean, lo, hi float64) {
	if n <= 0 {
		return 0, 0, 1
	}
	const more = 4
	count := float64(n)
	mean = min(max(sum/count, 0), 1)
	most := mean * (1 - mean) // no values between 0 and 1 vary more
	variance := (max(sumSquares-sum*mean, 0) + more*most) / (count - 1 + more)
	trials := count
	if variance > 0 {
		trials = max(count, count*most/variance)
	}
	z2 := Z95 * Z95
	centre := (mean + z2/(2*trials)) / (1 + z2/trials)
	radius := Z95 / (1 + z2/trials) * math.Sqrt(most/trials+z2/(4*trials*trials))
	return mean, min(mean, max(0, centre-radius)), max(mean, min(1, centre+radius))
}

// Paired is the outcome of two players on the same boards: how many boards both won,
// only the first, only the second, neither.
type Paired struct{ Both, First, Second, Neither int }

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
	l1, u1 := Wilson95(p.Both+p.First, p.Both+p.First+p.Second+p.Neither)
	l2, u2 := Wilson95(p.Both+p.Second, p.Both+p.First+p.Second+p.Neither)
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
	n, k := p.First+p.Second, min(p.First, p.Second)
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
