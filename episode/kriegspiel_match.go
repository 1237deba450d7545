package episode

import (
	"context"
	"math/rand/v2"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
)

// KriegspielStream returns the random stream of a side in a game of a match.
func KriegspielStream(seed uint64, game int, side chess.Color) *rand.Rand {
	return randstream.New(seed, "kriegspiel/match", uint64(game), uint64(side))
}

// KriegspielTally is how one side of a game fared.
type KriegspielTally struct {
	Tally
	Refused int // attempts, of those it decided on
}

// Add counts another game.
func (t *KriegspielTally) Add(u *KriegspielTally) {
	t.Tally.Add(&u.Tally)
	t.Refused += u.Refused
}

// KriegspielResult is a game that is over.
type KriegspielResult struct {
	Record *kriegspiel.Record
	Final  chess.Position
	Sides  [2]KriegspielTally // White first
}

// KriegspielGame lets two players play a game to its end and counts what they did. See
// [Kriegspiel].
func KriegspielGame(ctx context.Context, g *kriegspiel.Referee, players [2]KriegspielPlayer) (KriegspielResult, error) {
	var r KriegspielResult
	err := playKriegspiel(ctx, g, players, func(m *KriegspielMove) {
		r.Sides[m.Side].Count(m.Decision.Simulations, m.Decision.Health, m.Thought)
	})
	r.Record, r.Final = g.Record(), g.Position()
	for i := range r.Record.Turns {
		if n := len(r.Record.Turns[i].Tries); n > 0 {
			r.Sides[r.Record.Mover(i)].Refused += n - 1
		}
	}
	return r, err
}
