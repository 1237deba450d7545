package loneking

import (
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// FromView returns the hunt of a player at his turn: false unless the opponent has his king alone by what the
// player knows, who has counted the captures. Where the king may be follows from all that was heard since the last of them; what was
// known of him before is not used, and how many tries of his were refused neither, so that the belief may be too large, and is never too small.
func FromView(v *kriegspiel.View) (*Hunt, bool) {
	if !v.ToMove() {
		return nil, false
	}
	record := v.Record()
	side := v.Side()
	last, alone := lastCapture(record, side)
	if !alone {
		return nil, false
	}
	h := &Hunt{Rules: v.Rules(), Own: record.Start.Only(side), Side: side, Quiet: record.Clock}
	h.Kings = record.Start.Pieces(side.Other(), chess.King)
	for i, t := range record.Turns {
		if i <= last {
			h.skip(&t)
			if i == last {
				h.anywhere(t.LastHeard().Check())
			}
			continue
		}
		if t.Hidden {
			h.Heard(t.Heard)
			continue
		}
		for _, try := range t.Tries {
			h.Did(try.Attempt, try.Heard)
		}
	}
	return h, h.Kings != 0
}

// QuietOf returns how many moves both sides have made since the last capture or pawn's move, as far as a player can tell: a pawn's move of
// the opponent is not heard, so that he may count too many.
func QuietOf(v *kriegspiel.View) int {
	record := v.Record()
	h := &Hunt{Own: record.Start.Only(v.Side()), Side: v.Side(), Quiet: record.Clock}
	for i := range record.Turns {
		h.skip(&record.Turns[i])
	}
	return h.Quiet
}

// lastCapture returns the number of the own turn that took the opponent's last man but the king, -1 if he had
// none from the start, and whether he has none.
func lastCapture(r *kriegspiel.Record, side chess.Color) (turn int, alone bool) {
	left := r.Start.Men(side.Other()).Count() - 1
	turn = -1
	for i := range r.Turns {
		if t := &r.Turns[i]; !t.Hidden && t.Done() && t.LastHeard().Captured() != chess.NoSquare {
			left--
			turn = i
		}
	}
	return turn, left == 0
}

// skip plays a turn of which only the own men are looked at.
func (h *Hunt) skip(t *kriegspiel.Turn) {
	heard := t.LastHeard()
	taken := heard.Captured() != chess.NoSquare
	if t.Hidden {
		if taken {
			h.Own.Put(heard.Captured(), h.Side, chess.NoKind)
		}
		h.count(taken)
		h.Own.SetSide(h.Side)
		return
	}
	if t.Done() {
		m := t.Tries[len(t.Tries)-1].Attempt.Move()
		h.count(taken || h.Own.KindAt(m.From()) == chess.Pawn)
		h.Own.MakeInto(m, &h.Own)
	}
}

// anywhere says that the king, who is to move, is anywhere where he is in such a check.
func (h *Hunt) anywhere(check chess.Directions) {
	h.Kings = 0
	for s := range (^h.Own.Men(h.Side)).All() {
		if p := h.at(s); p.CheckDirections() == check && p.Check() == nil {
			h.Kings |= s.Bitboard()
		}
	}
}
