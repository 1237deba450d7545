package particle

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/internal/pace"
)

// Hooks are what only a game can know of its beliefs. All may be nil; all must be safe for
// concurrent use on different states.
type Hooks[S any, A, O comparable] struct {
	// Telling reports whether the last event of a past tells so much that a belief that was too
	// large to be exact may be small again. Then the exact belief is looked for, from the last
	// one, with some effort. Without it that is never done. The game must be [Branching].
	Telling func(past []blindsight.Event[A, O]) bool
	// Surround lists states that hold the belief after a past, of which the own side is asked
	// next or not, and reports whether it can. They are led on from then on, however many they
	// are. Once the sample has as many states as they are, both are the belief. It is for
	// beliefs that are sets ([NewSet]), and must list no state twice.
	Surround func(past []blindsight.Event[A, O], asked bool, visit func(s *S)) bool
	// Likely returns, for a state before the last event of a past, what the other side did, how likely it was to
	// lead to a state after it: a function that writes a number for each of Types, up to a factor that is the same for all states. It is asked until Likely is called
	// again. With it the sample of a set that is too large is drawn by odds, and [Filter.Odds] tells them; without it all that is possible counts alike. It is for
	// beliefs that are sets.
	Likely func(past []blindsight.Event[A, O], s *S) func(to *S, chances []float64)
	// Types are the types that the other side may be of, as in a Bayesian game: how likely each is at first. They sum up to 1; nil stands for one type. Each behaves
	// differently (see Likely), so that what is heard tells of them: [Filter.Types]. Nothing is learnt of them while the belief is exact.
	Types []float64
	// Disturb changes a state a little, at random, to one that might have been there instead;
	// boldness grows from 0 to 1. It reports whether the state can be. Where all particles
	// have died and none are found again, those of the last snapshot are disturbed and led on
	// by what has happened since: the filter guesses, and says so from then on.
	Disturb func(rng *rand.Rand, s *S, boldness float64) bool
	// Invent makes of a state that was thought possible once, or is, one that may be after a past, as far as what was heard last tells; boldness grows from 0 to 1. It
	// reports whether it could. Where no guess is found by Disturb that agrees with all that was heard since the last snapshot, and where
	// few guesses are left, the filter goes on with what is invented; a part of what was guessed is invented anew with every turn. It is for beliefs that are sets.
	Invent func(rng *rand.Rand, past []blindsight.Event[A, O], s *S, boldness float64) bool
}

// guess finds particles for next that agree with the last events alone.
func (f *Filter[S, V, A, O]) guess(ctx context.Context, rng *rand.Rand, event int) {
	f.begin()
	l := f.listing()
	l.turn = f.turnAfter(event + 1)
	if f.hooks.Disturb == nil || len(f.past) == 0 {
		return
	}
	last := f.past[len(f.past)-1]
	guesses := 2 * f.options.Particles
	for n := range guesses {
		if f.next.n > f.options.Particles/2 || n%patience == patience-1 && pace.Err(ctx) != nil {
			break
		}
		k := rng.IntN(last.n)
		f.copy(&f.scratch, &last.states[k])
		turn := last.turns[k]
		if !f.hooks.Disturb(rng, &f.scratch, float64(n)/float64(guesses)) {
			continue
		}
		for e := last.taken; ; e++ {
			if _, ok := f.follow(rng, &f.scratch, &turn, e); !ok {
				break
			}
			if e == event {
				f.merge(&f.scratch, 0, f.options.Particles)
				break
			}
		}
	}
	f.guessed = f.guessed || f.next.n > 0
}

const (
	recent = 16 // events ago an exact belief may be to be looked for again
	wider  = 2  // times as large as allowed a belief may be on the way to one that is not
)

// regain looks for the exact belief, by enumeration from the last one, if that is not long ago
// and something was heard that can have made it small. It reports whether it was found.
func (f *Filter[S, V, A, O]) regain(ctx context.Context, events int) bool {
	if f.branching == nil || f.options.Exact <= 0 || f.guessed || f.base.taken < 0 || events-f.base.taken > recent {
		return false
	}
	if !f.telling(f.tried, events) {
		return false
	}
	f.tried = events
	f.now, f.spare = f.spare, f.now
	f.next.copyFrom(f.copy, &f.base.cloud)
	f.budget = f.options.Effort
	for event := f.base.taken; event < events; event++ {
		f.swap()
		limit := wider * f.options.Exact
		if event == events-1 {
			limit = f.options.Exact
		}
		f.listing().turn = f.turnAfter(event + 1)
		if !f.listAll(event, limit) || f.next.n == 0 || f.budget <= 0 || pace.Err(ctx) != nil {
			f.now, f.spare = f.spare, f.now
			f.chance = f.now.cumulate(f.chance)
			return false
		}
	}
	f.swap()
	f.exact = true
	return true
}

// telling reports whether one of the events after so many, up to so many, was telling.
func (f *Filter[S, V, A, O]) telling(after, events int) bool {
	if f.hooks.Telling == nil {
		return false
	}
	for n := after + 1; n <= events; n++ {
		if f.hooks.Telling(f.told[:n]) {
			return true
		}
	}
	return false
}
