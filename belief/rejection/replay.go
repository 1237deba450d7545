package rejection

import (
	"math/rand/v2"

	"blindsight"
)

// Replay returns a sampler for any game of one side whose view is its history: it plays the
// same actions from a fresh start and accepts if it saw the same. A candidate is dropped at
// the first disagreement. MaxDraws is as in [New].
func Replay[S any, A, O comparable](g blindsight.Game[S, A, O], maxDraws int) *Sampler[S, *blindsight.History[A, O]] {
	return ReplayView[*blindsight.History[A, O]](g, maxDraws)
}

// ReplayView is [Replay] for any view that keeps its past. Only the type of the view is to
// be spelled out:
//
//	rejection.ReplayView[*mygame.View](g, 0)
func ReplayView[V blindsight.Recalling[A, O], S any, A, O comparable](g blindsight.Game[S, A, O], maxDraws int) *Sampler[S, V] {
	return newSampler(g, maxDraws, func() func(*rand.Rand, V, *S) bool {
		return func(rng *rand.Rand, v V, s *S) bool {
			turn := g.Start(rng, s)
			for _, e := range v.Past() {
				if e.Heard || turn != 0 {
					panic("rejection: another side acts in this play: use ReplaySide")
				}
				step := g.Step(rng, s, e.Action)
				if turn = step.Next; step.Done() || step.Seen != e.Seen {
					return false
				}
			}
			return true
		}
	})
}

// View is what [ReplaySide] asks of a view: V is the view's own type.
type View[V any, A, O comparable] interface {
	blindsight.View[A, O]
	blindsight.Recalling[A, O]
	blindsight.Copier[V]
}

// ReplaySide returns a sampler for one side of a game of two: it plays the same own actions
// from a fresh start, lets the other side act by a policy on its own view, and accepts if
// what the own side saw and heard is the same and it is its turn. Steps that are silent are
// passed over. A nil policy picks legal actions of the other side's view uniformly at random,
// forced ones first.
//
// It draws from the exact belief against an opponent of that policy, at a decision of the own
// side. A policy has to be safe for concurrent use if samplers are used by several goroutines.
func ReplaySide[S any, V View[V, A, O], A, O comparable](
	g blindsight.Sides[S, V, A, O], side blindsight.Side, policy func(rng *rand.Rand, v V) A, maxDraws int,
) *Sampler[S, V] {
	return newSampler(g, maxDraws, func() func(*rand.Rand, V, *S) bool {
		r := &replayer[S, V, A, O]{game: g, side: side, policy: policy}
		return r.accept
	})
}

// replayer plays candidates of one side's view.
type replayer[S any, V View[V, A, O], A, O comparable] struct {
	game   blindsight.Sides[S, V, A, O]
	side   blindsight.Side
	policy func(rng *rand.Rand, v V) A
	other  V // scratch: the other side's view
	made   bool
	legal  []A
}

func (r *replayer[S, V, A, O]) accept(rng *rand.Rand, v V, s *S) bool {
	if !r.made {
		r.other, r.made = v.Clone(), true
	}
	turn := r.game.Start(rng, s)
	for _, e := range v.Past() {
		if !r.until(rng, s, &turn, &e) {
			return false
		}
	}
	return r.until(rng, s, &turn, nil)
}

// until plays on until an event has happened just so, or, with nil, until it is the own
// side's turn with nothing more heard. It reports whether that came to pass.
func (r *replayer[S, V, A, O]) until(rng *rand.Rand, s *S, turn *blindsight.Side, e *blindsight.Event[A, O]) bool {
	for range blindsight.MostSilent {
		if *turn == r.side {
			if e == nil {
				return true
			}
			if e.Heard {
				return false
			}
			step := r.game.Step(rng, s, e.Action)
			*turn = step.Next
			return !step.Done() && step.Seen == e.Seen
		}
		a, ok := r.act(rng, s, *turn)
		if !ok {
			return false
		}
		step := r.game.Step(rng, s, a)
		if *turn = step.Next; step.Done() {
			return false
		}
		if !step.Silent {
			return e != nil && e.Heard && step.Heard == e.Seen
		}
	}
	return false
}

// act returns what the other side does in a state, false if it can do nothing.
func (r *replayer[S, V, A, O]) act(rng *rand.Rand, s *S, side blindsight.Side) (a A, ok bool) {
	r.game.ViewOf(s, side, r.other)
	if r.policy != nil {
		return r.policy(rng, r.other), true
	}
	a, ok, r.legal = blindsight.AnyAction[A, O](rng, r.other, r.legal)
	return a, ok
}
