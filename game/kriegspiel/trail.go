package kriegspiel

import (
	"blindsight"
	"blindsight/game/chess"
)

// Trail is what one side knows of a game, turn by turn, as a relation between positions:
// which positions can follow from which. It never changes once made, and is safe for
// concurrent use.
type Trail struct {
	rules  *Rules
	side   chess.Color
	starts []chess.Position
	turns  []Turn
	before Percept // what was heard before the first turn, Silent where the game begins
}

var _ blindsight.Trail[chess.Position] = (*Trail)(nil)

// Trail returns the trail of a record for a side. The record may be unfiltered, or
// filtered for that side; it must have been read or played, so that [Replay] would
// accept it.
func (r *Record) Trail(side chess.Color) (*Trail, error) {
	f, err := r.Filter(side)
	if err != nil {
		return nil, err
	}
	return &Trail{rules: f.Rules, side: side, starts: []chess.Position{f.Start}, turns: f.Turns}, nil
}

// From returns a trail that is equal but for the positions in which the game may have
// begun.
func (t *Trail) From(starts []chess.Position) *Trail {
	c := *t
	c.starts = starts
	return &c
}

// Part returns the trail of the turns from one, counted from 0, up to another, which is not in it. It
// begins as the whole does: see From.
func (t *Trail) Part(from, to int) *Trail {
	c := *t
	c.turns, c.before = t.turns[from:to:to], t.heardBefore(from)
	return &c
}

// heardBefore returns what was heard last before a turn: what is announced there holds for it.
func (t *Trail) heardBefore(turn int) Percept {
	if turn == 0 {
		return t.before
	}
	return t.turns[turn-1].LastHeard()
}

// Starts calls visit with each position in which the game may have begun.
func (t *Trail) Starts(visit func(*chess.Position) bool) {
	for i := range t.starts {
		if !visit(&t.starts[i]) {
			return
		}
	}
}

// Turns returns the number of turns.
func (t *Trail) Turns() int { return len(t.turns) }

// Moves reports whether a turn ended with a move: only a last turn of the own side
// need not.
func (t *Trail) Moves(turn int) bool { return t.turns[turn].Done() }

// Hash returns the hash of a position.
func (t *Trail) Hash(s *chess.Position) uint64 { return s.Hash() }

// Successors visits the positions to which a turn can have led from s: with an own
// turn, that in which every refused attempt was illegal, every answer true, and the move
// legal and announced as it was; with a turn of the opponent, those after each legal
// move that is announced as it was, in positions in which he had as many illegal
// attempts as were refused to him. A game that goes on was not drawn for too little material;
// repetition and the 50 moves are not asked for.
func (t *Trail) Successors(turn int, s, to *chess.Position, visit func() bool) bool {
	e := &t.turns[turn]
	if e.Hidden {
		return t.rules.hidden(e, t.heardBefore(turn), s, to, visit)
	}
	return t.rules.known(e, s, to, visit)
}

// known visits the position after a turn whose tries are known, if it agrees with them.
func (r *Rules) known(e *Turn, s, to *chess.Position, visit func() bool) bool {
	for i := range e.Tries {
		try := &e.Tries[i]
		switch {
		case try.Heard == Illegal:
			if s.Legal(try.Attempt.Move()) {
				return true
			}
		case try.Attempt == Any:
			if r.Any(s) != try.Heard {
				return true
			}
		default:
			m := try.Attempt.Move()
			if !s.Legal(m) || r.before(s, m) != try.Heard&beforeMask {
				return true
			}
			s.MakeInto(m, to)
			if !r.agrees(to, try.Heard) {
				return true
			}
			return visit()
		}
	}
	*to = *s // nothing has moved yet
	return visit()
}

// hidden visits the positions after a turn of which only announcements are known, and what
// was heard before it.
//
// Who asks "Any?" and hears Yes must then try a pawn capture: either his move is one,
// or, where the answer does not bind him, an illegal one was refused to him first.
func (r *Rules) hidden(e *Turn, told Percept, s, to *chess.Position, visit func() bool) bool {
	if e.Any != Silent && r.Any(s) != e.Any {
		return true
	}
	mustCapture := false
	if e.Illegal > 0 || e.Any == Yes {
		illegal, captures := r.CountIllegal(s, told)
		if illegal < e.Illegal {
			return true
		}
		mustCapture = e.Any == Yes && (e.Illegal == 0 || captures == 0 || r.AnswerBinds)
	}
	before := e.Heard & beforeMask
	var buf [256]chess.Move
	for _, m := range s.Moves(buf[:0]) {
		if r.before(s, m) != before || mustCapture && !pawnCapture(s, m) {
			continue
		}
		s.MakeInto(m, to)
		if r.agrees(to, e.Heard) && !visit() {
			return false
		}
	}
	return true
}

// pawnCapture reports whether a legal move is a pawn's capture.
func pawnCapture(p *chess.Position, m chess.Move) bool {
	return (m.From()^m.To())&7 != 0 && p.KindAt(m.From()) == chess.Pawn
}
