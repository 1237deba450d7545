package purefloat

import "math"

// ln2High is the front of ln 2: few enough bits for its product with any exponent to be
// exact. ln2Low is the rest.
var (
	ln2High = math.Float64frombits(math.Float64bits(math.Ln2) &^ (1<<22 - 1))
	ln2Low  = math.Ln2 - math.Float64frombits(math.Float64bits(math.Ln2)&^(1<<22-1)) + ln2Tail
)

// ln2Tail is what math.Ln2, once it is rounded to a float64, leaves of ln 2.
const ln2Tail = math.Ln2 - 0x1.62e42fefa39efp-1

// Exp returns e to the power of x, within 1 unit in the last place where the result is not
// subnormal.
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x > 710:
		return math.Inf(1)
	case x < -746:
		return 0
	}
	return expSum(x, 0)
}

// expSum returns e to the power of x + low, where low is at most a few units in the last
// place of x and the result is in range.
func expSum(x, low float64) float64 {
	whole := math.Floor(float64(x*(1/math.Ln2)) + 0.5)
	r := (x - float64(whole*ln2High)) - float64(float64(whole*ln2Low)-low)
	return math.Ldexp(expSeries(r), int(whole))
}

// expSeries returns e to the power of r, for |r| at most ln(2)/2, by its series: even and
// odd terms apart, so that the processor works on both at once.
func expSeries(r float64) float64 {
	q := float64(r * r)
	even := 1.0 / 479001600
	even = 1.0/3628800 + float64(q*even)
	even = 1.0/40320 + float64(q*even)
	even = 1.0/720 + float64(q*even)
	even = 1.0/24 + float64(q*even)
	even = 1.0/2 + float64(q*even)
	odd := 1.0 / 6227020800
	odd = 1.0/39916800 + float64(q*odd)
	odd = 1.0/362880 + float64(q*odd)
	odd = 1.0/5040 + float64(q*odd)
	odd = 1.0/120 + float64(q*odd)
	odd = 1.0/6 + float64(q*odd)
	return 1 + (r + float64(q*(even+float64(r*odd))))
}
