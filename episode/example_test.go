package episode_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/episode"
	"blindsight/search/searchtest"
	"blindsight/search/uct"
)

// A play of the Tiger problem: the hidden state stays with the episode, the planner is shown the
// view alone.
func ExampleSolo() {
	problem := searchtest.Tiger(3)
	planner := uct.New(problem, problem.NewSampler, uct.Config{})
	rng := rand.New(rand.NewPCG(1, 1))
	var state searchtest.State
	problem.Start(rng, &state)
	steps := 0
	gained, err := episode.Solo(context.Background(), rng, problem, &state, problem.NewView(), planner,
		blindsight.Budget{Simulations: 2000}, func(*episode.Move[searchtest.Action, searchtest.Seen]) { steps++ })
	fmt.Println("gained", gained, "in", steps, "steps", err)
	// Output:
	// gained 8 in 3 steps <nil>
}
