package uct_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/search/searchtest"
	"blindsight/search/uct"
)

// The Tiger problem with three decisions left: the search listens first. Opening a door at once would
// cost 45 in the mean.
func Example() {
	problem := searchtest.Tiger(3)
	planner := uct.New(problem, problem.NewSampler, uct.Config{})
	decision, err := planner.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), problem.NewView(), blindsight.Budget{Simulations: 3000})
	if err != nil {
		fmt.Println(err)
		return
	}
	best := 0
	for a, v := range problem.Values {
		if v > problem.Values[best] {
			best = a
		}
	}
	fmt.Println("the best action was found:", int(decision.Action) == best, "by", decision.Simulations, "simulations")
	// Output: the best action was found: true by 3000 simulations
}
