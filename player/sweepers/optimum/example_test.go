package optimum_test

import (
	"context"
	"fmt"

	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
)

// The exact optimum of a small board: 3x3 with 7 mines is won once in four by the best play (Sebag, Teytaud 2012, 4.2).
func ExampleSolve() {
	g, err := minesweeper.New(minesweeper.Rules{Height: 3, Width: 3, Mines: 7, AutoOpen: true, Objective: minesweeper.Win})
	if err != nil {
		fmt.Println(err)
		return
	}
	first, err := optimum.Solve(context.Background(), g, reveal.New(reveal.Options{Workers: 1}), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range first {
		row, col := g.RowCol(f.Cell)
		fmt.Printf("from %d,%d: %s\n", row, col, f.Lower.RatString())
	}
	// Output:
	// from 0,0: 1/4
	// from 0,1: 1/4
	// from 1,1: 1/8
}
