package interval

import "slices"

// Bootstrap95 returns the 95% interval of whatever is computed of observations, by the percentiles of
// the bootstrap: draw computes it of as many observations, drawn anew with repetition. It is for what
// has no method of its own, as geometric means of ratios, and needs a few observations to be honest. It
// draws 2000 times.
//
// Source: B. Efron, Bootstrap methods: another look at the jackknife, Ann. Statist. 7 (1979) 1-26.
func Bootstrap95(draw func() float64) (lo, hi float64) {
	const draws = 2000
	drawn := make([]float64, draws)
	for i := range drawn {
		drawn[i] = draw()
	}
	slices.Sort(drawn)
	return drawn[draws/40-1], drawn[draws-draws/40-1]
}
