package metropolis_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"blindsight/belief/metropolis"
	"blindsight/game/minesweeper"
)

// A chain wanders among the placements of the mines, from the one that it had last. It hands out
// none that contradicts the position.
func Example() {
	position, err := minesweeper.NewPositionReader(strings.NewReader("3x3/2 windows\n1..\n...\n..1\n"), "", minesweeper.Rules{}).Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	game, view := position.View.Game(), position.View
	sampler := metropolis.New(game, metropolis.Inherit, 0)
	rng := rand.New(rand.NewPCG(1, 1))
	consistent := 0
	for range 100 {
		var state minesweeper.State
		if err := sampler.Sample(context.Background(), rng, view, 50, &state); err != nil {
			fmt.Println(err)
			return
		}
		if game.Likelihood(view, &state) > 0 {
			consistent++
		}
	}
	health := sampler.Health()
	fmt.Println(consistent, "of", health.Samples, "agree; exact only in the limit:", health.Asymptotic)
	// Output: 100 of 100 agree; exact only in the limit: true
}
