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

// watched counts what a player does.
type watched struct {
	planner blindsight.Planner[*kriegspiel.View, kriegspiel.Attempt]
	tally   *KriegspielTally
}

func (w watched) Choose(ctx context.Context, rng *rand.Rand, v *kriegspiel.View, b blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	begin := time.Now()
	d, err := w.planner.Choose(ctx, rng, v, b)
	if err != nil {
		return d, err
	}
	took := time.Since(begin)
	t := w.tally
	t.Decisions++
	t.Longest = max(t.Longest, took)
	t.Thought += took
	switch h := &d.Health; {
	case h.Fallbacks > 0:
		t.Guessed++
	case h.Samples == 0: // a player that has no belief
	case h.Asymptotic:
		t.Sampled++
	default:
		t.Exact++
	}
	t.Health = t.Health.Add(d.Health)
	return d, nil
}

// KriegspielGame lets two players play a game to its end and counts what they did. See
// [Kriegspiel].
func KriegspielGame(ctx context.Context, g *kriegspiel.Game, players [2]KriegspielPlayer) (KriegspielResult, error) {
	var r KriegspielResult
	for side := range players {
		players[side].Planner = watched{players[side].Planner, &r.Sides[side]}
	}
	err := Kriegspiel(ctx, g, players, nil)
	r.Record, r.Final = g.Record(), g.Position()
	for i := range r.Record.Turns {
		if n := len(r.Record.Turns[i].Tries); n > 0 {
			r.Sides[r.Record.Mover(i)].Refused += n - 1
		}
	}
	return r, err
}
