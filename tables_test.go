package blindsight_test

import (
	"math"
	"strings"
	"testing"

	"blindsight"
)

// tigerTables are those of the Tiger with two doors.
func tigerTables() *blindsight.Tables {
	stay := blindsight.Sparse{First: []int32{0, 1, 2}, Column: []int32{0, 1}, Value: []float64{1, 1}}
	fair := blindsight.Sparse{First: []int32{0, 2, 4}, Column: []int32{0, 1, 0, 1}, Value: []float64{.5, .5, .5, .5}}
	hear := blindsight.Sparse{First: []int32{0, 2, 4}, Column: []int32{0, 1, 0, 1}, Value: []float64{.85, .15, .15, .85}}
	return &blindsight.Tables{
		States: 2, Actions: 3, Observations: 2, Discount: .95, Start: []float64{.5, .5},
		Moves: []blindsight.Sparse{stay, fair, fair}, Signals: []blindsight.Sparse{hear, fair, fair},
		Rewards: [][]float64{{-1, -1}, {-100, 10}, {10, -100}},
	}
}

// Rows and entries of a sparse matrix are those of the full one.
func TestSparse(t *testing.T) {
	m := blindsight.Sparse{First: []int32{0, 0, 3, 4}, Column: []int32{0, 2, 5, 1}, Value: []float64{.1, .2, .7, 1}}
	full := [][]float64{{0, 0, 0, 0, 0, 0}, {.1, 0, .2, 0, 0, .7}, {0, 1, 0, 0, 0, 0}}
	if m.Rows() != len(full) {
		t.Fatalf("%d rows", m.Rows())
	}
	for i, row := range full {
		for j, want := range row {
			if got := m.At(i, j); got != want {
				t.Errorf("entry %d,%d is %v, want %v", i, j, got, want)
			}
		}
	}
}

// Tables that are right pass, and each thing that can be wrong is said.
func TestTablesCheck(t *testing.T) {
	if err := tigerTables().Check(); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*blindsight.Tables){
		"at least one of each":                func(t *blindsight.Tables) { t.Observations = 0 },
		"discount 1: must be":                 func(t *blindsight.Tables) { t.Discount = 1 },
		"discount NaN: must be":               func(t *blindsight.Tables) { t.Discount = math.NaN() },
		"tables of different sizes":           func(t *blindsight.Tables) { t.Rewards = t.Rewards[:2] },
		"start: chances add up to 1.5":        func(t *blindsight.Tables) { t.Start = []float64{.5, 1} },
		"start: a chance of -0.5":             func(t *blindsight.Tables) { t.Start = []float64{1.5, -.5}[1:]; t.Start = append(t.Start, 1.5) },
		"moves of action 1: row 0: chances":   func(t *blindsight.Tables) { t.Moves[1].Value = []float64{.5, .25, .5, .5} },
		"moves of action 0: row 1: column 2":  func(t *blindsight.Tables) { t.Moves[0].Column = []int32{0, 2} },
		"moves of action 0: row 0 ends":       func(t *blindsight.Tables) { t.Moves[0].First = []int32{0, -1, 2} },
		"signals of action 2: a matrix of 1":  func(t *blindsight.Tables) { t.Signals[2].First = []int32{0, 4} },
		"signals of action 0: row 0: column":  func(t *blindsight.Tables) { t.Signals[0].Column = []int32{1, 0, 0, 1} },
		"rewards of action 2: 1, want":        func(t *blindsight.Tables) { t.Rewards[2] = []float64{1} },
		"reward of action 0 in state 1: +Inf": func(t *blindsight.Tables) { t.Rewards[0][1] = math.Inf(1) },
	} {
		tables := tigerTables()
		spoil(tables)
		if err := tables.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A play ends where nothing leads away and nothing is to be gained.
func TestTablesEnds(t *testing.T) {
	stay := blindsight.Sparse{First: []int32{0, 1, 2, 3}, Column: []int32{0, 1, 2}, Value: []float64{1, 1, 1}}
	leave := blindsight.Sparse{First: []int32{0, 1, 2, 4}, Column: []int32{0, 1, 0, 2}, Value: []float64{1, 1, .5, .5}}
	table := &blindsight.Tables{
		States: 3, Actions: 2, Observations: 1, Start: []float64{1, 0, 0},
		Moves: []blindsight.Sparse{stay, leave}, Rewards: [][]float64{{0, 0, 0}, {0, 1, 0}},
	}
	for s, want := range []bool{true, false, false} {
		if got := table.Ends()[s]; got != want {
			t.Errorf("state %d ends the play: %v", s, got)
		}
	}
	for s, end := range tigerTables().Ends() {
		if end {
			t.Errorf("state %d ends the Tiger", s)
		}
	}
}
