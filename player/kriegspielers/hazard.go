package kriegspielers

import "blindsight/game/chess"

// What hangs is taken as the belief says, and more often: attempts are chosen because they look good, so that of two errors of the belief the one that hides
// a taker is the likelier (the winner's curse). Hazards are what men were lost beyond what the belief had foreseen, in games, by how they stand: by their
// kind, whether another man protects them, how far they are, and whether they have just moved there, or captured there. They are fitted (see hazard_fitted.go).

const (
	hazardZones = 3 // own ranks, the middle, his
	hazardWays  = 3 // of standing: still, moved there, captured there
	hazardKinds = 5 // pawn to queen
	hazards     = hazardKinds * hazardZones * hazardWays * 2
)

// hazardOf returns the number of how a man of a side stands on a square, that has moved to another one last, and captured there or not.
func hazardOf(side chess.Color, kind chess.Kind, s, moved chess.Square, captured, protected bool) int {
	n := int(kind - chess.Pawn)
	zone := 0
	if r := relativeRank(side, s); r >= 5 {
		zone = 2
	} else if r >= 3 {
		zone = 1
	}
	n = n*hazardZones + zone
	n *= hazardWays
	if s == moved {
		n++
		if captured {
			n++
		}
	}
	n *= 2
	if protected {
		n++
	}
	return n
}

// hazardCount is what games told of a way of standing.
type hazardCount struct {
	men            int
	foreseen, lost float64 // of one, in pawns
}

// hazardDoubt is how much men must have been worth in all for half of what was seen of them to be believed.
const hazardDoubt = 100

// hazardLoss are the shares of their worth that men lose beyond what is foreseen, by [hazardOf]: all pieces have one, and pawns have one, for few of a kind
// were seen to stand in most ways.
var hazardLoss = func() (shares [hazards]float64) {
	const ways = hazardZones * hazardWays * 2
	for way := range ways {
		for _, kinds := range [2][2]chess.Kind{{chess.Pawn, chess.Pawn}, {chess.Knight, chess.Queen}} {
			loss, all := 0.0, float64(hazardDoubt)
			for k := kinds[0]; k <= kinds[1]; k++ {
				seen := &hazardSeen[int(k-chess.Pawn)*ways+way]
				loss += float64(seen.men) * (seen.lost - seen.foreseen)
				all += float64(seen.men) * worth[k]
			}
			for k := kinds[0]; k <= kinds[1]; k++ {
				shares[int(k-chess.Pawn)*ways+way] = loss / all
			}
		}
	}
	return shares
}()

// hazard returns what the men of a side are lost beyond what is foreseen, after its move to a square.
func (j *judge) hazard(p *chess.Position, own, reach chess.Bitboard, captured bool) float64 {
	loss := 0.0
	for men := own &^ p.Kinds(chess.King); men != 0; men &= men - 1 {
		s := men.First()
		kind := p.KindAt(s)
		loss += worth[kind] * hazardLoss[hazardOf(j.side, kind, s, j.moved, captured, reach.Has(s))]
	}
	return loss
}
