package minecoach_test

import (
	"context"
	"fmt"
	"strings"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/search/reveal"
)

// The coach says what to open and why.
func ExampleCoach() {
	text := "2x4/1 windows\n1...\n11..\n"
	p, err := minesweeper.NewPositionReader(strings.NewReader(text), "example", minesweeper.Rules{AutoOpen: true}).Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	analyst := minecoach.NewAnalyst(minecoach.ExactPlacements, reveal.New(reveal.Options{Workers: 1, Memory: 1 << 20}))
	c, err := minecoach.New(analyst, 100, 0).Advise(context.Background(), p.View, "strong", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Join(c.Reasons, "\n"))
	// Output:
	// 0,2 and 1,2 are safe: the 1 on 0,0 and the 1 on 1,1 leave no room for a mine there. 4 cells are certainly safe.
	// Chance to win: 100%, of the best play after it, exact.
}
