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
