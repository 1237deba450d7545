package interval

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// McNemar's p-value against exact integer arithmetic.
func TestMcNemar(t *testing.T) {
	for n := range 60 {
		for first := 0; first <= n; first++ {
			sum := new(big.Int)
			for k := 0; k <= min(first, n-first); k++ {
				sum.Add(sum, new(big.Int).Binomial(int64(n), int64(k)))
			}
			r := new(big.Rat).SetFrac(sum, new(big.Int).Lsh(big.NewInt(1), uint(n)))
			want, _ := r.Mul(r, big.NewRat(2, 1)).Float64()
			want = min(1, want)
			got := Paired{First: first, Second: n - first, Both: 7}.McNemar()
			if math.Abs(got-want) > 1e-12 {
				t.Errorf("%d against %d: p = %v, want %v", first, n-first, got, want)
			}
		}
	}
	if p := (Paired{First: 1_000_000, Second: 1_002_000}).McNemar(); math.Abs(p-0.1575) > 0.002 {
		t.Errorf("p = %v, want about 0.157, that of z = 1.414", p) // 2000/sqrt(2002000) = 1.4135
	}
}

// The published example of Newcombe (1998), as method 10 gives it: 36 both, 12 and 2
// one only, none neither.
func TestDifferenceExample(t *testing.T) {
	d, lo, hi := Paired{Both: 36, First: 12, Second: 2}.Difference95()
	if d != 0.2 || math.Abs(lo-0.0569) > 5e-5 || math.Abs(hi-0.3404) > 5e-5 {
		t.Errorf("%v, %v to %v; want 0.2, 0.0569 to 0.3404", d, lo, hi)
	}
	if d, lo, hi := (Paired{}).Difference95(); d != 0 || lo != -1 || hi != 1 {
		t.Errorf("without boards %v, %v to %v", d, lo, hi)
	}
}

// The interval changes its sign with the players, contains the difference, stays in
// [-1, 1], and covers the truth about as often as it says.
func TestDifferenceProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		p := Paired{rng.IntN(20), rng.IntN(20), rng.IntN(20), rng.IntN(20)}
		d, lo, hi := p.Difference95()
		e, elo, ehi := Paired{p.Both, p.Second, p.First, p.Neither}.Difference95()
		if math.Abs(d+e) > 1e-12 || math.Abs(lo+ehi) > 1e-12 || math.Abs(hi+elo) > 1e-12 {
			t.Fatalf("%+v: %v %v %v, mirrored %v %v %v", p, d, lo, hi, e, elo, ehi)
		}
		if lo > d || hi < d || lo < -1 || hi > 1 {
			t.Fatalf("%+v: %v outside %v to %v", p, d, lo, hi)
		}
	}
	for _, c := range [][4]float64{{0.5, 0.2, 0.1, 0.2}, {0.85, 0.1, 0.03, 0.02}, {0.02, 0.05, 0.05, 0.88}} {
		const runs, boards = 4000, 150
		covered := 0
		for range runs {
			var p Paired
			for range boards {
				switch u := rng.Float64(); {
				case u < c[0]:
					p.Both++
				case u < c[0]+c[1]:
					p.First++
				case u < c[0]+c[1]+c[2]:
					p.Second++
				default:
					p.Neither++
				}
			}
			if _, lo, hi := p.Difference95(); lo <= c[1]-c[2] && c[1]-c[2] <= hi {
				covered++
			}
		}
		if share := float64(covered) / runs; share < 0.935 || share > 0.985 {
			t.Errorf("%v: the interval covers the difference in %.1f%% of runs", c, 100*share)
		}
	}
}
