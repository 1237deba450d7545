package kriegspielers

import (
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/purefloat"
)

// plausibility says how plausible positions of a belief are. All of them are possible; an opponent with a plan does not
// stand anywhere at all. The weight of a position is 2 to the power of a sum: of a number for each of his men, by kind, square and how
// long the game has gone on, and of some more for how his men stand together and what his pawns could have taken. The
// numbers are those under which the true positions of games are likeliest among those of the
// beliefs in them (see plausible_fitted.go).
type plausibility struct {
	side  chess.Color // ours
	phase int
	power float64 // of the weights
	score []float64
}

// The features of a position: squares of his men by phase and kind, and further ones.
const (
	phases       = 3
	squareTraits = phases * 6 * 64
	protects     = squareTraits + iota - 3 // his men that others of his protect
	pawnPrey                               // our men that his pawns could take: he may try that for nothing
	openPrey                               // our unprotected men, not pawns, that his others could take
	pawnRisks                              // his men, not pawns, that our pawns could take
	positionTraits
)

// positionFloor is the share of the weight that all positions have alike: what is implausible is not impossible.
const positionFloor = 0.1

// positionPower is the power of the weights that is used. The fit holds the true position against others alone; in a sample its whole power
// leaves too few that count, and of 0.3 and 1 the former gave likelier squares (TestBeliefQuality). The positions are those of one style: of an opponent
// who has another one they tell nothing.
const positionPower = 0.3

// begin looks at what the side knows, of an opponent whose styles are so likely.
func (p *plausibility) begin(v *kriegspiel.View, styles *byStyle) {
	p.side, p.power = v.Side(), positionPower*styles[likeBelief]
	switch moves := v.Turns() / 2; {
	case moves < 10:
		p.phase = 0
	case moves < 25:
		p.phase = 1
	default:
		p.phase = 2
	}
}

// traits calls note with the features of a position in which our side is to move.
func (p *plausibility) traits(s *chess.Position, note func(index int, x float64)) {
	us, them := p.side, p.side.Other()
	his, ours := s.Men(them), s.Men(us)
	for men := his; men != 0; men &= men - 1 {
		at := men.First()
		note((p.phase*6+int(s.KindAt(at))-1)*64+int(relative(them, at)), 1)
	}
	occupied := s.Occupied()
	var reach, byPawns chess.Bitboard
	for men := s.Pieces(them, chess.Pawn); men != 0; men &= men - 1 {
		byPawns |= chess.Attacks(them, chess.Pawn, men.First(), occupied)
	}
	reach = attacked(s, them, occupied)
	note(protects, float64((his & reach).Count()))
	king := s.Pieces(us, chess.King)
	note(pawnPrey, float64((ours & byPawns &^ king).Count()))
	open := ours & reach &^ byPawns &^ king &^ s.Kinds(chess.Pawn)
	note(openPrey, float64((open &^ attacked(s, us, occupied)).Count()))
	var ourPawns chess.Bitboard
	for men := s.Pieces(us, chess.Pawn); men != 0; men &= men - 1 {
		ourPawns |= chess.Attacks(us, chess.Pawn, men.First(), occupied)
	}
	note(pawnRisks, float64((his & ourPawns &^ s.Kinds(chess.Pawn)).Count()))
}

// relative returns a square as a side sees it from its first rank.
func relative(side chess.Color, s chess.Square) chess.Square {
	if side == chess.Black {
		return s ^ 56
	}
	return s
}

// weigh appends the weights of positions to buf, which sum up to about their number.
func (p *plausibility) weigh(states []chess.Position, buf []float64) []float64 {
	p.score = p.score[:0]
	top := 0.0
	for i := range states {
		x := 0.0
		p.traits(&states[i], func(index int, n float64) { x += n * (float64(positionBits[index]) / 100) })
		p.score = append(p.score, x)
		if i == 0 || x > top {
			top = x
		}
	}
	sum := 0.0
	for i, x := range p.score {
		p.score[i] = purefloat.Exp2(p.power * (x - top))
		sum += p.score[i]
	}
	for _, x := range p.score {
		buf = append(buf, positionFloor+(1-positionFloor)*float64(len(states))*x/sum)
	}
	return buf
}
