package blindsight

import (
	"errors"
	"fmt"
	"math"
)

// Tables are a POMDP written out: finitely many states, actions and observations, each
// numbered from 0, with the chances T(s'|s,a) and O(o|a,s') and the rewards R(s,a). Filters
// and solvers that need all of it at once take it in this form. They share one
// and never change it.
type Tables struct {
	States, Actions, Observations int

	Discount float64   // by which each step makes what comes later count less, below 1
	Start    []float64 // the belief before the first step, by state

	Moves   []Sparse    // by action: T, a row for each state, a column for each state after it
	Signals []Sparse    // by action: O, a row for each state after it, a column for each observation
	Rewards [][]float64 // by action and state: R, what is gained in the mean, to be made as large as possible
}

// Tabled is a game that can be written out.
type Tabled interface{ Tables() (*Tables, error) }

// Sparse is a matrix of which only entries other than 0 are kept, row by row (compressed
// sparse rows).
type Sparse struct {
	First  []int32   // where each row begins in the two below, and, last, where the last one ends
	Column []int32   // rising within a row
	Value  []float64 // beside Column
}

// Rows returns the number of rows.
func (m *Sparse) Rows() int { return len(m.First) - 1 }

// Row returns the columns and values of a row. They must not be changed.
func (m *Sparse) Row(i int) (columns []int32, values []float64) {
	from, to := m.First[i], m.First[i+1]
	return m.Column[from:to:to], m.Value[from:to:to]
}

// At returns an entry, by bisection of its row.
func (m *Sparse) At(row, column int) float64 {
	columns, values := m.Row(row)
	lo, hi := 0, len(columns)
	for lo < hi {
		if mid := (lo + hi) / 2; int(columns[mid]) < column {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(columns) && int(columns[lo]) == column {
		return values[lo]
	}
	return 0
}

// Ends tells which states end a play: those that no action leaves, and in which none brings
// anything.
func (t *Tables) Ends() []bool {
	ends := make([]bool, t.States)
	for s := range ends {
		ends[s] = true
		for a := range t.Actions {
			to, _ := t.Moves[a].Row(s)
			ends[s] = ends[s] && t.Rewards[a][s] == 0 && len(to) == 1 && int(to[0]) == s
		}
	}
	return ends
}

// Check tells what is wrong with the tables: sizes that do not agree, chances that do not
// add up to 1 within 1e-9, rewards that are no numbers. Who reads tables from a file makes its
// rows add up first.
func (t *Tables) Check() error {
	switch {
	case t.States < 1 || t.Actions < 1 || t.Observations < 1:
		return fmt.Errorf("%d states, %d actions, %d observations: there must be at least one of each", t.States, t.Actions, t.Observations)
	case !(t.Discount >= 0 && t.Discount < 1):
		return fmt.Errorf("discount %v: must be at least 0 and less than 1", t.Discount)
	case len(t.Start) != t.States || len(t.Moves) != t.Actions || len(t.Signals) != t.Actions || len(t.Rewards) != t.Actions:
		return errors.New("tables of different sizes")
	}
	if err := distribution(t.Start); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	for a := range t.Actions {
		if err := t.Moves[a].check(t.States, t.States); err != nil {
			return fmt.Errorf("moves of action %d: %w", a, err)
		}
		if err := t.Signals[a].check(t.States, t.Observations); err != nil {
			return fmt.Errorf("signals of action %d: %w", a, err)
		}
		if len(t.Rewards[a]) != t.States {
			return fmt.Errorf("rewards of action %d: %d, want one for each of %d states", a, len(t.Rewards[a]), t.States)
		}
		for s, r := range t.Rewards[a] {
			if math.IsNaN(r) || math.IsInf(r, 0) {
				return fmt.Errorf("reward of action %d in state %d: %v is no number", a, s, r)
			}
		}
	}
	return nil
}

// check tells what is wrong with a matrix whose rows are distributions.
func (m *Sparse) check(rows, columns int) error {
	if m.Rows() != rows || len(m.Column) != len(m.Value) || m.First[0] != 0 || int(m.First[rows]) != len(m.Value) {
		return fmt.Errorf("a matrix of %d rows that does not hang together, want %d", m.Rows(), rows)
	}
	for i := range rows {
		if m.First[i] > m.First[i+1] {
			return fmt.Errorf("row %d ends before it begins", i)
		}
		at, values := m.Row(i)
		before := int32(-1)
		for _, c := range at {
			if c <= before || int(c) >= columns {
				return fmt.Errorf("row %d: column %d after %d, want rising ones below %d", i, c, before, columns)
			}
			before = c
		}
		if err := distribution(values); err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
	}
	return nil
}

// distribution tells what is wrong with chances.
func distribution(chances []float64) error {
	sum := 0.0
	for _, p := range chances {
		if !(p >= 0 && p <= 1+1e-9) {
			return fmt.Errorf("a chance of %v", p)
		}
		sum += p
	}
	if !(math.Abs(sum-1) <= 1e-9) {
		return fmt.Errorf("chances add up to %v", sum)
	}
	return nil
}
