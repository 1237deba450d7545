package blindsight

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Planner decides: an online planner, or a policy. It sees the view and nothing else. A planner may keep scratch
// memory, so each goroutine needs one of its own.
type Planner[V any, A comparable] interface {
	// Choose returns a legal action. The view is left as it was. When the context
	// ends early the decision rests on what was done by then; an error is returned
	// only where there is no decision at all.
	Choose(ctx context.Context, rng *rand.Rand, v V, b Budget) (Decision[A], error)
}

// ErrNotAsked is the error of a planner that was asked with a view in which its side has nothing to do.
var ErrNotAsked = errors.New("there is nothing to do: the game is over, or it is the other side's turn")

// Budget limits the work on one decision. Where several limits are set, the first
// that is reached counts. The zero Budget asks for the planner's cheapest answer.
type Budget struct {
	Time        time.Duration // wall time
	Simulations int           // simulated plays; repeatable exactly, as time is not
	// CPU is processor time of the thread that decides, which other work beside it does not
	// use up. Planners need not know of it: whoever lets them play (package episode) ends their context
	// when it is over, and sets a Time beyond it.
	CPU time.Duration
}

// Decision is an action and the reasons for it.
type Decision[A comparable] struct {
	Action      A
	Value       float64         // what the action is worth, by Measure
	Measure     Measure         // what Value is
	Simulations int             // simulations it rests on
	Actions     []ActionStat[A] // the alternatives, most simulated first; empty where none were compared
	Health      Health          // how the belief behind this decision fared
}

// Measure says what the Value of a decision is. Nobody guesses it by the name of a player: what is not a return is not
// shown as one.
type Measure uint8

const (
	// OwnMeasure is what the planner compares actions by, and means nothing to others: a chance to survive, pawns, a
	// rank, or 0 where it compares nothing.
	OwnMeasure Measure = iota
	// Return is the estimated return of the action in the unit of the rewards, by the planner's objective, if it plays on.
	Return
	// ExactReturn is that of the best play, exactly.
	ExactReturn
)

// Known tells whether a value is a return, estimated or exact.
func (m Measure) Known() bool { return m != OwnMeasure }

// ActionStat is what a search learnt about one action.
type ActionStat[A comparable] struct {
	Action      A
	Simulations int     // how often it was simulated
	Mean        float64 // mean return of these simulations, exploration included
	Bound       float64 // the bandit's upper bound at the end
	Value       float64 // return if play goes on with the action most simulated at each node
}
