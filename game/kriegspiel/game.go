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

// Game is a referee: he holds the true position and the views of both sides, answers
// attempts, and keeps the record. A Game belongs to one goroutine.
type Game struct {
	rules  *Rules
	pos    chess.Position
	views  [2]*View
	start  chess.Position
	turns  []Turn
	open   []Try // of the turn under way
	result Result
	limit  int

	seen  map[chess.Position]int // how often, since the last capture or pawn move
	quiet int                    // plies since then

	endless bool // no draws are declared
}

// NewGame returns a game from a position, which both sides know, and in which the side
// to move must have a legal move: else the game is over from the start. Limit is how
// many moves a side it may have, 0 for DefaultLimit.
func NewGame(r *Rules, start *chess.Position, limit int) *Game {
	if limit <= 0 {
		limit = DefaultLimit
	}
	g := &Game{
		rules: r, pos: *start, start: *start, limit: limit,
		views: [2]*View{NewView(r, chess.White, start), NewView(r, chess.Black, start)},
		seen:  map[chess.Position]int{*start: 1},
	}
	if !start.HasMove() {
		g.end(resultOf(r.after(start)&formMask, start.Side().Other()))
	}
	return g
}

// Rules returns the rule set.
func (g *Game) Rules() *Rules { return g.rules }

// Position returns the true position, which no player may see.
func (g *Game) Position() chess.Position { return g.pos }

// View returns what a side knows. It advances with the game and must not be changed.
func (g *Game) View(side chess.Color) *View { return g.views[side&1] }

// Side returns the side to move.
func (g *Game) Side() chess.Color { return g.pos.Side() }

// Result returns how the game stands.
func (g *Game) Result() Result { return g.result }

// Record returns all that was tried so far, as an unfiltered record of its own.
func (g *Game) Record() *Record {
	r := &Record{Rules: g.rules, Start: g.start, Turns: append([]Turn(nil), g.turns...), Result: g.result}
	if len(g.open) > 0 {
		r.Turns = append(r.Turns, Turn{Tries: append([]Try(nil), g.open...)})
	}
	return r
}

// Try answers an attempt of the side to move and tells both views what they hear. What
// makes no sense to the mover himself is answered by Nonsense, or by Illegal where the
// rules have no other word, and has no effect; [View.Sense] says why. The error is
// ErrOver once the game is over.
func (g *Game) Try(a Attempt) (Percept, error) {
	if g.result != Unfinished {
		return 0, ErrOver
	}
	side := g.pos.Side()
	mover, other := g.views[side], g.views[side^1]
	if mover.Sense(a) != nil {
		if g.rules.Nonsense {
			return Nonsense, nil
		}
		return Illegal, nil
	}
	var next chess.Position
	heard, moved := g.rules.Try(&g.pos, a, &next)
	if err := mover.Hear(a, heard); err != nil {
		return 0, fmt.Errorf("the view of %s refuses what its player heard: %w", side, err)
	}
	if heard != Illegal || g.rules.RefusalsHeard {
		if err := other.HearOpponent(heard); err != nil {
			return 0, fmt.Errorf("the view of %s refuses what was announced: %w", side.Other(), err)
		}
	}
	g.open = append(g.open, Try{a, heard})
	if !moved {
		return heard, nil
	}
	g.turns = append(g.turns, Turn{Tries: g.open})
	g.open = nil
	quiet := heard.Captured() == chess.NoSquare && g.pos.KindAt(a.Move().From()) != chess.Pawn
	g.pos = next
	g.end(resultOf(heard, side))
	g.count(quiet)
	return heard, nil
}

// Resign ends the game: the other side wins. The error is ErrOver once the game is over.
func (g *Game) Resign(side chess.Color) error {
	if g.result != Unfinished {
		return ErrOver
	}
	g.end(BlackWins - Result(side&1))
	return nil
}

// Draw ends the game as a draw that the rules do not know: one that both sides agreed on,
// say. The error is ErrOver once the game is over.
func (g *Game) Draw() error {
	if g.result != Unfinished {
		return ErrOver
	}
	g.end(DrawOther)
	return nil
}

// count looks whether the game is drawn by repetition, by 50 moves or by its length.
func (g *Game) count(quiet bool) {
	if g.endless {
		return
	}
	if !quiet {
		clear(g.seen)
		g.quiet = -1
	}
	g.quiet++
	g.seen[g.pos]++
	switch {
	case g.result != Unfinished:
	case g.rules.Draws && g.seen[g.pos] >= 3:
		g.end(DrawRepetition)
	case g.rules.Draws && g.quiet >= 100:
		g.end(DrawFifty)
	case len(g.turns) >= 2*g.limit:
		g.end(DrawLimit)
	}
}

// end ends the game, unless the result is that it goes on.
func (g *Game) end(r Result) {
	if r == Unfinished {
		return
	}
	g.result = r
	g.views[0].End(r)
	g.views[1].End(r)
}
