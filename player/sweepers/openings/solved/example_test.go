package solved_test

import (
	"context"
	"fmt"

	"blindsight/player/sweepers/openings/solved"
	"blindsight/search/reveal"
)

// A board is solved from every first cell: what the best play wins, and where it begins.
func ExampleSolveBoard() {
	b, err := solved.SolveBoard(context.Background(), "windows", "5x5/2", reveal.New(reveal.Options{Workers: 1}))
	fmt.Println(b.Value, b.Cells, b.Nodes, err)
	// Output: 133/138 [0,0] 1110 <nil>
}
