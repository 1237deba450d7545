package loneking

import (
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// step is what an own attempt does, wherever the king is.
type step struct {
	attempt  kriegspiel.Attempt
	after    chess.Position // the own men alone after it
	legal    chess.Bitboard // squares of the king on which it is legal
	mates    chess.Bitboard // on which it mates
	stales   chess.Bitboard // on which it is stalemate
	attacked chess.Bitboard // where the king may not go after it
	men      chess.Bitboard // the own men after it
	pawn     bool           // a pawn moves
}

// attackedBy returns the squares on which a lone king would be in check, and those of men that are protected.
func attackedBy(own *chess.Position, side chess.Color) chess.Bitboard {
	var b chess.Bitboard
	occupied := own.Men(side)
	for men := occupied; men != 0; men &= men - 1 {
		s := men.First()
		b |= chess.Attacks(side, own.KindAt(s), s, occupied)
	}
	return b
}

// steps returns what the attempts of a side do. The king is on no line of a man when it is to move, so that he refuses
// only steps of the own king next to him, and steps of pawns onto his square or across it.
func steps(own *chess.Position, side chess.Color, kings chess.Bitboard) []step {
	var moves [256]chess.Move
	var list []step
	for _, m := range own.Moves(moves[:0]) {
		s := step{attempt: kriegspiel.Attempt(m), legal: kings}
		switch own.KindAt(m.From()) {
		case chess.King:
			if d := m.To().File() - m.From().File(); d > 1 || d < -1 {
				continue // nobody needs to castle now
			}
			s.legal &^= chess.Attacks(side, chess.King, m.To(), 0)
		case chess.Pawn:
			s.pawn = true
			s.legal &^= m.To().Bitboard() | chess.Between(m.From(), m.To())
		}
		if s.legal == 0 {
			continue
		}
		own.MakeInto(m, &s.after)
		s.men = s.after.Men(side)
		s.attacked = attackedBy(&s.after, side)
		for k := range s.legal.All() {
			switch {
			case s.replies(k) != 0:
			case s.attacked.Has(k):
				s.mates |= k.Bitboard()
			default:
				s.stales |= k.Bitboard()
			}
		}
		list = append(list, s)
	}
	return list
}

// replies returns where the king can go from a square, men that he takes included.
func (s *step) replies(king chess.Square) chess.Bitboard {
	return chess.Attacks(chess.Black, chess.King, king, 0) &^ s.attacked
}

// heard splits squares of the king by what is heard of a step, without mates and stalemates, in a fixed order.
func (s *step) heard(kings chess.Bitboard, side chess.Color) []chess.Bitboard {
	kings &= s.legal &^ (s.mates | s.stales)
	quiet := kings &^ s.attacked
	parts := make([]chess.Bitboard, 0, 6)
	if quiet != 0 {
		parts = append(parts, quiet)
	}
	var by [32]chess.Bitboard
	for k := range (kings & s.attacked).All() {
		p := s.after
		p.Put(k, side.Other(), chess.King)
		by[p.CheckDirections()&31] |= k.Bitboard()
	}
	for _, b := range by {
		if b != 0 {
			parts = append(parts, b)
		}
	}
	return parts
}
