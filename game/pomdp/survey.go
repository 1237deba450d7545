package pomdp

import "blindsight"

// Survey is what one should know of a model before one trusts it.
type Survey struct {
	Moves, Signals int // chances other than 0
	Rewards        int // numbers by which rewards are kept
	Starts         int // states in which a play can begin
	Unreachable    []int
	Ends           []int // states that end a play: absorbing, and nothing is to be gained there
	Absorbing      []int // states that no action leaves, but in which something is gained or lost for ever
	Unseen         []int // observations that no reachable state shows
	Least, Most    float64
}

// Survey looks through all of the model. Least and Most are what a step may bring, costs being costs.
func (m *Model) Survey() Survey {
	y := Survey{Least: m.Mean(0, 0), Most: m.Mean(0, 0)}
	for a := range m.Actions {
		y.Moves += len(m.Moves[a].Value)
		y.Signals += len(m.Signals[a].Value)
		y.Rewards += len(m.Rewards[a].Value)
		for s := range m.States {
			for _, x := range m.Rewards[a].Row(s) {
				y.Least, y.Most = min(y.Least, x), max(y.Most, x)
			}
		}
	}
	for _, p := range m.Start {
		if p > 0 {
			y.Starts++
		}
	}
	reached := m.reached()
	shown := make([]bool, len(m.Observations))
	for s := range m.States {
		if !reached[s] {
			y.Unreachable = append(y.Unreachable, s)
			continue
		}
		for a := range m.Actions {
			seen, _ := m.Signals[a].Row(s)
			for _, o := range seen {
				shown[o] = true
			}
		}
		if !m.absorbing(s) {
			continue
		}
		y.Ends, y.Absorbing = m.sort(s, y.Ends, y.Absorbing)
	}
	for o, is := range shown {
		if !is {
			y.Unseen = append(y.Unseen, o)
		}
	}
	return y
}

// reached tells which states a play can come to.
func (m *Model) reached() []bool {
	reached := make([]bool, len(m.States))
	var open []int32
	visit := func(s int32) {
		if !reached[s] {
			reached[s] = true
			open = append(open, s)
		}
	}
	for s, p := range m.Start {
		if p > 0 {
			visit(int32(s))
		}
	}
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		for a := range m.Actions {
			to, _ := m.Moves[a].Row(int(s))
			for _, end := range to {
				visit(end)
			}
		}
	}
	return reached
}

// absorbing tells whether no action leaves a state.
func (m *Model) absorbing(s int) bool {
	for a := range m.Actions {
		if to, _ := m.Moves[a].Row(s); len(to) != 1 || int(to[0]) != s {
			return false
		}
	}
	return true
}

// sort adds an absorbing state to those that end a play, or to the others.
func (m *Model) sort(s int, ends, others []int) ([]int, []int) {
	for a := range m.Actions {
		if m.Mean(s, a) != 0 {
			return ends, append(others, s)
		}
	}
	return append(ends, s), others
}

// Density returns which share of a matrix by actions is not 0.
func Density(by []blindsight.Sparse, columns int) float64 {
	entries, all := 0.0, 0.0
	for a := range by {
		entries += float64(len(by[a].Value))
		all += float64(by[a].Rows()) * float64(columns)
	}
	return entries / all
}
