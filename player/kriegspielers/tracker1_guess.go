package kriegspielers

import (
	"context"
	"math/rand/v2"

	"blindsight/game/chess"
	"blindsight/internal/pace"
)

const (
	// guesses is how many positions are tried to find some to go on with.
	guesses = 12_000
	// guessSteps is how many moves are made for that, in all. Where much was silent since the last sample and then something
	// unlikely was heard, the ways to there are without number and hardly one arrives: a guess went on for half an hour. All but
	// two of those in 120 games make fewer than 100,000, so the player is who it was when it was frozen.
	guessSteps = 4_000_000
)

// guess finds positions to go on with where none is known that agrees with the whole
// game: it takes those of the last sample, puts a few men of the opponent elsewhere, and
// keeps what agrees with the turns since then. Where the opponent has few men left it need
// not guess: all positions are known that can be his.
func (t *tracker1) guess(ctx context.Context, rng *rand.Rand) {
	if t.guessed && t.around == nil && len(t.states) > 0 {
		return // what is left will do
	}
	t.guessed = true
	if t.around != nil {
		t.states = t.thin(t.states[:0], t.around.states, t.options.Sample, rng)
		return
	}
	last := t.past[len(t.past)-1]
	side, _ := t.record.Scope.Side()
	trail := t.trail(last.turns, nil)
	clear(t.seen)
	steps, ended := 0, false
	var walk func(turn int, p *chess.Position)
	walk = func(turn int, p *chess.Position) {
		steps++
		ended = ended || steps > guessSteps || steps%4096 == 0 && pace.Err(ctx) != nil
		if turn == trail.Turns() {
			if _, ok := t.seen[*p]; !ok {
				t.seen[*p] = struct{}{}
				t.states = append(t.states, *p)
			}
			return
		}
		var to chess.Position
		trail.Successors(turn, p, &to, func() bool {
			q := to
			walk(turn+1, &q)
			return len(t.states) < t.options.Sample && !ended
		})
	}
	for n := range guesses {
		if len(t.states) >= t.options.Sample/2 || ended || n%256 == 0 && pace.Err(ctx) != nil {
			break
		}
		p := last.states[rng.IntN(len(last.states))]
		for range 1 + n*4/guesses { // ever bolder
			displace(&p, side.Other(), rng)
		}
		if p.Check() == nil {
			t.health.Draws++
			walk(0, &p)
		}
	}
}
