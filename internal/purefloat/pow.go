package purefloat

import "math"

// Pow returns x to the power of y for x of at least 0, within 2 units in the last place where
// the result is not subnormal. A result that is a float64 is found exactly: who rounds up
// the square root of 9 gets 3.
func Pow(x, y float64) float64 {
	if special(x) || x == 1 || y == 0 || math.IsNaN(y) || math.IsInf(y, 0) {
		return math.Pow(x, y) // no digits: the same everywhere
	}
	high, low := logLong(x)
	product, rest := times(high, y)
	rest += float64(low * y)
	switch {
	case product > 710:
		return math.Inf(1)
	case product < -746:
		return 0
	}
	return expSum(product, rest)
}

// logLong returns the natural logarithm of x as a sum of two numbers, with about 60 bits.
func logLong(x float64) (high, low float64) {
	m, k := split(x)
	above, below := m-1, m+1
	lost := 1 - (below - m) // of the sum m + 1
	s := above / below
	// What the division has left: above - s*below, with the product in full.
	p, rest := times(s, below)
	s2 := ((above - p) - rest - float64(s*lost)) / below
	t := 2 * s
	front, lost := plus(float64(k*ln2High), t)
	low = lost + (2*s2 + (float64(t*logSeries(s)) + float64(k*ln2Low)))
	return plus(front, low)
}

// times returns a product as a sum of two numbers that is exact, after Dekker (1971).
func times(a, b float64) (high, low float64) {
	high = float64(a * b)
	a1, a2 := halves(a)
	b1, b2 := halves(b)
	low = (float64(a1*b1) - high) + float64(a1*b2)
	return high, (low + float64(a2*b1)) + float64(a2*b2)
}

// halves returns a number as a sum of two with half as many bits, whose products are exact.
func halves(a float64) (front, back float64) {
	front = math.Float64frombits(math.Float64bits(a) &^ (1<<27 - 1))
	return front, a - front
}

// plus returns a sum as a sum of two numbers that is exact, after Knuth.
func plus(a, b float64) (high, low float64) {
	high = a + b
	part := high - a
	return high, (a - (high - part)) + (b - part)
}
