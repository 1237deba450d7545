package reveal_test

import (
	"context"
	"fmt"

	"blindsight/search/reveal"
)

// One mine is under one of three cells in a row. Which cell should be opened first, if the two others must be opened?
// A cell at the end shows whether the mine is next to it; then all is known. The one in the middle shows 1 in any case.
func Example() {
	const none = reveal.Loss
	table := &reveal.Answers{States: 3, Actions: 3, Shown: []uint8{
		none, 1, 0, // what the left cell shows if the mine is left, in the middle, on the right
		1, none, 1,
		0, 1, none,
	}}
	solver := reveal.New(reveal.Options{Workers: 1})
	choice := solver.Best(context.Background(), table)
	fmt.Println("won in", choice.Value.Lower, "of 3 states")
	for cell, won := range solver.Actions(context.Background(), table) {
		fmt.Printf("beginning with cell %d: %d\n", cell, won.Lower)
	}
	// Output:
	// won in 2 of 3 states
	// beginning with cell 0: 2
	// beginning with cell 1: 1
	// beginning with cell 2: 2
}
