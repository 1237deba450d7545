// Package episode plays one game: it holds the hidden state, asks the side to act, lets
// the rules answer, and tells each side's view and player what that side did, saw or
// heard, and nothing else. The hidden state never reaches them.
//
// [Solo] plays a game of one side, [Play] any game, [Batch] many of them in parallel, with results in order.
package episode

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"blindsight"
	"blindsight/internal/cputime"
	"blindsight/internal/pace"
)

// Move is one step of a play and what came of it.
type Move[A, O comparable] struct {
	Side     blindsight.Side        // who acted
	Decision blindsight.Decision[A] // why; only the action where it was forced
	Forced   bool                   // the rules left no choice and nobody was asked
	Given    bool                   // the seat was given the action ([Seat.Given]) and nobody was asked
	Thought  time.Duration          // of the planner, wall time
	// Sense says what is wrong with an action that makes no sense to the side itself, where
	// its view can tell (it has a method Sense(A) error) and the rules answer that too.
	Sense error
	blindsight.Step[O]
}

// maxNonsense is how often in a row a planner may do what makes no sense.
const maxNonsense = 1000

// Seat is a side of a play: what it knows, who decides for it, and with what.
type Seat[V any, A comparable] struct {
	View    V // advances with the play
	Planner blindsight.Planner[V, A]
	RNG     *rand.Rand // of the planner
	Budget  blindsight.Budget
	Name    string // of the side, for errors; may be empty
	// Given, unless nil, is asked before the planner: an action that it returns is played. It is how a match has
	// its players begin in many ways.
	Given func(V) (A, bool)
}

// Play plays a game from a state in which a side acts, with a seat for each side, and calls
// each, unless nil, after every step, before the next one, when the move that it was given is
// gone. State and views advance with the play. A planner that is a [blindsight.Follower] is told what its side may know. Rng is
// the randomness of the rules. Play returns what each side has gained, by the game's terms:
// the first reward, and each later one times the discount once more.
//
// It ends with the play, at the horizon, or with an error: the context's, a planner's, that
// of a view that refuses what the rules show, or that of terms of the game that do not pass
// their Check. What is returned is then what was gained so far.
func Play[S any, V blindsight.View[A, O], A, O comparable](
	ctx context.Context, rng *rand.Rand, g blindsight.Game[S, A, O], s *S, turn blindsight.Side,
	seats []Seat[V, A], each func(*Move[A, O]),
) (gained [2]float64, err error) {
	terms := blindsight.TermsOf(g)
	if err := terms.Check(); err != nil {
		return gained, err
	}
	if terms.Discount == 0 {
		terms.Discount = 1
	}
	table := make([]place[V, A, O], len(seats))
	for i := range seats {
		table[i].sit(&seats[i])
	}
	worth := 1.0     // of the next reward
	var m Move[A, O] // one for all steps: plays are short, and each may let it escape
	for steps := 0; turn != blindsight.Over && (terms.Horizon == 0 || steps < terms.Horizon); steps++ {
		actor := &table[turn]
		m = Move[A, O]{Side: turn}
		if err = actor.decide(ctx, &m); err != nil {
			return gained, err
		}
		if pace.Err(ctx) != nil { // what was decided in a hurry is not played
			return gained, pace.Err(ctx)
		}
		m.Step = g.Step(rng, s, m.Decision.Action)
		gained[turn] += worth * m.Reward
		gained[turn.Other()] += worth * m.Other
		worth *= terms.Discount
		if !m.Done() {
			if err := actor.did(m.Decision.Action, m.Seen); err != nil {
				return gained, err
			}
			if len(table) > 1 && !m.Silent {
				if err := table[turn.Other()].heard(m.Heard); err != nil {
					return gained, err
				}
			}
		}
		if each != nil {
			each(&m)
		}
		turn = m.Next
	}
	return gained, nil
}

// place is a seat with the abilities of who sits there; those that are lacking are nil.
type place[V blindsight.View[A, O], A, O comparable] struct {
	*Seat[V, A]
	forcing  blindsight.Forcing[A]
	hearing  blindsight.Hearing[O]
	follower blindsight.Follower[V, A, O]
	sensible interface{ Sense(A) error }
	nonsense int // actions in a row
}

func (p *place[V, A, O]) sit(seat *Seat[V, A]) {
	p.Seat = seat
	p.forcing, _ = any(seat.View).(blindsight.Forcing[A])
	p.hearing, _ = any(seat.View).(blindsight.Hearing[O])
	p.sensible, _ = any(seat.View).(interface{ Sense(A) error })
	if p.follower, _ = seat.Planner.(blindsight.Follower[V, A, O]); p.follower != nil {
		p.follower.Begin(seat.View)
	}
}

// decide asks the planner, unless the rules leave no choice.
func (p *place[V, A, O]) decide(ctx context.Context, m *Move[A, O]) (err error) {
	if p.forcing != nil {
		if m.Decision.Action, m.Forced = p.forcing.Forced(); m.Forced {
			return nil
		}
	}
	if p.Given != nil {
		if m.Decision.Action, m.Given = p.Given(p.View); m.Given {
			return nil
		}
	}
	begin := time.Now()
	m.Decision, err = p.choose(ctx)
	m.Thought = time.Since(begin)
	if err != nil || p.sensible == nil {
		return p.named(err)
	}
	m.Sense = p.sensible.Sense(m.Decision.Action)
	if m.Sense == nil {
		p.nonsense = 0
	} else if p.nonsense++; p.nonsense == maxNonsense {
		return p.named(fmt.Errorf("nonsense again and again: %w", m.Sense))
	}
	return nil
}

// waits is how much longer than its processor time a decision may take by the clock, for planners that work on other threads.
const waits = 20

// choose asks the planner, with a context that ends when its processor time is over.
func (p *place[V, A, O]) choose(ctx context.Context) (blindsight.Decision[A], error) {
	b := p.Budget
	if b.CPU == 0 {
		return p.Planner.Choose(ctx, p.RNG, p.View, b)
	}
	if b.Time == 0 {
		b.Time = waits * b.CPU
	}
	ctx, stop := cputime.Limit(ctx, b.CPU)
	defer stop()
	return p.Planner.Choose(ctx, p.RNG, p.View, b)
}

// named says whose error it is.
func (p *place[V, A, O]) named(err error) error {
	if err == nil || p.Name == "" {
		return err
	}
	return fmt.Errorf("the player of %s: %w", p.Name, err)
}

func (p *place[V, A, O]) did(a A, o O) error {
	if err := p.View.Did(a, o); err != nil {
		return fmt.Errorf("the view refuses what the rules show: %w", err)
	}
	if p.follower != nil {
		p.follower.Did(a, o)
	}
	return nil
}

func (p *place[V, A, O]) heard(o O) error {
	if p.hearing == nil {
		return fmt.Errorf("the view hears nothing of the other side: it has no method Heard(%T) error", o)
	}
	if err := p.hearing.Heard(o); err != nil {
		return fmt.Errorf("the view refuses what the rules let it hear: %w", err)
	}
	if p.follower != nil {
		p.follower.Heard(o)
	}
	return nil
}

// Solo plays a game of one side from the given state and view, both of which advance with
// the play; see [Play]. One stream of randomness serves rules and planner.
func Solo[S any, V blindsight.View[A, O], A, O comparable](
	ctx context.Context, rng *rand.Rand, g blindsight.Game[S, A, O], s *S, v V,
	planner blindsight.Planner[V, A], b blindsight.Budget, each func(*Move[A, O]),
) (gained float64, err error) {
	both, err := Play(ctx, rng, g, s, 0, []Seat[V, A]{{View: v, Planner: planner, RNG: rng, Budget: b}}, each)
	return both[0], err
}
