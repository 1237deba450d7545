package particle_test

import (
	"context"
	"fmt"

	"blindsight"
	"blindsight/belief/particle"
)

// A hundred growls are heard, 85 of them on the left: replays from the start would never agree with
// all of them. The filter is told one after the other.
func ExampleFilter() {
	game := weighted{} // the Tiger problem, with the likelihood of a growl
	filter := particle.New(game, particle.Options{Particles: 500})
	rng := newRand(1)

	filter.Begin(blindsight.NewHistory[rune, int](listen))
	for i := range 100 {
		growl := left
		if i%20 < 3 {
			growl = right
		}
		filter.Did(listen, growl)
		if err := filter.Update(context.Background(), rng); err != nil {
			fmt.Println(err)
			return
		}
	}
	behindLeft := 0.0
	for door, weight := range filter.Particles {
		if *door == left {
			behindLeft += weight
		}
	}
	fmt.Printf("left: %.3f, exact: %t\n", behindLeft, filter.Exact())
	// Output: left: 1.000, exact: false
}
