package elo

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestTrendCovers plays matches of a player whose strength by the scale is known, against itself and against two rivals: the interval holds the truth in
// 95 of 100 cases, and the mean of the estimates is the truth.
func TestTrendCovers(t *testing.T) {
	const truth, trials = 25.0, 2000
	rng := rand.New(rand.NewPCG(1, 2))
	base := bases[0]
	plan := []struct {
		x, height float64
		rival     int
	}{{-1, 150, 1}, {0, 150, 1}, {1, 150, 1}, {0, -60, 2}, {1, -60, 2}, {1, 0, 0}, {2, 0, 0}}
	var shapes [][5]float64
	for _, p := range plan {
		shapes = append(shapes, at(base, p.height+truth*p.x))
	}
	covered, sum := 0, 0.0
	for range trials {
		var points []Point
		for i, p := range plan {
			var pairs Pairs
			for range 100 {
				pairs.Add(draw(rng, &shapes[i]))
			}
			points = append(points, Point{p.x, pairs, p.rival})
		}
		gain, lo, hi := Trend95(points)
		if sum += gain; lo <= truth && truth <= hi {
			covered++
		}
	}
	if share := float64(covered) / trials; share < 0.935 || share > 0.975 {
		t.Errorf("the interval holds the truth in %.3f of cases", share)
	}
	if mean := sum / trials; math.Abs(mean-truth) > 1 {
		t.Errorf("the mean estimate is %.2f, the truth %v", mean, truth)
	}
}

// TestTrendBySearch finds the best line by trying all of them.
func TestTrendBySearch(t *testing.T) {
	points := []Point{
		{-1, Pairs{20, 10, 30, 10, 30}, 1},
		{0, Pairs{15, 10, 30, 15, 30}, 1},
		{1, Pairs{9, 10, 30, 10, 41}, 1},
		{1, Pairs{20, 10, 30, 10, 28}, 0},
		{2, Pairs{20, 7, 30, 14, 33}, 0},
	}
	cost := func(gain, height float64) (sum float64) {
		for _, p := range points {
			d, lo, hi := p.Pairs.Elo95()
			e := d - gain*p.X
			if p.Rival > 0 {
				e -= height
			}
			sum += math.Pow(e/(hi-lo), 2)
		}
		return sum
	}
	best, found := math.Inf(1), 0.0
	for gain := -100.0; gain <= 100; gain += 0.25 {
		for height := -200.0; height <= 200; height += 0.5 {
			if c := cost(gain, height); c < best {
				best, found = c, gain
			}
		}
	}
	if gain, _, _ := Trend95(points); math.Abs(gain-found) > 0.5 {
		t.Errorf("%.2f, by search %.2f", gain, found)
	}
}

// TestTrendOfNothing has no two places, or nothing lost.
func TestTrendOfNothing(t *testing.T) {
	for _, points := range [][]Point{nil, {{1, Pairs{1, 2, 3, 4, 5}, 1}}, {{0, Pairs{3, 0, 4, 0, 3}, 0}}, {{1, Pairs{4: 9}, 0}}, {{1, Pairs{}, 0}}} {
		if gain, lo, hi := Trend95(points); gain != 0 || !math.IsInf(lo, -1) || !math.IsInf(hi, 1) {
			t.Errorf("%v: %v (%v to %v)", points, gain, lo, hi)
		}
	}
}
