package planners

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/game/pomdp"
	"blindsight/search/bounded"
)

// sampler is a search between bounds on particles: the weighted particles that follow the play are the belief at hand, and below it is the exact
// filter. What it has found of one decision does not serve the next, whose particles are others.
type sampler struct {
	*particle.Filter[pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen]
	space  *listed
	search *bounded.Search

	weighed []weighed
	states  []int32
	chances []float64
}

// weighed is a particle.
type weighed struct {
	state  int32
	weight float64
}

func newSampler(g *pomdp.Game, o particle.Options) (Player, error) {
	s, err := listedOf(g)
	if err != nil {
		return nil, err
	}
	return &sampler{Filter: particle.NewView[*pomdp.View](g, 0, o), space: s, search: bounded.New(s, 0)}, nil
}

// Choose searches from the particles. Where all have died and none was found again it does anything, and the health says that there was no belief.
func (p *sampler) Choose(ctx context.Context, rng *rand.Rand, v *pomdp.View, b blindsight.Budget) (d decision, err error) {
	p.Reset()
	before := p.Health()
	var drawn pomdp.State
	switch err := p.Sample(ctx, rng, v, 0, &drawn); { // which takes in what was told
	case errors.Is(err, blindsight.ErrExhausted):
		legal := v.Legal(nil)
		d.Action = legal[rng.IntN(len(legal))]
		d.Health.Fallbacks = 1
	case err != nil:
		return d, err
	default:
		p.search.Forget()
		d = decide(ctx, p.search, p.root(), b)
	}
	d.Health = d.Health.Add(p.Health().Since(before))
	return d, nil
}

// root makes the particles the only belief of the space, and returns its number.
func (p *sampler) root() int32 {
	p.weighed, p.states, p.chances = p.weighed[:0], p.states[:0], p.chances[:0]
	for s, weight := range p.Particles {
		p.weighed = append(p.weighed, weighed{int32(*s), weight})
	}
	slices.SortStableFunc(p.weighed, func(x, y weighed) int { return cmp.Compare(x.state, y.state) })
	for _, w := range p.weighed {
		if last := len(p.states) - 1; last >= 0 && p.states[last] == w.state {
			p.chances[last] += w.weight
		} else if w.weight > 0 {
			p.states, p.chances = append(p.states, w.state), append(p.chances, w.weight)
		}
	}
	p.space.clear()
	return p.space.keep(p.states, p.chances)
}

var (
	_ Player                                                           = (*sampler)(nil)
	_ blindsight.Follower[*pomdp.View, pomdp.Action, pomdp.Seen]       = (*sampler)(nil)
	_ particle.ObservationModel[pomdp.State, pomdp.Action, pomdp.Seen] = (*pomdp.Game)(nil)
)
