package phantom

import "blindsight"

// Trail is what one side knows of a play, turn by turn, as a relation between boards: which
// can follow from which. Boards are those of a [Contest]: in the classical variant they
// keep no knowledge. It never changes once made, and is safe for concurrent use.
type Trail struct {
	contest Contest
	turns   [][]Event
}

// Trail returns the trail of a view as it is now. It allocates; the view may go on.
func (v *View) Trail() *Trail {
	t := &Trail{contest: v.game.Contest(v.side, ToWin)}
	past := append([]Event(nil), v.past...)
	for len(past) > 0 {
		n := 1
		for !past[n-1].Heard && past[n-1].Seen == Refused && v.game.rules.Variant == Classical && n < len(past) {
			n++ // the same side tries again
		}
		t.turns, past = append(t.turns, past[:n]), past[n:]
	}
	return t
}

// Starts calls visit with the empty board.
func (t *Trail) Starts(visit func(*Board) bool) { visit(&Board{}) }

// Turns returns the number of turns.
func (t *Trail) Turns() int { return len(t.turns) }

// Successors visits the boards to which a turn can have led from b: with an own turn the
// one on which every attempt is answered as it was, if there is one; with a turn of the
// opponent those after each of his moves that sounds as was heard.
func (t *Trail) Successors(turn int, b, to *Board, visit func() bool) bool {
	events := t.turns[turn]
	if events[0].Heard {
		return t.contest.Replies(b, to, func(heard Answer) bool { return heard != events[0].Seen || visit() })
	}
	for _, e := range events {
		a, moved := t.contest.Try(b, e.Action, to)
		if a != e.Seen {
			return true
		}
		if moved {
			return visit()
		}
	}
	*to = *b // no stone was placed yet
	return visit()
}

// Hash returns 64 bits that are equal for equal boards, the same in every run.
func (t *Trail) Hash(b *Board) uint64 { return b.hash() }

var _ blindsight.Trail[Board] = (*Trail)(nil)
