package sweepers_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
)

// Players have names, and parameters after them.
func ExampleCatalogue() {
	g, err := minesweeper.New(minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := sweepers.Catalogue.New("strong,first=2:2", g)
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), g.NewView(), blindsight.Budget{})
	row, col := g.RowCol(d.Action)
	fmt.Println(row, col, err)
	_, err = sweepers.Catalogue.New("strong,depth=1", g)
	fmt.Println(err)
	// Output:
	// 2 2 <nil>
	// player strong: depth: must be 0, 2 or 3
}
