package cfr_test

import (
	"context"
	"fmt"

	"blindsight/game/poker"
	"blindsight/search/cfr"
)

// Kuhn's poker is worth -1/18 to the first side. CFR+ finds that between two bounds, which are exact
// for the strategies that it has found.
func Example() {
	g, err := poker.New(poker.Rules{Kind: poker.Kuhn, Ranks: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	form, err := cfr.List(context.Background(), g, g.NewView, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := cfr.NewSolver(form, 1)
	for range 1000 {
		solver.Iterate()
	}
	plans := solver.Average()
	lo, hi := form.Bounds(plans)
	fmt.Printf("between %.3f and %.3f; -1/18 is %.3f\n", lo, hi, -1.0/18)
	// Output: between -0.056 and -0.056; -1/18 is -0.056
}
