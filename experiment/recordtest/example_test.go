package recordtest_test

import (
	"context"
	"fmt"
	"strings"

	"blindsight/experiment"
	"blindsight/experiment/recordtest"
)

// A run that finds its games in memory has nothing left to play.
func Example() {
	p, err := experiment.Read(strings.NewReader(`{"name": "small", "game": "minesweeper", "seed": 1, "games": 5, "groups": [
		{"settings": [{"board": "4x4/4"}], "players": ["csp"], "budgets": [{"sims": 1}]}]}`), "plan")
	if err != nil {
		panic(err)
	}
	var m recordtest.Memory
	for _, workers := range []int{2, 0} {
		r := m.Open(p, "v1")
		if err := experiment.Run(context.Background(), p, r, experiment.Options{Workers: workers}); err != nil {
			panic(err)
		}
		tallies, err := r.Tallies()
		fmt.Println(tallies[0].Played(), err)
	}
	// Output:
	// 5 <nil>
	// 5 <nil>
}
