package poker_test

import (
	"fmt"
	"math/rand/v2"

	"blindsight/game/poker"
)

// A deal of Kuhn's poker, both cards dealt by the first action; the first side passes, the second
// bets, the first folds and loses its ante.
func Example() {
	g, err := poker.New(poker.Rules{Kind: poker.Kuhn, Ranks: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var s poker.State
	turn := g.Start(rng, &s)
	for _, a := range []poker.Action{poker.Deal, poker.Call, poker.Raise, poker.Fold} {
		step := g.Step(rng, &s, a)
		fmt.Printf("side %d does %v and gains %v\n", turn, a, step.Reward)
		turn = step.Next
	}
	// Output:
	// side 0 does deal and gains 0
	// side 0 does call and gains 0
	// side 1 does raise and gains 0
	// side 0 does fold and gains -1
}
