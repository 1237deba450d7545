package kriegspiel

import (
	"fmt"

	"blindsight/game/chess"
)

// Start is where a game begins: a position, and how many moves of both sides without a capture or a pawn's move went before it.
type Start struct {
	Position  chess.Position
	Halfmoves int
}

// ReadStart reads where a game under the rules begins: a FEN, or "start" for the initial position. It is an error if the game would be over there.
func (r *Rules) ReadStart(fen string) (s Start, err error) {
	if fen == "start" {
		fen = chess.StartFEN
	}
	if s.Position, s.Halfmoves, _, err = chess.ParseFullFEN(fen); err != nil {
		return s, err
	}
	switch {
	case !s.Position.HasMove():
		return s, fmt.Errorf("the game would be over: %s has no legal move", s.Position.Side())
	case r.TooLittle(&s.Position):
		return s, fmt.Errorf("the game would be over: too little is left to mate with")
	case r.Draws && s.Halfmoves >= 100:
		return s, fmt.Errorf("the game would be over: fifty moves of each side without a capture or a pawn's move, %d halfmoves, are a draw under %s", s.Halfmoves, r)
	}
	return s, nil
}

// Referee returns a game that begins there, with at most so many moves of each side, 0 for any number.
func (s *Start) Referee(r *Rules, limit int) *Referee {
	g := NewReferee(r, &s.Position, limit)
	g.Clock(s.Halfmoves)
	return g
}

// FEN returns it as [Rules.ReadStart] reads it, the counters only where the first is not 0.
func (s *Start) FEN() string {
	if s.Halfmoves > 0 {
		return s.Position.FullFEN(s.Halfmoves, 1)
	}
	return s.Position.FEN()
}
