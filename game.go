package blindsight

import (
	"fmt"
	"math/rand/v2"
)

// Game is a world by its rules, for one side (a POMDP) or two (an extensive-form game of
// imperfect information). S is a complete state, hidden parts included, A an action and O
// an observation. In the words of the field it is a generative model: it draws what follows,
// and need not know how likely it was. Implementations must be safe for concurrent use on different states:
// searches share one Game.
type Game[S any, A, O comparable] interface {
	// Start draws a complete state and returns the side to act. What only the first action
	// fixes (the mines of Minesweeper) is left open and drawn by the first Step.
	Start(rng *rand.Rand, s *S) Side
	// Step lets the side to act do what is legal in its view, in place. An attempt that is
	// refused is a step after which the same side acts again.
	Step(rng *rand.Rand, s *S, a A) Step[O]
}

// Side is one of the sides of a game, 0 or 1. Who plays alone is side 0.
type Side int8

// Over is the side to act when nobody is: the play has ended.
const Over Side = -1

// Other returns the other one of two sides.
func (s Side) Other() Side { return 1 - s }

// OverIf returns Over if the play has ended, else side 0: who acts next where one side plays
// alone.
func OverIf(ended bool) Side {
	if ended {
		return Over
	}
	return 0
}

// Step is what one action brings to the side that acted and, where there is one, to the
// other: who observes what (an observation in the sense of POMDPs), who gains what, and who
// acts next.
type Step[O comparable] struct {
	Seen   O       // what the side that acted observes
	Heard  O       // what the other side observes of it
	Silent bool    // the other side observes nothing, not even that there was a step
	Next   Side    // who acts next, Over when the play has ended
	Reward float64 // what the side that acted gains
	Other  float64 // what the other side gains
}

// Done tells whether the play has ended.
func (s Step[O]) Done() bool { return s.Next == Over }

// Terms say what a play is worth and when it is cut: discount and horizon. The zero Terms add up all rewards
// and play to the end.
type Terms struct {
	// Discount is the factor by which each step makes what comes later count less; 0
	// means 1.
	Discount float64
	// Horizon cuts the play after so many steps, forced ones included. 0 means never: a
	// game without an end is then played until the context ends. What a cut play
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

// Timed is a game with terms of its own. One that is not has the zero Terms.
type Timed interface{ Terms() Terms }

// TermsOf returns the terms of a game.
func TermsOf(game any) Terms {
	if t, ok := game.(Timed); ok {
		return t.Terms()
	}
	return Terms{}
}
