package battleship_test

import (
	"fmt"

	"blindsight/game/battleship"
)

// One boat of two cells in a pond of 2x3: seven ways to lie, of which a miss in the middle of the
// top row leaves four.
func Example() {
	g, err := battleship.New(battleship.Rules{Height: 2, Width: 3, Fleet: []int{2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	view := g.NewView()
	count := func() (n int) {
		for range g.States(view) {
			n++
		}
		return n
	}
	fmt.Println(count(), "fleets")
	if err := view.Did(g.Cell(0, 1), battleship.Miss); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(count(), "fleets")
	fmt.Print(view)
	// Output:
	// 7 fleets
	// 4 fleets
	// 2x3/2
	// . - .
	// . . .
}
