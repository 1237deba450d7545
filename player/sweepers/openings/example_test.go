package openings_test

import (
	"fmt"

	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/openings"
)

// What is known of 5x5 with 2 mines: a corner wins most, exactly.
func ExampleFirst() {
	g, err := minesweeper.New(minesweeper.Rules{Height: 5, Width: 5, Mines: 2, AutoOpen: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, ok := openings.First(g)
	fmt.Println(ok, r.Row, r.Col, r.Exact(g), r.Win(g))
	// Output: true 0 0 true 133/138
}
