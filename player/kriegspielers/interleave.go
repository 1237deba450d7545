package kriegspielers

import (
	"context"
	"errors"
	"fmt"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// RecordMate is whether a side has a guaranteed mate, by what it knows from a record.
type RecordMate struct {
	andor.Result
	First  []kriegspiel.Attempt // a winning first attempt, if there is a mate
	Belief []chess.Position     // positions found: all of them, unless a disproof came before
	Whole  bool                 // whether these are all
}

// MateFromRecord decides whether a side has a guaranteed mate within a depth, by what it
// knows from a record after which it is to move. Positions stream from the depth-first
// estimator straight into the solver (the paper's section on interleaved state estimation
// and search): with DBU a disproof ends both. With sequential the same estimator finishes
// first. The solver must be of the record's rule set.
//
// The verdict is Unknown where a limit of either was hit; the error says what is wrong with
// the record, or that no position agrees with it.
func MateFromRecord(ctx context.Context, s *Solver, r *kriegspiel.Record, side chess.Color, depth int, o enumerate.Options, sequential bool) (*RecordMate, error) {
	if err := beginsTurn(r, side); err != nil {
		return nil, err
	}
	trail, err := r.Trail(side)
	if err != nil {
		return nil, err
	}
	m := &RecordMate{}
	stream := enumerate.Depth[chess.Position](trail, o)
	states := func(yield func(chess.Position) bool) {
		for p := range stream.All(ctx) {
			m.Belief = append(m.Belief, *p)
			if !yield(*p) {
				return
			}
		}
	}
	if sequential {
		states(func(chess.Position) bool { return true })
		if stream.Err() == nil {
			m.First, m.Result = s.First(ctx, m.Belief, depth, 1)
		}
	} else {
		m.First, m.Result = s.FirstStream(ctx, states, depth)
	}
	m.Whole = stream.Complete()
	err = explain(r, side, stream.Err())
	if errors.Is(err, blindsight.ErrInconsistent) {
		return nil, err
	}
	if err != nil && (m.Verdict != andor.None || len(m.Belief) == 0) { // a win in some positions is none in all
		m.Verdict, m.First = andor.Unknown, nil
		if m.Err == nil {
			m.Err = err
		}
	}
	return m, nil
}

// beginsTurn returns an error unless a side is to move at the end of a record, in a turn in
// which nothing was tried that could matter.
func beginsTurn(r *kriegspiel.Record, side chess.Color) error {
	n := len(r.Turns)
	if n > 0 && !r.Turns[n-1].Done() {
		n--
		if r.Mover(n) == side && r.Rules.Tries == kriegspiel.TriesOnRequest {
			return fmt.Errorf("the last turn is under way: under %s it matters what was tried and asked in it, so leave its tries away", r.Rules)
		}
	}
	switch {
	case n > 0 && r.Turns[n-1].LastHeard().Over():
		return errors.New("the game is over")
	case r.Mover(n) != side:
		return fmt.Errorf("it is %s's turn at the end of the record: a mate is looked for when %s is to move", r.Mover(n), side)
	}
	return nil
}
