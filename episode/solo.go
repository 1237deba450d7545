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

// Terms say what a play is worth and when it is cut. The zero Terms add up all rewards
// and play to the end.
type Terms struct {
	// Discount is the factor by which each action makes what comes later count less;
	// 0 means 1.
	Discount float64
	// Horizon cuts the play after so many actions, forced ones included. 0 means never: a
	// problem without an end is then played until the context ends. What a cut play
	// misses is at most Discount^Horizon/(1-Discount) times the largest reward or loss.
	Horizon int
}

// Check tells what is wrong with the terms.
func (t Terms) Check() error {
	switch {
	case !(t.Discount >= 0 && t.Discount <= 1):
		return fmt.Errorf("discount %v: must be between 0 and 1", t.Discount)
	case t.Horizon < 0:
		return fmt.Errorf("horizon %d: must not be negative", t.Horizon)
	}
	return nil
}

// Solo plays a game of one player from the given state and view, both of which
// advance with the play, and calls each, unless nil, after every move, before the next
// one. It returns the play's return, by its terms: the first reward, and each later
// one times the discount once more.
//
// It ends with the play, at the horizon, or with an error: the context's, the
// planner's, that of a view that refuses what the rules show, or that of terms that do
// not pass their Check. The return is then what was gained so far.
func Solo[S any, V blindsight.View[A, O], A, O comparable](
	ctx context.Context, rng *rand.Rand, p blindsight.Problem[S, A, O], s *S, v V,
	planner blindsight.Planner[V, A], b blindsight.Budget, t Terms, each func(*Move[A, O]),
) (gained float64, err error) {
	if err := t.Check(); err != nil {
		return 0, err
	}
	if t.Discount == 0 {
		t.Discount = 1
	}
	forcing, _ := any(v).(blindsight.Forcing[A])
	worth := 1.0 // of the next reward
	for actions := 0; t.Horizon == 0 || actions < t.Horizon; actions++ {
		var m Move[A, O]
		if forcing != nil {
			m.Decision.Action, m.Forced = forcing.Forced()
		}
		if !m.Forced {
			if m.Decision, err = planner.Choose(ctx, rng, v, b); err != nil {
				return gained, err
			}
		}
		if ctx.Err() != nil { // what was decided in a hurry is not played
			return gained, ctx.Err()
		}
		m.Step = p.Step(rng, s, m.Decision.Action)
		gained += worth * m.Reward
		worth *= t.Discount
		if !m.Done {
			if err := v.Observe(m.Decision.Action, m.Seen); err != nil {
				return gained, fmt.Errorf("the view refuses what the rules show: %w", err)
			}
		}
		if each != nil {
			each(&m)
		}
		if m.Done {
			break
		}
	}
	return gained, nil
}
