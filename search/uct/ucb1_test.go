package uct

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
)

type historyTree = tree[int, *blindsight.History[int, int], int, int]

// choicesOf gives a tree these edges and returns choices of them; those without visits
// have none.
func choicesOf(t *historyTree, edges ...edge) []choice[int] {
	choices := make([]choice[int], len(edges))
	for i, e := range edges {
		choices[i] = choice[int]{i, untried}
		if e.visits > 0 {
			choices[i].edge = t.edges.put(e)
		}
	}
	return choices
}

// The choice followed is the one of greatest Q + c * sqrt(log(1+n) / (1+n_a)), where an
// action never tried has Q = 0 (paper A, Alg. 2); of equal ones the first. In a frozen
// tree only those tried count.
func TestSelectBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		factor, unit := 0.1+3*rng.Float64(), 0.1+rng.Float64()
		tree := historyTree{bandit: bandit{UCB1, factor}, config: Config{Backup: Mean}}
		edges := make([]edge, 1+rng.IntN(6))
		n := 0
		for i := range edges {
			if visits := rng.Int32N(20) - 4; visits > 0 {
				edges[i] = edge{visits: visits, mean: float64(rng.IntN(5)) / 4}
				n += int(visits)
			}
		}
		choices := choicesOf(&tree, edges...)
		for _, frozen := range []bool{false, true} {
			want, bound := -1, math.Inf(-1)
			for i, e := range edges {
				u := e.mean + factor*unit*math.Sqrt(math.Log(1+float64(n))/(1+float64(e.visits)))
				if u > bound && (e.visits > 0 || !frozen) {
					want, bound = i, u
				}
			}
			if got := tree.selectBound(choices, nil, n, scope{unit, math.Inf(1)}, frozen); got != want {
				t.Fatalf("selected choice %d of %+v, frozen %v, want %d", got, edges, frozen, want)
			}
		}
	}
}

// Play goes on with the most simulated action, not with that of greatest mean, which
// may have been lucky once.
func TestMostVisited(t *testing.T) {
	for _, tt := range []struct {
		edges []edge
		want  int
	}{
		{[]edge{{visits: 0}}, -1},
		{[]edge{{visits: 0}, {visits: 1, mean: -1}}, 1},
		{[]edge{{visits: 1, mean: 0.9}, {visits: 3, mean: 0.1}, {visits: 2, mean: 1}}, 1},
		{[]edge{{visits: 2, mean: 0.1}, {visits: 2, mean: 0.3}, {visits: 2, mean: 0.2}}, 1},
		{[]edge{{visits: 2, mean: 0.3}, {visits: 2, mean: 0.3}}, 0},
	} {
		var tree historyTree
		if got := tree.mostVisited(choicesOf(&tree, tt.edges...)); got != tt.want {
			t.Errorf("%+v: choice %d, want %d", tt.edges, got, tt.want)
		}
	}
}
