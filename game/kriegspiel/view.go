package kriegspiel

import (
	"fmt"
	"hash/maphash"
	"slices"

	"blindsight"
	"blindsight/game/chess"
)

// View is what a player knows: the rules, his own men, what he tried and what he
// heard, and nothing else. It is made of these alone ([View.Did], [View.Heard]),
// so that two games that he cannot tell apart give him equal views. A View belongs to
// one goroutine.
type View struct {
	rules *Rules
	side  chess.Color
	own   chess.Position // his men and rights alone; side to move as in the game
	start chess.Position
	clock int    // moves without a capture or a pawn's move before it
	turns []Turn // those that are over
	over  Result
	past  blindsight.Key // of the turns that are over
	told  Percept        // what was heard last of a move, Silent at the start

	tries   []Try   // of his turn under way
	asked   Percept // the answer to "Any?" in this turn, Silent if not asked
	due     bool    // a pawn capture must be tried next
	illegal int     // refusals heard in the opponent's turn under way
}

var (
	_ blindsight.View[Attempt, Percept] = (*View)(nil)
	_ blindsight.Hearing[Percept]       = (*View)(nil)
	_ blindsight.Copier[*View]          = (*View)(nil)
	_ blindsight.Ranged                 = (*View)(nil)
)

// NewView returns the view of a side at the start of a game from a position that both
// sides know.
func NewView(r *Rules, side chess.Color, start *chess.Position) *View {
	return &View{
		rules: r, side: side, own: start.Only(side), start: *start,
		past: blindsight.Key{Hi: maphash.Comparable(hiSeed, *start), Lo: maphash.String(loSeed, r.Name) + uint64(side)},
	}
}

// NewViewAfter returns the view of a side that is to move in a position, all of which it may
// be shown, and has just heard h of a move. It is for positions of problems, of whose past nothing
// else is known.
func NewViewAfter(r *Rules, side chess.Color, start *chess.Position, h Percept) *View {
	v := NewView(r, side, start)
	v.told = h
	return v
}

// Rules returns the rule set.
func (v *View) Rules() *Rules { return v.rules }

// Side returns whose view it is.
func (v *View) Side() chess.Color { return v.side }

// Own returns the board with the own men and castling rights alone, and the side to move.
func (v *View) Own() chess.Position { return v.own }

// Range returns what a game is worth at least and at most: -1 and 1.
func (v *View) Range() (lo, hi float64) { return -1, 1 }

// ToMove reports whether it is the player's turn.
func (v *View) ToMove() bool { return v.over == Unfinished && v.own.Side() == v.side }

// Result returns how the game ended, Unfinished while it goes on.
func (v *View) Result() Result { return v.over }

// Tries returns the refused attempts and the question of the player's turn under way.
// The slice must not be changed.
func (v *View) Tries() []Try { return v.tries }

// Asked returns the answer to "Any?" in the turn under way, of either side, Silent if
// it was not asked.
func (v *View) Asked() Percept { return v.asked }

// Due reports whether the next attempt must be a pawn capture, after "Any?" and Yes.
func (v *View) Due() bool { return v.due }

// IllegalHeard returns how many refusals were heard in the opponent's turn under way.
func (v *View) IllegalHeard() int { return v.illegal }

// LastHeard returns what was heard of the last move of either side, Silent at the start.
func (v *View) LastHeard() Percept { return v.told }

// Turns returns how many turns of both sides are over.
func (v *View) Turns() int { return len(v.turns) }

// Record returns all that the player knows, as a record that shares the tries of its
// turns with the view: these must not be changed. Later turns do not appear in it.
func (v *View) Record() *Record {
	r := &Record{Rules: v.rules, Scope: ScopeOf(v.side), Start: v.start, Clock: v.clock, Turns: slices.Clone(v.turns), Result: v.over}
	if len(v.tries) > 0 {
		r.Turns = append(r.Turns, Turn{Tries: slices.Clone(v.tries)})
	}
	return r
}

// Told returns what a view could be told to become this one, oldest first: of the own turns
// every attempt with its answer, of those of the opponent that are over the refusals that
// were heard, the answer to his question, and what was announced of his move. In which
// order refusals and answer were heard a view does not know, so this is no
// [blindsight.Recalling]. It makes a new list, of one entry for each.
func (v *View) Told() []blindsight.Event[Attempt, Percept] {
	var list []blindsight.Event[Attempt, Percept]
	heard := func(h Percept) {
		list = append(list, blindsight.Event[Attempt, Percept]{Seen: h, Heard: true})
	}
	tries := func(tries []Try) {
		for _, t := range tries {
			list = append(list, blindsight.Event[Attempt, Percept]{Action: t.Attempt, Seen: t.Heard})
		}
	}
	for i := range v.turns {
		t := &v.turns[i]
		if !t.Hidden {
			tries(t.Tries)
			continue
		}
		for range t.Illegal {
			heard(Illegal)
		}
		if t.Any != Silent {
			heard(t.Any)
		}
		heard(t.Heard)
	}
	tries(v.tries)
	return list
}

// Legal appends the attempts that the referee would not call nonsense: those that the
// own men could make, without those already refused in this turn and pawn captures of which it
// was announced that they are not legal, pawn captures alone
// where one is due, and Any, last, where it may be asked. It appends nothing when it is
// not the player's turn.
func (v *View) Legal(buf []Attempt) []Attempt {
	if !v.ToMove() {
		return buf
	}
	n := len(buf)
	if !v.due {
		buf = appendMoves(&v.own, buf)
	}
	buf = appendPawnCaptures(&v.own, v.open(), buf)
	if len(v.tries) > 0 {
		kept := buf[:n]
		for _, a := range buf[n:] {
			if !v.tried(a) {
				kept = append(kept, a)
			}
		}
		buf = kept
	}
	if v.mayAsk() {
		buf = append(buf, Any)
	}
	return buf
}

// open returns the squares on which pawn captures make sense after what was heard.
func (v *View) open() chess.Bitboard {
	if v.asked == No && v.rules.AnswerBinds {
		return 0
	}
	return v.rules.open(v.told)
}

// mayAsk reports whether "Any?" is an attempt now.
func (v *View) mayAsk() bool { return v.rules.Tries == TriesOnRequest && v.asked == Silent }

func (v *View) tried(a Attempt) bool {
	return slices.ContainsFunc(v.tries, func(t Try) bool { return t.Attempt == a })
}

// Sense returns nil if an attempt is one that [View.Legal] lists, else what is wrong
// with it: the referee's answer would be "nonsense", or "illegal" under rules without
// that word. It does not allocate unless it complains.
func (v *View) Sense(a Attempt) error {
	switch {
	case v.over != Unfinished:
		return fmt.Errorf("%s: the game is over: %s", a, v.over)
	case !v.ToMove():
		return fmt.Errorf("%s: it is the turn of %s", a, v.own.Side())
	case a == Any && v.rules.Tries != TriesOnRequest:
		return fmt.Errorf("any?: %s does not know this question", v.rules.Name)
	case a == Any && v.asked != Silent:
		return fmt.Errorf("any?: it has been asked in this turn")
	case a == Any:
		return nil
	}
	capture := isPawnCapture(&v.own, a)
	switch {
	case !capture && !v.own.Legal(a.Move()):
		if !v.own.Men(v.side).Has(a.Move().From()) {
			return fmt.Errorf("%s: %s has no man on %s", a, v.side, a.Move().From())
		}
		return fmt.Errorf("%s: no such move is possible for the men of %s alone", a, v.side)
	case v.tried(a):
		return fmt.Errorf("%s: it has been refused in this turn", a)
	case capture && !v.open().Has(a.Move().To()):
		return fmt.Errorf("%s: it was announced that there is no such pawn capture", a)
	case v.due && !capture && v.rules.AnswerBinds:
		return fmt.Errorf("%s: after any? and yes only pawn captures are taken until one is legal", a)
	case v.due && !capture:
		return fmt.Errorf("%s: after any? and yes a pawn capture must be tried", a)
	}
	return nil
}

// Did adds an own attempt and the referee's answer. Answers that mean that the
// attempt made no sense change nothing. The error says why this cannot have happened;
// the view is then unchanged.
func (v *View) Did(a Attempt, h Percept) error {
	if h == Nonsense {
		return nil
	}
	if err := v.Sense(a); err != nil {
		if h == Illegal && !v.rules.Nonsense && v.ToMove() {
			return nil
		}
		return err
	}
	switch {
	case a == Any:
		if h != Yes && h != No {
			return fmt.Errorf("any?: heard %q: want yes or no", h)
		}
		v.asked, v.due = h, h == Yes
		v.tries = append(v.tries, Try{a, h})
		return nil
	case h == Yes || h == No:
		return fmt.Errorf("%s: heard %q: that answers any?", a, h)
	case h == Illegal:
		v.due = v.due && v.rules.AnswerBinds
		v.tries = append(v.tries, Try{a, h})
		return nil
	}
	if err := v.checkOwn(a.Move(), h); err != nil {
		return err
	}
	turn := Turn{Tries: append(slices.Clone(v.tries), Try{a, h})}
	v.own.MakeInto(a.Move(), &v.own)
	v.endTurn(turn, h, v.side)
	return nil
}

// checkOwn tells what is wrong with what is heard after an own move.
func (v *View) checkOwn(m chess.Move, h Percept) error {
	diagonal := isPawnCapture(&v.own, Attempt(m))
	switch s := h.Captured(); {
	case s == chess.NoSquare && diagonal:
		return fmt.Errorf("%s: heard %q: a pawn's diagonal move captures", m, h)
	case s == chess.NoSquare || s == m.To() && (diagonal || v.own.KindAt(m.From()) != chess.Pawn):
	case diagonal && s == m.To()^8 && m.To().Rank() == [2]int{5, 2}[v.side] && h.CapturedKind() != chess.Queen:
		// en passant
	default:
		return fmt.Errorf("%s: heard %q: the move cannot have captured on %s", m, h, s)
	}
	return v.checkPromotion(m, h)
}

func (v *View) checkPromotion(m chess.Move, h Percept) error {
	if v.rules.PromotionTold && h.Promotion() != (m.Promotion() != chess.NoKind) {
		return fmt.Errorf("%s: heard %q: %s announces exactly the promotions", m, h, v.rules.Name)
	}
	return nil
}

// Heard adds what is heard while the opponent is on turn: Illegal for each
// attempt of his that is refused, Yes or No to his question, and last the percept of
// his move. The error says why this cannot have happened; the view is then unchanged.
func (v *View) Heard(h Percept) error {
	switch {
	case v.over != Unfinished:
		return fmt.Errorf("heard %q: the game is over: %s", h, v.over)
	case v.own.Side() == v.side:
		return fmt.Errorf("heard %q of the opponent: it is the turn of %s", h, v.side)
	case h == Nonsense && v.rules.NonsenseHeard:
		return nil // it has no effect
	case h == Nonsense || h == Illegal && !v.rules.RefusalsHeard:
		return fmt.Errorf("heard %q of the opponent: under %s only who tries hears that", h, v.rules.Name)
	case h == Illegal:
		v.illegal++
		return nil
	case (h == Yes || h == No) && v.asked != Silent:
		return fmt.Errorf("heard %q: the opponent has asked in this turn", h)
	case h == Yes || h == No:
		v.asked = h
		return nil
	}
	turn := Turn{Hidden: true, Heard: h, Illegal: v.illegal, Any: v.asked}
	if !v.rules.RefusalsHeard {
		turn.Illegal = -1
	}
	return v.hearMove(turn)
}

// hearMove adds a whole turn of the opponent.
func (v *View) hearMove(turn Turn) error {
	h := turn.Heard
	if s := h.Captured(); s != chess.NoSquare {
		kind := v.own.KindAt(s)
		switch {
		case kind == chess.NoKind || kind == chess.King:
			return fmt.Errorf("heard %q: %s has no man on %s that could be captured", h, v.side, s)
		case h.CapturedKind() != chess.NoKind && (h.CapturedKind() == chess.Pawn) != (kind == chess.Pawn):
			return fmt.Errorf("heard %q: on %s stood a %s", h, s, kind)
		}
		v.own.Put(s, v.side, chess.NoKind)
	}
	v.own.SetSide(v.side)
	v.endTurn(turn, h, v.side.Other())
	return nil
}

// endTurn goes on to the next turn.
func (v *View) endTurn(turn Turn, h Percept, mover chess.Color) {
	v.turns = append(v.turns, turn)
	for _, t := range turn.Tries {
		v.past = chain(v.past, uint64(t.Attempt), t.Heard)
	}
	if turn.Hidden {
		v.past = chain(v.past, uint64(turn.Illegal+1)<<8|uint64(turn.Any), turn.Heard)
	}
	v.tries = v.tries[:0]
	v.asked, v.due, v.illegal = Silent, false, 0
	v.told, v.over = h, resultOf(h, mover)
}

// End adds that the referee has ended the game for another reason than a move: a draw.
func (v *View) End(r Result) { v.over = r }

// Clone returns an independent copy.
func (v *View) Clone() *View {
	c := *v
	c.turns, c.tries = slices.Clone(v.turns), slices.Clone(v.tries)
	return &c
}

// CopyFrom makes v equal to w. Turns that are over are shared: they never change.
func (v *View) CopyFrom(w *View) {
	turns, tries := v.turns[:0], v.tries[:0]
	*v = *w
	v.turns, v.tries = append(turns, w.turns...), append(tries, w.tries...)
}

// Key returns a hash of all that the player knows. It holds for this process only.
func (v *View) Key() blindsight.Key {
	k := v.past
	for _, t := range v.tries {
		k = chain(k, uint64(t.Attempt), t.Heard)
	}
	return chain(k, uint64(v.illegal)<<8|uint64(v.over), v.asked)
}

// chain returns the key after one more thing that was tried or heard.
func chain(k blindsight.Key, a uint64, h Percept) blindsight.Key {
	type link struct {
		before, a uint64
		h         Percept
	}
	return blindsight.Key{
		Hi: maphash.Comparable(hiSeed, link{k.Hi, a, h}),
		Lo: maphash.Comparable(loSeed, link{k.Lo, a, h}),
	}
}

// Keys only tell views apart, so seeds that differ from run to run change no result.
var hiSeed, loSeed = maphash.MakeSeed(), maphash.MakeSeed()
