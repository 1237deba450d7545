package blindsight_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/rejection"
	"blindsight/search/uct"
)

// Behind one of two doors waits a tiger, behind the other a treasure. Before he
// opens one, the player may listen as often as he likes: that costs a little, and
// tells the tiger's door rightly 85 times in 100 (Kaelbling, Littman, Cassandra 1998).
type tiger struct{}

var doors = [2]string{"left", "right"}

// Start puts the tiger behind a door: the complete state is the number of that door.
func (tiger) Start(rng *rand.Rand, door *int) blindsight.Side {
	*door = rng.IntN(2)
	return 0
}

func (tiger) Step(rng *rand.Rand, door *int, action string) blindsight.Step[string] {
	switch action {
	case "listen":
		heard := *door
		if rng.Float64() >= 0.85 {
			heard = 1 - heard
		}
		return blindsight.Step[string]{Seen: "growl " + doors[heard], Reward: -1}
	case "open " + doors[*door]:
		return blindsight.Step[string]{Seen: "tiger", Reward: -100, Next: blindsight.Over}
	default:
		return blindsight.Step[string]{Seen: "treasure", Reward: 10, Next: blindsight.Over}
	}
}

// A whole problem: its rules above, and here an estimator and a planner that know
// nothing else about it, and one play.
func Example() {
	planner := uct.New(tiger{}, rejection.Replay(tiger{}, 0).Fresh, uct.Config{})
	rng := rand.New(rand.NewPCG(2026, 5))

	var door int
	tiger{}.Start(rng, &door)
	// What the player knows is all he did and saw.
	known := blindsight.NewHistory[string, string]("listen", "open left", "open right")
	for {
		decision, err := planner.Choose(context.Background(), rng, known, blindsight.Budget{Simulations: 3000})
		if err != nil {
			fmt.Println(err)
			return
		}
		step := tiger{}.Step(rng, &door, decision.Action)
		fmt.Printf("%s: %s\n", decision.Action, step.Seen)
		if step.Done() {
			return
		}
		known.Did(decision.Action, step.Seen)
	}
	// Output:
	// listen: growl right
	// listen: growl left
	// listen: growl left
	// listen: growl left
	// open right: treasure
}
