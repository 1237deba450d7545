package strong_test

import (
	"context"
	"fmt"
	"strings"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/strong"
)

// A 1 is all that is known of eight cells with three mines: strong opens the cell that wins most, and knows how often.
func ExampleNew() {
	text := "2x4/3 windows\n..1.\n....\n"
	p, err := minesweeper.NewPositionReader(strings.NewReader(text), "example", minesweeper.Rules{}).Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := strong.New(strong.Default()).Choose(context.Background(), nil, p.View, blindsight.Budget{})
	row, col := p.View.Game().RowCol(d.Action)
	fmt.Printf("opens %d,%d, wins %.3f, exactly: %v; %v\n", row, col, d.Value, d.Measure == blindsight.ExactReturn, err)
	// Output: opens 0,1, wins 0.600, exactly: true; <nil>
}
