package kriegspielers

import (
	"math/rand/v2"

	"blindsight/game/chess"
)

// placements returns all positions with the own men, the opponent's king, and at most one
// other man of his, wherever they can be. Rights to castle, and a pawn that has just passed
// a square, are left open.
func placements(own chess.Position, side chess.Color, men int) []chess.Position {
	var list []chess.Position
	them := side.Other()
	add := func(p *chess.Position) {
		if p.Check() == nil {
			list = append(list, *p)
		}
	}
	for king := chess.A1; king < chess.NoSquare; king++ {
		if own.Occupied().Has(king) {
			continue
		}
		p := own
		p.Put(king, them, chess.King)
		if men == 1 {
			add(&p)
			continue
		}
		for s := chess.A1; s < chess.NoSquare; s++ {
			if p.Occupied().Has(s) {
				continue
			}
			for kind := chess.Pawn; kind <= chess.Queen; kind++ {
				q := p
				q.Put(s, them, kind)
				add(&q)
				switch kind {
				case chess.Pawn:
					if e := q; e.SetEnPassant(s ^ 8) {
						add(&e)
					}
				case chess.Rook:
					e := q
					if e.SetCastling(q.Castling() | castlingOf[them]); e != q {
						add(&e)
					}
				}
			}
		}
	}
	return list
}

// castlingOf are the rights to castle of each side.
var castlingOf = [2]chess.Castling{chess.WhiteKingside | chess.WhiteQueenside, chess.BlackKingside | chess.BlackQueenside}

// displace puts a man of a side on another square: a pawn on its file or a
// neighbouring one, the king near by, others anywhere.
func displace(p *chess.Position, c chess.Color, rng *rand.Rand) {
	men := p.Men(c)
	for range rng.IntN(men.Count()) {
		men &= men - 1
	}
	from := men.First()
	kind := p.KindAt(from)
	for range 8 {
		to := chess.Square(rng.IntN(64))
		switch {
		case p.Occupied().Has(to):
			continue
		case kind == chess.Pawn && (to.Rank() == 0 || to.Rank() == 7 || abs(to.File()-from.File()) > 1):
			continue
		case kind == chess.King && apart(from, to) > 3:
			continue
		}
		p.Put(from, c, chess.NoKind)
		p.Put(to, c, kind)
		return
	}
}
