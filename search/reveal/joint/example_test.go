package joint_test

import (
	"context"
	"fmt"

	"blindsight/search/reveal"
	"blindsight/search/reveal/joint"
)

// Two parts of a board, two cells each, that have only the number of mines in common, which is one.
// Each part may hold none or one; the four placements of the whole are never listed.
func Example() {
	const mine = reveal.Loss
	// States: no mine, a mine in the first cell, one in the second. A cell shows how many mines are beside it.
	part := joint.Part{Answers: &reveal.Answers{States: 3, Actions: 2, Shown: []uint8{
		0, mine, 1,
		0, 1, mine,
	}}, Holds: []int{0, 1, 1}}
	solver := joint.New(reveal.New(reveal.Options{Workers: 1}), 1000)
	choice, err := solver.Best(context.Background(), []joint.Part{part, part}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("of", choice.States, "placements", choice.Won, "are won")
	// Output:
	// of 4 placements 2 are won
}
