package uct

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The edge followed is the one of greatest Q + c * sqrt(log(1+n) / (1+n_a)), where an
// action never tried has Q = 0 (paper A, Alg. 2); of equal ones the first.
func TestSelectEdge(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		factor, scale := 0.1+3*rng.Float64(), 0.1+rng.Float64()
		edges := make([]edge[int], 1+rng.IntN(6))
		n := 0
		for i := range edges {
			edges[i].odds = 1
			if visits := rng.Int32N(20); visits > 0 {
				edges[i] = edge[int]{odds: 1, visits: visits, mean: float64(rng.IntN(5)) / 4}
				n += int(visits)
			}
		}
		want, bound := 0, math.Inf(-1)
		for i, e := range edges {
			if u := e.mean + factor*scale*math.Sqrt(math.Log(1+float64(n))/(1+float64(e.visits))); u > bound {
				want, bound = i, u
			}
		}
		if got := selectEdge(bandit{UCB1, factor}, Mean, edges, n, scale, math.Inf(1)); got != want {
			t.Fatalf("selected edge %d of %+v, want %d", got, edges, want)
		}
	}
}

// Play goes on with the most simulated action, not with that of greatest mean, which
// may have been lucky once.
func TestMostVisited(t *testing.T) {
	for _, tt := range []struct {
		edges []edge[int]
		want  int
	}{
		{[]edge[int]{{visits: 0}}, 0},
		{[]edge[int]{{visits: 1, mean: 0.9}, {visits: 3, mean: 0.1}, {visits: 2, mean: 1}}, 1},
		{[]edge[int]{{visits: 2, mean: 0.1}, {visits: 2, mean: 0.3}, {visits: 2, mean: 0.2}}, 1},
		{[]edge[int]{{visits: 2, mean: 0.3}, {visits: 2, mean: 0.3}}, 0},
	} {
		if got := mostVisited(tt.edges); got != tt.want {
			t.Errorf("%+v: edge %d, want %d", tt.edges, got, tt.want)
		}
	}
}
