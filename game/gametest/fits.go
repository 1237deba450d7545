package gametest

import (
	"fmt"
	"math"
)

// sixSigma is the number of standard deviations of a normal variable that chance
// exceeds once in 10⁹: 1-Φ(6) = 9.9·10⁻¹⁰.
const sixSigma = 6

// Fits returns an error if counts do not look drawn with the given probabilities,
// which need not sum to 1; nil means all equal. It is Pearson's chi-square test at a
// level of 10⁻⁹ or, with few outcomes, even less, with the quantile by Wilson and
// Hilferty's cube (The distribution of chi-square, PNAS 17 (1931) 684-688). Outcomes of probability 0 must not occur.
// Give it about ten or more expected counts for each outcome. It takes time in
// proportion to the counts and is safe for concurrent use.
func Fits(counts []int, probabilities []float64) error {
	if probabilities == nil {
		probabilities = make([]float64, len(counts))
		for i := range probabilities {
			probabilities[i] = 1
		}
	}
	if len(counts) != len(probabilities) {
		return fmt.Errorf("%d counts for %d probabilities", len(counts), len(probabilities))
	}
	draws, sum := 0, 0.0
	for i, n := range counts {
		draws += n
		sum += probabilities[i]
	}
	chi2, freedom, worst, share := 0.0, -1, 0, 0.0
	for i, n := range counts {
		expected := float64(draws) * probabilities[i] / sum
		if expected == 0 {
			if n > 0 {
				return fmt.Errorf("outcome %d of %d cannot occur, but did %d times in %d draws", i, len(counts), n, draws)
			}
			continue
		}
		freedom++
		part := (float64(n) - expected) * (float64(n) - expected) / expected
		chi2 += part
		if part > share {
			worst, share = i, part
		}
	}
	if freedom < 1 || draws == 0 {
		return nil
	}
	if limit := chiSquareLimit(float64(freedom)); chi2 > limit {
		return fmt.Errorf("%d draws of %d outcomes do not have the right shares: chi-square is %.1f, by chance it exceeds %.1f once in 10⁹; worst is outcome %d, drawn %d times instead of %.1f",
			draws, len(counts), chi2, limit, worst, counts[worst], float64(draws)*probabilities[worst]/sum)
	}
	return nil
}

// chiSquareLimit returns what chi-square exceeds once in 10⁹: about, from ten degrees
// of freedom on, below that more seldom.
func chiSquareLimit(freedom float64) float64 {
	v := 2 / (9 * freedom)
	cube := 1 - v + sixSigma*math.Sqrt(v)
	return freedom * cube * cube * cube
}
