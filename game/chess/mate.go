package chess

// A threat is what tells at a glance whether a move can mate: where men must stand to
// attack the opponent's king, whose moving away opens a line to him, and where he can go
// now.
type threat struct {
	from    [8]Bitboard // by kind
	openers Bitboard
	flights Bitboard // squares beside the king that nobody attacks, and he can enter
	lines   Bitboard // squares on which a man may stand between one of ours and a flight
	king    Square
}

// threats fills a threat. Without an opponent's king there is none.
func (p *Position) threats(t *threat) {
	us := p.Side()
	occupied, own := p.Occupied(), p.Men(us)
	t.king = (p.kings() &^ own).First()
	if t.king == NoSquare {
		return
	}
	king := t.king & 63
	rook, bishop := rookAttacks(king, occupied), bishopAttacks(king, occupied)
	t.from = [8]Bitboard{Pawn: pawnAttacks[us^1][king], Knight: knightMoves[king], Bishop: bishop, Rook: rook, Queen: rook | bishop}
	between := &between[king]
	straights, diagonals := p.straights()&own, p.diagonals()&own
	for far := rookRays[king]&straights | bishopRays[king]&diagonals; far != 0; far &= far - 1 {
		if men := between[far.First()&63] & occupied; men&(men-1) == 0 {
			t.openers |= men & own
		}
	}
	p.flights(t, occupied, own, straights, diagonals)
}

// flights fills in where the opponent's king can go.
func (p *Position) flights(t *threat, occupied, own, straights, diagonals Bitboard) {
	us := p.Side()
	to := kingMoves[t.king&63] &^ (occupied &^ own)
	pawns := p.pawns() & own
	to &^= (pawns &^ fileA).rotate(forwards[us]-1) | (pawns &^ fileH).rotate(forwards[us]+1)
	if king := p.kings() & own; king != 0 {
		to &^= kingMoves[king.First()&63]
	}
	for knights := p.knights() & own; knights != 0; knights &= knights - 1 {
		to &^= knightMoves[knights.First()&63]
	}
	occupied &^= 1 << t.king // he gives no shelter to himself
	for left := to; left != 0; left &= left - 1 {
		s := left.First() & 63
		lines := &between[s]
		shut := Bitboard(0)
		for far := rookRays[s]&straights | bishopRays[s]&diagonals; far != 0; far &= far - 1 {
			men := lines[far.First()&63] & occupied
			if men == 0 {
				to &^= 1 << s
				shut = 0
				break
			}
			shut |= men
		}
		t.lines |= shut & own
	}
	t.flights = to
}

// mayMate reports whether a legal move may mate: it gives check, and leaves the king no
// square where nobody attacks him now. Promotions, captures en passant and castling, which
// change more than two squares or the man, always may.
func (p *Position) mayMate(t *threat, m Move) bool {
	from, to := m.From(), m.To()
	kind := p.KindAt(from)
	if m.Promotion() != NoKind || kind == Pawn && to == p.ep() || kind == King && (from-to == 2 || to-from == 2) {
		return true
	}
	if !t.from[kind&7].Has(to) && !t.openers.Has(from) {
		return false
	}
	// A flight stays one unless the man that moves attacks it from there, stands on it, or
	// has opened a line to it.
	if t.flights == 0 || t.openers.Has(from) || t.lines.Has(from) {
		return true
	}
	occupied := p.Occupied()&^(1<<from|1<<t.king) | 1<<to
	return t.flights&^Attacks(p.Side(), kind, to, occupied) == 0
}

// mates reports whether a legal move mates.
func (p *Position) mates(t *threat, m Move) bool {
	if !p.mayMate(t, m) {
		return false
	}
	var q Position
	p.MakeInto(m, &q)
	var sc scene
	q.look(&sc)
	return sc.checkers != 0 && !q.hasMove(&sc)
}

// Mates reports whether a move, which must be legal, mates. It makes only moves that may,
// and does not allocate.
func (p *Position) Mates(m Move) bool {
	var t threat
	p.threats(&t)
	return p.mates(&t, m)
}

// HasMate reports whether the side to move has a legal move that mates. It is several
// times as fast as making all moves, and does not allocate.
func (p *Position) HasMate() bool {
	var t threat
	p.threats(&t)
	if t.king == NoSquare {
		return false
	}
	var buf [256]Move
	for _, m := range p.checks(&t, buf[:0]) {
		if p.mates(&t, m) {
			return true
		}
	}
	return false
}

// checks appends all legal moves that may give check.
func (p *Position) checks(t *threat, buf []Move) []Move {
	var sc scene
	p.look(&sc)
	if p.state>>(stateRights+2*p.Side())&3 != 0 || t.openers.Has(sc.king) {
		buf = appendMoves(buf, sc.king, p.kingTargets(&sc))
	}
	if sc.targets == 0 {
		return buf
	}
	forward := forwards[p.Side()]
	one, two, west, east := p.pawnTargets(&sc)
	if one|two|west|east != 0 {
		may := t.from[Pawn] | backRanks
		buf = appendPawnMoves(buf, one&(may|t.openers.rotate(forward)), forward)
		for two &= may | t.openers.rotate(2*forward); two != 0; two &= two - 1 {
			to := two.First()
			buf = append(buf, NewMove(to-Square(2*forward), to, NoKind))
		}
		buf = appendPawnMoves(buf, west&(may|t.openers.rotate(forward-1)), forward-1)
		buf = appendPawnMoves(buf, east&(may|t.openers.rotate(forward+1)), forward+1)
	}
	for pawns := p.epCapturers(&sc); pawns != 0; pawns &= pawns - 1 {
		buf = append(buf, NewMove(pawns.First(), p.ep(), NoKind))
	}
	for men := sc.own & (p.knights() | p.diagonals() | p.straights()); men != 0; men &= men - 1 {
		from := men.First()
		kind := p.KindAt(from)
		to := sc.targets
		if !t.openers.Has(from) {
			to &= t.from[kind&7]
		}
		switch {
		case to == 0:
			continue
		case !sc.pinned.Has(from):
			to &= Attacks(White, kind, from, sc.occupied)
		case kind == Knight:
			continue
		default:
			to &= p.pinnedTargets(&sc, from)
		}
		buf = appendMoves(buf, from, to)
	}
	return buf
}

// MateIn reports whether the side to move can mate within n moves, whatever the opponent
// does, and how many positions were looked at. It does not allocate; its time grows about
// thousandfold with each move.
func (p *Position) MateIn(n int) (mate bool, positions int) {
	if n <= 0 {
		return false, 0
	}
	positions = 1
	if mate = p.HasMate(); mate || n == 1 {
		return mate, positions
	}
	var buf, replies [256]Move
	var after, next Position
	var killer Move // the last reply that helped
	for _, m := range p.Moves(buf[:0]) {
		p.MakeInto(m, &after)
		positions++
		if killer != 0 && after.Legal(killer) {
			after.MakeInto(killer, &next)
			mate, k := next.MateIn(n - 1)
			positions += k
			if !mate {
				continue
			}
		}
		saved, list := false, after.Moves(replies[:0])
		for _, r := range list {
			if r == killer {
				continue
			}
			after.MakeInto(r, &next)
			mate, k := next.MateIn(n - 1)
			positions += k
			if !mate {
				saved, killer = true, r
				break
			}
		}
		if !saved && len(list) > 0 {
			return true, positions
		}
	}
	return false, positions
}
