package chess

// CountMoves returns the number of legal moves, without writing them down.
func (p *Position) CountMoves() int {
	var sc scene
	p.look(&sc)
	n := p.kingTargets(&sc).Count()
	if sc.targets == 0 {
		return n
	}
	one, two, west, east := p.pawnTargets(&sc)
	n += one.Count() + two.Count() + west.Count() + east.Count()
	if (one|west|east)&backRanks != 0 {
		n += 3 * ((one & backRanks).Count() + (west & backRanks).Count() + (east & backRanks).Count())
	}
	if p.ep() != 0 {
		n += p.epCapturers(&sc).Count()
	}
	free := sc.own &^ sc.pinned
	for men := p.knights() & free; men != 0; men &= men - 1 {
		n += (knightMoves[men.First()&63] & sc.targets).Count()
	}
	for men := p.diagonals() & free; men != 0; men &= men - 1 {
		n += (bishopAttacks(men.First(), sc.occupied) & sc.targets).Count()
	}
	for men := p.straights() & free; men != 0; men &= men - 1 {
		n += (rookAttacks(men.First(), sc.occupied) & sc.targets).Count()
	}
	for men := sc.pinned & (p.diagonals() | p.straights()); men != 0; men &= men - 1 {
		n += p.pinnedTargets(&sc, men.First()).Count()
	}
	return n
}

// HasMove reports whether there is a legal move: if not, it is checkmate or
// stalemate. It stops at the first one found.
func (p *Position) HasMove() bool {
	var sc scene
	p.look(&sc)
	return p.hasMove(&sc)
}

func (p *Position) hasMove(sc *scene) bool {
	if sc.targets != 0 {
		if one, two, west, east := p.pawnTargets(sc); one|two|west|east != 0 {
			return true
		}
		free := sc.own &^ sc.pinned
		for men := p.knights() & free; men != 0; men &= men - 1 {
			if knightMoves[men.First()&63]&sc.targets != 0 {
				return true
			}
		}
		for men := p.diagonals() & free; men != 0; men &= men - 1 {
			if bishopAttacks(men.First(), sc.occupied)&sc.targets != 0 {
				return true
			}
		}
		for men := p.straights() & free; men != 0; men &= men - 1 {
			if rookAttacks(men.First(), sc.occupied)&sc.targets != 0 {
				return true
			}
		}
		for men := sc.pinned & (p.diagonals() | p.straights()); men != 0; men &= men - 1 {
			if p.pinnedTargets(sc, men.First()) != 0 {
				return true
			}
		}
	}
	// An en passant square is kept only when such a capture is legal.
	return p.ep() != 0 || p.kingTargets(sc) != 0
}
