package interval

import "math"

// Estimate is a number that was estimated, between the ends of its interval.
type Estimate struct{ Value, Lo, Hi float64 }

// Less95 returns what an estimate has more than another that has nothing in common with it, from the
// intervals of the two: how far each end is from its estimate is added as deviations are, as in
// Newcombe's method 10. What was measured in pairs is far better compared so ([Values.Difference95]).
//
// Source: R. G. Newcombe, Interval estimation for the difference between independent proportions,
// Statistics in Medicine 17 (1998) 873-890.
func (e Estimate) Less95(other Estimate) (difference, lo, hi float64) {
	// Products are rounded, so that all processors compute the same.
	radius := func(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }
	difference = e.Value - other.Value
	return difference, difference - radius(e.Value-e.Lo, other.Hi-other.Value), difference + radius(e.Hi-e.Value, other.Value-other.Lo)
}
