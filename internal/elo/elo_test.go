package elo

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight/internal/interval"
)

// bases are shapes of the five outcomes of a pair: of independent games with draws, of games
// that the same side always wins or the better player twice, of games that are mostly drawn or
// always split, and a lopsided one.
var bases = [][5]float64{
	{0.1, 0.2, 0.4, 0.2, 0.1},
	{0.25, 0, 0.5, 0, 0.25},
	{0.02, 0.1, 0.76, 0.1, 0.02},
	{0.05, 0, 0.9, 0.04, 0.01},
}

// at returns the distribution of a shape whose score is that of a difference in Elo: the
// shape times an exponential, by bisection. It shares no code with tilt.
func at(base [5]float64, difference float64) [5]float64 {
	p := base
	for lo, hi := -100.0, 100.0; ; {
		k := (lo + hi) / 2
		total, mean := 0.0, 0.0
		for i, b := range base {
			p[i] = b * math.Exp(k*float64(i)/4)
			total += p[i]
			mean += p[i] * float64(i) / 4
		}
		for i := range p {
			p[i] /= total
		}
		if k == lo || k == hi {
			return p
		}
		if mean/total < 1/(1+math.Pow(10, -difference/400)) {
			lo = k
		} else {
			hi = k
		}
	}
}

// draw returns an outcome of a distribution.
func draw(rng *rand.Rand, p *[5]float64) int {
	u := rng.Float64()
	for i := range 4 {
		if u -= p[i]; u < 0 {
			return i
		}
	}
	return 4
}

// eachOutcome calls f with every way in which n pairs can come out, and its chance.
func eachOutcome(n int, p *[5]float64, f func(c Pairs, chance float64)) {
	var c Pairs
	var walk func(outcome, left int, chance float64)
	walk = func(outcome, left int, chance float64) {
		if outcome == 4 {
			c[4] = left
			f(c, chance*math.Pow(p[4], float64(left)))
			return
		}
		for k := 0; k <= left; k++ {
			c[outcome] = k
			walk(outcome+1, left-k, chance*binomial(left, k)*math.Pow(p[outcome], float64(k)))
		}
	}
	walk(0, n, 1)
}

func binomial(n, k int) float64 {
	b := 1.0
	for i := range k {
		b *= float64(n-i) / float64(i+1)
	}
	return b
}

func TestDifference(t *testing.T) {
	// 400 points are ten to one; 3 of 4 points are 400·log10(3) = 190.848502.
	for _, c := range []struct{ score, difference float64 }{
		{0.5, 0},
		{10.0 / 11, 400},
		{0.75, 190.848502},
		{0.25, -190.848502},
		{0, math.Inf(-1)},
		{1, math.Inf(1)},
	} {
		if got := Difference(c.score); got != c.difference && math.Abs(got-c.difference) > 1e-6 {
			t.Errorf("score %v: %v Elo, want %v", c.score, got, c.difference)
		}
		if got := Score(c.difference); math.Abs(got-c.score) > 1e-9 {
			t.Errorf("%v Elo: score %v, want %v", c.difference, got, c.score)
		}
	}
}

// The score is that of the games, and its interval has the spread of pairs: games that are
// split whatever happens say more than independent ones, games of a pair that come out alike
// say less.
func TestScore95(t *testing.T) {
	split, apart, alike := Pairs{0, 0, 100, 0, 0}, Pairs{25, 0, 50, 0, 25}, Pairs{50, 0, 0, 0, 50}
	var widths []float64
	for _, p := range []Pairs{split, apart, alike} {
		score, lo, hi := p.Score95()
		if score != 0.5 || !(lo < 0.5 && hi > 0.5) {
			t.Errorf("%v: %v, %v to %v", p, score, lo, hi)
		}
		difference, low, high := p.Elo95()
		if difference != 0 || !(low < 0 && high > 0) || math.Abs(low+high) > 1e-9 {
			t.Errorf("%v: %v Elo, %v to %v", p, difference, low, high)
		}
		widths = append(widths, hi-lo)
	}
	if !(widths[0] < widths[1] && widths[1] < widths[2]) {
		t.Errorf("widths %v", widths)
	}
	// Pairs that are all won or all lost are as many single trials.
	if lo, hi := interval.Wilson95(50, 100); math.Abs(widths[2]-(hi-lo)) > 1e-12 {
		t.Errorf("width %v, of 100 trials %v", widths[2], hi-lo)
	}
	if score, lo, hi := (Pairs{1, 2, 3, 4, 0}).Score95(); score != 0.5 || hi-lo > 0.5 {
		t.Errorf("%v, %v to %v", score, lo, hi)
	}
	if difference, lo, hi := (Pairs{0, 0, 0, 0, 9}).Elo95(); !math.IsInf(difference, 1) || !math.IsInf(hi, 1) || lo < 100 || lo > 300 {
		t.Errorf("nine pairs won: %v Elo, %v to %v", difference, lo, hi)
	}
	if _, lo, hi := (Pairs{}).Elo95(); !math.IsInf(lo, -1) || !math.IsInf(hi, 1) {
		t.Errorf("no pairs: %v to %v", lo, hi)
	}
}

// The interval holds the true score in about 95% of all matches: by all outcomes of 20 pairs
// with their exact chances, and by simulated matches of 300 pairs.
func TestScore95Covers(t *testing.T) {
	const matches = 4000
	rng := rand.New(rand.NewPCG(20, 1))
	for _, base := range bases {
		for _, difference := range []float64{0, 30, -150} {
			p, truth := at(base, difference), Score(difference)
			exact, total := 0.0, 0.0
			covers := func(c Pairs) bool {
				_, lo, hi := c.Score95()
				return lo <= truth && truth <= hi
			}
			eachOutcome(20, &p, func(c Pairs, chance float64) {
				total += chance
				if covers(c) {
					exact += chance
				}
			})
			if math.Abs(total-1) > 1e-9 {
				t.Fatalf("chances sum to %v", total)
			}
			covered := 0
			for range matches {
				var c Pairs
				for range 300 {
					c.Add(draw(rng, &p))
				}
				if covers(c) {
					covered++
				}
			}
			share := float64(covered) / matches
			t.Logf("%v at %v Elo: 20 pairs %.4f, 300 pairs %.4f", base, difference, exact, share)
			// Few pairs of few values come in lumps, and z² further observations at the
			// bounds make the interval wide where the spread is small: never much below 95%.
			if exact < 0.93 || share < 0.94 {
				t.Errorf("%v at %v Elo: 20 pairs %.4f, 300 pairs %.4f", base, difference, exact, share)
			}
		}
	}
}
