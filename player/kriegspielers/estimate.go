package kriegspielers

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Estimate is what a side knows about the true position, exactly.
type Estimate struct {
	Sizes    []int // of the belief, after each move of either side
	Size     int   // at the end, tries of a turn under way included; found so far where a limit was hit
	Complete bool  // false where a limit was hit: Sizes are then those of the turns before
	Belief   *enumerate.Belief[chess.Position]
	Trail    *kriegspiel.Trail
}

// NewEstimate finds all positions that agree with what a side knows by a record. When
// a limit of the options is hit, or the context ends, the estimate so far is returned
// with the error; where nothing agrees the error says from which move on. See
// [enumerate.Belief.Advance] for its cost.
func NewEstimate(ctx context.Context, r *kriegspiel.Record, side chess.Color, o enumerate.Options) (*Estimate, error) {
	trail, err := r.Trail(side)
	if err != nil {
		return nil, err
	}
	e := &Estimate{Trail: trail, Size: 1, Belief: enumerate.New[chess.Position](o)}
	err = e.Belief.Advance(ctx, trail, func(turn, states int) {
		e.Size = states
		if trail.Moves(turn) {
			e.Sizes = append(e.Sizes, states)
		}
	})
	e.Complete = err == nil
	var limit *enumerate.LimitError
	if errors.As(err, &limit) {
		e.Size = limit.Count
	}
	return e, explain(r, side, err)
}

// Sample returns at most n positions that agree with what a side knows by a record,
// drawn at random without repetition, and whether they are all there are. See
// [enumerate.Random] for their distribution; all that a limit leaves is returned with
// its error.
func Sample(ctx context.Context, r *kriegspiel.Record, side chess.Color, rng *rand.Rand, n int, o enumerate.Options) (list []chess.Position, all bool, err error) {
	trail, err := r.Trail(side)
	if err != nil || n <= 0 {
		return nil, false, err
	}
	stream := enumerate.Random[chess.Position](trail, rng, o)
	for p := range stream.All(ctx) {
		if list = append(list, *p); len(list) == n {
			break
		}
	}
	return list, stream.Complete(), explain(r, side, stream.Err())
}

// explained is an error in the words of chess players.
type explained struct {
	text string
	err  error
}

func (e *explained) Error() string { return e.text }
func (e *explained) Unwrap() error { return e.err }

// explain says at which move a belief became empty or a limit was hit.
func explain(r *kriegspiel.Record, side chess.Color, err error) error {
	var empty *enumerate.EmptyError
	var limit *enumerate.LimitError
	switch {
	case errors.As(err, &empty):
		heard := ""
		if f, err := r.Filter(side); err == nil && empty.Turn < len(f.Turns) {
			heard = fmt.Sprintf(", heard %q", f.Turns[empty.Turn].LastHeard())
		}
		return &explained{fmt.Sprintf("the belief of %s becomes empty at ply %d (%s%s): no position agrees with the history up to there",
			side, empty.Turn+1, moveName(r, empty.Turn), heard), err}
	case errors.As(err, &limit):
		return &explained{fmt.Sprintf("the limit of %s was hit at ply %d (%s), after %d positions",
			limit.Limit, limit.Turn+1, moveName(r, limit.Turn), limit.Count), err}
	}
	return err
}

// moveName names a turn as people count moves: "move 3 of Black".
func moveName(r *kriegspiel.Record, turn int) string {
	return fmt.Sprintf("move %d of %s", 1+(turn+int(r.Start.Side()))/2, kriegspiel.SideName(r.Mover(turn)))
}
