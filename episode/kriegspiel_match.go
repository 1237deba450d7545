package episode

import (
	"context"
	"math/rand/v2"
	"time"

	"blindsight"
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
	Decisions int           // attempts it decided on
	Refused   int           // of these
	Exact     int           // decisions on an exact belief
	Sampled   int           // on a sample of one
	Guessed   int           // without a belief that agrees with the whole game
	Longest   time.Duration // decision
	Thought   time.Duration // in all
	Health    blindsight.Health
}

// Add returns both together.
func (t KriegspielTally) Add(u KriegspielTally) KriegspielTally {
	return KriegspielTally{
		Decisions: t.Decisions + u.Decisions, Refused: t.Refused + u.Refused,
		Exact: t.Exact + u.Exact, Sampled: t.Sampled + u.Sampled, Guessed: t.Guessed + u.Guessed,
		Longest: max(t.Longest, u.Longest), Thought: t.Thought + u.Thought,
		Health: t.Health.Add(u.Health),
	}
}

// KriegspielResult is a game that is over.
type KriegspielResult struct {
	Record *kriegspiel.Record
	Final  chess.Position
	Sides  [2]KriegspielTally // White first
}

// Count counts a decision.
func (t *KriegspielTally) Count(m *KriegspielMove) {
	t.Decisions++
	t.Longest = max(t.Longest, m.Thought)
	t.Thought += m.Thought
	switch h := &m.Decision.Health; {
	case h.Fallbacks > 0:
		t.Guessed++
	case h.Samples == 0: // a player that has no belief
	case h.Asymptotic:
		t.Sampled++
	default:
		t.Exact++
	}
	t.Health = t.Health.Add(m.Decision.Health)
}

// KriegspielGame lets two players play a game to its end and counts what they did. See
// [Kriegspiel].
func KriegspielGame(ctx context.Context, g *kriegspiel.Referee, players [2]KriegspielPlayer) (KriegspielResult, error) {
	var r KriegspielResult
	err := playKriegspiel(ctx, g, players, func(m *KriegspielMove) { r.Sides[m.Side].Count(m) })
	r.Record, r.Final = g.Record(), g.Position()
	for i := range r.Record.Turns {
		if n := len(r.Record.Turns[i].Tries); n > 0 {
			r.Sides[r.Record.Mover(i)].Refused += n - 1
		}
	}
	return r, err
}
