package interval

import (
	"fmt"
	"math"
)

// Values is numbers summed up: all that intervals of their mean are made of. The zero one has
// none.
type Values struct {
	N            int
	Sum, Squares float64 // of the numbers, and of their squares
}

// Add counts a number.
func (v *Values) Add(x float64) {
	v.N++
	v.Sum += x
	v.Squares += x * x
}

// Mean95 returns the mean of values that lie between low and high, and its 95% interval:
// Wilson's, carried over to such values. It contains the mean, lies between low and high, and
// never has width 0; where all values are low or high it is [Wilson95]. Without values it is
// everything, around the middle.
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
// Where no bounds are known, low being -∞ and high +∞, it is an interval of about 95%, two
// standard errors on either side, and all that it claims is the normal approximation. It is
// infinite for fewer than two values, and where all are equal: nothing then tells how far
// another one may be from them.
//
// It panics if there are fewer than no values or low is not below high. The variance is
// computed from the sums, so it loses digits when the spread is many times (10⁶ and more)
// smaller than high-low.
func (v Values) Mean95(low, high float64) (mean, lo, hi float64) {
	switch {
	case v.N < 0:
		panic(fmt.Sprintf("interval: mean of %d values", v.N))
	case !(low < high):
		panic(fmt.Sprintf("interval: values between %v and %v", low, high))
	case math.IsInf(low, -1) && math.IsInf(high, 1):
		return v.errors95()
	case v.N == 0:
		return (low + high) / 2, low, high
	}
	count, width := float64(v.N), high-low
	mean = v.Sum / count
	m := (mean - low) / width
	// The sum of (x-low)(high-x), over width².
	within := max(0, (low+high)*v.Sum-v.Squares-count*low*high) / (width * width)
	const z2 = Z95 * Z95
	w, k := within/(count+z2), z2/count
	radius := math.Sqrt(max(0, k*k*(1-4*w)+4*k*(m*(1-m)-w))) / (2 * (1 + k))
	centre := (2*m + k) / (2 * (1 + k))
	// Rounding must not push a bound past the mean, nor beyond what is possible.
	lo = max(low, min(mean, low+width*(centre-radius)))
	hi = min(high, max(mean, low+width*(centre+radius)))
	return mean, lo, hi
}

// errors95 is the mean with two standard errors on either side.
func (v Values) errors95() (mean, lo, hi float64) {
	mean, variance := v.moments()
	deviation := v.StandardError()
	const rounding = 1e-12
	if variance <= rounding*mean*mean {
		deviation = math.Inf(1)
	}
	return mean, mean - 2*deviation, mean + 2*deviation
}

// moments returns the mean and the mean square of what lies off it, 0 without values.
func (v Values) moments() (mean, variance float64) {
	count := max(float64(v.N), 1)
	mean = v.Sum / count
	return mean, v.Squares/count - mean*mean
}

// StandardError returns the standard error of the mean, infinite for fewer than two values.
func (v Values) StandardError() float64 {
	if v.N < 2 {
		return math.Inf(1)
	}
	_, variance := v.moments()
	return math.Sqrt(max(0, variance) / float64(v.N-1))
}

// Difference95 returns the mean of differences, what the first of a pair has more than the
// second, and its 95% interval: [Values.Mean95] between -most and most, which is how far two
// values can be apart, or +∞ where that is not known.
func (v Values) Difference95(most float64) (mean, lo, hi float64) { return v.Mean95(-most, most) }

// Rare95 returns the mean of values of which most are 0 and none is further from it than most,
// with two standard errors on either side. Where all were 0, that says nothing of the next one:
// then it is the rule of three, by which fewer than three values in as many as there are would
// be another.
func (v Values) Rare95(most float64) (mean, lo, hi float64) {
	if v.Squares == 0 && v.N > 0 {
		rest := min(most, 3*most/float64(v.N))
		return 0, -rest, rest
	}
	return v.errors95()
}

// P returns the two-sided p-value of the mean's being 0, by the normal approximation; 1 where
// nothing varies.
func (v Values) P() float64 {
	count := float64(v.N)
	mean := v.Sum / count
	if variance := (v.Squares - v.Sum*mean) / (count - 1); variance > 0 {
		return math.Erfc(math.Abs(mean) / math.Sqrt(2*variance/count))
	}
	return 1
}

// students are the numbers by which Student's 95% interval of a mean is wider than a standard error on either side, for 2 values and so on.
var students = [...]float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093}

// Student95 returns the mean and Student's 95% interval, for a few values that are about normal, of which no bounds are known that would tell
// much; for more than twenty it is a little too wide. Where all are equal it has width 0; for fewer than two values it is infinite.
func (v Values) Student95() (mean, lo, hi float64) {
	mean, _ = v.moments()
	if v.N < 2 {
		return mean, math.Inf(-1), math.Inf(1)
	}
	factor := 2.086
	if v.N-2 < len(students) {
		factor = students[v.N-2]
	}
	half := factor * v.StandardError()
	return mean, mean - half, mean + half
}

// Share95 returns the mean of values between 0 and 1 and its 95% interval: [Wilson]'s for as
// many trials as would give a rate the standard error of the mean. So it lies within [0, 1].
// The variance is that of the values and of four more that are as far apart as they can be, 0
// or 1 with the same mean: a few values that happen to be alike do not make the interval
// narrow. Without values it is all of [0, 1].
func (v Values) Share95() (mean, lo, hi float64) {
	if v.N <= 0 {
		return 0, 0, 1
	}
	const more = 4
	count := float64(v.N)
	mean = min(max(v.Sum/count, 0), 1)
	most := mean * (1 - mean) // no values between 0 and 1 vary more
	variance := (max(v.Squares-v.Sum*mean, 0) + more*most) / (count - 1 + more)
	trials := count
	if variance > 0 {
		trials = max(count, count*most/variance)
	}
	z2 := Z95 * Z95
	centre := (mean + z2/(2*trials)) / (1 + z2/trials)
	radius := Z95 / (1 + z2/trials) * math.Sqrt(most/trials+z2/(4*trials*trials))
	return mean, min(mean, max(0, centre-radius)), max(mean, min(1, centre+radius))
}
