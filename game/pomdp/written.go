package pomdp

import (
	"fmt"

	"blindsight"
)

// Written is a problem as one writes it down in Go: full arrays of chances, and a function for rewards. It is for
// problems of a few hundred states; larger ones are better made sparse.
type Written struct {
	States, Actions, Observations Names

	Discount float64
	Start    []float64     // by state
	Moves    [][][]float64 // by action, state, and state after the step
	Signals  [][][]float64 // by action, state after the step, and observation
	Reward   func(s, a, to, o int) float64
}

// Model returns the problem, or what is wrong with it. Reward is asked for what can happen alone.
func (w Written) Model() (*Model, error) {
	m := &Model{States: w.States, Actions: w.Actions, Observations: w.Observations, Discount: w.Discount, Start: w.Start}
	if len(w.Moves) != len(w.Actions) || len(w.Signals) != len(w.Actions) || w.Reward == nil {
		return nil, fmt.Errorf("moves of %d actions and signals of %d: want those of %d, and a Reward", len(w.Moves), len(w.Signals), len(w.Actions))
	}
	for a := range w.Actions {
		moves, err := sparse(w.Moves[a], len(w.States), len(w.States))
		if err != nil {
			return nil, fmt.Errorf("moves of %s: %w", w.Actions[a], err)
		}
		signals, err := sparse(w.Signals[a], len(w.States), len(w.Observations))
		if err != nil {
			return nil, fmt.Errorf("signals of %s: %w", w.Actions[a], err)
		}
		m.Moves, m.Signals = append(m.Moves, moves), append(m.Signals, signals)
	}
	for a := range w.Actions {
		r := Rewards{First: []int32{0}}
		for s := range w.States {
			ends, _ := m.Moves[a].Row(s)
			if len(ends) == 0 {
				return nil, fmt.Errorf("moves of %s: nothing follows %s", w.Actions[a], w.States[s])
			}
			var row []float64
			for _, to := range ends {
				seen, _ := m.Signals[a].Row(int(to))
				if len(seen) == 0 {
					return nil, fmt.Errorf("signals of %s: nothing is observed in %s", w.Actions[a], w.States[to])
				}
				for _, o := range seen {
					row = append(row, w.Reward(s, a, int(to), int(o)))
				}
			}
			r.add(m, a, s, row)
		}
		m.Rewards = append(m.Rewards, r)
	}
	return m, m.Check()
}

// sparse makes a matrix of its rows.
func sparse(rows [][]float64, height, width int) (blindsight.Sparse, error) {
	if len(rows) != height {
		return blindsight.Sparse{}, fmt.Errorf("%d rows, want %d", len(rows), height)
	}
	b := newBuilder(height, 0)
	for i, row := range rows {
		if len(row) != width {
			return blindsight.Sparse{}, fmt.Errorf("row %d has %d numbers, want %d", i, len(row), width)
		}
		for c, x := range row {
			b.add(c, x)
		}
		b.end()
	}
	return b.m, nil
}
