package pointbased_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"blindsight"
)

// matrix writes a dense matrix out.
func matrix(rows ...[]float64) blindsight.Sparse {
	m := blindsight.Sparse{First: []int32{0}}
	for _, row := range rows {
		for i, x := range row {
			if x != 0 {
				m.Column, m.Value = append(m.Column, int32(i)), append(m.Value, x)
			}
		}
		m.First = append(m.First, int32(len(m.Value)))
	}
	return m
}

// tiger is the problem of Kaelbling, Littman, Cassandra (1998): listen, open left, open right.
func tiger(discount float64) *blindsight.Tables {
	stay, anew := matrix([]float64{1, 0}, []float64{0, 1}), matrix([]float64{.5, .5}, []float64{.5, .5})
	hear := matrix([]float64{.85, .15}, []float64{.15, .85})
	return &blindsight.Tables{
		States: 2, Actions: 3, Observations: 2, Discount: discount, Start: []float64{.5, .5},
		Moves: []blindsight.Sparse{stay, anew, anew}, Signals: []blindsight.Sparse{hear, anew, anew},
		Rewards: [][]float64{{-1, -1}, {-100, 10}, {10, -100}},
	}
}

// random is a problem with chances, some of them 0, and rewards drawn at random.
func random(rng *rand.Rand, states, actions, observations int, discount float64) *blindsight.Tables {
	row := func(n int) []float64 {
		row := make([]float64, n)
		sum := 0.0
		for i := range row {
			if rng.IntN(3) > 0 {
				row[i] = rng.Float64()
			}
			sum += row[i]
		}
		if sum == 0 {
			row[rng.IntN(n)], sum = 1, 1
		}
		for i := range row {
			row[i] /= sum
		}
		return row
	}
	rows := func(n, m int) (list [][]float64) {
		for range n {
			list = append(list, row(m))
		}
		return list
	}
	t := &blindsight.Tables{States: states, Actions: actions, Observations: observations, Discount: discount, Start: row(states)}
	for range actions {
		t.Moves = append(t.Moves, matrix(rows(states, states)...))
		t.Signals = append(t.Signals, matrix(rows(states, observations)...))
		rewards := make([]float64, states)
		for s := range rewards {
			rewards[s] = float64(rng.IntN(21) - 10)
		}
		t.Rewards = append(t.Rewards, rewards)
	}
	return t
}

// rewardRange returns the least and the greatest reward.
func rewardRange(t *blindsight.Tables) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, r := range t.Rewards {
		low, high = min(low, slices.Min(r)), max(high, slices.Max(r))
	}
	return low, high
}

// tree returns between what the best return from a belief is, by going through all that can be done and
// observed in so many steps. It follows the definition, and Bayes' rule.
func tree(t *blindsight.Tables, b []float64, steps int) (lower, upper float64) {
	if steps == 0 {
		low, high := rewardRange(t)
		return low / (1 - t.Discount), high / (1 - t.Discount)
	}
	lower, upper = math.Inf(-1), math.Inf(-1)
	for a := range t.Actions {
		low, high := 0.0, 0.0
		for s, p := range b {
			low += p * t.Rewards[a][s]
		}
		high = low
		for o := range t.Observations {
			next, chance := make([]float64, t.States), 0.0
			for s, p := range b {
				for s2 := range next {
					x := p * t.Moves[a].At(s, s2) * t.Signals[a].At(s2, o)
					next[s2] += x
					chance += x
				}
			}
			if chance == 0 {
				continue
			}
			for s2 := range next {
				next[s2] /= chance
			}
			l, h := tree(t, next, steps-1)
			low += t.Discount * chance * l
			high += t.Discount * chance * h
		}
		lower, upper = max(lower, low), max(upper, high)
	}
	return lower, upper
}

// exact returns the best return of a problem of two states from the chance p of the second one, within
// the error named: value iteration over alpha vectors, which are straight lines here, so that those that are
// best nowhere are known exactly.
func exact(t *blindsight.Tables, p, within float64) float64 {
	low, high := rewardRange(t)
	left := max(math.Abs(low), math.Abs(high)) / (1 - t.Discount)
	lines := [][2]float64{{0, 0}}
	for ; left > within; left *= t.Discount {
		var next [][2]float64
		for a := range t.Actions {
			sum := [][2]float64{{t.Rewards[a][0], t.Rewards[a][1]}}
			for o := range t.Observations {
				var crossed [][2]float64
				for _, line := range lines {
					var after [2]float64
					for s := range after {
						for s2 := range after {
							after[s] += t.Discount * t.Moves[a].At(s, s2) * t.Signals[a].At(s2, o) * line[s2]
						}
					}
					for _, x := range sum {
						crossed = append(crossed, [2]float64{x[0] + after[0], x[1] + after[1]})
					}
				}
				sum = envelope(crossed)
			}
			next = append(next, sum...)
		}
		lines = envelope(next)
	}
	best := math.Inf(-1)
	for _, line := range lines {
		best = max(best, line[0]*(1-p)+line[1]*p)
	}
	return best
}

// envelope returns the lines, each by its values at both ends, that are the greatest somewhere, and there by
// more than 1e-7: they are gone through by rising slope, and one that lies below where its neighbours meet is dropped.
func envelope(lines [][2]float64) (kept [][2]float64) {
	slices.SortFunc(lines, func(l, m [2]float64) int {
		return cmp.Or(cmp.Compare(l[1]-l[0], m[1]-m[0]), cmp.Compare(l[0], m[0]))
	})
	on := func(l [2]float64, p float64) float64 { return l[0]*(1-p) + l[1]*p }
	const least = 1e-7
	for _, l := range lines {
		for n := len(kept); n > 0; n-- {
			last, p := kept[n-1], 0.0 // p is where the line before meets the new one
			if n > 1 {
				before := kept[n-2]
				p = min((before[0]-l[0])/((l[1]-l[0])-(before[1]-before[0])), 1)
			}
			if on(last, p) > on(l, p)+least {
				break
			}
			kept = kept[:n-1]
		}
		if n := len(kept); n == 0 || l[1] > kept[n-1][1]+least {
			kept = append(kept, l)
		}
	}
	return kept
}
