package gunners_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/battleship"
	"blindsight/player/gunners"
)

// One boat of three cells on 3x3, and the centre was hit: it lies in the middle row or in the
// middle column. The player shoots at a cell that is most often covered.
func Example() {
	g, err := battleship.New(battleship.Rules{Height: 3, Width: 3, Fleet: []int{3}})
	if err != nil {
		fmt.Println(err)
		return
	}
	view := g.NewView()
	if err := view.Did(g.Cell(1, 1), battleship.Hit); err != nil {
		fmt.Println(err)
		return
	}
	decision, err := gunners.NewDensity(g).Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), view, blindsight.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("shoot at", g.Name(decision.Action), "which hits with", decision.Value)
	// Output:
	// shoot at 0,1 which hits with 0.5
}
