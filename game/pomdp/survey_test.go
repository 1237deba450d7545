package pomdp

import (
	"reflect"
	"strings"
	"testing"
)

// What is there to be found is found: a state that nothing leads to, one that costs for ever, an end, an observation
// that is never made.
func TestSurvey(t *testing.T) {
	m, _, err := Read(strings.NewReader(`discount: 0.9 values: reward
states: begin nowhere pit home
actions: go stay observations: hot cold
start include: 0
T: * identity
T: go : 0 0.5 0 0.25 0.25
O: * : * : hot 1
R: * : pit : * : * -1
R: go : 0 : home : * 5`), Options{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	want := Survey{
		Moves: 10, Signals: 8, Rewards: 10, Starts: 1,
		Unreachable: []int{1}, Ends: []int{3}, Absorbing: []int{2}, Unseen: []int{1}, Least: -1, Most: 5,
	}
	if got := m.Survey(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := Density(m.Moves, 4); got != 10./32 {
		t.Errorf("density %v", got)
	}
	y := must(t, mustRocks(t, "4x4")).Survey()
	if len(y.Ends) != 1 || y.Starts != 16 || len(y.Absorbing)+len(y.Unseen) != 0 || y.Least != -100 || y.Most != 10 {
		t.Errorf("%+v", y)
	}
}
