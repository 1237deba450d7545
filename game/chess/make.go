package chess

// keepRights holds the castling rights that survive a move from or to a square, in
// the place they have in a position's state, and the side to move.
var keepRights = func() (keep [64]uint64) {
	for s := range keep {
		keep[s] = 1 | 15<<stateRights
	}
	for i, c := range castling {
		keep[c.king] &^= 1 << (stateRights + i)
		keep[c.rook] &^= 1 << (stateRights + i)
	}
	return keep
}()

// Make returns the position after a move, which must be legal: others give some
// board or other. It does not allocate.
func (p *Position) Make(m Move) (q Position) {
	p.MakeInto(m, &q)
	return q
}

// MakeInto is Make for tight loops: it writes the position after the move to q, which
// may be p itself, and saves a copy. In a function that calls itself declare q before
// the loop over the moves; inside it, Go allocates each one anew.
func (p *Position) MakeInto(m Move, q *Position) {
	from, to := m.From(), m.To()
	f, t := Bitboard(1)<<from, Bitboard(1)<<to
	kind := p.KindAt(from)
	becomes := kind
	if promotion := m.Promotion(); promotion != NoKind {
		becomes = promotion
	}
	// Lift whatever stands on both squares, then place the man that moves.
	ep := p.ep()
	whiteMoves := -Bitboard(^p.state & 1) // all ones or none
	white := p.white&^(f|t) | t&whiteMoves
	kind0 := p.kind0&^(f|t) | t&-Bitboard(becomes&1)
	kind1 := p.kind1&^(f|t) | t&-Bitboard(becomes>>1&1)
	kind2 := p.kind2&^(f|t) | t&-Bitboard(becomes>>2)
	q.state = p.state&keepRights[from]&keepRights[to] ^ 1
	switch kind {
	case Pawn:
		if from^to == 16 {
			q.white, q.kind0, q.kind1, q.kind2 = white, kind0, kind1, kind2
			if beside := t<<1&^fileA | t>>1&^fileH; beside&kind0&^(kind1|kind2)&(white^whiteMoves) != 0 && q.epPossible(to^8) {
				q.state |= uint64(to^8) << stateEP
			}
			return
		}
		if to == ep && ep != 0 {
			captured := ^(Bitboard(1) << (to ^ 8))
			white &= captured
			kind0 &= captured
		}
	case King:
		if from-to == 2 || to-from == 2 {
			// The rook comes from the corner to the square the king has crossed.
			rook := t<<1 | t>>1
			if to < from {
				rook = t>>2 | t<<1
			}
			kind2 ^= rook
			white ^= rook & whiteMoves
		}
	}
	q.white, q.kind0, q.kind1, q.kind2 = white, kind0, kind1, kind2
}

// Captured returns the square and the kind of the man that a legal move captures,
// NoSquare and NoKind if it captures nothing. The square is the move's target, except
// en passant.
func (p *Position) Captured(m Move) (Square, Kind) {
	to := m.To()
	if kind := p.KindAt(to); kind != NoKind {
		return to, kind
	}
	if to == p.ep() && to != 0 && p.pawns().Has(m.From()) {
		return to ^ 8, Pawn
	}
	return NoSquare, NoKind
}

// epPossible reports whether some pawn can capture en passant on s, a pawn of the
// opponent having just passed it.
func (p *Position) epPossible(s Square) bool {
	us := p.Side()
	for pawns := pawnAttacks[us^1][s&63] & p.pawns() & p.Men(us); pawns != 0; pawns &= pawns - 1 {
		if p.epLegal(pawns.First(), s) {
			return true
		}
	}
	return false
}

// epLegal reports whether the king of the side to move is safe after a pawn captures
// en passant from a square: two men leave their lines at once, so that everything
// is looked at afresh.
func (p *Position) epLegal(from, to Square) bool {
	us := p.Side()
	king := p.KingSquare(us)
	if king == NoSquare {
		return true
	}
	captured := Bitboard(1) << (to ^ 8)
	occupied := p.Occupied()&^(captured|1<<from) | 1<<to
	return !p.attacked(king, occupied, p.Men(us^1)&^captured, us^1)
}
