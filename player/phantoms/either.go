package phantoms

import (
	"context"
	"errors"
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/game/phantom"
)

// either is the exact belief while it holds no more boards than its limit, and particles
// from then on, in one play.
type either struct {
	exact   *Exact
	filter  *particle.Filter[phantom.State, *phantom.View, phantom.Cell, phantom.Answer]
	tooMany bool
}

func newEither(g *phantom.Game, side blindsight.Side) *either {
	return &either{exact: NewExact(0), filter: particle.NewSide(g, side, nil, particle.Options{})}
}

// Sample draws from the exact belief, or from particles.
func (e *either) Sample(ctx context.Context, rng *rand.Rand, v *phantom.View, effort int, s *phantom.State) error {
	if !e.tooMany {
		err := e.exact.Sample(ctx, rng, v, effort, s)
		if !errors.Is(err, blindsight.ErrTooMany) {
			return err
		}
		e.tooMany = true
	}
	return e.filter.Sample(ctx, rng, v, effort, s)
}

// Begin, Did and Heard tell both: neither works before it is asked.
func (e *either) Begin(v *phantom.View) {
	e.tooMany = false
	e.exact.Begin(v)
	e.filter.Begin(v)
}

func (e *either) Did(c phantom.Cell, a phantom.Answer) {
	e.exact.Did(c, a)
	e.filter.Did(c, a)
}

func (e *either) Heard(a phantom.Answer) {
	e.exact.Heard(a)
	e.filter.Heard(a)
}

// Reset begins a new decision.
func (e *either) Reset() {
	e.exact.Reset()
	e.filter.Reset()
}

// Health is that of both.
func (e *either) Health() blindsight.Health { return e.exact.Health().Add(e.filter.Health()) }

var (
	_ follower                                         = (*either)(nil)
	_ blindsight.Sampler[phantom.State, *phantom.View] = (*either)(nil)
)
