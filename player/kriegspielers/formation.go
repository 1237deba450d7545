package kriegspielers

import (
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// formation is how the own men stand, by kind.
type formation [6]chess.Bitboard

func formationOf(p *chess.Position, side chess.Color) (f formation) {
	for k := chess.Pawn; k <= chess.King; k++ {
		f[k-chess.Pawn] = p.Pieces(side, k)
	}
	return f
}

// formations count how often the own men stood so at the beginning of a turn, the present one included, since something happened that cannot be undone: a capture, or an own pawn's move. Who is
// ahead and stands as before has gained nothing, and three times the same may be a draw. That is all a side can know of repetition: where the own men never stand alike three times,
// no position is there three times.
type formations map[formation]int

// recall makes them those of a view, whoever made its moves.
func (f formations) recall(v *kriegspiel.View) {
	clear(f)
	r, side := v.Record(), v.Side()
	own := r.Start.Only(side)
	for i := range r.Turns {
		if own.Side() == side {
			f[formationOf(&own, side)]++
		}
		e := &r.Turns[i]
		switch h := e.LastHeard(); {
		case !e.Done():
			return // it is counted above
		case e.Hidden:
			if at := h.Captured(); at != chess.NoSquare {
				own.Put(at, side, chess.NoKind)
				clear(f)
			}
			own.SetSide(side)
		default:
			m := e.Tries[len(e.Tries)-1].Attempt.Move()
			if h.Captured() != chess.NoSquare || own.KindAt(m.From()) == chess.Pawn {
				clear(f)
			}
			own.MakeInto(m, &own)
		}
	}
	if own.Side() == side {
		f[formationOf(&own, side)]++
	}
}

// times returns how often the own men stood as they do after a move.
func (f formations) times(own *chess.Position, m chess.Move) int {
	var to chess.Position
	own.MakeInto(m, &to)
	return f[formationOf(&to, own.Side())]
}

// thirdTime is how many times as much is added for a third time, where that may be a draw.
const thirdTime = 20

// tedium returns what an attempt costs for leading to where the own men stood before, wherever it is legal, captures nothing and we are ahead: so much for each time.
func (o *outlook) tedium(i int, rules *kriegspiel.Rules, each float64) float64 {
	if each == 0 || o.tries[i] == kriegspiel.Any {
		return 0
	}
	n := o.stood.times(&o.own, o.tries[i].Move())
	cost := each * float64(n)
	if rules.Draws && n > 1 {
		cost += each * thirdTime
	}
	return cost
}
