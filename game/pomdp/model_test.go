package pomdp

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blindsight"
)

// anyModel draws a model: few states, rows of chances with zeros, rewards of all three kinds.
func anyModel(rng *rand.Rand) *Model {
	pick := func(prefix string) Names {
		n := Numbered(1 + rng.IntN(4))
		for i := range n {
			if prefix != "" {
				n[i] = prefix + n[i]
			}
		}
		return n
	}
	m := &Model{
		States: pick([]string{"", "s-"}[rng.IntN(2)]), Actions: pick([]string{"", "a_"}[rng.IntN(2)]), Observations: pick("o"),
		Discount: rng.Float64(), Costs: rng.IntN(2) == 0, Observed: rng.IntN(4) == 0,
	}
	if m.Observed {
		m.Observations = slices.Clone(m.States)
	}
	distribution := func(n int) []float64 {
		row, sum := make([]float64, n), 0.0
		for sum == 0 {
			for i := range row {
				if rng.IntN(2) == 0 {
					row[i] = float64(1 + rng.IntN(9))
					sum += row[i]
				}
			}
		}
		for i := range row {
			row[i] /= sum
		}
		return row
	}
	matrix := func(rows, columns int) blindsight.Sparse {
		b := newBuilder(rows, 0)
		for range rows {
			for i, p := range distribution(columns) {
				b.add(i, p)
			}
			b.end()
		}
		return b.m
	}
	m.Start = distribution(len(m.States))
	for a := range m.Actions {
		m.Moves = append(m.Moves, matrix(len(m.States), len(m.States)))
		if m.Observed {
			m.Signals = append(m.Signals, certain(len(m.States), func(s int) int { return s }))
		} else {
			m.Signals = append(m.Signals, matrix(len(m.States), len(m.Observations)))
		}
		r := Rewards{First: []int32{0}}
		for s := range m.States {
			ends, _ := m.Moves[a].Row(s)
			n := 1
			switch rng.IntN(3) {
			case 1:
				n = len(ends)
			case 2:
				n = 0
				for _, end := range ends {
					seen, _ := m.Signals[a].Row(int(end))
					n += len(seen)
				}
			}
			row := make([]float64, n)
			for i := range row {
				row[i] = float64(rng.IntN(7)-3) / 3
			}
			r.add(m, a, s, row)
		}
		m.Rewards = append(m.Rewards, r)
	}
	return m
}

// The mean reward is the sum over all that can happen, one by one.
func TestMeanRewards(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		m := anyModel(rng)
		table, err := m.Tables()
		if err != nil {
			t.Fatal(err)
		}
		for a := range m.Actions {
			for s := range m.States {
				want := 0.0
				ends, chances := m.Moves[a].Row(s)
				for i, end := range ends {
					_, seen := m.Signals[a].Row(int(end))
					for j, q := range seen {
						want += chances[i] * q * m.Reward(s, a, i, j)
					}
				}
				if m.Costs {
					want = -want
				}
				if math.Abs(table.Rewards[a][s]-want) > 1e-14 {
					t.Fatalf("state %d, action %d: %v, want %v", s, a, table.Rewards[a][s], want)
				}
			}
		}
	}
}

// Which number of a row belongs to which end and signal.
func TestRewardRows(t *testing.T) {
	half := blindsight.Sparse{First: []int32{0, 2, 3}, Column: []int32{0, 1, 1}, Value: []float64{.5, .5, 1}}
	m := &Model{
		States: Numbered(2), Actions: Numbered(1), Observations: Numbered(2), Start: []float64{1, 0},
		Moves: []blindsight.Sparse{half}, Signals: []blindsight.Sparse{half},
		Rewards: []Rewards{{First: []int32{0, 3, 4}, Value: []float64{10, 11, 12, 13}}},
	}
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		s, end, seen int
		want         float64
	}{{0, 0, 0, 10}, {0, 0, 1, 11}, {0, 1, 0, 12}, {1, 0, 0, 13}} {
		if got := m.Reward(c.s, 0, c.end, c.seen); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if got := m.Mean(0, 0); got != 0.5*(10+11)/2+0.5*12 {
		t.Errorf("the mean is %v", got)
	}
}

// Each thing that can be wrong with a model is said.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		spoil func(m *Model)
		want  string
	}{
		{func(m *Model) { m.States = nil }, "states: there must be"},
		{func(m *Model) { m.Actions[0] = "" }, `actions: "" is no name`},
		{func(m *Model) { m.Actions[0] = "3d" }, "begins with a letter"},
		{func(m *Model) { m.Actions[0] = "open left" }, "letters, digits"},
		{func(m *Model) { m.Actions[0] = "reset" }, "a word of the format"},
		{func(m *Model) { m.States[0] = m.States[1] }, "the name of two"},
		{func(m *Model) { m.Discount = 1.1 }, "discount 1.1"},
		{func(m *Model) { m.Start = []float64{0.5, 0.4} }, "start: chances add up to 0.9"},
		{func(m *Model) { m.Rewards = m.Rewards[:2] }, "rewards of 2 actions"},
		{func(m *Model) { m.Rewards[0].First[1] = 2; m.Rewards[0].Value[0] = math.NaN() }, "NaN is no number"},
		{func(m *Model) { m.Rewards[1].Value = m.Rewards[1].Value[:1] }, "rewards of action open-left: rows"},
		{func(m *Model) { m.Rewards[1].First = []int32{0, 0, 2} }, "state tiger-left has 0"},
		{func(m *Model) { m.Observed, m.Observations = true, Numbered(1) }, "1 observations of 2 states"},
	} {
		m := must(t, UsualTiger())
		c.spoil(m)
		if err := m.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	m := must(t, UsualTiger())
	m.Discount = 1
	if err := m.Check(); err != nil {
		t.Errorf("a discount of 1 is refused: %v", err)
	}
	if _, err := m.Tables(); err == nil || !strings.Contains(err.Error(), "discount 1") {
		t.Errorf("tables without a discount: %v", err)
	}
}
