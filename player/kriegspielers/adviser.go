package kriegspielers

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"blindsight"
	"blindsight/game/kriegspiel"
	"blindsight/internal/pace"
)

// Dice returns random numbers for one step of an adviser: stage 0 of a turn takes in what
// was heard before it, stage 1 and on are the decisions of the turn, one more for each try.
type Dice func(turn, stage int) *rand.Rand

// Adviser asks one player about one side of a game again and again while the game goes on.
// What was taken in stays, so that an advice costs one decision. It is given views of the
// side and nothing else, all of the one game. An Adviser belongs to one goroutine.
type Adviser struct {
	player  Player
	dice    Dice
	tracker belief   // nil if nobody needs a belief
	used    bool     // by the player
	listens Follower // the player, or the tracker beside it; nil if nobody listens
	feed
}

// NewAdviser returns an adviser that asks a new player. With maps a player without a
// belief is given one beside it; without them his advice has none.
func NewAdviser(p Player, maps bool, dice Dice) *Adviser {
	a := &Adviser{player: p, dice: dice}
	if b, ok := p.(believing); ok {
		a.tracker, a.used, a.listens = b.keeps(), true, b
	} else if maps {
		a.tracker = NewTracker(DefaultTracker)
		a.listens = a.tracker
	}
	return a
}

// Advise asks what the side of a view should try next. Turns that were not taken in yet are,
// one by one, so that the belief does not depend on how often an advice is asked for. The
// errors are those of the function [Advise].
func (a *Adviser) Advise(ctx context.Context, v *kriegspiel.View, budget blindsight.Budget) (*Advice, error) {
	side := v.Side()
	if !v.ToMove() {
		if v.Result() != kriegspiel.Unfinished {
			return nil, fmt.Errorf("the game is over, %s: %w", v.Result(), ErrNoTurn)
		}
		return nil, fmt.Errorf("it is the turn of %s, and %s was asked about: %w", kriegspiel.SideName(side.Other()), kriegspiel.SideName(side), ErrNoTurn)
	}
	known, begin := v.Record(), time.Now()
	if err := a.follow(ctx, v, known); err != nil {
		return nil, explain(known, side, err)
	}
	// To follow is part of the decision, as it is where a player does it when he is asked; a quarter of the time is left to decide.
	budget.Time = max(budget.Time/4, budget.Time-time.Since(begin))
	d, err := a.player.Choose(ctx, a.dice(v.Turns(), 1+len(v.Tries())), v, budget)
	if err != nil {
		return nil, explain(known, side, err)
	}
	if err := pace.Err(ctx); err != nil {
		return nil, err
	}
	return a.report(ctx, v, &d)
}

// report says what a player decided, and what his belief holds.
func (a *Adviser) report(ctx context.Context, v *kriegspiel.View, d *blindsight.Decision[kriegspiel.Attempt]) (*Advice, error) {
	advice := &Advice{Side: v.Side(), View: v, Try: d.Action}
	if a.tracker == nil {
		advice.compare(nil, d.Actions)
		advice.Reasons = append(advice.Reasons, "The player decides without a belief.")
		advice.explainTry(nil)
		return advice, nil
	}
	belief := agreeing(v, a.tracker)
	advice.Belief = AdviceBelief{len(belief), a.tracker.Exact(), a.tracker.Guessed(), a.used}
	advice.survey(belief)
	advice.compare(belief, d.Actions)
	advice.explainBelief()
	advice.explainTry(belief)
	if m, ok := a.player.(planning); ok {
		if plan := m.matePlan(d.Action); plan != nil {
			if err := advice.prove(ctx, belief, plan); err != nil {
				return nil, err
			}
		}
	}
	return advice, nil
}

// follow takes in a game as its player would have: at the beginning of each own turn.
func (a *Adviser) follow(ctx context.Context, v *kriegspiel.View, known *kriegspiel.Record) error {
	if a.listens == nil {
		return nil
	}
	a.tell(a.listens, v)
	for n := a.tracker.turnsTaken() + 1; n <= v.Turns(); n++ {
		if known.Mover(n) != v.Side() {
			continue
		}
		if err := a.tracker.updateTo(ctx, a.dice(n, 0), n); err != nil {
			return err
		}
	}
	return nil
}
