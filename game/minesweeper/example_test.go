package minesweeper_test

import (
	"fmt"

	"blindsight/game/minesweeper"
)

// Game 0 of seed 1 by the published generator: the corner is opened, and what the player sees is
// printed. The rules open the neighbours of a 0 by themselves.
func Example() {
	g, err := minesweeper.New(minesweeper.Rules{Height: 4, Width: 5, Mines: 3, First: minesweeper.Gnomine, AutoOpen: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	var hidden minesweeper.State
	g.Deal(1, 0, &hidden)
	view := g.NewView()
	for c, forced := g.Cell(0, 0), true; forced; c, forced = view.Forced() {
		step := g.Step(nil, &hidden, c)
		if err := view.Did(c, step.Seen); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Print(&minesweeper.Position{View: view})
	// Output:
	// 4x5/3 gnomine
	// 02...
	// 02...
	// 12...
	// .....
}
