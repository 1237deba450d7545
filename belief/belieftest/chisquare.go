package belieftest

import "math"

// chiSquare returns Pearson's statistic of counts against probabilities, and its
// degrees of freedom. Cells expected fewer than five times, for which the statistic
// is not chi-square distributed, are taken together, and if even together they are
// fewer, added to the next cell.
func chiSquare(counts []int, probability []float64) (statistic float64, degrees int) {
	total := 0
	for _, c := range counts {
		total += c
	}
	var rareCount, rareExpected float64
	cells := 0
	add := func(count, expected float64) {
		statistic += (count - expected) * (count - expected) / expected
		cells++
	}
	for i, c := range counts {
		if expected := float64(total) * probability[i]; expected < 5 {
			rareCount += float64(c)
			rareExpected += expected
		}
	}
	for i, c := range counts {
		expected := float64(total) * probability[i]
		if expected < 5 {
			continue
		}
		if rareExpected > 0 && rareExpected < 5 {
			add(float64(c)+rareCount, expected+rareExpected)
			rareCount, rareExpected = 0, 0
			continue
		}
		add(float64(c), expected)
	}
	if rareExpected > 0 {
		add(rareCount, rareExpected)
	}
	return statistic, max(cells-1, 0)
}

// chiSquareSurvival returns the probability that a chi-square variable exceeds x:
// the p-value of a statistic. With no degree of freedom that is 1 for x = 0.
func chiSquareSurvival(x float64, degrees int) float64 {
	if x <= 0 {
		return 1
	}
	if degrees == 0 {
		return 0
	}
	return upperGamma(float64(degrees)/2, x/2)
}

// upperGamma returns the regularised upper incomplete gamma function Q(a, x) for
// a > 0 and x > 0: by the series of its complement below x = a+1 (DLMF 8.7.1), by
// Legendre's continued fraction above (DLMF 8.9.2), evaluated after Lentz.
func upperGamma(a, x float64) float64 {
	const accuracy = 1e-15
	lg, _ := math.Lgamma(a)
	scale := math.Exp(a*math.Log(x) - x - lg)
	if x < a+1 {
		term := 1 / a
		sum := term
		for k := 1.0; term > accuracy*sum; k++ {
			term *= x / (a + k)
			sum += term
		}
		return max(0, 1-scale*sum)
	}
	const tiny = 1e-300
	b := x + 1 - a
	c := 1 / tiny
	d := 1 / b
	h := d
	for i := 1.0; i < 1e6; i++ {
		an := -i * (i - a)
		b += 2
		if d = an*d + b; math.Abs(d) < tiny {
			d = tiny
		}
		if c = b + an/c; math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		h *= d * c
		if math.Abs(d*c-1) < accuracy {
			break
		}
	}
	return scale * h
}

// meanDeviation returns the mean absolute deviation of a binomial variable of n
// trials from its mean np: 2 k C(n,k) p^k (1-p)^(n-k+1) with k the least integer
// above np (de Moivre 1730; Diaconis and Zabell, Closed form summation for classical
// distributions, Stat. Sci. 6, 1991).
func meanDeviation(n int, p float64) float64 {
	if p <= 0 || p >= 1 {
		return 0
	}
	k := math.Floor(float64(n)*p) + 1
	if k > float64(n) {
		k = float64(n) // np rounded up to n
	}
	lf := func(x float64) float64 { l, _ := math.Lgamma(x + 1); return l }
	N := float64(n)
	return 2 * k * math.Exp(lf(N)-lf(k)-lf(N-k)+k*math.Log(p)+(N-k+1)*math.Log1p(-p))
}
