package loneking

import (
	"math/rand/v2"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Planner decides what to try against a lone king. It remembers the beliefs it has been in, to break
// loops: use a new one, or Reset, for each game. It belongs to one goroutine.
type Planner struct {
	library *Library
	visited map[situation]int
	placed  map[chess.Position]int // how often the own men stood so, wherever the king was
}

// situation is the own men and where the king may be.
type situation struct {
	own   chess.Position
	kings chess.Bitboard
}

// NewPlanner returns a planner that asks the tables of a library, nil for none.
func NewPlanner(l *Library) *Planner {
	return &Planner{library: l, visited: map[situation]int{}, placed: map[chess.Position]int{}}
}

// Reset makes a planner forget the game.
func (p *Planner) Reset() {
	clear(p.visited)
	clear(p.placed)
}

// Choice is what a planner decides.
type Choice struct {
	Attempt kriegspiel.Attempt
	Moves   int     // within which mate is certain, 0 if it is not known to be
	Value   float64 // 0 to 1: how likely a win is, by the planner's own light
}

// Values of beliefs, from 0 for no win to 1 for mate.
const (
	perMove   = 0.0005 // less for each move that a certain mate takes
	doubtful  = 0.9    // most that a belief is worth which is not won for certain
	perVisit  = 0.02   // less for each time that the own men stood so with the king there
	perPlace  = 0.01   // less for each time that the own men stood so
	thrice    = 0.2    // less for the third time of that, which may be a draw by repetition
	perSquare = 0.001  // less for each square on which the king may be
	perLate   = 0.02   // less for each move that fewer than hurry are left before a draw by fifty moves, unless a pawn moves
	sure      = 0.99   // a man lost and still won
	ruin      = -3     // stalemate, or too little left: so bad that it is risked only where all else is as bad
)

// hurry is how many own moves before a draw by fifty moves a pawn ought to move, which begins the count anew.
const hurry = 10

// Choose returns what to try in a hunt, in which the own side is to move: false if nothing is legal wherever the king may
// be, which only a wrong belief can be the reason for. Rng decides between equals. It takes about a millisecond, and where it has gone
// round in a circle some hundred.
func (p *Planner) Choose(h *Hunt, rng *rand.Rand) (Choice, bool) {
	left := h.movesLeft()
	if a := p.library.ask(&h.Own, h.Side, h.Kings); len(a.Tries) > 0 && a.Moves <= left {
		return Choice{kriegspiel.Attempt(a.Tries[0]), a.Moves, 1 - perMove*float64(a.Moves)}, true
	}
	here := situation{h.Own, h.Kings}
	p.visited[here]++
	p.placed[h.Own]++
	s := search{Planner: p, side: h.Side}
	return s.best(&h.Own, h.Kings, ahead{min(p.visited[here], mostMoves), left}, rng)
}

// mostMoves is how many own moves are looked ahead at most: one, and one more when that has led back to where we were.
const mostMoves = 2

// search is expectimax over the exact belief: own attempts are chosen, the king is on each square with the
// same chance, takes what he can, and else may be wherever he could go.
type search struct {
	*Planner
	side chess.Color
}

// ahead is how far there is to look.
type ahead struct {
	moves int // own ones to look at
	left  int // own ones before a draw by fifty moves
}

// best returns the best attempt of a turn.
func (s *search) best(own *chess.Position, kings chess.Bitboard, far ahead, rng *rand.Rand) (Choice, bool) {
	return s.among(steps(own, s.side, kings), kings, far, rng)
}

// among returns the best of some steps for squares of the king.
func (s *search) among(list []step, kings chess.Bitboard, far ahead, rng *rand.Rand) (Choice, bool) {
	best, found, equals := Choice{}, false, 0
	for i := range list {
		y := &list[i]
		if y.legal&kings == 0 {
			continue
		}
		value := s.value(list, y, kings, far)
		switch {
		case !found || value > best.Value:
			best, found, equals = Choice{Attempt: y.attempt, Value: value}, true, 1
		case value == best.Value && rng != nil:
			if equals++; rng.IntN(equals) == 0 {
				best.Attempt = y.attempt
			}
		}
	}
	return best, found
}

// value returns what a step is worth: what is heard of it splits the squares, and where it is refused
// the turn goes on.
func (s *search) value(list []step, y *step, kings chess.Bitboard, far ahead) float64 {
	n := float64(kings.Count())
	sum := float64((kings & y.mates).Count()) + ruin*float64((kings&y.stales).Count())
	for _, part := range y.heard(kings, s.side) {
		sum += float64(part.Count()) * s.after(y, part, far)
	}
	if refused := kings &^ y.legal; refused != 0 {
		if c, ok := s.among(list, refused, far, nil); ok {
			sum += float64(refused.Count()) * c.Value
		}
	}
	return sum / n
}

// after returns what a step is worth when the king, who is to move, is on one of these squares.
func (s *search) after(y *step, kings chess.Bitboard, far ahead) float64 {
	var to, takers chess.Bitboard
	lost := 0.0
	for k := range kings.All() {
		r := y.replies(k)
		if taken := r & y.men; taken != 0 {
			takers |= k.Bitboard()
			lost += s.loss(y, taken)
			continue
		}
		to |= r
	}
	safe := float64((kings &^ takers).Count())
	if safe > 0 {
		safe *= s.leaf(y, to, far)
	}
	return (lost + safe) / float64(kings.Count())
}

// loss returns what is left when the king takes the man that is worst to lose.
func (s *search) loss(y *step, taken chess.Bitboard) float64 {
	least := 1.0
	for k := range taken.All() {
		own := y.after
		own.Put(k, s.side, chess.NoKind)
		own.SetSide(s.side)
		least = min(least, sure*s.promise(&own, k.Bitboard()))
	}
	return least
}

// leaf returns what a belief is worth after a step, at the own side's turn, with one move less to look at.
func (s *search) leaf(y *step, kings chess.Bitboard, far ahead) float64 {
	own := y.after
	own.SetSide(s.side)
	left := far.left - 1
	if y.pawn {
		left = fiftyMoves / 2 // they begin anew
	}
	if n := s.library.moves(&own, s.side, kings); n > 0 {
		if n > left {
			return doubtful - perMove*float64(n)
		}
		return 1 - perMove*float64(n)
	}
	less := s.again(&own, kings) + perLate*float64(max(0, hurry-left))
	if far.moves > 1 {
		if c, ok := s.best(&own, kings, ahead{far.moves - 1, left}, nil); ok {
			return c.Value - less
		}
		return 0
	}
	return s.promise(&own, kings) - less
}

// again returns how much less a belief is worth for having been there.
func (s *search) again(own *chess.Position, kings chess.Bitboard) float64 {
	less := perVisit*float64(s.visited[situation{*own, kings}]) + perPlace*float64(s.placed[*own])
	if s.placed[*own] > 1 {
		less += thrice
	}
	return less
}
