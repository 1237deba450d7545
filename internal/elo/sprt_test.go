package elo

import (
	"math"
	"math/rand/v2"
	"testing"
)

// tilted returns the distribution that tilt finds.
func tilted(shares [5]float64, s float64) [5]float64 {
	θ := tilt(&shares, s)
	var q [5]float64
	for i, f := range shares {
		q[i] = f / (1 + θ*(float64(i)/4-s))
	}
	return q
}

func logLikelihood(shares, q *[5]float64) float64 {
	sum := 0.0
	for i, f := range shares {
		sum += f * math.Log(q[i])
	}
	return sum
}

// The tilted distribution has the mean that it should, and no other distribution of that mean
// is more likely: the likelihood is concave, so it is enough to look a little way in all
// directions that keep sum and mean.
func TestTilt(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 2))
	for range 2000 {
		var shares [5]float64
		total := 0.0
		for i := range shares {
			shares[i] = math.Pow(rng.Float64(), 6) + 1e-7
			total += shares[i]
		}
		for i := range shares {
			shares[i] /= total
		}
		s := 0.003 + 0.994*rng.Float64()
		q := tilted(shares, s)
		sum, mean := 0.0, 0.0
		for i, x := range q {
			if !(x > 0) {
				t.Fatalf("shares %v, mean %v: %v", shares, s, q)
			}
			sum += x
			mean += x * float64(i) / 4
		}
		if math.Abs(sum-1) > 1e-9 || math.Abs(mean-s) > 1e-9 {
			t.Fatalf("shares %v, mean %v: %v has sum %v and mean %v", shares, s, q, sum, mean)
		}
		best := logLikelihood(&shares, &q)
		for range 20 {
			a, b, c := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
			// Second differences keep sum and mean.
			d := [5]float64{a, b - 2*a, a + c - 2*b, b - 2*c, c}
			step := math.Inf(1)
			for i := range d {
				step = min(step, 1e-3*q[i]/math.Abs(d[i]))
			}
			other := q
			for i := range d {
				other[i] += step * d[i]
			}
			if l := logLikelihood(&shares, &other); l > best+1e-12 {
				t.Fatalf("shares %v, mean %v: %v is more likely than %v by %g", shares, s, other, q, l-best)
			}
		}
	}
}

// Where pairs are all won or all lost there is nothing to estimate, and the ratio is Wald's of a
// coin: w·log(s1/s0) + l·log((1-s1)/(1-s0)).
func TestLLROfACoin(t *testing.T) {
	test := SPRT{-30, 60}
	for _, p := range []Pairs{{40, 0, 0, 0, 60}, {100, 0, 0, 0, 20}, {12, 0, 0, 0, 0}} {
		s0, s1 := Score(-30), Score(60)
		want := float64(p[4])*math.Log(s1/s0) + float64(p[0])*math.Log((1-s1)/(1-s0))
		if got := test.LLR(p); math.Abs(got-want) > 0.02 { // outcomes not seen count for 0.003 pairs
			t.Errorf("%v: %v, want %v", p, got, want)
		}
	}
	if got := test.LLR(Pairs{}); got != 0 {
		t.Errorf("no pairs: %v", got)
	}
	// Swapping the players swaps the hypotheses.
	if a, b := test.LLR(Pairs{1, 2, 3, 4, 5}), (SPRT{-60, 30}).LLR(Pairs{5, 4, 3, 2, 1}); math.Abs(a+b) > 1e-9 {
		t.Errorf("%v and %v", a, b)
	}
	// For many pairs it is that of a normal distribution, n(s1-s0)(2m-s0-s1)/(2v).
	p := Pairs{1000, 2000, 4000, 2100, 1050}
	mean, _, _ := p.Score95()
	variance := 0.0
	for i, count := range p {
		variance += float64(count) * math.Pow(float64(i)/4-mean, 2) / float64(p.Count())
	}
	s0, s1 := Score(0), Score(5)
	want := float64(p.Count()) * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
	if got := (SPRT{0, 5}).LLR(p); math.Abs(got-want) > 0.02*math.Abs(want) {
		t.Errorf("many pairs: %v, want about %v", got, want)
	}
}

// simulate lets a test judge pairs of a distribution, and returns what it decides and after
// how many pairs; it stops undecided after most.
func simulate(rng *rand.Rand, test SPRT, p *[5]float64, most int) (Verdict, int) {
	var c Pairs
	for n := 1; n <= most; n++ {
		c.Add(draw(rng, p))
		if v := test.Judge(c); v != Undecided {
			return v, n
		}
	}
	return Undecided, most
}

// Of 1,000 tests of players whose difference is Lo, and of as many where it is Hi, at most 7%
// decide wrongly, whatever the shape of the pentanomial. (The promise is 5%; the standard
// error of 1,000 tests is 0.7%.)
func TestSPRTDecides(t *testing.T) {
	const tests = 1000
	rng := rand.New(rand.NewPCG(20, 3))
	for i, base := range bases {
		test := []SPRT{{0, 50}, {-60, 0}, {0, 25}, {150, 210}}[i]
		for k, difference := range []float64{test.Lo, test.Hi} {
			wrong := []Verdict{AcceptHi, AcceptLo}[k]
			p := at(base, difference)
			errors, pairs := 0, 0
			for range tests {
				v, n := simulate(rng, test, &p, 1_000_000)
				pairs += n
				if v == wrong {
					errors++
				}
			}
			t.Logf("%v of pairs %.3f, at %v Elo: %d of %d wrong, %d pairs on average", test, p, difference, errors, tests, pairs/tests)
			if errors > tests*7/100 {
				t.Errorf("%v of pairs %.3f, at %v Elo: %d of %d wrong", test, p, difference, errors, tests)
			}
		}
	}
}

// The exact chances of a test that is cut after 22 pairs, by walking all counts that can come
// up before it decides, agree with simulated tests.
func TestSPRTExactly(t *testing.T) {
	const most, tests = 22, 20_000
	test := SPRT{0, 160}
	p := at(bases[0], 60)
	alive := map[Pairs]float64{{}: 1} // undecided after n pairs
	var exact [3]float64
	for range most {
		next := make(map[Pairs]float64)
		for c, chance := range alive {
			for i := range p {
				d := c
				d.Add(i)
				next[d] += chance * p[i]
			}
		}
		for c, chance := range next {
			if v := test.Judge(c); v != Undecided {
				exact[v] += chance
				delete(next, c)
			}
		}
		alive = next
	}
	for _, chance := range alive {
		exact[Undecided] += chance
	}
	rng := rand.New(rand.NewPCG(20, 4))
	var count [3]int
	for range tests {
		v, _ := simulate(rng, test, &p, most)
		count[v]++
	}
	t.Logf("exactly %.4f, of %d simulated %v", exact, tests, count)
	for v, chance := range exact {
		deviation := math.Sqrt(chance * (1 - chance) / tests)
		if chance < 0.02 || math.Abs(float64(count[v])/tests-chance) > 4*deviation {
			t.Errorf("verdict %d: exactly %.4f, simulated %d of %d", v, chance, count[v], tests)
		}
	}
}

func TestParseSPRT(t *testing.T) {
	if got, err := ParseSPRT("-5, 7.5"); err != nil || got != (SPRT{-5, 7.5}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"", "5", "5,", "5,5", "9,3", "a,b", "0,NaN", "NaN,0", "0,Inf", "-2000,0", "0,10,20"} {
		if got, err := ParseSPRT(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
