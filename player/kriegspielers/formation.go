package kriegspielers

import (
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// formation is how the own men stand, by kind.
type formation [6]chess.Bitboard

func formationOf(p *chess.Position, side chess.Color) (s formation) {
	for k := chess.Pawn; k <= chess.King; k++ {
		s[k-chess.Pawn] = p.Pieces(side, k)
	}
	return s
}

// formations count how often the own men stood so at the beginning of a turn, since something happened that cannot be undone: a capture, or an own pawn's move. Who is
// ahead and stands as before has gained nothing, and three times the same may be a draw. That is all a side can know of repetition: where the own men never stand alike three times,
// no position is there three times.
type formations struct {
	seen     map[formation]int
	pawns    chess.Bitboard
	captures int
}

// note takes in the beginning of a turn.
func (s *formations) note(v *kriegspiel.View) {
	own, captures := v.Own(), 0
	turns := v.Record().Turns
	for i := range turns {
		if turns[i].LastHeard().Captured() != chess.NoSquare {
			captures++
		}
	}
	pawns := own.Pieces(v.Side(), chess.Pawn)
	if s.seen == nil || pawns != s.pawns || captures != s.captures {
		s.seen, s.pawns, s.captures = make(map[formation]int), pawns, captures
	}
	s.seen[formationOf(&own, v.Side())]++
}

// times returns how often the own men stood as they do after a move.
func (s *formations) times(own *chess.Position, m chess.Move) int {
	var to chess.Position
	own.MakeInto(m, &to)
	return s.seen[formationOf(&to, own.Side())]
}

// thirdTime is how many times as much a third time costs, where that may be a draw.
const thirdTime = 20

// tedium returns what an attempt is worth less for leading to where the own men stood before: so much for each time, as likely as it is legal, captures nothing and we are
// ahead.
func (o *outlook) tedium(i int, rules *kriegspiel.Rules, each float64) float64 {
	if each == 0 || o.tries[i] == kriegspiel.Any {
		return 0
	}
	n := o.stood.times(&o.own, o.tries[i].Move())
	if n == 0 {
		return 0
	}
	total, idle := 0.0, 0.0
	for k := range o.rows {
		r := &o.rows[k]
		total += r.weight
		if x := r.values[i]; x == x && r.ahead && r.heard[i].Captured() == chess.NoSquare {
			idle += r.weight
		}
	}
	cost := each * float64(n)
	if rules.Draws && n > 1 {
		cost += each * thirdTime
	}
	return cost * idle / total
}
