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
