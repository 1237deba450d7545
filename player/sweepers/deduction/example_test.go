package deduction_test

import (
	"fmt"
	"strings"

	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/deduction"
)

// Beside a 1 in the corner each of three cells may be the mine; what is left has one mine in six.
func ExampleRisks() {
	text := "3x3/2 windows\n1..\n...\n...\n"
	p, err := minesweeper.NewPositionReader(strings.NewReader(text), "example", minesweeper.Rules{}).Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	var r deduction.Risks
	risk, err := r.LeastOnward(p.View)
	fmt.Printf("%d cells of least risk, %.3f, of %v placements; %v\n", len(r.Cells), risk, r.Counter.Placements(), err)
	// Output: 5 cells of least risk, 0.200, of 15 placements; <nil>
}
