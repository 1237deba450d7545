package kriegspielers

import (
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// answers says what the opponent's next move is expected to cost, by the model of him (see replies): how likely each capture of
// his is among all his moves, and what is left of the men after it and our taking back. It knows nothing of what he threatens later.
//
// His moves that capture nothing hardly depend on ours: they are weighed once, in the position before it. Where he is in check all of
// them are listed.
type answers struct {
	model replies
	quiet byStyle     // the weight of his moves that capture nothing and make no queen
	by    [64]byStyle // likewise, of the man on a square
	knows knowledge

	bad     []chess.Move // what he may do that costs us something
	weights []byStyle    // of these
}

// begin begins a turn.
func (a *answers) begin(v *kriegspiel.View) {
	turns := v.Record().Turns[:v.Turns()]
	a.knows = knowledge{took: chess.NoSquare}
	if n := len(turns); n > 0 {
		a.knows.took = turns[n-1].LastHeard().Captured()
	}
	a.knows.lost = lostBefore(len(turns), func(i int) (bool, chess.Square) { return turns[i].Hidden, turns[i].LastHeard().Captured() })
}

// before looks at a position with our side to move.
func (a *answers) before(p *chess.Position) {
	passed := *p
	passed.SetSide(p.Side().Other())
	a.knows.heard = kriegspiel.Silent
	a.model.list(&passed, a.knows)
	a.quiet, a.by = byStyle{}, [64]byStyle{}
	for i, m := range a.model.moves {
		if _, prey := passed.Captured(m); prey == chess.NoKind && m.Promotion() != chess.Queen {
			a.quiet.add(&a.model.each[i])
			a.by[m.From()].add(&a.model.each[i])
		}
	}
}

// loss returns what we are expected to lose, in pawns, by his answer to a move of which h was heard, in the position after it. Men are ours that
// he attacks, reach is what we attack, threat what he does.
func (a *answers) loss(p *chess.Position, by *scale, men, reach, threat chess.Bitboard, h kriegspiel.Percept) float64 {
	total := a.look(p, men, reach, threat, h)
	var losses byStyle
	for i, m := range a.bad {
		cost := by.cost(p, m, reach)
		for k, w := range a.weights[i] {
			losses[k] += w * cost
		}
	}
	loss := 0.0
	for k, x := range losses {
		if total[k] > 0 {
			loss += a.model.shares[k] * x / total[k]
		}
	}
	return loss
}

// look lists his captures and promotions with their weights, and returns that of all his moves.
func (a *answers) look(p *chess.Position, men, reach, threat chess.Bitboard, h kriegspiel.Percept) (total byStyle) {
	a.knows.heard = h
	a.bad, a.weights = a.bad[:0], a.weights[:0]
	if h.Check() != 0 { // few moves are left to him
		a.model.list(p, a.knows)
		for i, m := range a.model.moves {
			if _, prey := p.Captured(m); prey != chess.NoKind || m.Promotion() == chess.Queen {
				a.bad, a.weights = append(a.bad, m), append(a.weights, a.model.each[i])
			}
			total.add(&a.model.each[i])
		}
		return total
	}
	c := sceneOf(p, a.knows, threat, reach)
	total = a.quiet
	if c.told != chess.NoSquare {
		for k, w := range a.by[c.told] {
			total[k] -= w // he is gone
		}
	}
	for ; men != 0; men &= men - 1 {
		s := men.First()
		for by := p.Attackers(s, c.side); by != 0; by &= by - 1 {
			m := chess.NewMove(by.First(), s, chess.NoKind)
			if relativeRank(c.side, s) == 7 && p.KindAt(m.From()) == chess.Pawn {
				m = chess.NewMove(m.From(), s, chess.Queen)
			}
			if p.Legal(m) {
				w := c.weight(m)
				total.add(&w)
				a.bad, a.weights = append(a.bad, m), append(a.weights, w)
			}
		}
	}
	for pawns := p.Pieces(c.side, chess.Pawn) & seventh[c.side]; pawns != 0; pawns &= pawns - 1 {
		from := pawns.First()
		to := chess.SquareAt(from.File(), 7*int(chess.Black-c.side))
		if m := chess.NewMove(from, to, chess.Queen); p.Legal(m) {
			w := c.weight(m)
			total.add(&w)
			a.bad, a.weights = append(a.bad, m), append(a.weights, w)
		}
	}
	return total
}

// seventh are the squares from which pawns of a side are promoted.
var seventh = [2]chess.Bitboard{0x00ff000000000000, 0x000000000000ff00}

// cost returns what his move costs us, less what we take back, as often as that was done in games: we know of a capture alone.
func (s *scale) cost(p *chess.Position, m chess.Move, reach chess.Bitboard) float64 {
	x, by := 0.0, s.worth[p.KindAt(m.From())]
	if m.Promotion() == chess.Queen {
		x, by = s.worth[chess.Queen]-s.worth[chess.Pawn], s.worth[chess.Queen]
	}
	if _, prey := p.Captured(m); prey != chess.NoKind {
		x += s.worth[prey]
		if reach.Has(m.To()) && p.KindAt(m.From()) != chess.King {
			x -= fitted.back * by
		}
	}
	return x
}
