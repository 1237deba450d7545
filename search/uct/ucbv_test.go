package uct

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The spread of an edge is the sum of squared differences from the mean, learnt one
// return at a time; the bound is that of Audibert, Munos, Szepesvári 2009.
func TestUCBV(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		tree := historyTree{config: Config{Backup: Mean}}
		tree.nodes.put(node{})
		tree.edges.put(edge{})
		var returns []float64
		for range 1 + rng.IntN(30) {
			r := rng.Float64()
			returns = append(returns, r)
			tree.path = []hop{{reward: r, odds: 1}}
			tree.learn(0)
		}
		mean, spread := 0.0, 0.0
		for _, r := range returns {
			mean += r / float64(len(returns))
		}
		for _, r := range returns {
			spread += (r - mean) * (r - mean)
		}
		e := tree.edges.at(0)
		variance := spread / float64(len(returns))
		if math.Abs(e.mean-mean) > 1e-12 || math.Abs(e.variance()-variance) > 1e-12 {
			t.Fatalf("mean %v, variance %v, want %v, %v", e.mean, e.variance(), mean, variance)
		}
		n, factor, scale := 1+rng.IntN(1000), rng.Float64(), rng.Float64()
		x := factor * math.Log(1+float64(n)) / float64(len(returns))
		want := mean + math.Sqrt(2*variance*x) + 3*scale*x
		if got := (bandit{UCBV, factor}).bound(e.mean, e.variance(), math.Log(1+float64(n)), e.visits, scale); math.Abs(got-want) > 1e-9 {
			t.Fatalf("bound %v, want %v", got, want)
		}
	}
	if !math.IsInf((bandit{UCBV, 1}).bound(0, 0, 1, 0, 1), 1) {
		t.Error("an action never tried does not come first")
	}
}
