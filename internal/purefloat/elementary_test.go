package purefloat

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// Every function against that of package math, which errs by less than 1 unit in the last
// place: so ours is off by one more than it claims, at most.
func TestAgainstMath(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	spread := func() float64 { return math.Ldexp(1+rng.Float64(), rng.IntN(1800)-900) } // of all magnitudes
	for _, c := range []struct {
		name      string
		got, want func(x float64) float64
		draw      func() float64
		most      uint64
	}{
		{"Exp near 0", Exp, math.Exp, func() float64 { return 4*rng.Float64() - 2 }, 2},
		{"Exp", Exp, math.Exp, func() float64 { return 1400*rng.Float64() - 700 }, 2},
		{"Log near 1", Log, math.Log, func() float64 { return 0.5 + rng.Float64() }, 3},
		{"Log of whole numbers", Log, math.Log, func() float64 { return float64(1 + rng.IntN(1_000_000)) }, 3},
		{"Log", Log, math.Log, spread, 3},
		{"Log2", Log2, func(x float64) float64 { return math.Log(x) / math.Ln2 }, spread, 4},
		{"Log1p", Log1p, math.Log1p, func() float64 { return math.Ldexp(2*rng.Float64()-1, -rng.IntN(60)) }, 5},
		{"square root", func(x float64) float64 { return Pow(x, 0.5) }, math.Sqrt, spread, 2},
		{"power 3/4", func(x float64) float64 { return Pow(x, 0.75) }, func(x float64) float64 { return math.Sqrt(x) * math.Sqrt(math.Sqrt(x)) }, spread, 3},
		{"seventh power", func(x float64) float64 { return Pow(x, 7) }, seventh, func() float64 { return 1000 * rng.Float64() }, 2},
	} {
		worst := uint64(0)
		for range 50_000 {
			x := c.draw()
			d := apart(c.got(x), c.want(x))
			if worst = max(worst, d); d > c.most {
				t.Fatalf("%s of %v is %v, math says %v: %d units apart", c.name, x, c.got(x), c.want(x), d)
			}
		}
		t.Logf("%s: at most %d units apart", c.name, worst)
	}
}

// seventh returns the seventh power of x, rounded once.
func seventh(x float64) float64 {
	product := big.NewFloat(1).SetPrec(400)
	for range 7 {
		product.Mul(product, big.NewFloat(x))
	}
	rounded, _ := product.Float64()
	return rounded
}

// What has an exact answer gets it: decisions round such numbers up.
func TestExactPowers(t *testing.T) {
	for n := 1; n <= 3000; n++ {
		x := float64(n)
		if got := Pow(x*x, 0.5); got != x {
			t.Fatalf("the square root of %v is %v", x*x, got)
		}
		if got := Pow(x*x*x*x, 0.25); got != x {
			t.Fatalf("the fourth root of %v is %v", x*x*x*x, got)
		}
		if got := Pow(x, 3); got != x*x*x {
			t.Fatalf("%v cubed is %v", x, got)
		}
	}
	for k := -1000; k <= 1000; k++ {
		if got := Log2(math.Ldexp(1, k)); got != float64(k) {
			t.Fatalf("the logarithm of 2^%d is %v", k, got)
		}
	}
}

// Edges are those of package math.
func TestEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	for _, x := range []float64{0, -1, 1, inf, -inf, nan, 800, -800, 0x1p-1022, math.MaxFloat64} {
		if got, want := Exp(x), math.Exp(x); !same(got, want) && x != 1 {
			t.Errorf("Exp(%v) is %v, want %v", x, got, want)
		}
		if got, want := Log(x), math.Log(x); !same(got, want) && math.Abs(got/want-1) > 1e-15 {
			t.Errorf("Log(%v) is %v, want %v", x, got, want)
		}
		if got, want := Log1p(x), math.Log1p(x); !same(got, want) && math.Abs(got/want-1) > 1e-15 {
			t.Errorf("Log1p(%v) is %v, want %v", x, got, want)
		}
		for _, y := range []float64{0, 1, -1, 0.5, inf, -inf, nan, 1e300} {
			if got, want := Pow(math.Abs(x), y), math.Pow(math.Abs(x), y); !same(got, want) && !(math.Abs(got/want-1) < 1e-15) {
				t.Errorf("Pow(%v, %v) is %v, want %v", math.Abs(x), y, got, want)
			}
		}
	}
}

// Subnormal numbers are numbers, too: that of amd64 takes the smallest for another.
func TestLogOfTheSmallest(t *testing.T) {
	if got, want := Log(5e-324), -1074*math.Ln2; math.Abs(got/want-1) > 1e-15 {
		t.Errorf("the logarithm of 2^-1074 is %v, want %v", got, want)
	}
}

// A few bits for ever: whoever changes a function changes plays.
func TestBitsStay(t *testing.T) {
	for _, c := range []struct {
		name string
		got  float64
		want uint64
	}{
		{"Exp(1)", Exp(1), 0x4005bf0a8b14576a},
		{"Log(10)", Log(10), 0x40026bb1bbb55516},
		{"Log2(10)", Log2(10), 0x400a934f0979a371},
		{"Log1p(1e-5)", Log1p(1e-5), 0x3ee4f8aea9ae7317},
		{"Pow(10, 0.3)", Pow(10, 0.3), 0x3fffec982d5bb8af},
	} {
		if got := math.Float64bits(c.got); got != c.want {
			t.Errorf("%s has the bits %#x, want %#x", c.name, got, c.want)
		}
	}
}

func BenchmarkElementary(b *testing.B) {
	for _, c := range []struct {
		name string
		f    func(float64) float64
	}{{"Exp", Exp}, {"math.Exp", math.Exp}, {"Log", Log}, {"math.Log", math.Log}} {
		b.Run(c.name, func(b *testing.B) {
			x := 1.5
			for b.Loop() {
				x = 1.5 + c.f(x)*1e-9
			}
		})
	}
}
