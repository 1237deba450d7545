package kriegspiel

import (
	"errors"
	"fmt"

	"blindsight/game/chess"
)

// DefaultLimit is how many moves a side a game may have before it is a draw.
const DefaultLimit = 200

// ErrOver is returned by a referee who is asked to go on with a game that is over.
var ErrOver = errors.New("the game is over")

// Referee holds one game: the true position and the views of both sides. He answers
// attempts and keeps the record. He is the state of a [Game], and serves by himself
// whoever holds games. A Referee belongs to one goroutine.
type Referee struct {
	rules  *Rules
	pos    chess.Position
	views  [2]*View
	start  chess.Position
	turns  []Turn
	open   []Try // of the turn under way
	result Result
	limit  int

	// The positions since the last capture or pawn move, that after it included, where the
	// rules ask for them: 100 moves later the game is drawn.
	since []chess.Position
	clock int // moves of both sides without a capture or a pawn's move before the first of these

	endless bool   // no draws are declared, but for too little material
	claimed Result // how the next move ends an endless game
}

// NewReferee returns the referee of a game from a position, which both sides know, and in
// which the side to move must have a legal move, and somebody enough to mate with: else the game
// is over from the start.
// Limit is how many moves a side it may have, 0 for DefaultLimit.
func NewReferee(r *Rules, start *chess.Position, limit int) *Referee {
	if limit <= 0 {
		limit = DefaultLimit
	}
	g := &Referee{
		rules: r, pos: *start, start: *start, limit: limit,
		views: [2]*View{NewView(r, chess.White, start), NewView(r, chess.Black, start)},
	}
	if r.Draws {
		g.since = append(g.since, *start)
	}
	g.end(resultOf(r.Drawn(start, r.after(start)), start.Side().Other()))
	return g
}

// Clock says that so many moves of both sides without a capture or a pawn's move went before the start, as
// a FEN does: they count for the 50 moves. It must be called before the first attempt.
func (g *Referee) Clock(halfmoves int) {
	g.clock = halfmoves
	g.views[0].clock, g.views[1].clock = halfmoves, halfmoves
}

// Rules returns the rule set.
func (g *Referee) Rules() *Rules { return g.rules }

// Position returns the true position, which no player may see.
func (g *Referee) Position() chess.Position { return g.pos }

// View returns what a side knows. It advances with the game and must not be changed.
func (g *Referee) View(side chess.Color) *View { return g.views[side&1] }

// Side returns the side to move.
func (g *Referee) Side() chess.Color { return g.pos.Side() }

// Result returns how the game stands.
func (g *Referee) Result() Result { return g.result }

// Record returns all that was tried so far, as an unfiltered record of its own.
func (g *Referee) Record() *Record {
	r := &Record{Rules: g.rules, Start: g.start, Clock: g.views[0].clock, Turns: append([]Turn(nil), g.turns...), Result: g.result}
	if len(g.open) > 0 {
		r.Turns = append(r.Turns, Turn{Tries: append([]Try(nil), g.open...)})
	}
	return r
}

// Try answers an attempt of the side to move and tells both views what they hear. What
// makes no sense to the mover himself is answered by Nonsense, or by Illegal where the
// rules have no other word, and has no effect; [View.Sense] says why. The error is
// ErrOver once the game is over.
func (g *Referee) Try(a Attempt) (Percept, error) {
	h, _, err := g.Answer(a)
	return h, err
}

// Answer is Try, which also returns whether the other side hears the answer.
func (g *Referee) Answer(a Attempt) (heard Percept, public bool, err error) {
	if g.result != Unfinished {
		return 0, false, ErrOver
	}
	side := g.pos.Side()
	mover, other := g.views[side], g.views[side^1]
	if mover.Sense(a) != nil {
		if g.rules.Nonsense {
			return Nonsense, g.rules.NonsenseHeard, nil
		}
		return Illegal, false, nil
	}
	var next chess.Position
	heard, moved := g.rules.Try(&g.pos, a, &next)
	result := Unfinished
	if moved {
		quiet := heard.Captured() == chess.NoSquare && g.pos.KindAt(a.Move().From()) != chess.Pawn
		heard, result = g.arrive(&next, heard, quiet)
	}
	if err := mover.Did(a, heard); err != nil {
		return 0, false, fmt.Errorf("the view of %s refuses what its player heard: %w", side, err)
	}
	public = heard != Illegal || g.rules.RefusalsHeard
	if public {
		if err := other.Heard(heard); err != nil {
			return 0, false, fmt.Errorf("the view of %s refuses what was announced: %w", side.Other(), err)
		}
	}
	g.open = append(g.open, Try{a, heard})
	if !moved {
		return heard, public, nil
	}
	g.turns = append(g.turns, Turn{Tries: g.open})
	g.open = nil
	g.pos = next
	g.end(result)
	return heard, public, nil
}

// Resign ends the game: the other side wins. The error is ErrOver once the game is over.
func (g *Referee) Resign(side chess.Color) error {
	if g.result != Unfinished {
		return ErrOver
	}
	g.end(BlackWins - Result(side&1))
	return nil
}

// Draw ends the game as a draw that the rules do not know: one that both sides agreed on,
// say. The error is ErrOver once the game is over.
func (g *Referee) Draw() error {
	if g.result != Unfinished {
		return ErrOver
	}
	g.end(DrawOther)
	return nil
}

// arrive returns what is heard of a move to a position, of which h would be heard in a
// problem, and how the game stands then. Pawn captures are not told of once it is over.
func (g *Referee) arrive(next *chess.Position, h Percept, quiet bool) (Percept, Result) {
	h = g.rules.Drawn(next, h)
	result := resultOf(h, g.pos.Side())
	if result == Unfinished {
		result = g.count(next, quiet)
	}
	if result >= DrawRepetition {
		h &= movedMask
	}
	return h, result
}

// count returns whether the game is drawn in a position by repetition, by 50 moves or by its
// length.
func (g *Referee) count(next *chess.Position, quiet bool) Result {
	if g.endless {
		return g.claimed
	}
	if g.rules.Draws {
		if !quiet {
			g.since, g.clock = g.since[:0], 0
		}
		g.since = append(g.since, *next)
	}
	switch {
	case g.repeated():
		return DrawRepetition
	case g.clock+len(g.since) > 100:
		return DrawFifty
	case len(g.turns)+1 >= 2*g.limit:
		return DrawLimit
	}
	return Unfinished
}

// repeated reports whether the last position is there for the third time, which only those
// with the same side to move can be.
func (g *Referee) repeated() bool {
	times := 0
	for i := len(g.since) - 1; i >= 0; i -= 2 {
		if g.since[i] == g.since[len(g.since)-1] {
			times++
		}
	}
	return times >= 3
}

// end ends the game, unless the result is that it goes on.
func (g *Referee) end(r Result) {
	if r == Unfinished {
		return
	}
	g.result = r
	g.views[0].End(r)
	g.views[1].End(r)
}

// copyFrom makes g equal to h, and allocates little once it has grown. Turns that are over
// are shared: they never change.
func (g *Referee) copyFrom(h *Referee) {
	views, turns, open, since := g.views, g.turns[:0], g.open[:0], g.since[:0]
	*g = *h
	for side := range views {
		if views[side] == nil {
			views[side] = new(View)
		}
		views[side].CopyFrom(h.views[side])
	}
	g.views = views
	g.turns, g.open, g.since = append(turns, h.turns...), append(open, h.open...), append(since, h.since...)
}
