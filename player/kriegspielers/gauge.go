package kriegspielers

import (
	"blindsight"
	"blindsight/catalog"
	"blindsight/episode"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// measures are what a gauge counts of a side of a game, in its order.
var measures = []catalog.Measure{
	{Name: "moves", Doc: "moves made"},
	{Name: "tries", Doc: "attempts made, refused ones and questions included"},
	{Name: "lost", Doc: "men lost to unseen takers: where the side had not just captured itself"},
	{Name: "stalemates", Doc: "stalemates given"},
	{Name: "bare", Doc: "reached a bare enemy king with enough to mate: queen, rook, two bishops, or a pawn that cannot be stopped"},
	{Name: "adjudged", Doc: "points if the game had ended there, won"},
	{Name: "exact", Doc: "decisions on an exact belief"},
	{Name: "sampled", Doc: "decisions on a sample of one"},
	{Name: "guessed", Doc: "decisions without a belief that agrees with the whole game"},
}

// gauge counts the measures of a game.
type gauge struct {
	counts  [2]struct{ moves, tries, lost, stalemates int }
	beliefs [2]episode.KriegspielTally
	took    chess.Square // where the last move captured
	winner  int          // side that was first to have a bare king and enough against it, -1 if none
	result  kriegspiel.Result
}

func newGauge(*kriegspiel.Game) catalog.Gauge[kriegspiel.Referee, kriegspiel.Attempt, kriegspiel.Percept] {
	return &gauge{took: chess.NoSquare, winner: -1}
}

// After counts a step.
func (g *gauge) After(m *episode.KriegspielMove, s *kriegspiel.Referee) {
	c := &g.counts[m.Side]
	c.tries++
	if !m.Given {
		g.beliefs[m.Side].Count(m.Decision.Simulations, m.Decision.Health, m.Thought)
	}
	g.result = s.Result()
	if !m.Seen.Move() {
		return
	}
	c.moves++
	at := m.Seen.Captured()
	if at != chess.NoSquare && at != g.took {
		g.counts[m.Side.Other()].lost++
	}
	g.took = at
	if m.Seen.Stalemate() {
		c.stalemates++
	}
	if p := s.Position(); g.winner < 0 {
		for side := range chess.Black + 1 {
			if beatsBareKing(&p, side) {
				g.winner = int(side)
			}
		}
	}
}

// Counted returns the measures of a side.
func (g *gauge) Counted(side blindsight.Side) []float64 {
	c, b := &g.counts[side], &g.beliefs[side]
	bare, adjudged := 0.0, 0.5
	switch {
	case g.winner == int(side):
		bare, adjudged = 1, 1
	case g.winner >= 0:
		adjudged = 0
	case g.result.Score() == [2]string{"1-0", "0-1"}[side]:
		adjudged = 1
	case g.result.Score() == [2]string{"0-1", "1-0"}[side]:
		adjudged = 0
	}
	return []float64{
		float64(c.moves), float64(c.tries), float64(c.lost), float64(c.stalemates), bare, adjudged,
		float64(b.Exact), float64(b.Sampled), float64(b.Guessed),
	}
}

// beatsBareKing reports whether a side has enough to mate against a bare king, who cannot take any of it
// now: a queen, a rook, bishops of both colours, or a pawn that will be promoted. It looks at the open board.
func beatsBareKing(p *chess.Position, side chess.Color) bool {
	bare := p.Men(side.Other())
	if bare.Count() != 1 {
		return false
	}
	king := bare.First()
	if p.Side() != side {
		var buf [8]chess.Move
		moves := p.Moves(buf[:0])
		for _, m := range moves {
			if _, kind := p.Captured(m); kind != chess.NoKind {
				return false
			}
		}
		if len(moves) == 0 && !p.InCheck() {
			return false
		}
	}
	bishops := p.Pieces(side, chess.Bishop)
	const dark chess.Bitboard = 0xaa55aa55aa55aa55
	switch {
	case p.Pieces(side, chess.Queen)|p.Pieces(side, chess.Rook) != 0:
		return true
	case bishops&dark != 0 && bishops&^dark != 0:
		return true
	}
	for pawns := p.Pieces(side, chess.Pawn); pawns != 0; pawns &= pawns - 1 {
		if outrun(p, side, pawns.First(), king) {
			return true
		}
	}
	return false
}

// outrun reports whether a pawn reaches its last rank before a king can take it there (the rule of the square), with
// nothing in its way.
func outrun(p *chess.Position, side chess.Color, pawn, king chess.Square) bool {
	last := chess.SquareAt(pawn.File(), 7)
	if side == chess.Black {
		last = chess.SquareAt(pawn.File(), 0)
	}
	if (chess.Between(pawn, last)|last.Bitboard())&p.Occupied() != 0 {
		return false
	}
	steps := 7 - relativeRank(side, pawn)
	if relativeRank(side, pawn) == 1 {
		steps-- // its first may be of two
	}
	if p.Side() != side {
		steps++
	}
	return apart(king, last) > steps
}
