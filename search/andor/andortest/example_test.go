package andortest_test

import (
	"fmt"

	"blindsight/game/phantom"
	"blindsight/search/andor/andortest"
)

// The naive solver, which follows the definition: on dark hex 2x2 who begins wins for certain within
// three moves of both, not within one.
func ExampleWins() {
	g, err := phantom.Parse("hex 2x2 classical")
	if err != nil {
		fmt.Println(err)
		return
	}
	contest := g.Contest(0, phantom.ToWin)
	for _, depth := range []int{1, 3} {
		fmt.Println(depth, andortest.Wins(contest, []phantom.Board{{}}, depth))
	}
	// Output:
	// 1 false
	// 3 true
}
