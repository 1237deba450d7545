package kriegspiel

import "blindsight/game/chess"

// darkSquares are a1, c1 and all others of their colour.
const darkSquares chess.Bitboard = 0xaa55aa55aa55aa55

// TooLittle reports whether the referee ends a game in a position because too little
// material is left to mate with: bare kings, one knight or bishop against a bare king, bishops
// that all stand on squares of one colour, and where the rule set says so one knight or
// bishop on each side. Problems never end for that reason. It does not allocate.
func (r *Rules) TooLittle(p *chess.Position) bool {
	return p.Kinds(chess.Pawn)|p.Kinds(chess.Rook)|p.Kinds(chess.Queen) == 0 && r.minorsTooFew(p)
}

// minorsTooFew is TooLittle where there are kings, knights and bishops only.
func (r *Rules) minorsTooFew(p *chess.Position) bool {
	knights, bishops := p.Kinds(chess.Knight), p.Kinds(chess.Bishop)
	minor := knights | bishops
	switch white := (minor & p.Men(chess.White)).Count(); {
	case minor.Count() <= 1:
		return true
	case knights == 0 && (bishops&darkSquares == 0 || bishops&^darkSquares == 0):
		return true
	default:
		return r.MinorEachDraws && white == 1 && minor.Count() == 2
	}
}

// Drawn returns what is heard in a game of a move to q, of which h would be heard in a
// problem: where too little material is left and the side to move has a move, draw takes the
// place of what is said of pawn captures.
func (r *Rules) Drawn(q *chess.Position, h Percept) Percept {
	if !h.Over() && r.TooLittle(q) {
		return h&movedMask | formDraw
	}
	return h
}

// Agrees reports whether what was heard in a game of a move that led to q can have been heard, apart from what is known before the move: where
// it captured, say.
func (r *Rules) Agrees(q *chess.Position, heard Percept) bool { return r.agrees(q, heard) }

// agrees reports whether what was heard in a game of a move to q can have been heard,
// apart from what is known before the move. Where nothing was said of pawn captures, though
// the rules tell of them, the game was drawn then, by repetition, say.
func (r *Rules) agrees(q *chess.Position, heard Percept) bool {
	heard &^= beforeMask
	h := r.after(q)
	switch {
	case h == heard:
		return h.Over() || !r.TooLittle(q)
	case h.Over() || (h^heard)&checkMask != 0:
		return false
	case heard.Draw():
		return r.TooLittle(q)
	}
	return heard&^checkMask == 0 && r.Tries < TriesUntold && !r.TooLittle(q)
}
