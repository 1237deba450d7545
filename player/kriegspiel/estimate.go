package kriegspiel

import (
	"context"
	"errors"
	"fmt"

	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Estimate is what a side knows about the true position, exactly.
type Estimate struct {
	Sizes    []int // of the belief, after each move of either side
	Size     int   // at the end, tries of a turn under way included
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
	var empty *enumerate.EmptyError
	if errors.As(err, &empty) {
		return e, emptyError(r, side, empty)
	}
	var limit *enumerate.LimitError
	if errors.As(err, &limit) {
		return e, fmt.Errorf("the limit of %s was hit at ply %d (%s), after %d positions: %w",
			limit.Limit, limit.Turn+1, moveName(r, limit.Turn), limit.Count, err)
	}
	return e, err
}

// emptyError says at which move a belief became empty, and what was heard there.
func emptyError(r *kriegspiel.Record, side chess.Color, empty *enumerate.EmptyError) error {
	heard := ""
	if f, err := r.Filter(side); err == nil {
		heard = f.Turns[empty.Turn].LastHeard().String()
	}
	return fmt.Errorf("the belief of %s becomes empty at ply %d (%s, heard %q): no position agrees with the history up to there: %w",
		side, empty.Turn+1, moveName(r, empty.Turn), heard, empty)
}

// moveName names a turn as people count moves: "move 3 of Black".
func moveName(r *kriegspiel.Record, turn int) string {
	return fmt.Sprintf("move %d of %s", 1+(turn+int(r.Start.Side()))/2, kriegspiel.SideName(r.Mover(turn)))
}
