package policy_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/certificate/policy"
)

// controlled is what a graph gains when it is followed as a controller that knows no beliefs, by value iteration over nodes and states.
func controlled(t *testing.T, p *blindsight.Tables, g *policy.Graph) float64 {
	t.Helper()
	values := make([][]float64, len(g.Nodes))
	for n := range values {
		values[n] = make([]float64, p.States)
	}
	for range 400 {
		for n, node := range g.Nodes {
			to := make(map[int]int, len(node.Edges))
			for _, e := range node.Edges {
				if e.To < 0 {
					t.Fatalf("node %d leads to what is left out", n)
				}
				to[e.Observation] = e.To
			}
			a := node.Action
			for s := range p.States {
				sum := 0.0
				for s2 := range p.States {
					for o := range p.Observations {
						if next, ok := to[o]; ok {
							sum += p.Moves[a].At(s, s2) * p.Signals[a].At(s2, o) * values[next][s2]
						}
					}
				}
				values[n][s] = p.Rewards[a][s] + p.Discount*sum
			}
		}
	}
	sum := 0.0
	for s, chance := range p.Start {
		sum += chance * values[0][s]
	}
	return sum
}

// Who follows the graph of a policy gains what its first vector promises: the drawing is the policy.
func TestGraphGainsWhatItPromises(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 100 {
		p := problem(rng)
		f := solved(t, p, 40)
		g := policy.NewGraph(p, f, math.MaxInt)
		first, claimed := f.Best(p.Start)
		if n := &g.Nodes[0]; n.Vector != first || math.Abs(n.Worth-claimed) > 1e-9 || n.Depth != 0 || g.More != 0 {
			t.Fatalf("it begins with %+v, want vector %d for %v", n, first, claimed)
		}
		if got := controlled(t, p, g); got < claimed-1e-6 {
			t.Fatalf("%+v: the graph gains %v, the policy promises %v", p, got, claimed)
		}
		for i := range g.Nodes {
			n, sum := &g.Nodes[i], g.Nodes[i].Ends
			for _, e := range n.Edges {
				sum += e.Chance
				if g.Nodes[e.To].Depth > n.Depth+1 {
					t.Fatalf("node %d is %d steps away, and node %d leads there", e.To, g.Nodes[e.To].Depth, i)
				}
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("what follows node %d has chance %v", i, sum)
			}
		}
		if len(g.Nodes) > 1 {
			if part := policy.NewGraph(p, f, len(g.Nodes)-1); len(part.Nodes) != len(g.Nodes)-1 || part.More != 1 {
				t.Fatalf("%d nodes of %d, %d left out", len(part.Nodes), len(g.Nodes), part.More)
			}
		}
	}
}

// A file that names no vectors to go on with is drawn by the beliefs that are left: its start is the same.
func TestGraphWithoutNames(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 30 {
		p := problem(rng)
		f := solved(t, p, 40)
		named, bare := policy.NewGraph(p, f, 50), policy.NewGraph(p, unnamed(f), 50)
		if named.Nodes[0].Vector != bare.Nodes[0].Vector || len(named.Nodes[0].Edges) != len(bare.Nodes[0].Edges) {
			t.Fatalf("%+v, without names %+v", named.Nodes[0], bare.Nodes[0])
		}
	}
}
