package pointbased

import (
	"math"

	"blindsight/internal/purefloat"
)

// guesses predict what a belief is worth from beliefs that look like it (section III-B of the paper): those of
// about the same first upper bound and the same entropy. The prediction is the mean of their lower bounds,
// and decides only where a walk goes on.
type guesses struct {
	bottom, step float64 // of upper bounds
	wide         float64 // of entropies
	bins         [bins * bins]bin
}

// bins is into how many parts each of the two features is cut.
const bins = 16

// bin is a class of beliefs that look alike.
type bin struct {
	count int
	sum   float64 // of their lower bounds when they were looked at last
}

// init lays out the bins over what can occur.
func (g *guesses) init(s *Solver, informed [][]float64) {
	low, high, most := math.Inf(1), math.Inf(-1), 1
	for _, vector := range informed {
		for _, x := range vector {
			low, high = min(low, x), max(high, x)
		}
	}
	for _, r := range s.rooms {
		most = max(most, len(r.states))
	}
	g.bottom, g.step = low, max((high-low)/bins, 1e-300)
	g.wide = max(purefloat.Log(float64(most))/bins, 1e-300)
}

// add puts a new node into its bin.
func (g *guesses) add(n *node) *bin {
	i := min(max(int((n.upper-g.bottom)/g.step), 0), bins-1)
	j := min(max(int(n.belief.entropy()/g.wide), 0), bins-1)
	b := &g.bins[i*bins+j]
	b.count++
	b.sum += n.lower
	n.counted = n.lower
	return b
}

// of predicts the value of a node, never above its upper bound.
func (g *guesses) of(n *node) float64 {
	n.bin.sum += n.lower - n.counted
	n.counted = n.lower
	return min(n.upper, n.bin.sum/float64(n.bin.count))
}
