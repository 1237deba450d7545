package elo

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SPRT is a sequential probability ratio test of two hypotheses: that the difference of two players is Lo, or
// that it is Hi, in logistic Elo. It is asked after every pair, and stops when it can decide;
// where the difference is Lo, or Hi, it decides wrongly in about one of 20 tests. Where it is below
// Lo or above Hi it errs less, in between it decides for either.
//
// The spread of a pair's score is not known beforehand, so the likelihood ratio is the
// generalised one: for each hypothesis it takes the most likely distribution of the five
// outcomes whose mean is the hypothesis. That is a test of A. Wald (Sequential tests of
// statistical hypotheses, Ann. Math. Stat. 16 (1945) 117-186) with the empirical likelihood of a
// mean (A. B. Owen, Empirical likelihood ratio confidence intervals for a single functional,
// Biometrika 75 (1988) 237-249); testers of chess programs use the same.
type SPRT struct{ Lo, Hi float64 }

// Verdict is what a test has come to.
type Verdict int8

// The verdicts: none yet, that the difference is Lo, that it is Hi.
const (
	Undecided Verdict = iota
	AcceptLo
	AcceptHi
)

// errorRate is how often a test may decide wrongly where one of its hypotheses holds, both
// for the one and for the other (alpha and beta).
const errorRate = 0.05

// maxElo is the largest difference that a test may ask for: a score of 0.997.
const maxElo = 1000

// ParseSPRT reads a test, written as LO,HI.
func ParseSPRT(text string) (SPRT, error) {
	lo, hi, found := strings.Cut(text, ",")
	var t SPRT
	var errs [2]error
	t.Lo, errs[0] = strconv.ParseFloat(strings.TrimSpace(lo), 64)
	t.Hi, errs[1] = strconv.ParseFloat(strings.TrimSpace(hi), 64)
	switch {
	case !found || errs[0] != nil || errs[1] != nil:
		return SPRT{}, fmt.Errorf("%q: want two differences in Elo, as in 0,20", text)
	case !(t.Lo < t.Hi):
		return SPRT{}, fmt.Errorf("%q: the first difference must be below the second, as in 0,20", text)
	case t.Lo < -maxElo || t.Hi > maxElo:
		return SPRT{}, fmt.Errorf("%q: want differences between -%d and %d Elo", text, maxElo, maxElo)
	}
	return t, nil
}

// Bounds returns the bounds of Wald: the test accepts Lo when the ratio is at or below the
// first, log(beta/(1-alpha)), and Hi when it is at or above the second, log((1-beta)/alpha).
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(errorRate / (1 - errorRate)), math.Log((1 - errorRate) / errorRate)
}

// Judge returns what the pairs that were played so far come to.
func (t SPRT) Judge(p Pairs) Verdict {
	lower, upper := t.Bounds()
	switch ratio := t.LLR(p); {
	case ratio <= lower:
		return AcceptLo
	case ratio >= upper:
		return AcceptHi
	}
	return Undecided
}

// unseen is for how many pairs an outcome counts that was not seen. Without it no
// distribution on the outcomes seen might have the mean of a hypothesis, as where all pairs
// were won, and the ratio would not exist.
const unseen = 1e-3

// LLR returns the logarithm of the generalised likelihood ratio of Hi to Lo, 0 without pairs.
//
// With outcomes x and their shares f of n pairs it is n·Σ f·log(q/r), where q and r are the
// distributions that maximise Σ f·log q under Σ q = 1 and Σ q·x = the score of Hi, of Lo.
// [tilt] says how they are found.
func (t SPRT) LLR(p Pairs) float64 {
	if p.Count() == 0 {
		return 0
	}
	var counts [5]float64
	n := 0.0
	for i, count := range p {
		counts[i] = max(float64(count), unseen)
		n += counts[i]
	}
	shares := counts
	for i := range shares {
		shares[i] /= n
	}
	lo, hi := Score(t.Lo), Score(t.Hi)
	a, b := tilt(&shares, lo), tilt(&shares, hi)
	ratio := 0.0
	for i, count := range counts {
		x := float64(i) / 4
		ratio += count * (math.Log1p(a*(x-lo)) - math.Log1p(b*(x-hi)))
	}
	return ratio
}

// tilt returns the θ by which the distribution on the outcomes x that is most likely, given
// shares f that are all positive, and has a given mean s, 0 < s < 1, is q = f/(1+θ(x-s)).
//
// By Lagrange, Σ f·log q - λ(Σ q - 1) - κ·Σ q(x-s) is stationary where f/q = λ + κ(x-s).
// Times q and summed up that is 1 = λ, so θ = κ, and what remains is the condition on the mean:
// Σ f(x-s)/(1+θ(x-s)) = 0. Its left side falls in θ from +∞ to -∞ between the two θ at which the
// denominator of x = 1 or of x = 0 is 0, so there is one root. It is found by Newton's steps on the
// left side times these two denominators, which has no poles, within bounds that close in.
func tilt(shares *[5]float64, s float64) float64 {
	lo, hi := -1/(1-s), 1/s
	for θ := 0.0; ; {
		var value, slope float64
		for i, f := range shares {
			d := float64(i)/4 - s
			q := d / (1 + θ*d)
			value += f * q
			slope -= f * q * q
		}
		if value > 0 {
			lo = θ
		} else {
			hi = θ
		}
		won, lost := 1+θ*(1-s), 1-θ*s // the denominators
		step := value * won * lost / (slope*won*lost + value*((1-s)*lost-s*won))
		next := θ - step
		if math.Abs(step) <= 1e-15*(1+math.Abs(θ)) {
			return next
		}
		if !(next > lo && next < hi) {
			if next = lo + (hi-lo)/2; next == lo || next == hi {
				return θ
			}
		}
		θ = next
	}
}
