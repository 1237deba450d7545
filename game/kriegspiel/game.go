package kriegspiel

import (
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/chess"
)

// Game is Kriegspiel by its rules, as searches, beliefs and episodes ask for it: a rule
// set, the position in which games begin, which both sides know, and a limit of moves.
// White is side 0, Black side 1. Its state is a [Referee], who knows what each side tried
// and heard. There is no chance in it. A win is worth 1, a loss -1, a draw 0. It never
// changes, and is safe for concurrent use on different states.
type Game struct {
	rules *Rules
	start chess.Position
	limit int
	clock int    // moves without a capture or a pawn's move before the start
	lines *Lines // nil where players begin as they like
}

var (
	_ blindsight.Game[Referee, Attempt, Percept] = (*Game)(nil)
	_ blindsight.Witness[Referee, *View]         = (*Game)(nil)
)

// NewGame returns the game by a rule set from a position. Limit is how many moves a side
// it may have before it is a draw, 0 for DefaultLimit.
func NewGame(r *Rules, start *chess.Position, limit int) *Game {
	return &Game{rules: r, start: *start, limit: limit}
}

// After returns the game that so many moves of both sides without a capture or a pawn's move went before, as a
// FEN tells: they count for the 50 moves.
func (g *Game) After(halfmoves int) *Game {
	c := *g
	c.clock = halfmoves
	return &c
}

// Begin returns the game whose sides begin with lines of theirs. The rules do not ask for them: who seats players
// asks [Game.Given].
func (g *Game) Begin(l *Lines) *Game {
	c := *g
	c.lines = l
	return &c
}

// Given returns what a side must try in game number n of a seed before its player is asked, nil where there are no lines.
func (g *Game) Given(seed, n uint64, side blindsight.Side) func(*View) (Attempt, bool) {
	if g.lines == nil {
		return nil
	}
	return g.lines.Draw(seed, n, chess.Color(side)).Next
}

// Rules returns the rule set.
func (g *Game) Rules() *Rules { return g.rules }

// Start makes s a new game and returns the side to move in it, Over if that has no legal
// move.
func (g *Game) Start(_ *rand.Rand, s *Referee) blindsight.Side {
	*s = *NewReferee(g.rules, &g.start, g.limit)
	s.Clock(g.clock)
	return s.next()
}

// Step lets the side to move make an attempt. Both sides hear the same of it, but for
// refusals where the rules let only the mover hear them: these are silent steps. What makes
// no sense to the mover ([View.Sense]) is answered as [Referee.Try] does, in silence. It
// panics once the game is over.
func (g *Game) Step(_ *rand.Rand, s *Referee, a Attempt) blindsight.Step[Percept] {
	mover := s.Side()
	h, public, err := s.Answer(a)
	if err != nil {
		panic(fmt.Sprintf("kriegspiel: %s: %v", a, err))
	}
	step := blindsight.Step[Percept]{
		Seen: h, Silent: !public, Next: s.next(),
		Reward: s.result.worth(mover), Other: s.result.worth(mover.Other()),
	}
	if public {
		step.Heard = h
	}
	return step
}

// NewView returns what a side knows before the first attempt.
func (g *Game) NewView(side blindsight.Side) *View {
	v := NewView(g.rules, chess.Color(side), &g.start)
	v.clock = g.clock
	return v
}

// ViewOf makes v what a side knows in a state. It does not allocate once v has grown.
func (g *Game) ViewOf(s *Referee, side blindsight.Side, v *View) {
	v.CopyFrom(s.View(chess.Color(side)))
}

// Copy makes dst equal to src, and independent of it. It allocates little once dst has
// grown. Who holds a view of dst sees it change.
func (g *Game) Copy(dst, src *Referee) { dst.copyFrom(src) }

// Game returns the game that the referee referees.
func (g *Referee) Game() *Game { return NewGame(g.rules, &g.start, g.limit).After(g.views[0].clock) }

// next returns the side to act.
func (g *Referee) next() blindsight.Side {
	if g.result != Unfinished {
		return blindsight.Over
	}
	return blindsight.Side(g.pos.Side())
}

// worth returns what a result is worth to a side: 1, -1 or 0.
func (r Result) worth(side chess.Color) float64 {
	switch r {
	case WhiteMates, WhiteWins:
		return 1 - 2*float64(side)
	case BlackMates, BlackWins:
		return 2*float64(side) - 1
	}
	return 0
}
