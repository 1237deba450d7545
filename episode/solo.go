// Package episode plays one game: it holds the hidden state, asks the player,
// lets the rules answer, and tells the player's view what was seen. The hidden
// state never reaches the player.
package episode

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
)

// Move is one action of a play and what came of it.
type Move[A, O comparable] struct {
	Decision blindsight.Decision[A] // why; only the action where it was forced
	Forced   bool                   // the rules left no choice and nobody was asked
	blindsight.Step[O]
}

// Solo plays a game of one player from the given state and view, both of which
// advance with the play, and calls each after every move, before the next one. It
// ends with the play, or with an error: the context's, the planner's, or that of a
// view that refuses what the rules show.
func Solo[S any, V blindsight.View[A, O], A, O comparable](
	ctx context.Context, rng *rand.Rand, p blindsight.Problem[S, A, O], s *S, v V,
	planner blindsight.Planner[V, A], b blindsight.Budget, each func(*Move[A, O]),
) error {
	forcing, _ := any(v).(blindsight.Forcing[A])
	for {
		var m Move[A, O]
		if forcing != nil {
			m.Decision.Action, m.Forced = forcing.Forced()
		}
		if !m.Forced {
			var err error
			if m.Decision, err = planner.Choose(ctx, rng, v, b); err != nil {
				return err
			}
			if ctx.Err() != nil { // what was decided in a hurry is not played
				return ctx.Err()
			}
		}
		m.Step = p.Step(rng, s, m.Decision.Action)
		if !m.Done {
			if err := v.Observe(m.Decision.Action, m.Seen); err != nil {
				return fmt.Errorf("the view refuses what the rules show: %w", err)
			}
		}
		each(&m)
		if m.Done {
			return nil
		}
	}
}
