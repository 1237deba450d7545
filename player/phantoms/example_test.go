package phantoms_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/phantom"
	"blindsight/player/phantoms"
)

// Dark hex 3x3: the player that looks for guaranteed wins has found one before the first move.
func Example() {
	g, err := phantom.Parse("hex 3x3 classical")
	if err != nil {
		fmt.Println(err)
		return
	}
	player := phantoms.NewGuaranteed(phantoms.GuaranteedOptions{})
	decision, err := player.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), g.NewView(0), blindsight.Budget{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("begin with", g.CellText(decision.Action), "and gain", decision.Value)
	// Output:
	// begin with 0,2 and gain 1
}
