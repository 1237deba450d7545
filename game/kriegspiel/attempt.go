package kriegspiel

import (
	"fmt"
	"strings"

	"blindsight"
	"blindsight/game/chess"
)

// Attempt is what a player says to the referee: a move, or the question "Any?".
type Attempt chess.Move

// Any is the question whether a pawn capture is legal. Rule sets in which pawn
// captures are told on request answer it; in others it is nonsense.
const Any Attempt = 0xffff

// Move returns the attempt as a move; that of Any is never legal.
func (a Attempt) Move() chess.Move { return chess.Move(a) }

// String returns the attempt in UCI notation, "any?" for the question.
func (a Attempt) String() string {
	if a == Any {
		return "any?"
	}
	return a.Move().String()
}

// ParseAttempt reads an attempt in UCI notation, or "any?".
func ParseAttempt(text string) (Attempt, error) {
	if strings.EqualFold(text, "any?") {
		return Any, nil
	}
	m, err := chess.ParseUCI(text)
	switch {
	case err == nil:
	case len(text) == 4 || len(text) == 5: // a move was meant
		return 0, err
	default:
		return 0, fmt.Errorf("%w, or any?", err)
	}
	return Attempt(m), nil
}

var _ blindsight.Contest[chess.Position, Attempt, Percept] = (*Rules)(nil)

// Try plays an attempt of the side to move as in a problem, which no draw ends: what is heard
// in a game [Rules.Drawn] tells. If it is legal in s, the position after it
// is written to to, which may not be s, and what both sides hear is returned. If not it
// is refused: the answer is Illegal, false, and to is left as it was. Any is answered
// by Yes or No, false, since it does not move. Whether the attempt makes sense to the
// player, or is a repetition, is not asked: that is for his [View] to know. It does not
// allocate.
func (r *Rules) Try(s *chess.Position, a Attempt, to *chess.Position) (Percept, bool) {
	if a == Any {
		return r.Any(s), false
	}
	m := a.Move()
	if !s.Legal(m) {
		return Illegal, false
	}
	h := r.before(s, m)
	s.MakeInto(m, to)
	return h | r.after(to), true
}

// Any returns the answer to "Any?": Yes if the side to move has a legal pawn capture,
// else No; Nonsense under rule sets that do not know the question. It does not allocate.
func (r *Rules) Any(s *chess.Position) Percept {
	if r.Tries != TriesOnRequest {
		return Nonsense
	}
	if west, east := s.PawnTries(); west|east != 0 {
		return Yes
	}
	return No
}

// Replies plays every legal move of the side to move: it writes the position after
// it to to, which may not be s, and calls visit with what both sides hear. It stops and
// returns false as soon as visit does. The order is that of [chess.Position.Moves].
// Different moves may lead to equal positions. It does not allocate.
func (r *Rules) Replies(s, to *chess.Position, visit func(Percept) bool) bool {
	var buf [256]chess.Move
	for _, m := range s.Moves(buf[:0]) {
		h := r.before(s, m)
		s.MakeInto(m, to)
		if !visit(h | r.after(to)) {
			return false
		}
	}
	return true
}

// Attempts appends all attempts of the side to move in a position, as its player
// knows them: its own men are all that is looked at. Any is not among them, and those are that
// make no sense after what was announced, which [View.Legal] leaves out. A buffer
// with room for 256 is nearly always enough, and then nothing is allocated.
func Attempts(p *chess.Position, buf []Attempt) []Attempt {
	own := p.Only(p.Side())
	return appendPawnCaptures(&own, anySquare, appendMoves(&own, buf))
}

// appendMoves appends the moves that the own men could make alone.
func appendMoves(own *chess.Position, buf []Attempt) []Attempt {
	var moves [256]chess.Move
	for _, m := range own.Moves(moves[:0]) {
		buf = append(buf, Attempt(m))
	}
	return buf
}

// anySquare holds all squares.
const anySquare = ^chess.Bitboard(0)

// open returns the squares on which pawn captures make sense to a side that has heard h
// before its turn: where the referee has said that there are none, or where they are, others
// are nonsense, if the rules know that word.
func (r *Rules) open(h Percept) chess.Bitboard {
	told, n, squares := h.Tries()
	switch {
	case !told || !r.Nonsense:
		return anySquare
	case n == 0 || squares != 0:
		return squares
	}
	return anySquare
}

// appendPawnCaptures appends the diagonal steps of the pawns of the side to move onto
// open squares without an own man, promotions as four.
func appendPawnCaptures(own *chess.Position, open chess.Bitboard, buf []Attempt) []Attempt {
	side := own.Side()
	onto := open &^ own.Men(side)
	for pawns := own.Pieces(side, chess.Pawn); pawns != 0; pawns &= pawns - 1 {
		from := pawns.First()
		for to := chess.Attacks(side, chess.Pawn, from, 0) & onto; to != 0; to &= to - 1 {
			if backRanks&(to&-to) == 0 {
				buf = append(buf, Attempt(chess.NewMove(from, to.First(), chess.NoKind)))
				continue
			}
			for _, k := range [4]chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight} {
				buf = append(buf, Attempt(chess.NewMove(from, to.First(), k)))
			}
		}
	}
	return buf
}

// backRanks are the ranks on which pawns promote.
const backRanks chess.Bitboard = 0xff000000000000ff

// countPawnCaptures returns how many attempts appendPawnCaptures would append.
func countPawnCaptures(p *chess.Position, open chess.Bitboard) int {
	side := p.Side()
	onto := open &^ p.Men(side)
	n := 0
	for pawns := p.Pieces(side, chess.Pawn); pawns != 0; pawns &= pawns - 1 {
		n += countPromotions(chess.Attacks(side, chess.Pawn, pawns.First(), 0) & onto)
	}
	return n
}

// countPromotions counts pawn moves by their squares, those that promote as four.
func countPromotions(to chess.Bitboard) int { return to.Count() + 3*(to&backRanks).Count() }

// isPawnCapture reports whether an attempt is a diagonal step of an own pawn onto a
// square without an own man, with a promotion where there must be one.
func isPawnCapture(own *chess.Position, a Attempt) bool {
	m, side := a.Move(), own.Side()
	from, to := m.From(), m.To()
	if a == Any || !own.Pieces(side, chess.Pawn).Has(from) ||
		!(chess.Attacks(side, chess.Pawn, from, 0) &^ own.Men(side)).Has(to) {
		return false
	}
	k := m.Promotion()
	if backRanks.Has(to) {
		return k >= chess.Knight && k <= chess.Queen
	}
	return k == chess.NoKind
}

// CountIllegal returns how many distinct attempts of the side to move would be refused,
// when it has heard h before its turn, and how many of these are pawn captures. What is
// nonsense after h is not among them; before the first turn of a game h is Silent.
// Promotions are four attempts each. It does not allocate.
func (r *Rules) CountIllegal(p *chess.Position, h Percept) (attempts, pawnCaptures int) {
	own, open := p.Only(p.Side()), r.open(h)
	west, east := p.PawnTries()
	captures := countPawnCaptures(p, open) - countPromotions(west&open) - countPromotions(east&open)
	others := p.CountMoves() - countPromotions(west) - countPromotions(east)
	return own.CountMoves() - others + captures, captures
}
