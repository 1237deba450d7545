package rejection_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/rejection"
)

// coin is tossed once, out of sight; an action looks at it through a glass that shows the truth
// three times in four.
type coin struct{}

func (coin) Start(rng *rand.Rand, heads *bool) blindsight.Side {
	*heads = rng.IntN(2) == 0
	return 0
}

func (coin) Step(rng *rand.Rand, heads *bool, _ string) blindsight.Step[bool] {
	return blindsight.Step[bool]{Seen: *heads == (rng.IntN(4) > 0)}
}

// Heads was seen twice. States are drawn and the looks played again, until both show heads: nine
// times in ten the coin then lies so.
func ExampleReplay() {
	known := blindsight.NewHistory[string, bool]("look")
	known.Did("look", true)
	known.Did("look", true)

	sampler := rejection.Replay(coin{}, 0)
	rng := rand.New(rand.NewPCG(1, 1))
	heads := 0
	for range 10_000 {
		var state bool
		if err := sampler.Sample(context.Background(), rng, known, 0, &state); err != nil {
			fmt.Println(err)
			return
		}
		if state {
			heads++
		}
	}
	health := sampler.Health()
	fmt.Printf("heads: %.2f of %d, from %.1f draws each\n", float64(heads)/1e4, health.Samples, float64(health.Draws)/float64(health.Samples))
	// Output: heads: 0.90 of 10000, from 3.2 draws each
}
