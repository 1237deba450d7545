package pointbased_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/search/pointbased"
)

// at is the greatest mean of vectors at a belief.
func at(vectors [][]float64, b []float64) float64 {
	best := math.Inf(-1)
	for _, v := range vectors {
		sum := 0.0
		for s, p := range b {
			sum += p * v[s]
		}
		best = max(best, sum)
	}
	return best
}

// The bounds stand in their order around the best return, which all play of a few steps encloses.
func TestBoundsAgainstAllPlay(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		p := random(rng, 2+rng.IntN(2), 2, 2, .3+.3*rng.Float64())
		mdp := [][]float64{pointbased.MDP(t.Context(), p, pointbased.Settled)}
		qmdp, informed, blind := pointbased.QMDP(t.Context(), p, pointbased.Settled), pointbased.FastInformed(t.Context(), p, pointbased.Settled), pointbased.Blind(t.Context(), p, pointbased.Settled)
		for range 3 {
			b := random(rng, p.States, 1, 1, 0).Start
			lower, upper := tree(p, b, 5)
			list := []float64{at(blind, b), upper, lower, at(informed, b), at(qmdp, b), at(mdp, b)}
			if list[0] > list[1]+1e-9 || !slices.IsSorted([]float64{list[2], list[3] + 1e-9, list[4] + 2e-9, list[5] + 3e-9}) {
				t.Fatalf("%+v at %v: blind %v, best from %v to %v, informed %v, QMDP %v, MDP %v", p, b, list[0], lower, upper, list[3], list[4], list[5])
			}
		}
	}
}

// Each bound solves its own equation: dense sums over all states, as they are defined.
func TestBoundsSolveTheirEquations(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 50 {
		p := random(rng, 1+rng.IntN(4), 1+rng.IntN(3), 1+rng.IntN(3), .95*rng.Float64())
		mdp, qmdp := pointbased.MDP(t.Context(), p, pointbased.Settled), pointbased.QMDP(t.Context(), p, pointbased.Settled)
		informed, blind := pointbased.FastInformed(t.Context(), p, pointbased.Settled), pointbased.Blind(t.Context(), p, pointbased.Settled)
		for s := range p.States {
			best := math.Inf(-1)
			for a := range p.Actions {
				q, f, c := p.Rewards[a][s], p.Rewards[a][s], p.Rewards[a][s]
				for s2 := range p.States {
					q += p.Discount * p.Moves[a].At(s, s2) * mdp[s2]
					c += p.Discount * p.Moves[a].At(s, s2) * blind[a][s2]
				}
				for o := range p.Observations {
					f += p.Discount * joined(p, informed, a, s, o)
				}
				for what, pair := range map[string][2]float64{"QMDP": {q, qmdp[a][s]}, "informed": {f, informed[a][s]}, "blind": {c, blind[a][s]}} {
					if math.Abs(pair[0]-pair[1]) > 1e-6 {
						t.Fatalf("%+v: %s of action %d in state %d is %v, want %v", p, what, a, s, pair[1], pair[0])
					}
				}
				best = max(best, q)
			}
			if math.Abs(best-mdp[s]) > 1e-6 {
				t.Fatalf("%+v: MDP in state %d is %v, want %v", p, s, mdp[s], best)
			}
		}
	}
}

// joined is what one action, the best, gains after an observation.
func joined(p *blindsight.Tables, vectors [][]float64, a, s, o int) float64 {
	best := math.Inf(-1)
	for _, v := range vectors {
		sum := 0.0
		for s2 := range p.States {
			sum += p.Moves[a].At(s, s2) * p.Signals[a].At(s2, o) * v[s2]
		}
		best = max(best, sum)
	}
	return best
}
