package minetable_test

import (
	"context"
	"fmt"

	"blindsight/game/minesweeper"
	"blindsight/game/minesweeper/minetable"
)

// A given board: a first cell, a wrong flag, a chord that goes off, and what if it had not been played.
func Example() {
	g, err := minesweeper.New(minesweeper.Rules{Height: 2, Width: 5, Mines: 1, First: minesweeper.None, AutoOpen: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	t := minetable.New(g, minetable.Given([]minesweeper.Cell{g.Cell(0, 0)}), nil)
	for _, a := range []minetable.Action{
		{Deed: minetable.Open, Cell: g.Cell(0, 1)},
		{Deed: minetable.Chord, Cell: g.Cell(0, 1)},
		{Deed: minetable.Flag, Cell: g.Cell(1, 0)},
		{Deed: minetable.Chord, Cell: g.Cell(0, 1)},
		{Deed: minetable.Undo},
	} {
		if err := t.Do(context.Background(), a); err != nil {
			fmt.Println(a.Deed, "is refused:", err)
			continue
		}
		fmt.Printf("%s: %s after %d clicks, ", a.Deed, t.Status(), len(t.Clicks()))
		for c := range minesweeper.Cell(g.Cells()) {
			fmt.Printf("%c", t.Symbol(c))
		}
		fmt.Println()
	}
	// Output:
	// open: playing after 1 clicks, .1........
	// chord is refused: 0,1 has 0 flags around it, and shows 1
	// flag: playing after 1 clicks, .1...F....
	// chord: lost after 2 clicks, X1...!....
	// undo: playing after 1 clicks, .1...F....
}
