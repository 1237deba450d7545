package pomdp

import (
	"errors"
	"fmt"
	"math"

	"blindsight"
)

// Model is a POMDP written out. Moves, Signals and Start are as in [blindsight.Tables]. It is not
// changed once it is made, and is then safe for concurrent use.
type Model struct {
	States, Actions, Observations Names

	Discount float64 // from 0 to 1; at 1 only plays with a horizon have a value
	Costs    bool    // Rewards are costs, to be made as small as possible
	Observed bool    // an MDP: what is observed is the state itself, and files do not mention it

	Start   []float64           // the belief before the first step, by state
	Moves   []blindsight.Sparse // by action: T(s'|s,a), a row for each state
	Signals []blindsight.Sparse // by action: O(o|a,s'), a row for each state after the step
	Rewards []Rewards           // by action: R(s,a,s',o)
}

// Names are what states, actions or observations are called, by number. What has no name is called
// by its number.
type Names []string

// Rewards are what one action brings, by rows: one for each state s in which it is done. A row is a
// single number where nothing else counts; or one for each entry of the row of s in Moves,
// where it counts what comes of it; or, for each of those, one for each entry of the row of Signals that belongs
// to it, in order. Rewards of what cannot happen are not kept.
type Rewards struct {
	First []int32 // where each row begins in Value, and, last, where the last one ends
	Value []float64
}

// Row returns what the action brings in a state. It must not be changed.
func (r *Rewards) Row(s int) []float64 { return r.Value[r.First[s]:r.First[s+1]] }

// Reward returns R(s,a,s',o), where s' is entry number end of the row of s in Moves, and o entry number seen
// of the row of s' in Signals. What cannot happen has none.
func (m *Model) Reward(s, a, end, seen int) float64 {
	row := m.Rewards[a].Row(s)
	ends, _ := m.Moves[a].Row(s)
	switch len(row) {
	case 1:
		return row[0]
	case len(ends):
		return row[end]
	}
	signals := m.Signals[a].First
	for _, before := range ends[:end] {
		seen += int(signals[before+1] - signals[before])
	}
	return row[seen]
}

// Mean returns R(s,a), what an action brings in a state in the mean, before costs are turned into
// rewards.
func (m *Model) Mean(s, a int) float64 {
	row := m.Rewards[a].Row(s)
	if len(row) == 1 {
		return row[0]
	}
	ends, chances := m.Moves[a].Row(s)
	sum, at := 0.0, 0
	if len(row) == len(ends) {
		for i, p := range chances {
			sum += float64(p * row[i])
		}
		return sum
	}
	for i, end := range ends {
		_, seen := m.Signals[a].Row(int(end))
		inner := 0.0
		for j, q := range seen {
			inner += float64(q * row[at+j])
		}
		sum += float64(chances[i] * inner)
		at += len(seen)
	}
	return sum
}

// Tables returns what filters and solvers take. Costs are turned into rewards. It shares the model's chances, so
// neither may be changed. An error tells what is wrong with the model, or that its discount
// is 1.
func (m *Model) Tables() (*blindsight.Tables, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	t := &blindsight.Tables{
		States: len(m.States), Actions: len(m.Actions), Observations: len(m.Observations),
		Discount: m.Discount, Start: m.Start, Moves: m.Moves, Signals: m.Signals,
	}
	for a := range m.Actions {
		means := make([]float64, len(m.States))
		for s := range means {
			means[s] = m.Mean(s, a)
			if m.Costs {
				means[s] = 0 - means[s]
			}
		}
		t.Rewards = append(t.Rewards, means)
	}
	if m.Discount == 1 {
		return nil, errors.New("discount 1: what a play without an end is worth may have no bound; set a discount below 1")
	}
	return t, t.Check()
}

// Check tells what is wrong with a model: sizes that do not agree, names that files cannot
// hold, chances that do not add up to 1, rewards that are no numbers.
func (m *Model) Check() error {
	for _, n := range []struct {
		what  string
		names Names
	}{{"states", m.States}, {"actions", m.Actions}, {"observations", m.Observations}} {
		if err := n.names.check(); err != nil {
			return fmt.Errorf("%s: %w", n.what, err)
		}
	}
	if !(m.Discount >= 0 && m.Discount <= 1) {
		return fmt.Errorf("discount %v: must be between 0 and 1", m.Discount)
	}
	if m.Observed && len(m.Observations) != len(m.States) {
		return fmt.Errorf("%d observations of %d states: an MDP has one for each", len(m.Observations), len(m.States))
	}
	if len(m.Rewards) != len(m.Actions) {
		return fmt.Errorf("rewards of %d actions, want those of %d", len(m.Rewards), len(m.Actions))
	}
	t := blindsight.Tables{ // all but the means of rewards, and a discount that solvers take
		States: len(m.States), Actions: len(m.Actions), Observations: len(m.Observations),
		Start: m.Start, Moves: m.Moves, Signals: m.Signals,
	}
	nothing := make([]float64, len(m.States))
	for range m.Actions {
		t.Rewards = append(t.Rewards, nothing)
	}
	if err := t.Check(); err != nil {
		return err
	}
	for a := range m.Rewards {
		if err := m.checkRewards(a); err != nil {
			return fmt.Errorf("rewards of action %s: %w", m.Actions[a], err)
		}
	}
	return nil
}

// checkRewards tells what is wrong with the rewards of an action, whose chances are right.
func (m *Model) checkRewards(a int) error {
	r := &m.Rewards[a]
	if len(r.First) != len(m.States)+1 || r.First[0] != 0 || int(r.First[len(m.States)]) != len(r.Value) {
		return errors.New("rows that do not hang together")
	}
	for s := range m.States {
		if r.First[s] > r.First[s+1] {
			return fmt.Errorf("the row of state %s ends before it begins", m.States[s])
		}
		ends, _ := m.Moves[a].Row(s)
		all := 0
		for _, end := range ends {
			seen, _ := m.Signals[a].Row(int(end))
			all += len(seen)
		}
		row := r.Row(s)
		if n := len(row); n != 1 && n != len(ends) && n != all {
			return fmt.Errorf("state %s has %d, want 1, %d or %d", m.States[s], n, len(ends), all)
		}
		for _, x := range row {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("state %s: %v is no number", m.States[s], x)
			}
		}
	}
	return nil
}

var _ blindsight.Tabled = (*Model)(nil)
