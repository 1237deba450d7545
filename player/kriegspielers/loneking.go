//go:build !js

package kriegspielers

import (
	"math/rand/v2"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers/loneking"
)

// ending plays against a lone king, by tables of guaranteed mates and by looking ahead over the exact belief
// (see package loneking). The zero ending asks the tables in the program. It remembers one game.
type ending struct {
	planner *loneking.Planner
}

// begin forgets the game before.
func (e *ending) begin() { e.planner = nil }

// decide returns what to try if the opponent has his king alone, in the positions of an exact belief that agree with
// the tries of this turn, or else by the captures that the view recalls. Where it returns false another must decide: there are other men, or
// a pawn capture is due.
func (e *ending) decide(rng *rand.Rand, v *kriegspiel.View, belief []chess.Position) (hunted, bool) {
	hunt, ok := loneking.HuntOf(v.Rules(), belief)
	if ok {
		hunt.Quiet = loneking.QuietOf(v)
	} else {
		hunt, ok = loneking.FromView(v)
	}
	if !ok || v.Due() {
		return hunted{}, false
	}
	if e.planner == nil {
		e.planner = loneking.NewPlanner(loneking.Default())
	}
	choice, ok := e.planner.Choose(hunt, rng)
	if !ok || v.Sense(choice.Attempt) != nil {
		return hunted{}, false
	}
	value := 2*choice.Value - 1 // of the game, from -1 to 1
	d := blindsight.Decision[kriegspiel.Attempt]{Action: choice.Attempt, Value: valueMate * value}
	return hunted{d, choice.Moves > 0, hunt.Positions()}, true
}
