package andor_test

import (
	"context"
	"fmt"

	darkhex "blindsight/game/phantom"
	"blindsight/search/andor"
)

// Dark hex on 3x3: whoever begins can win for certain, though he never sees the other's stones. The belief is
// the empty board alone.
func Example() {
	g, err := darkhex.Parse("hex 3x3 classical")
	if err != nil {
		fmt.Println(err)
		return
	}
	contest := g.Contest(0, darkhex.ToWin)
	solver := andor.New(contest, andor.Options{})
	plan, result := solver.Plan(context.Background(), []darkhex.Board{{}}, contest.Depth())
	fmt.Println(result.Verdict, "beginning with", g.CellText(plan.Attempt))
	// Output: win beginning with 0,2
}
