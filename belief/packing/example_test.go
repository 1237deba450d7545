package packing_test

import (
	"fmt"

	"blindsight/belief/packing"
)

// Two boats, each two cells long, lie in a row of five and do not overlap. Cell 1 was hit. Where is
// each of them?
func Example() {
	var places []packing.Place
	for at := range 4 {
		var p packing.Place
		p.Covers[0] = 3 << at // this cell and the next
		p.Blocks = p.Covers
		places = append(places, p)
	}
	table := packing.NewTable([][]packing.Place{places, places})

	question := table.NewQuestion()
	for at := range places {
		question.Allow(0, at)
		question.Allow(1, at)
	}
	question.Required[0] = 1 << 1
	belief := packing.NewBelief(table, 0)
	if err := belief.Ask(question); err != nil {
		fmt.Println(err)
		return
	}
	belief.List(func(at []int) bool {
		fmt.Println("the boats begin in", at)
		return true
	})
	chance := make([][packing.MaxCells]float64, table.Pieces())
	n := belief.Chances(chance)
	fmt.Printf("%v packings; the first boat covers %.2f\n", n, chance[0][:5])
	// Output:
	// the boats begin in [0 2]
	// the boats begin in [0 3]
	// the boats begin in [1 3]
	// the boats begin in [2 0]
	// the boats begin in [3 0]
	// the boats begin in [3 1]
	// 6 packings; the first boat covers [0.33 0.50 0.33 0.50 0.33]
}
