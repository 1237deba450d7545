package purefloat

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// apart returns how many floating-point numbers lie from one to the other.
func apart(x, y float64) uint64 {
	a, b := math.Float64bits(x), math.Float64bits(y)
	return max(a, b) - min(a, b)
}

// Within 2 units in the last place of math.Exp2, over all results that are not subnormal.
func TestExp2AgainstMath(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	worst := uint64(0)
	for n := range 200_000 {
		x := -1022 + 2046*rng.Float64()
		if n%2 == 0 {
			x = -4 * rng.Float64()
		}
		d := apart(Exp2(x), math.Exp2(x))
		if worst = max(worst, d); d > 2 {
			t.Fatalf("2^%v is %v, want %v: %d units apart", x, Exp2(x), math.Exp2(x), d)
		}
	}
	t.Logf("at most %d units apart", worst)
}

// The series against one of 60 terms in 200 bits.
func TestExp2AgainstBig(t *testing.T) {
	ln2, _ := new(big.Float).SetPrec(200).SetString("0.693147180559945309417232121458176568075500134360255254120680009493393621969694715605863326996418687")
	for i := -500; i <= 500; i++ {
		x := float64(i) / 1000 // 2^x, |x| <= 1/2
		arg := new(big.Float).SetPrec(200).Mul(new(big.Float).SetFloat64(x), ln2)
		sum := new(big.Float).SetPrec(200).SetInt64(1)
		for n := int64(60); n >= 1; n-- {
			sum.Mul(sum, arg)
			sum.Quo(sum, new(big.Float).SetInt64(n))
			sum.Add(sum, new(big.Float).SetInt64(1))
		}
		want, _ := sum.Float64()
		if d := apart(Exp2(x), want); d > 2 {
			t.Errorf("2^%v is %v, want %v: %d units apart", x, Exp2(x), want, d)
		}
	}
}

func TestExp2Edges(t *testing.T) {
	for n := -1074; n <= 1023; n++ {
		if got, want := Exp2(float64(n)), math.Ldexp(1, n); got != want {
			t.Errorf("2^%d is %v, want %v", n, got, want)
		}
	}
	for _, c := range []struct{ x, want float64 }{
		{1024, math.Inf(1)},
		{math.Inf(1), math.Inf(1)},
		{math.Inf(-1), 0},
		{-2000, 0},
	} {
		if got := Exp2(c.x); got != c.want {
			t.Errorf("2^%v is %v, want %v", c.x, got, c.want)
		}
	}
	if !math.IsNaN(Exp2(math.NaN())) {
		t.Error("2^NaN is a number")
	}
}

// The bits themselves, so that another processor that gives others is found out.
func TestExp2Golden(t *testing.T) {
	for _, c := range []struct {
		x    float64
		bits uint64
	}{{-0.05, 0x3feee8f34dd8042f}, {-1. / 3, 0x3fe965fea53d6e3d}, {-0.7071067811865476, 0x3fe399fcd9d73038}, {0.4999, 0x3ff6a0379dce057c}} {
		if got := math.Float64bits(Exp2(c.x)); got != c.bits {
			t.Errorf("2^%v has the bits %#x, want %#x", c.x, got, c.bits)
		}
	}
}
