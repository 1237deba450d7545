package chess

// reachTo and reachEmpty say where a man can go from a square as far as he alone is
// concerned, by color and kind: to squares without an own man (for a pawn: with an
// enemy's), and to empty squares only. Men between are not looked at.
var reachTo, reachEmpty [16][64]Bitboard

// promotions holds the fourth hexadecimal digits that a move may have: 0 for one that
// does not promote, Knight to Queen for one that does.
var promotions = [2]uint16{1 << NoKind, 1<<Knight | 1<<Bishop | 1<<Rook | 1<<Queen}

// fillReach fills the tables of reach for one square, after those of attacks.
func fillReach(s Square) {
	for c := White; c <= Black; c++ {
		for k := Pawn; k <= King; k++ {
			reachTo[c<<3|Color(k)][s] = Attacks(c, k, s, 0)
		}
		forward := s.Bitboard().rotate(forwards[c])
		reachEmpty[c<<3|Color(Pawn)][s] = forward | (forward & thirdRanks[c]).rotate(forwards[c])
	}
}

// Legal reports whether a move is legal. Any value may be asked about; no moves are
// generated, and the answer takes 16 to 20 nanoseconds on a core of its own: moves of
// all kinds take the same way through the code, since which comes next cannot be foreseen.
func (p *Position) Legal(m Move) bool {
	from, to := m.From(), m.To()
	f, t := Bitboard(1)<<from, Bitboard(1)<<to
	us := p.Side()
	occupied := p.Occupied()
	own := p.Men(us)
	enemy := occupied ^ own
	kind := p.KindAt(from)
	isPawn := f & p.pawns() >> from
	ep := Bitboard(1) << p.ep() &^ 1
	// Where men other than pawns may go, pawns need something to capture.
	welcome := ^own & (enemy | ep | (isPawn - 1))
	code := (us<<3 | Color(kind)) & 15
	reach := reachTo[code][from]&welcome | reachEmpty[code][from]&^occupied
	last := t & backRanks >> to & isPawn
	if f&own == 0 || promotions[last&1]>>(m>>12)&1 == 0 || between[from][to]&occupied != 0 {
		return false
	}
	if reach&t == 0 {
		return kind == King && p.canCastle(to, occupied, enemy)
	}
	if t&ep&-isPawn != 0 {
		return p.epLegal(from, to)
	}
	king := p.kings() & own
	if king == f {
		king = t
	}
	if king == 0 {
		return true
	}
	return !p.attacked(king.First(), occupied&^f|t, enemy&^t, us^1)
}

// canCastle reports whether the king of the side to move can castle to a square.
func (p *Position) canCastle(to Square, occupied, enemy Bitboard) bool {
	us := p.Side()
	for i := 2 * us; i < 2*us+2; i++ {
		if c := &castling[i&3]; c.kingTo == to && p.state>>(stateRights+i)&1 != 0 && occupied&c.empty == 0 {
			return !p.attacked(c.king, occupied, enemy, us^1) &&
				!p.attacked(c.rookTo, occupied, enemy, us^1) && !p.attacked(c.kingTo, occupied, enemy, us^1)
		}
	}
	return false
}
