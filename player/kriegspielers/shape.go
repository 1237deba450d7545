package kriegspielers

import "blindsight/game/chess"

// passedWorth is what a passed pawn is worth by its rank, beyond what any pawn there is.
var passedWorth = [8]float64{0, 0.1, 0.1, 0.2, 0.4, 0.8, 1.5, 0}

// shape returns what is told by how men stand to one another, where the evaluation asks for that: who is protected, in a game in which nobody sees
// what comes; pawns that nobody stops; rooks, the pair of bishops, the queen that has gone far; and that men ahead count more as
// the opponent has less.
func (j *judge) shape(p *chess.Position, reach, threat chess.Bitboard, few, balance float64) float64 {
	by := j.weights()
	if !by.shaped {
		return 0
	}
	us, them := j.side, j.side.Other()
	own, pawns := p.Men(us), p.Kinds(chess.Pawn)
	guarded := own & reach
	pieces := own &^ pawns &^ p.Pieces(us, chess.King)
	v := by.Guard*squares(guarded&pieces) + by.GuardPawn*squares(guarded&pawns)
	v -= by.HisReach * squares(threat)
	v += by.HisRing * (1 - few) * squares(chess.Attacks(them, chess.King, p.KingSquare(them), 0)&reach)
	v += by.Passed*passed(p, us) - by.HisPassed*passed(p, them)
	files := filesOf(p.Pieces(us, chess.Pawn))
	v += by.RookFile * squares(p.Pieces(us, chess.Rook)&^files)
	if squares(p.Pieces(us, chess.Bishop)) >= 2 {
		v += by.Pair
	}
	if squares(p.Pieces(them, chess.Bishop)) >= 2 {
		v -= by.Pair
	}
	for queens := p.Pieces(us, chess.Queen); queens != 0; queens &= queens - 1 {
		v -= by.QueenOut * (1 - few) * float64(max(0, relativeRank(us, queens.First())-1))
	}
	return v + by.Ahead*few*balance
}

func squares(set chess.Bitboard) float64 { return float64(set.Count()) }

// filesOf returns all squares of the files that a set has squares on.
func filesOf(set chess.Bitboard) chess.Bitboard {
	x := uint64(set)
	x |= x>>32 | x<<32
	x |= x>>16 | x<<48
	x |= x>>8 | x<<56
	return chess.Bitboard(x)
}

// passed returns what the passed pawns of a side are worth.
func passed(p *chess.Position, c chess.Color) float64 {
	v := 0.0
	theirs := p.Pieces(c.Other(), chess.Pawn)
	for men := p.Pieces(c, chess.Pawn); men != 0; men &= men - 1 {
		s := men.First()
		if theirs&stoppers[c][s] == 0 {
			v += passedWorth[relativeRank(c, s)]
		}
	}
	return v
}

// stoppers are, for a pawn of each side, the squares on which one of the opponent would stop it.
var stoppers = func() (sets [2][64]chess.Bitboard) {
	for s := chess.A1; s < chess.NoSquare; s++ {
		for t := chess.A1; t < chess.NoSquare; t++ {
			if abs(t.File()-s.File()) <= 1 {
				for c := range chess.Color(2) {
					if relativeRank(c, t) > relativeRank(c, s) {
						sets[c][s] |= t.Bitboard()
					}
				}
			}
		}
	}
	return sets
}()
