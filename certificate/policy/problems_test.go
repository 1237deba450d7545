package policy_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/certificate/policy"
	"blindsight/search/pointbased"
)

// matrix is one of chances, n rows of m, drawn at random, some of them 0.
func matrix(rng *rand.Rand, n, m int) blindsight.Sparse {
	x := blindsight.Sparse{First: []int32{0}}
	for range n {
		row, sum := make([]float64, m), 0.0
		for i := range row {
			if rng.IntN(3) > 0 || i == m-1 && sum == 0 {
				row[i] = .1 + rng.Float64()
			}
			sum += row[i]
		}
		for i, p := range row {
			if p > 0 {
				x.Column, x.Value = append(x.Column, int32(i)), append(x.Value, p/sum)
			}
		}
		x.First = append(x.First, int32(len(x.Value)))
	}
	return x
}

// problem is one drawn at random.
func problem(rng *rand.Rand) *blindsight.Tables {
	t := &blindsight.Tables{States: 2 + rng.IntN(3), Actions: 1 + rng.IntN(3), Observations: 1 + rng.IntN(2), Discount: .2 + .25*rng.Float64()}
	start := matrix(rng, 1, t.States)
	t.Start = make([]float64, t.States)
	for i, s := range start.Column {
		t.Start[s] = start.Value[i]
	}
	for range t.Actions {
		t.Moves = append(t.Moves, matrix(rng, t.States, t.States))
		t.Signals = append(t.Signals, matrix(rng, t.States, t.Observations))
		rewards := make([]float64, t.States)
		for s := range rewards {
			rewards[s] = float64(rng.IntN(21) - 10)
		}
		t.Rewards = append(t.Rewards, rewards)
	}
	return t
}

// solved is a policy that a search has found.
func solved(t *testing.T, p *blindsight.Tables, trials int) *policy.Policy {
	t.Helper()
	s, err := pointbased.New(t.Context(), p, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.Run(t.Context(), pointbased.Limits{Gap: 1e-4, Trials: trials}, nil)
	found := &policy.Policy{}
	for _, v := range s.Policy() {
		found.Vectors = append(found.Vectors, policy.Vector(v))
	}
	return found
}

// after returns the belief after an action and an observation, by Bayes' rule, and the chance of it.
func after(t *blindsight.Tables, b []float64, a, o int) ([]float64, float64) {
	next, chance := make([]float64, t.States), 0.0
	for s, p := range b {
		for s2 := range next {
			x := p * t.Moves[a].At(s, s2) * t.Signals[a].At(s2, o)
			next[s2] += x
			chance += x
		}
	}
	for s2 := range next {
		next[s2] /= max(chance, 1e-300)
	}
	return next, chance
}

// worth returns between what the return is of one who does at each belief the action that decide says, or of the best
// if it is nil, by going through all that can be observed in so many steps.
func worth(t *blindsight.Tables, b []float64, steps int, decide func([]float64) int) (lower, upper float64) {
	if steps == 0 {
		lower, upper = math.Inf(1), math.Inf(-1)
		for _, rewards := range t.Rewards {
			for _, r := range rewards {
				lower, upper = min(lower, r), max(upper, r)
			}
		}
		return lower / (1 - t.Discount), upper / (1 - t.Discount)
	}
	lower, upper = math.Inf(-1), math.Inf(-1)
	for a := range t.Actions {
		if decide != nil && decide(b) != a {
			continue
		}
		low := 0.0
		for s, p := range b {
			low += p * t.Rewards[a][s]
		}
		high := low
		for o := range t.Observations {
			next, chance := after(t, b, a, o)
			if chance > 0 {
				l, h := worth(t, next, steps-1, decide)
				low += t.Discount * chance * l
				high += t.Discount * chance * h
			}
		}
		lower, upper = max(lower, low), max(upper, high)
	}
	return lower, upper
}
