package elo

import "math"

// Point is what two players made of their pairs, at a place on a scale along which the first of them may grow stronger, such as doublings of its time.
type Point struct {
	X     float64
	Pairs Pairs
	// Rival tells opponents apart who are as strong wherever on the scale the player is, by a number above 0. 0 is the player itself, elsewhere on
	// the scale: X is then how far away, and at a distance of 0 the difference is known to be 0.
	Rival int
}

// Trend95 returns by how much Elo the player grows stronger with each step of the scale, and the 95% interval of it: the straight line that explains the differences of all points best,
// with an unknown height for each rival, by least squares. A point counts by the width of its [Pairs.Elo95], as if all were independent; those of which nothing was won or nothing lost do not count.
// Where no two places are compared it is 0, of which nothing is known.
func Trend95(points []Point) (gain, lo, hi float64) {
	type sums struct{ w, x, d, xx, xd float64 }
	rivals := map[int]sums{}
	for _, p := range points {
		d, low, high := p.Pairs.Elo95()
		sigma := (high - low) / (2 * 1.959964)
		if w := 1 / (sigma * sigma); w > 0 && !math.IsInf(d, 0) && !math.IsNaN(w) {
			s := rivals[p.Rival]
			rivals[p.Rival] = sums{s.w + w, s.x + w*p.X, s.d + w*d, s.xx + w*p.X*p.X, s.xd + w*p.X*d}
		}
	}
	var xx, xd float64
	for rival, s := range rivals {
		if rival != 0 { // a height of its own: only what differs from the mean says something
			s.xx -= s.x * s.x / s.w
			s.xd -= s.x * s.d / s.w
		}
		xx, xd = xx+s.xx, xd+s.xd
	}
	if xx < 1e-12 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	gain, half := xd/xx, 1.959964/math.Sqrt(xx)
	return gain, gain - half, gain + half
}
