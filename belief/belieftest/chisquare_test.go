package belieftest

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Percentage points of the chi-square distribution, as printed in Abramowitz and
// Stegun, Handbook of Mathematical Functions, table 26.8.
func TestSurvivalAgainstTable(t *testing.T) {
	for _, c := range []struct {
		degrees int
		x, p    float64
	}{
		{1, 3.84146, 0.05},
		{1, 6.63490, 0.01},
		{1, 10.828, 0.001},
		{2, 5.99147, 0.05},
		{3, 0.114832, 0.99},
		{5, 15.0863, 0.01},
		{10, 3.94030, 0.95},
		{10, 18.3070, 0.05},
		{10, 29.588, 0.001},
		{30, 50.8922, 0.01},
		{100, 77.9295, 0.95},
		{100, 124.342, 0.05},
		{100, 149.449, 0.001},
	} {
		// Five or six printed digits of x leave an error of about 1e-5 of p.
		if got := chiSquareSurvival(c.x, c.degrees); math.Abs(got-c.p) > 5e-5*max(c.p, 0.1) {
			t.Errorf("%d degrees, x = %v: p = %v, the table says %v", c.degrees, c.x, got, c.p)
		}
	}
}

// Closed forms: erfc(sqrt(x/2)) for one degree of freedom, and for an even number 2m
// the chance of fewer than m events of a Poisson variable of mean x/2.
func TestSurvivalAgainstClosedForms(t *testing.T) {
	near := func(degrees int, x, want float64) {
		t.Helper()
		if got := chiSquareSurvival(x, degrees); math.Abs(got-want) > 1e-11 {
			t.Errorf("%d degrees, x = %v: p = %v, want %v", degrees, x, got, want)
		}
	}
	for x := 0.01; x < 2000; x *= 1.3 {
		near(1, x, math.Erfc(math.Sqrt(x/2)))
		for _, m := range []int{1, 2, 5, 50, 500} {
			term := -x / 2 // logarithm of the Poisson probability of 0
			sum := math.Exp(term)
			for k := 1; k < m; k++ {
				term += math.Log(x / 2 / float64(k))
				sum += math.Exp(term)
			}
			near(2*m, x, sum)
		}
	}
	near(7, 0, 1)
	near(0, 0, 1)
}

// Mendel's peas (Versuche über Pflanzen-Hybriden, 1866): 315, 101, 108 and 32 of 556
// where 9:3:3:1 is expected. The statistic is, written out,
// 2.25²/312.75 + 3.25²/104.25 + 3.75²/104.25 + 2.75²/34.75 = 0.470024.
func TestStatisticOfMendelsPeas(t *testing.T) {
	x, degrees := chiSquare([]int{315, 101, 108, 32}, []float64{9. / 16, 3. / 16, 3. / 16, 1. / 16})
	if math.Abs(x-0.470024) > 1e-6 || degrees != 3 {
		t.Errorf("statistic %v with %d degrees of freedom", x, degrees)
	}
}

// Rare cells are taken together. Of 100 samples the probabilities below expect 60,
// 34, 3 and 3: the last two make one cell of 6. Expected 60, 36, 4: the last is too
// rare even alone and joins the first.
func TestRareCellsAreTakenTogether(t *testing.T) {
	x, degrees := chiSquare([]int{50, 40, 10, 0}, []float64{0.6, 0.34, 0.03, 0.03})
	if want := 100./60 + 36./34 + 16./6; math.Abs(x-want) > 1e-12 || degrees != 2 {
		t.Errorf("statistic %v with %d degrees of freedom, want %v with 2", x, degrees, want)
	}
	x, degrees = chiSquare([]int{50, 40, 10}, []float64{0.6, 0.36, 0.04})
	if want := 16./64 + 16./36; math.Abs(x-want) > 1e-12 || degrees != 1 {
		t.Errorf("statistic %v with %d degrees of freedom, want %v with 1", x, degrees, want)
	}
}

// The p-values of fair samples are themselves uniform: of 2000, as many fall below
// each tenth as a binomial variable allows (five standard deviations).
func TestLikelihoodOfFairSamplesIsUniform(t *testing.T) {
	const runs, states, samples = 2000, 12, 400
	rng := rand.New(rand.NewPCG(1, 2))
	probability := make([]float64, states)
	for i := range probability {
		probability[i] = 1. / states
	}
	var below [11]int
	for range runs {
		counts := make([]int, states)
		for range samples {
			counts[rng.IntN(states)]++
		}
		x, degrees := chiSquare(counts, probability)
		p := chiSquareSurvival(x, degrees)
		for tenth := range below {
			if p <= float64(tenth)/10 {
				below[tenth]++
			}
		}
	}
	for tenth, got := range below {
		q := float64(tenth) / 10
		if want, slack := runs*q, 5*math.Sqrt(runs*q*(1-q)); math.Abs(float64(got)-want) > slack {
			t.Errorf("%d of %d p-values are at most %v", got, runs, q)
		}
	}
}

// The closed form against the sum that defines it.
func TestMeanDeviation(t *testing.T) {
	for _, n := range []int{1, 2, 7, 20, 100} {
		for _, p := range []float64{0.001, 0.1, 0.25, 1. / 3, 0.5, 0.9} {
			want, chance := 0.0, math.Pow(1-p, float64(n))
			for k := 0; k <= n; k++ {
				want += chance * math.Abs(float64(k)-float64(n)*p)
				chance *= float64(n-k) / float64(k+1) * p / (1 - p)
			}
			if got := meanDeviation(n, p); math.Abs(got-want) > 1e-10*max(1, want) {
				t.Errorf("n = %d, p = %v: %v, the sum is %v", n, p, got, want)
			}
		}
	}
	if got := meanDeviation(10, 1); got != 0 {
		t.Errorf("a certain event deviates by %v", got)
	}
}
