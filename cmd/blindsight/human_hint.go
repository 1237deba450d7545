package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"blindsight"
	"blindsight/catalog"
	"blindsight/game/minesweeper"
	"blindsight/internal/randstream"
)

// adviser asks a player of the catalogue what it would do.
type adviser struct {
	rules  *minesweeper.Game
	player string
	budget blindsight.Budget
	seed   uint64 // of the player's random stream
}

// advise returns the player's decision. The view is all that it learns of the
// game: there is no way from here to the hidden board. It may run beside the game
// if the view is a copy.
func (a *adviser) advise(ctx context.Context, v *minesweeper.View) (blindsight.Decision[minesweeper.Cell], error) {
	// A new player each time: one that was given up may still be at work.
	player, err := catalog.Minesweeper.New(a.player, a.rules)
	if err != nil {
		return blindsight.Decision[minesweeper.Cell]{}, err
	}
	rng := randstream.New(a.seed, "mines human hint", uint64(len(v.Opened())))
	return player.Choose(ctx, rng, v, a.budget)
}

// name returns the player without its parameters.
func (a *adviser) name() string {
	name, _, _ := strings.Cut(a.player, ",")
	return name
}

// measure returns what the player's values mean. A score is told as that of the
// whole game: the value counts only what is still to come, and before is there already.
func (a *adviser) measure(value, before float64) string {
	if strings.Contains(a.player+",", ",objective=win,") {
		return fmt.Sprintf("chance to win %.2f", value)
	}
	return fmt.Sprintf("expected score %.2f", before+value)
}

// hear shows the advice that was asked for in a position, unless the person has
// moved on since.
func (h *humanGame) hear(position int, a *adviser, d blindsight.Decision[minesweeper.Cell], err error) {
	switch {
	case position != h.position:
		return
	case err != nil:
		h.say("No hint: %v.", err)
		return
	case d.Health.Fallbacks > 0:
		h.say("%s found no board that explains the position: %s is a guess.", a.name(), h.name(d.Action))
	case d.Simulations == 0:
		h.say("%s would open %s, without a search.", a.name(), h.name(d.Action))
	default:
		h.say("%s liked %s: %s after %s simulations.", a.name(), h.name(d.Action), a.measure(d.Value, h.score()),
			thousands(d.Simulations))
	}
	h.advised = &d.Action
}

// thousands writes a number with commas: 5,100.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
