package kriegspiel

import (
	"fmt"
	"strings"

	"blindsight/game/chess"
)

// Scope says whose knowledge a record holds.
type Scope uint8

// A record holds everything, or what one side knows.
const (
	Unfiltered Scope = iota
	ForWhite
	ForBlack
)

// ScopeOf returns the scope of what a side knows.
func ScopeOf(side chess.Color) Scope { return ForWhite + Scope(side&1) }

// Side returns the side whose knowledge it is; ok is false for Unfiltered.
func (s Scope) Side() (side chess.Color, ok bool) {
	return chess.Color(s-ForWhite) & 1, s != Unfiltered
}

// String returns "no", "white" or "black", as PGN says what a record is filtered for.
func (s Scope) String() string {
	if side, ok := s.Side(); ok {
		return side.String()
	}
	return "no"
}

// Try is an attempt with what its player heard.
type Try struct {
	Attempt Attempt
	Heard   Percept
}

// Turn is one turn of one side. Where its tries are known they are all there is to
// say; of the opponent's turn a side knows the rest.
type Turn struct {
	Tries []Try // in order, the move last; a turn under way has no move yet. Nil if Hidden

	Hidden  bool
	Heard   Percept // after the move
	Illegal int     // how many attempts were refused, -1 if that was not heard
	Any     Percept // the answer to "Any?", Silent if it was not asked
}

// Done reports whether the turn ended with a move.
func (t *Turn) Done() bool {
	return t.Hidden || len(t.Tries) > 0 && t.Tries[len(t.Tries)-1].Heard.Move()
}

// LastHeard returns what was heard last in the turn.
func (t *Turn) LastHeard() Percept {
	if t.Hidden || len(t.Tries) == 0 {
		return t.Heard
	}
	return t.Tries[len(t.Tries)-1].Heard
}

// hide returns the turn as the opponent knows it.
func (t *Turn) hide(r *Rules) Turn {
	h := Turn{Hidden: true, Heard: t.LastHeard(), Illegal: -1}
	if r.RefusalsHeard {
		h.Illegal = 0
	}
	for _, try := range t.Tries {
		switch {
		case try.Attempt == Any:
			h.Any = try.Heard
		case try.Heard == Illegal && r.RefusalsHeard:
			h.Illegal++
		}
	}
	return h
}

// Record is a game, or the part of it that one side knows. Turns alternate, beginning
// with the side to move in the start position, which both sides know.
type Record struct {
	ID     string
	Rules  *Rules
	Scope  Scope
	Start  chess.Position
	Clock  int // moves of both sides without a capture or a pawn's move before the start, as a FEN has them
	Turns  []Turn
	Result Result

	About About
}

// About is what else a record may say of its game, as the tags of PGN do: each is "" where it
// is not known, and none has an effect on anything.
type About struct {
	Date         string // 2026.01.31
	White, Black string // who played
	Termination  string // how the game ended, where the result does not say it
}

// tidy leaves out what one of our formats could not write, line breaks and bytes that are no text, and
// then a termination that the result says itself: without its line break it may be one.
func (a *About) tidy(r Result) {
	for _, text := range []*string{&a.Date, &a.White, &a.Black, &a.Termination} {
		*text = strings.ToValidUTF8(strings.NewReplacer("\n", " ", "\r", " ").Replace(*text), "\ufffd")
	}
	if _, err := parseResult(a.Termination); err == nil || r >= DrawRepetition && r <= DrawLimit {
		a.Termination = ""
	}
}

// Mover returns the side whose turn number i, from 0, is.
func (r *Record) Mover(i int) chess.Color { return r.Start.Side() ^ chess.Color(i&1) }

// Filter returns what a side knows of an unfiltered record: a new one. Of an opponent's
// turn under way nothing is kept. A record that is filtered for that side is returned
// as it is, one for the other side is an error.
func (r *Record) Filter(side chess.Color) (*Record, error) {
	if who, ok := r.Scope.Side(); ok {
		if who != side {
			return nil, fmt.Errorf("the record holds what %s knows, not what %s does", who, side)
		}
		return r, nil
	}
	f := *r
	f.Scope = ScopeOf(side)
	f.Turns = nil
	for i := range r.Turns {
		t := &r.Turns[i]
		switch {
		case r.Mover(i) == side:
			f.Turns = append(f.Turns, *t)
		case t.Done():
			f.Turns = append(f.Turns, t.hide(r.Rules))
		}
	}
	return &f, nil
}

// Result is how a game stands or ended.
type Result uint8

// The results.
const (
	Unfinished Result = iota
	WhiteMates
	BlackMates
	DrawStalemate
	DrawMaterial // too little is left to mate with
	DrawRepetition
	DrawFifty
	DrawLimit // the game was as long as allowed
	DrawOther // for a reason that the record does not tell
	WhiteWins // likewise
	BlackWins
)

// String returns the result in words.
func (r Result) String() string {
	return [...]string{
		"unfinished", "White mates", "Black mates", "draw by stalemate", "draw by too little material", "draw by repetition",
		"draw by fifty moves without capture or pawn move", "draw at the limit of moves", "draw", "White wins", "Black wins",
	}[min(r, BlackWins)]
}

// Score returns the result as PGN writes it: "1-0", "0-1", "1/2-1/2" or "*".
func (r Result) Score() string {
	switch r {
	case Unfinished:
		return "*"
	case WhiteMates, WhiteWins:
		return "1-0"
	case BlackMates, BlackWins:
		return "0-1"
	}
	return "1/2-1/2"
}

// resultOf returns the result that a percept announces after a move of a side.
func resultOf(h Percept, mover chess.Color) Result {
	switch {
	case h.Checkmate():
		return WhiteMates + Result(mover&1)
	case h.Stalemate():
		return DrawStalemate
	case h.Draw():
		return DrawMaterial
	}
	return Unfinished
}

// ToMove returns the side whose turn it is at the end of the record, the game being
// over or not.
func (r *Record) ToMove() chess.Color {
	n := len(r.Turns)
	if n > 0 && !r.Turns[n-1].Done() {
		n--
	}
	return r.Mover(n)
}
