package purefloat

import "math"

// Log returns the natural logarithm of x, within 2 units in the last place.
func Log(x float64) float64 {
	if special(x) {
		return math.Log(x) // no digits: the same everywhere
	}
	m, k := split(x)
	s := (m - 1) / (m + 1)
	t := 2 * s
	return float64(k*ln2High) + (t + (float64(t*logSeries(s)) + float64(k*ln2Low)))
}

// Log2 returns the logarithm of x to the base 2, within 2 units in the last place. It is
// exact for powers of 2.
func Log2(x float64) float64 {
	if special(x) {
		return math.Log(x)
	}
	m, k := split(x)
	s := (m - 1) / (m + 1)
	t := 2 * s
	return k + float64((t+float64(t*logSeries(s)))*(1/math.Ln2))
}

// Log1p returns the natural logarithm of 1 + x, within 4 units in the last place, however
// small x is. What is lost in the sum 1 + x is put right by the ratio of x to what is left
// of it, since the logarithm is almost a straight line there.
func Log1p(x float64) float64 {
	u := 1 + x
	if u == 1 || math.IsInf(x, 1) {
		return x
	}
	return float64(Log(u) * (x / (u - 1)))
}

// special tells whether a number's logarithm has no digits: of 0, of what is negative,
// infinite or no number.
func special(x float64) bool { return !(x > 0) || math.IsInf(x, 1) }

// split returns x = m * 2^k with m between sqrt(1/2) and sqrt(2).
func split(x float64) (m, k float64) {
	if x < 0x1p-1022 { // subnormal: its first bits are zeros
		m, k = split(x * 0x1p54)
		return m, k - 54
	}
	bits := math.Float64bits(x)
	m = math.Float64frombits(bits&(1<<52-1) | 1023<<52)
	k = float64(int(bits>>52) - 1023)
	if m > math.Sqrt2 {
		return m / 2, k + 1
	}
	return m, k
}

// logSeries returns ln((1+s)/(1-s)) / 2s - 1 for |s| at most 0.1716, by its series
// s²/3 + s⁴/5 + ...: every second term apart, so that the processor works on both at once.
func logSeries(s float64) float64 {
	q := float64(s * s)
	p := float64(q * q)
	odd := 1.0 / 23
	odd = 1.0/19 + float64(p*odd)
	odd = 1.0/15 + float64(p*odd)
	odd = 1.0/11 + float64(p*odd)
	odd = 1.0/7 + float64(p*odd)
	odd = 1.0/3 + float64(p*odd)
	even := 1.0 / 21
	even = 1.0/17 + float64(p*even)
	even = 1.0/13 + float64(p*even)
	even = 1.0/9 + float64(p*even)
	even = 1.0/5 + float64(p*even)
	return float64(q * (odd + float64(q*even)))
}
