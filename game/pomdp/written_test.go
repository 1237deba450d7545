package pomdp

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// Any model written out in full is the model.
func TestWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	for range 200 {
		m := anyModel(rng)
		m.Costs, m.Observed = false, false
		w := Written{States: m.States, Actions: m.Actions, Observations: m.Observations, Discount: m.Discount, Start: m.Start}
		for a := range m.Actions {
			w.Moves = append(w.Moves, nil)
			w.Signals = append(w.Signals, nil)
			for s := range m.States {
				row, seen := make([]float64, len(m.States)), make([]float64, len(m.Observations))
				for to := range row {
					row[to] = m.Moves[a].At(s, to)
				}
				for o := range seen {
					seen[o] = m.Signals[a].At(s, o)
				}
				w.Moves[a], w.Signals[a] = append(w.Moves[a], row), append(w.Signals[a], seen)
			}
		}
		w.Reward = func(s, a, to, o int) float64 {
			ends, _ := m.Moves[a].Row(s)
			for i, end := range ends {
				seen, _ := m.Signals[a].Row(int(end))
				for j := range seen {
					if int(end) == to && int(seen[j]) == o {
						return m.Reward(s, a, i, j)
					}
				}
			}
			t.Fatalf("asked for what cannot happen: %d, %d, %d, %d", s, a, to, o)
			return 0
		}
		got, err := w.Model()
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, m) {
			t.Fatalf("%+v, want %+v", got, m)
		}
	}
	two := Names{"x", "y"}
	same := [][]float64{{1, 0}, {0, 1}}
	for _, c := range []struct {
		moves [][]float64
		want  string
	}{
		{[][]float64{{1, 0}}, "moves of go: 1 rows, want 2"},
		{[][]float64{{1, 0}, {1}}, "row 1 has 1 numbers, want 2"},
		{[][]float64{{1, 0}, {0, 0}}, "nothing follows y"},
		{[][]float64{{1, 0}, {0, 0.5}}, "add up to 0.5"},
	} {
		w := Written{States: two, Actions: Names{"go"}, Observations: two, Start: []float64{1, 0}, Moves: [][][]float64{c.moves}, Signals: [][][]float64{same}}
		w.Reward = func(int, int, int, int) float64 { return 0 }
		if _, err := w.Model(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if _, err := (Written{Actions: two}).Model(); err == nil {
		t.Error("nothing is taken for a problem")
	}
}
