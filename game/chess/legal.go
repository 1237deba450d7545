package chess

// Legal reports whether a move is legal. Any value may be asked about; no moves are
// generated, and the answer takes about 10 nanoseconds.
func (p *Position) Legal(m Move) bool {
	from, to, promotion := m.From(), m.To(), m.Promotion()
	f, t := Bitboard(1)<<from, Bitboard(1)<<to
	us := p.Side()
	occupied := p.Occupied()
	own := p.Men(us)
	if m>>15 != 0 || own&f == 0 || own&t != 0 {
		return false
	}
	kind := p.KindAt(from)
	if kind == Pawn {
		if t&backRanks != 0 {
			if promotion < Knight || promotion > Queen {
				return false
			}
		} else if promotion != NoKind {
			return false
		}
	} else if promotion != NoKind {
		return false
	}
	switch kind {
	case Pawn:
		forward := forwards[us]
		switch {
		case pawnAttacks[us][from]&t != 0:
			if occupied&t == 0 {
				return to == p.ep() && to != 0 && p.epLegal(from, to)
			}
		case f.rotate(forward)&t != 0:
			if occupied&t != 0 {
				return false
			}
		default:
			one := f.rotate(forward) &^ occupied & thirdRanks[us]
			if one.rotate(forward)&t&^occupied == 0 {
				return false
			}
		}
	case Knight:
		if knightMoves[from]&t == 0 {
			return false
		}
	case King:
		if kingMoves[from]&t == 0 {
			return p.castlingMoves(from, occupied, occupied^own)&t != 0
		}
		return !p.attacked(to, occupied^f, occupied^own, us^1)
	default:
		var lines Bitboard
		if kind != Rook {
			lines = bishopRays[from]
		}
		if kind != Bishop {
			lines |= rookRays[from]
		}
		if lines&t == 0 || between[from][to]&occupied != 0 {
			return false
		}
	}
	king := p.kings() & own
	if king == 0 {
		return true
	}
	return !p.attacked(king.First(), occupied&^f|t, occupied&^own&^t, us^1)
}
