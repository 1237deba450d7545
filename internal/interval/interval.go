// Package interval gives the confidence bounds that stand beside every measured
// rate and mean, so that a number from fifty games is not read like one from fifty
// thousand.
//
// Rates (games won) get Wilson's score interval, which stays inside [0, 1] and
// remains honest near 0 and 1 and for few trials, where the textbook interval
// p ± z·sqrt(p(1-p)/n) collapses to a point. Means (scores) get the normal
// approximation, which needs some thirty values before it means much.
//
// All functions are pure, run in constant time and are safe for concurrent use.
package interval

import (
	"fmt"
	"math"
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

// Mean95 returns the mean of n values, given their sum and the sum of their
// squares, and its 95% interval by the normal approximation: mean ± [Z95]·s/sqrt(n)
// where s² is the sample variance, with n-1 below the line.
//
// Fewer than two values have no variance: bounds and mean are then the same, and 0
// for no values at all. It panics if n is negative. The variance is computed from
// the sums, so it loses digits when the mean is many times (10⁶ and more) larger
// than the spread.
func Mean95(sum, sumSquares float64, n int) (mean, lo, hi float64) {
	switch {
	case n < 0:
		panic(fmt.Sprintf("interval: mean of %d values", n))
	case n == 0:
		return 0, 0, 0
	case n == 1:
		return sum, sum, sum
	}
	count := float64(n)
	mean = sum / count
	variance := max(0, sumSquares-sum*mean) / (count - 1)
	radius := Z95 * math.Sqrt(variance/count)
	return mean, mean - radius, mean + radius
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

// Wald95 returns the win rate of the first player minus that of the second and its 95%
// interval as it is mostly published beside McNemar's test: with f and g boards that only
// one won, of n, (f-g)/n ± [Z95]·sqrt(f+g-(f-g)²/n)/n. It is for many boards; where only
// some ten were won by one player alone, take [Paired.Difference95]. Without boards it is
// 0 and [-1, 1].
//
// Source: A. Agresti, Categorical data analysis, 2nd edition (2002), section 10.1.1.
func (p Paired) Wald95() (difference, lo, hi float64) {
	f, g := float64(p.First), float64(p.Second)
	n := float64(p.Both) + f + g + float64(p.Neither)
	if n == 0 {
		return 0, -1, 1
	}
	difference = (f - g) / n
	radius := Z95 * math.Sqrt(f+g-(f-g)*(f-g)/n) / n
	return difference, difference - radius, difference + radius
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
