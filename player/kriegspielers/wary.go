package kriegspielers

import (
	"math"

	"blindsight/game/chess"
)

// sighted returns what a position is worth to the side that has moved after the worst answer of an opponent who sees the board. He mates if he can, takes what
// costs us most once we have taken back, or saves the man that we would take next, after which we take another one. The balance of men and the squares that both
// sides attack are given; he has a legal move.
func sighted(p *chess.Position, check bool, balance float64, ours, theirs chess.Bitboard, by *scale) float64 {
	side := p.Side().Other()
	if king := p.KingSquare(side); (chess.Attacks(side, chess.King, king, 0)&^p.Men(side)&^theirs).Count() <= cramped && p.HasMate() {
		return -valueMated
	}
	var moves [256]chess.Move
	x := math.Inf(1)
	if !check {
		_, second := preys(p, side, ours, theirs, by)
		x = balance + mobility*float64(ours.Count()-theirs.Count()) + second
	}
	var reply chess.Position
	for _, answer := range p.Moves(moves[:0]) {
		_, kind := p.Captured(answer)
		after := balance - by.worth[kind]
		if answer.Promotion() != chess.NoKind {
			after -= by.worth[answer.Promotion()] - 1
		}
		if after == balance && !check || after-64*mobility >= x {
			continue
		}
		p.MakeInto(answer, &reply)
		ours, theirs := attacked(&reply, side, reply.Occupied()), attacked(&reply, side.Other(), reply.Occupied())
		first, _ := preys(&reply, side, ours, theirs, by)
		x = min(x, after+mobility*float64(ours.Count()-theirs.Count())+first)
	}
	return x
}

const (
	valueMated = 20   // pawns, if he finds it
	mobility   = 0.02 // of an attacked square, in pawns
	cramped    = 2    // squares that a king has left when he may well be mated
)

// preys returns the two captures that the men of a side gain most by.
func preys(p *chess.Position, side chess.Color, ours, theirs chess.Bitboard, by *scale) (first, second float64) {
	for men := p.Men(side.Other()) &^ p.Pieces(side.Other(), chess.King) & ours; men != 0; men &= men - 1 {
		s := men.First()
		if by.worth[p.KindAt(s)] <= second {
			continue
		}
		x := by.exchange(p, s, cheapest(p, p.Attackers(s, side)), theirs.Has(s))
		if x > first {
			first, second = x, first
		} else {
			second = max(second, x)
		}
	}
	return first, second
}
