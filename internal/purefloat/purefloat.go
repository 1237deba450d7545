// Package purefloat has functions of real numbers that give the same bits on every
// processor. Those of package math may be written in a processor's own instructions, and
// their last bits differ; what decides a play, or is written to a file, must not.
//
// A compiler may join a product and a sum into one instruction that rounds once, on some
// processors and not on others. An explicit conversion of the product forbids it.
//
// The functions are pure and safe for concurrent use; each costs some twenty multiplications.
package purefloat

import "math"

// Exp2 returns 2 to the power of x, within 2 units in the last place where the
// result is not subnormal. It is exact for whole x.
func Exp2(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x > 1024:
		return math.Inf(1)
	case x < -1080:
		return 0
	}
	whole := math.Floor(x + 0.5)
	return math.Ldexp(near1(float64((x-whole)*math.Ln2)), int(whole))
}

// terms is how many terms of the series count where |t| is at most ln(2)/2: the next one is below 2^-57.
const terms = 13

// near1 returns e to the power of t, for |t| at most ln(2)/2: by its series, in the form
// 1 + t(1 + t/2(1 + t/3(...))).
func near1(t float64) float64 {
	sum := 1.0
	for n := terms; n >= 1; n-- {
		sum = 1 + float64(float64(t*sum)/float64(n))
	}
	return sum
}
