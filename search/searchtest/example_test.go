package searchtest_test

import (
	"fmt"

	"blindsight/search/searchtest"
)

// Problems of the kit know their answers: what the best play gains after each first action. Here a coin
// lies hidden, to look at it costs 0.1, and to guess rightly brings 1. To check a planner, call [searchtest.Run] in a test:
//
//	searchtest.Run(t, func(p *searchtest.Problem) blindsight.Planner[*searchtest.View, searchtest.Action] {
//		return uct.New(p, p.NewSampler, uct.Config{})
//	}, searchtest.Options{})
func Example() {
	p := searchtest.Coin(0.1)
	fmt.Printf("%s: %v, so %.2f\n", p.Name, p.Values, p.Value())
	// Output:
	// coin: [0.6 0.4 0.9], so 0.90
}
