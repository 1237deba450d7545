package loneking

import (
	"math"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Hunt is what a side knows that hunts a lone king: its own men, and on which squares he may be. It belongs to
// one goroutine.
type Hunt struct {
	Rules *kriegspiel.Rules
	Own   chess.Position // the own men alone, and the side to move
	Side  chess.Color    // that hunts
	Kings chess.Bitboard // where the king may be
	Quiet int            // moves of both sides since the last capture or pawn's move, as far as can be told
}

// fiftyMoves are fifty of each side: with so many quiet ones a game is drawn, where the rules say so.
const fiftyMoves = 100

// movesLeft returns how many moves the own side, which is to move, has before a draw by fifty moves. Mate with the last of them is mate.
func (h *Hunt) movesLeft() int {
	if !h.Rules.Draws {
		return math.MaxInt
	}
	return max(0, (fiftyMoves+1-h.Quiet)/2)
}

// NewHunt returns a hunt from a position of which the men of a side are looked at, and on whose squares the king may be.
func NewHunt(r *kriegspiel.Rules, p *chess.Position, side chess.Color, kings chess.Bitboard) *Hunt {
	return &Hunt{Rules: r, Own: p.Only(side), Side: side, Kings: kings}
}

// HuntOf returns the hunt of a belief, the side to move of which knows its own men: false unless the other side has a
// king alone in each of the positions.
func HuntOf(r *kriegspiel.Rules, belief []chess.Position) (*Hunt, bool) {
	if len(belief) == 0 {
		return nil, false
	}
	side := belief[0].Side()
	var kings chess.Bitboard
	for i := range belief {
		king := belief[i].Pieces(side.Other(), chess.King)
		if king == 0 || belief[i].Men(side.Other()) != king {
			return nil, false
		}
		kings |= king
	}
	return NewHunt(r, &belief[0], side, kings), true
}

// at returns the position with the king on a square.
func (h *Hunt) at(king chess.Square) chess.Position {
	p := h.Own
	p.Put(king, h.Side.Other(), chess.King)
	return p
}

// Positions returns the position with the king on each square on which he may be.
func (h *Hunt) Positions() []chess.Position {
	list := make([]chess.Position, 0, h.Kings.Count())
	for s := range h.Kings.All() {
		list = append(list, h.at(s))
	}
	return list
}

// Did takes in what was heard of an own attempt.
func (h *Hunt) Did(a kriegspiel.Attempt, heard kriegspiel.Percept) {
	if a == kriegspiel.Any || heard == kriegspiel.Nonsense {
		return
	}
	var to chess.Position
	for s := range h.Kings.All() {
		p := h.at(s)
		if got, _ := h.Rules.Try(&p, a, &to); got != heard && !ended(heard) {
			h.Kings &^= s.Bitboard()
		}
	}
	if !heard.Move() {
		return
	}
	h.count(h.Own.KindAt(a.Move().From()) == chess.Pawn)
	h.Own.MakeInto(a.Move(), &h.Own)
}

// ended reports whether a game is over after which this is heard: what is left out of it then tells nothing.
func ended(heard kriegspiel.Percept) bool { return heard.Over() || heard.Draw() }

// Heard takes in what was heard of the king's move.
func (h *Hunt) Heard(heard kriegspiel.Percept) {
	if !heard.Move() {
		return
	}
	var kings chess.Bitboard
	var to chess.Position
	for s := range h.Kings.All() {
		p := h.at(s)
		h.Rules.Replies(&p, &to, func(got kriegspiel.Percept) bool {
			if got == heard || ended(heard) {
				kings |= to.Pieces(h.Side.Other(), chess.King)
			}
			return true
		})
	}
	h.Kings = kings
	taken := heard.Captured()
	h.count(taken != chess.NoSquare)
	if taken != chess.NoSquare {
		h.Own.Put(taken, h.Side, chess.NoKind)
	}
	h.Own.SetSide(h.Side)
}

// count counts a move of either side.
func (h *Hunt) count(anew bool) {
	h.Quiet++
	if anew {
		h.Quiet = 0
	}
}
