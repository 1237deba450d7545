package uct

import "math"

// ucbv is the bound with variance estimates (Audibert, Munos, Szepesvári 2009, as in
// paper B, Table 1): mean + sqrt(2 V x log(1+n) / n_a) + 3 b x log(1+n) / n_a, where V
// is the variance of the action's returns, b their range and x the exploration
// factor. An action never tried comes first.
func ucbv(mean, variance, logn float64, visits int32, factor, scale float64) float64 {
	if visits == 0 {
		return math.Inf(1)
	}
	e := factor * logn / float64(visits)
	return mean + math.Sqrt(2*variance*e) + 3*scale*e
}
