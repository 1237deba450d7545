package logit

import (
	"math"
	"math/rand/v2"
	"testing"
)

// drawn returns choices drawn by known weights.
func drawn(n int, bits []float64) []Choice {
	rng := rand.New(rand.NewPCG(1, 2))
	var list []Choice
	for range n {
		c := Choice{}
		for range 2 + rng.IntN(6) {
			var option []Feature
			for i := range bits {
				if rng.IntN(3) == 0 {
					option = append(option, Feature{int32(i), float32(1 + rng.IntN(2))})
				}
			}
			c.Options = append(c.Options, option)
		}
		x := rng.Float64()
		for k, p := range Chances(&c, bits, nil) {
			if x -= p; x < 0 || k == len(c.Options)-1 {
				c.Chosen = k
				break
			}
		}
		list = append(list, c)
	}
	return list
}

// The weights that choices were drawn by are found again, and their loss is no better than the fitted one.
func TestFitFindsWeights(t *testing.T) {
	want := []float64{1.5, -2, 0.25, 0}
	choices := drawn(6000, want)
	r := Fit(choices, len(want), 1e-6, 60)
	for i, w := range want {
		if math.Abs(r.Bits[i]-w) > 0.12 { // two standard errors at about 1,500 informative choices
			t.Errorf("weight %d is %.3f, drawn by %.3f", i, r.Bits[i], w)
		}
	}
	if drawnBy := Loss(choices, want); r.Loss > drawnBy+1e-9 || r.Loss >= r.Uniform {
		t.Errorf("loss %v, of the true weights %v, uniform %v", r.Loss, drawnBy, r.Uniform)
	}
}

// The summit is one: small steps in any direction do not help.
func TestFitIsASummit(t *testing.T) {
	choices := drawn(300, []float64{1, -1, 0.5})
	const ridge = 2
	r := Fit(choices, 3, ridge, 200)
	value := func(bits []float64) float64 {
		x := Loss(choices, bits) * math.Ln2 * float64(len(choices))
		for _, w := range bits {
			x += ridge * w * w / 2
		}
		return x
	}
	at := value(r.Bits)
	for i := range r.Bits {
		for _, step := range []float64{-0.01, 0.01} {
			moved := append([]float64(nil), r.Bits...)
			moved[i] += step
			if value(moved) < at {
				t.Errorf("weight %d: a step of %v is better", i, step)
			}
		}
	}
}

func TestRank(t *testing.T) {
	c := Choice{Options: [][]Feature{{{0, 1}}, {{0, 2}}, {{0, 1}}, {}}, Chosen: 0}
	if got := Rank(&c, []float64{1}); got != 1.5 {
		t.Errorf("rank %v, want 1.5: one is likelier, one equal", got)
	}
}

// Newton's method finds the summit: by hand for one feature, by its gradient for several. Of outcomes that are all shared it finds nothing.
func TestFitBinary(t *testing.T) {
	var list []Outcome
	for i := range 40 {
		o := Outcome{Features: []float64{1}}
		if i < 30 {
			o.Score = 1
		}
		list = append(list, o)
	}
	if bits := FitBinary(list, 0); math.Abs(bits[0]-math.Log2(3)) > 1e-6 || math.Abs(BinaryLoss(list, bits)-0.8112781245) > 1e-9 { // the entropy of 3/4
		t.Errorf("three of four won: %v bits, loss %v", bits, BinaryLoss(list, bits))
	}
	rng := rand.New(rand.NewPCG(1, 1))
	list = nil
	for range 300 {
		o := Outcome{Features: []float64{rng.NormFloat64(), 5 * rng.NormFloat64(), rng.Float64()}, Score: float64(rng.IntN(3)) / 2}
		o.Features = append(o.Features, o.Features[0]+0.1*rng.NormFloat64())
		list = append(list, o)
	}
	bits := FitBinary(list, 2)
	at := func(bits []float64) float64 {
		loss := BinaryLoss(list, bits) * float64(len(list)) * math.Ln2
		for _, b := range bits {
			loss += b * b
		}
		return loss
	}
	best := at(bits)
	for i := range bits {
		for _, d := range []float64{-1e-3, 1e-3} {
			bits[i] += d
			if at(bits) <= best {
				t.Errorf("feature %d: %v away is no worse", i, d)
			}
			bits[i] -= d
		}
	}
	for i := range list {
		list[i].Score = 0.5
	}
	for _, b := range FitBinary(list, 2) {
		if math.Abs(b) > 1e-9 {
			t.Errorf("nothing is won or lost, and yet %v bits", b)
		}
	}
}
