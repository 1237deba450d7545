package kriegspielers

import (
	"math"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// What the ends of a game are worth, in pawns, to the side that moved.
// Mate now is worth little more than the advantage that leads to it, and a stalemate
// throws that away: a chance of the one must not be bought with a risk of the other.
const (
	valueMate  = 8   // beyond the men ahead
	valueDraw  = -60 // while ahead
	valueSaved = 5   // while behind
)

// takeRates say how likely the opponent is to take what hangs. He does not see it: his pawns may try
// for nothing, and where a man was just captured he knows that the taker stands.
type takeRates struct {
	unseen [7]float64 // by kind of the taker
	back   float64
	check  float64 // the man that gives check: he must do something about it
}

// byHand are the rates of belief, which were never fitted.
var byHand = takeRates{
	unseen: [7]float64{chess.Pawn: 0.7, chess.Knight: 0.3, chess.Bishop: 0.3, chess.Rook: 0.3, chess.Queen: 0.3, chess.King: 0.3},
	back:   0.9, check: 0.8,
}

// judge values positions after a move of one side, one ply deep, for that side. It knows
// nothing of beliefs: a player asks it about each position of one.
type judge struct {
	side    chess.Color
	by      *scale     // nil for the frozen one
	rates   *takeRates // nil for those set by hand
	answers *answers   // says what his next move costs, nil where rates do
	wary    float64    // share of an opponent who sees the board in what his next move costs (see sighted)
	heard   kriegspiel.Percept
}

// before takes in the position in which moves are valued next.
func (j *judge) before(p *chess.Position) {
	if j.answers != nil {
		j.answers.before(p)
	}
}

// after is value, of a move of which h was heard.
func (j *judge) after(p *chess.Position, h kriegspiel.Percept) float64 {
	j.heard = h
	return j.value(p, h.Captured())
}

// weights returns what is valued by.
func (j *judge) weights() *scale {
	if j.by == nil {
		return frozenScale
	}
	return j.by
}

// ratesOf returns the rates.
func (j *judge) ratesOf() *takeRates {
	if j.rates == nil {
		return &byHand
	}
	return j.rates
}

// all values attempts in a position and notes what is heard of each: NaN where it is refused. It returns the mean of the others, 0 if there are none.
func (j *judge) all(rules *kriegspiel.Rules, p *chess.Position, tries []kriegspiel.Attempt, values []float64, heard []kriegspiel.Percept) float64 {
	sum, legal := 0.0, 0
	var to chess.Position
	for i, a := range tries {
		h, moved := rules.Try(p, a, &to)
		heard[i] = h
		if !moved {
			values[i] = math.NaN()
			continue
		}
		values[i] = j.after(&to, h)
		sum += values[i]
		legal++
	}
	if legal == 0 {
		return 0
	}
	return sum / float64(legal)
}

// value returns the worth of a position with the opponent to move, in pawns: material;
// own men that hang, by how likely they are taken, and men of the opponent that hang, or in a share what an opponent who sees the board does about both; pawns
// on their way; the safety of the own king while there is something to fear; and once the
// opponent has little left, how much room his king has and how near the own king is.
// Told is the square on which the move captured.
func (j *judge) value(p *chess.Position, told chess.Square) float64 {
	us, them := j.side, j.side.Other()
	own, enemy := p.Men(us), p.Men(them)
	by := j.weights()
	balance := by.strength(p, us) - by.strength(p, them)
	check, canMove := p.Standing()
	if !canMove {
		switch {
		case check != 0:
			return max(balance, 0) + valueMate
		case balance > 0:
			return valueDraw
		default:
			return valueSaved
		}
	}
	occupied := p.Occupied()
	king, target := p.KingSquare(us), p.KingSquare(them)
	reach := attacked(p, us, occupied&^target.Bitboard())
	threat := attacked(p, them, occupied)

	v := balance
	if j.wary < 1 {
		if men := own & threat &^ king.Bitboard(); j.answers != nil {
			v -= j.answers.loss(p, by, men, reach, threat, j.heard)
		} else {
			v -= j.hanging(p, men, reach, told, check != 0)
		}
		v += j.prey(p, enemy&reach&^target.Bitboard(), threat)
		v += by.Reach * float64((reach &^ own).Count())
	}
	if j.wary > 0 {
		v += j.wary * (sighted(p, check != 0, balance, reach, threat, by) - v)
	}

	few, ahead := j.stage(p)
	v += j.pawns(p, us, by.Pawns+by.FewPawns*few) - j.pawns(p, them, by.HisPawns+by.HisFewPawns*few)
	ring := chess.Attacks(us, chess.King, king, 0)
	v -= by.Ring * (1 - few) * float64((ring & threat).Count())
	v += (1 - few) * j.home(p, king)
	if ahead && few > 0 {
		v += few * j.confine(p, king, target, reach, check != 0)
	}
	return v + j.shape(p, reach, threat, few, balance)
}

// stage returns how little the opponent has left, from 0 to 1, and whether we are ahead enough to hunt his king. That is told by the frozen
// worth of men, whatever the evaluation: where it changed with the weights, their fit would chase jumps.
func (j *judge) stage(p *chess.Position) (few float64, ahead bool) {
	his := frozenScale.strength(p, j.side.Other())
	return min(1, max(0, (20-his)/16)), frozenScale.strength(p, j.side)-his > 2
}

// attacked returns the squares that the men of a side attack.
func attacked(p *chess.Position, c chess.Color, occupied chess.Bitboard) chess.Bitboard {
	var squares chess.Bitboard
	men := p.Men(c)
	for k := chess.Pawn; k <= chess.King; k++ {
		for of := men & p.Kinds(k); of != 0; of &= of - 1 {
			squares |= chess.Attacks(c, k, of.First(), occupied)
		}
	}
	return squares
}

// cheapest returns the kind of the least man among attackers.
func cheapest(p *chess.Position, attackers chess.Bitboard) chess.Kind {
	for k := chess.Pawn; k < chess.King; k++ {
		if attackers&p.Kinds(k) != 0 {
			return k
		}
	}
	return chess.King
}

// hanging returns the expected loss of own men that are attacked.
func (j *judge) hanging(p *chess.Position, men, defended chess.Bitboard, told chess.Square, check bool) float64 {
	var checkers chess.Bitboard
	if check {
		checkers = p.Checkers()
	}
	rates, by := j.ratesOf(), j.weights()
	loss, most := 0.0, 0.0
	for ; men != 0; men &= men - 1 {
		s := men.First()
		taker := cheapest(p, p.Attackers(s, j.side.Other()))
		weight := rates.unseen[taker]
		switch {
		case s == told:
			weight = rates.back
		case checkers.Has(s):
			weight = rates.check
		}
		l := weight * by.exchange(p, s, taker, defended.Has(s))
		loss += l
		most = max(most, l)
	}
	return most + 0.3*(loss-most)
}

// prey returns the hope of taking men of the opponent next: a pawn may try for nothing.
func (j *judge) prey(p *chess.Position, men, defended chess.Bitboard) float64 {
	gain, by := 0.0, j.weights()
	for ; men != 0; men &= men - 1 {
		s := men.First()
		taker := cheapest(p, p.Attackers(s, j.side))
		weight := by.Prey
		if taker == chess.Pawn {
			weight = by.PawnPrey
		}
		gain += weight * by.exchange(p, s, taker, defended.Has(s))
	}
	return min(gain, 1.5)
}

// pawnWorth is what a pawn is worth by its rank, beyond a pawn.
var pawnWorth = [8]float64{0, 0, 0.03, 0.08, 0.2, 0.5, 1.2, 0}

// pawns returns what the pawns of a side have gained by going on.
func (j *judge) pawns(p *chess.Position, c chess.Color, weight float64) float64 {
	v := 0.0
	for men := p.Pieces(c, chess.Pawn); men != 0; men &= men - 1 {
		v += pawnWorth[relativeRank(c, men.First())]
	}
	return weight * v
}

// home returns how well the men stand for the fight: knights and bishops out, the king
// away from the middle.
func (j *judge) home(p *chess.Position, king chess.Square) float64 {
	v, by := 0.0, j.weights()
	light := p.Men(j.side) & (p.Kinds(chess.Knight) | p.Kinds(chess.Bishop))
	for ; light != 0; light &= light - 1 {
		s := light.First()
		if relativeRank(j.side, s) > 0 {
			v += by.Out
		}
		v += by.Middle * float64(3-fromMiddle(s))
	}
	if relativeRank(j.side, king) == 0 {
		v += by.KingHome
		if f := king.File(); f <= 2 || f >= 6 {
			v += by.KingWing
		}
	} else {
		v -= by.KingOut * float64(relativeRank(j.side, king))
	}
	return v
}

// fromMiddle returns how far a square is from the middle four, 0 to 3.
func fromMiddle(s chess.Square) int {
	f, r := s.File(), s.Rank()
	return max(3-f, f-4, 3-r, r-4)
}

// apart returns how many steps a king needs between squares.
func apart(a, b chess.Square) int {
	return max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
}

func abs(x int) int { return max(x, -x) }

// confine returns how well the opponent's king is shut in: by the room that is left to
// him, his distance from the middle, and that of the own king from him.
func (j *judge) confine(p *chess.Position, king, target chess.Square, reach chess.Bitboard, check bool) float64 {
	room := target.Bitboard()
	walls := reach | p.Men(j.side.Other())
	for {
		more := room
		for edge := room; edge != 0; edge &= edge - 1 {
			more |= chess.Attacks(chess.White, chess.King, edge.First(), 0) &^ walls
		}
		if more == room {
			break
		}
		room = more
	}
	by := j.weights()
	n := float64(room.Count())
	v := -by.Room * math.Sqrt(n)
	v += by.Edge * float64(fromMiddle(target))
	v -= by.Near * float64(apart(king, target))
	if check {
		v += by.InCheck
	}
	return v
}
