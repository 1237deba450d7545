package bssuct_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/bssuct"
)

// On 3x3 with 7 mines the centre is the worst first cell (paper B, section 4.2): its player does not open it.
func ExamplePaperB() {
	g, err := minesweeper.New(minesweeper.Rules{Height: 3, Width: 3, Mines: 7, AutoOpen: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := bssuct.New(g, bssuct.PaperB()).Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), g.NewView(), blindsight.Budget{Simulations: 2000})
	fmt.Println(d.Action != g.Cell(1, 1), d.Measure == blindsight.Return, err)
	// Output: true true <nil>
}
