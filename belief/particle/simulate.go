package particle

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/internal/pace"
	"blindsight/internal/purefloat"
)

// spread leads every particle on by an event, into next, at least once: more often the heavier it
// is, and the fewer there are. What became of it shares its weight, times the probability of what
// was observed: the importance weight, since steps are drawn as the game draws them. Plain
// simulation, for which that is 0 or 1, goes round again until enough are left. A round is never
// cut short: all weights are of the same scale.
func (f *Filter[S, V, A, O]) spread(ctx context.Context, rng *rand.Rand, event int) {
	f.begin()
	f.accepted = 0
	for round := 0; round == 0 || round < f.options.Draws && 2*f.accepted < f.options.Particles; round++ {
		if !f.round(ctx, rng, event) {
			return
		}
	}
	f.thin(rng)
}

// round leads all particles on, and reports whether it came to its end.
func (f *Filter[S, V, A, O]) round(ctx context.Context, rng *rand.Rand, event int) bool {
	particles := float64(f.options.Particles)
	even := 2*f.now.n > f.options.Particles && f.now.effective() >= f.options.Resample*particles
	before := 0.0
	for i := range f.now.n {
		times := 1
		if !even { // half of the draws by weight, half alike: no state is lost for being unlikely now
			times = max(1, int(particles/2*(f.chance[i]-before+1/float64(f.now.n))))
		}
		before = f.chance[i]
		log := f.now.logs[i] - purefloat.Log(float64(times))
		for range times {
			if f.draws++; f.draws%patience == 0 && pace.Err(ctx) != nil {
				return false
			}
			s, turn := f.next.slot(), f.now.turns[i]
			f.copy(s, &f.now.states[i])
			if w, ok := f.lead(rng, s, &turn, event); ok {
				f.accepted++
				f.join(turn, log+w)
			}
		}
	}
	return true
}

// join adds what was written to the slot of next, or its weight to an equal state there.
func (f *Filter[S, V, A, O]) join(turn blindsight.Side, log float64) {
	if f.same != nil {
		s := f.next.slot()
		if i := f.index.find(f.hash(s), func(i int) bool { return f.same(&f.next.states[i], s) }); i >= 0 {
			f.next.raise(i, log)
			return
		}
	}
	f.next.keep(turn, log)
}

// lead plays a state on until an event has happened, passing over silent steps. It returns the
// logarithm of the weight of that, and whether it can have happened.
func (f *Filter[S, V, A, O]) lead(rng *rand.Rand, s *S, turn *blindsight.Side, event int) (log float64, ok bool) {
	f.health.Draws++
	f.budget--
	e := &f.told[event]
	for range blindsight.MostSilent {
		own := *turn == f.side
		if own && e.Heard {
			return 0, false
		}
		a := e.Action
		if !own {
			if a, ok = f.act(rng, s, *turn); !ok {
				return 0, false
			}
		}
		step := f.game.Step(rng, s, a)
		if *turn = step.Next; step.Done() {
			return 0, false
		}
		if !own && step.Silent {
			continue
		}
		if own == e.Heard {
			return 0, false
		}
		observed := step.Seen
		if !own {
			observed = step.Heard
		}
		switch {
		case f.model != nil:
			p := f.model.Observation(f.side, a, s, e.Seen)
			if !(p > 0) {
				return 0, false
			}
			log = purefloat.Log(p)
		case observed != e.Seen:
			return 0, false
		}
		return log, f.wait(rng, s, turn, f.askedAfter(event+1))
	}
	return 0, false
}

// wait plays silent steps of the other side until the own side acts, if that is asked next. It
// reports whether who acts next is who must.
func (f *Filter[S, V, A, O]) wait(rng *rand.Rand, s *S, turn *blindsight.Side, asked bool) bool {
	for range blindsight.MostSilent {
		switch {
		case *turn == blindsight.Over:
			return false
		case *turn == f.side:
			return asked
		case !asked:
			return true
		}
		a, ok := f.act(rng, s, *turn)
		if !ok {
			return false
		}
		step := f.game.Step(rng, s, a)
		if *turn = step.Next; !step.Silent {
			return false
		}
	}
	return false
}

// act returns what the other side does in a state, false if it can do nothing.
func (f *Filter[S, V, A, O]) act(rng *rand.Rand, s *S, side blindsight.Side) (a A, ok bool) {
	if !f.hasView {
		panic("particle: another side acts in this play: use NewSide with a game that is a blindsight.Witness, and begin with a view that can be copied")
	}
	f.witness.ViewOf(s, side, f.view)
	if f.policy != nil {
		return f.policy(rng, f.view), true
	}
	a, ok, f.legal = blindsight.AnyAction[A, O](rng, f.view, f.legal)
	return a, ok
}

// comb calls pick with the number of a particle for each of n teeth, evenly spread from a random
// beginning over the weights of the particles: systematic resampling (Kitagawa 1996). Each
// particle is picked n times its weight, rounded down or up, on average exactly.
func (f *Filter[S, V, A, O]) comb(rng *rand.Rand, n int, pick func(i int)) {
	i, tooth := 0, rng.Float64()
	for range n {
		for i < f.now.n-1 && f.chance[i]*float64(n) <= tooth {
			i++
		}
		pick(i)
		tooth++
	}
}

// thin makes next as few particles as there are to be, if they are more: those that are heavy enough
// stay as they are, of the others some are picked by a comb and get the least weight that stays. No
// other choice changes the weights less, and on average it changes none (Fearnhead, Clifford 2003,
// section 3.3).
func (f *Filter[S, V, A, O]) thin(rng *rand.Rand) {
	n := f.options.Particles
	if f.next.n <= n {
		return
	}
	f.resampled++
	top := f.next.top()
	f.sorted = f.sorted[:0]
	rest := 0.0 // the weight of those that are not kept as they are
	for _, l := range f.next.logs[:f.next.n] {
		w := purefloat.Exp(l - top)
		f.sorted = append(f.sorted, w)
		rest += w
	}
	slices.Sort(f.sorted)
	kept := 0
	for kept < n && f.sorted[len(f.sorted)-1-kept]*float64(n-kept) > rest {
		rest -= f.sorted[len(f.sorted)-1-kept]
		kept++
	}
	least := f.sorted[len(f.sorted)-n] // of the weights that stay; if all others weigh nothing, this
	if kept < n {
		least = rest / float64(n-kept)
	}
	size, sum, tooth := 0, 0.0, rng.Float64()*least
	for i := range f.next.n {
		log, part := f.next.logs[i], f.next.parts[i]
		if w := purefloat.Exp(log - top); w <= least {
			if sum += w; sum <= tooth {
				continue
			}
			tooth += least
			log, part = top+purefloat.Log(least), 1
		}
		if size == n {
			break // by rounding
		}
		if size != i {
			f.copy(&f.next.states[size], &f.next.states[i])
		}
		f.next.turns[size], f.next.logs[size], f.next.parts[size] = f.next.turns[i], log, part
		size++
	}
	f.next.n = size
}
