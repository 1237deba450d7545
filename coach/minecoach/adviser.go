package minecoach

import (
	"context"
	"runtime"
	"strings"
	"time"

	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
	"blindsight/search/reveal"
)

// Adviser asks a coach about positions, one after the other, and lets any player of the catalogue be asked.
type Adviser struct {
	Player string        // as the catalogue writes it
	Sims   int           // for a decision
	Time   time.Duration // or for an answer
	Seed   uint64
	Sure   bool // the board was chosen so that no guess is needed
}

// Advise returns what there is to say of a view. It is all that the player learns of the
// game: there is no way from here to the hidden board. What it works with is new each
// time: an answer that was given up may still be at work.
func (a *Adviser) Advise(ctx context.Context, v *minesweeper.View) (*Counsel, error) {
	solver := reveal.New(reveal.Options{Workers: runtime.GOMAXPROCS(0), Memory: 256 << 20})
	coach := New(NewAnalyst(ExactPlacements, solver), a.Sims, a.Time)
	coach.Seed, coach.NoGuess = a.Seed, a.Sure
	if a.Player == "strong" {
		return coach.Advise(ctx, v, "", nil)
	}
	p, err := sweepers.Catalogue.New(a.Player, v.Game())
	if err != nil {
		return nil, err
	}
	return coach.Advise(ctx, v, a.Player, p)
}

// AdviseText asks about a position as it is seen, written down and read again: what goes
// to the coach is a text, the one that 'mines advise' and the page are asked with, so that
// all say the same.
func (a *Adviser) AdviseText(ctx context.Context, v *minesweeper.View) (*Counsel, error) {
	text := (&minesweeper.Position{View: v}).String()
	p, err := minesweeper.NewPositionReader(strings.NewReader(text), "the position", minesweeper.Rules{AutoOpen: true}).Next()
	if err != nil {
		return nil, err
	}
	return a.Advise(ctx, p.View)
}

// Name returns the player without its parameters.
func (a *Adviser) Name() string {
	name, _, _ := strings.Cut(a.Player, ",")
	return name
}
