package catalog

import (
	"context"
	"math/rand/v2"

	"blindsight"
)

// Drawer draws hidden states that agree with a view, in words.
type Drawer[V any] struct {
	// Estimator keeps the belief. If it is a [blindsight.Follower] it is told each step.
	Estimator any
	// Draw returns a state. Its errors are those of [blindsight.Sampler.Sample].
	Draw   func(ctx context.Context, rng *rand.Rand, v V) (string, error)
	Health func() blindsight.Health
}

// Drawn returns the drawer that a sampler is, given how a person reads a state.
func Drawn[S, V any](sampler blindsight.Sampler[S, V], text func(v V, s *S) string) Drawer[V] {
	var s S
	return Drawer[V]{
		Estimator: sampler,
		Draw: func(ctx context.Context, rng *rand.Rand, v V) (string, error) {
			if err := sampler.Sample(ctx, rng, v, 1, &s); err != nil {
				return "", err
			}
			return text(v, &s), nil
		},
		Health: sampler.Health,
	}
}
