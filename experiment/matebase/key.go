package matebase

import (
	"crypto/sha256"
	"slices"
	"strings"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Key identifies what a problem is about: its rules and its belief. Beliefs that are
// equal up to colours, or mirrored left to right where no side may castle any more, have
// the same key; the depth is not in it.
type Key [sha256.Size]byte

// KeyOf returns the key of a problem. It costs some microseconds a position.
func KeyOf(p *kriegspiel.Problem) Key {
	flip := chess.Square(0)
	if p.Side == chess.Black {
		flip = 56 // ranks are turned over
	}
	text := image(p, flip)
	if !slices.ContainsFunc(p.Belief, func(q chess.Position) bool { return q.Castling() != 0 }) {
		text = min(text, image(p, flip^7))
	}
	return sha256.Sum256([]byte(p.Rules.Name + "\n" + text))
}

// image returns the belief with its squares turned over, and colours changed with the
// ranks, as sorted text.
func image(p *kriegspiel.Problem, flip chess.Square) string {
	fens := make([]string, len(p.Belief))
	for i := range p.Belief {
		q := turned(&p.Belief[i], flip)
		fens[i] = q.FEN()
	}
	slices.Sort(fens)
	return strings.Join(fens, "\n")
}

// turned returns a position with each man on the square whose number differs in the bits
// of flip: 7 is left for right, 56 bottom for top, with which the colours change.
func turned(p *chess.Position, flip chess.Square) chess.Position {
	swap := chess.Color(flip >> 5)
	var q chess.Position
	for s := chess.A1; s < chess.NoSquare; s++ {
		if c, k := p.At(s); k != chess.NoKind {
			q.Put(s^flip, c^swap, k)
		}
	}
	q.SetSide(p.Side() ^ swap)
	rights := p.Castling()
	if swap != 0 {
		rights = rights>>2 | rights<<2&15
	}
	q.SetCastling(rights)
	if s := p.EnPassant(); s != chess.NoSquare {
		q.SetEnPassant(s ^ flip)
	}
	return q
}
