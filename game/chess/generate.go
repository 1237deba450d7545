package chess

// What depends on the side to move, by color: how far forward is, and the rank on
// which a pawn that has stepped once may step again.
var (
	forwards   = [2]int{8, -8}
	thirdRanks = [2]Bitboard{rank1 << 16, rank1 << 40}
)

// A scene is what generating moves needs to know of a position.
type scene struct {
	occupied, own, enemy Bitboard
	pinned               Bitboard // own men that shield their king from a line
	checkers             Bitboard
	targets              Bitboard // where men other than the king may go: it is what ends a check
	king                 Square   // NoSquare if there is none
}

// look fills the scene.
func (p *Position) look(sc *scene) {
	us := p.Side()
	sc.occupied = p.Occupied()
	sc.own = p.Men(us)
	sc.enemy = sc.occupied ^ sc.own
	sc.pinned, sc.checkers, sc.targets = 0, 0, ^sc.own
	sc.king = (p.kings() & sc.own).First()
	if sc.king == NoSquare {
		return
	}
	king := sc.king & 63
	var pinned Bitboard
	checkers := pawnAttacks[us][king]&p.pawns()&sc.enemy | knightMoves[king]&p.knights()&sc.enemy
	lines := &between[king]
	for far := (rookRays[king]&p.straights() | bishopRays[king]&p.diagonals()) & sc.enemy; far != 0; far &= far - 1 {
		s := far.First()
		switch men := lines[s&63] & sc.occupied; {
		case men == 0:
			checkers |= 1 << s
		case men&(men-1) == 0:
			pinned |= men
		}
	}
	sc.pinned = pinned & sc.own
	sc.checkers = checkers
	if checkers != 0 {
		sc.targets = 0
		if checkers&(checkers-1) == 0 {
			sc.targets = lines[checkers.First()&63] | checkers
		}
	}
}

// kingTargets returns the squares to which the king can go, castling included.
func (p *Position) kingTargets(sc *scene) Bitboard {
	if sc.king == NoSquare {
		return 0
	}
	us := p.Side()
	to := kingMoves[sc.king&63] &^ sc.own
	if to != 0 {
		enemyPawns := p.pawns() & sc.enemy
		to &^= (enemyPawns &^ fileA).rotate(-forwards[us]-1) | (enemyPawns &^ fileH).rotate(-forwards[us]+1)
		if king := p.kings() & sc.enemy; king != 0 {
			to &^= kingMoves[king.First()&63]
		}
		for knights := p.knights() & sc.enemy; knights != 0; knights &= knights - 1 {
			to &^= knightMoves[knights.First()&63]
		}
		occupied := sc.occupied &^ (1 << sc.king) // he gives no shelter to himself
		straights, diagonals := p.straights()&sc.enemy, p.diagonals()&sc.enemy
		for left := to; left != 0; left &= left - 1 {
			s := left.First() & 63
			lines := &between[s]
			for far := rookRays[s]&straights | bishopRays[s]&diagonals; far != 0; far &= far - 1 {
				if lines[far.First()&63]&occupied == 0 {
					to &^= 1 << s
					break
				}
			}
		}
	}
	if rights := p.state >> (stateRights + 2*us) & 3; rights != 0 && sc.checkers == 0 {
		// The square he crosses is safe if he could go there, so that the one where
		// he ends is left to look at.
		for i := range Color(2) {
			c := &castling[(2*us+i)&3]
			if rights>>i&1 != 0 && sc.occupied&c.empty == 0 && to.Has(c.rookTo) &&
				!p.attacked(c.kingTo, sc.occupied, sc.enemy, us^1) {
				to |= 1 << c.kingTo
			}
		}
	}
	return to
}

// pawnTargets returns the squares that pawns can reach, en passant left out: by one
// step, by two, and by capturing towards the a-file and the h-file. A pinned pawn
// stays on the line of its pin, so that it may step on the king's file, and capture
// on the king's diagonal of the same direction.
func (p *Position) pawnTargets(sc *scene) (one, two, west, east Bitboard) {
	us := p.Side()
	forward := forwards[us]
	pawns := p.pawns() & sc.own
	steppers, westward, eastward := pawns, pawns, pawns
	if pinned := pawns & sc.pinned; pinned != 0 {
		king := sc.king & 63
		rising, falling := pinned&^diagonalOf[king], pinned&^antidiagonalOf[king]
		if us == Black {
			rising, falling = falling, rising
		}
		steppers &^= pinned &^ (fileA << (king & 7))
		westward &^= falling
		eastward &^= rising
	}
	one = steppers.rotate(forward) &^ sc.occupied
	two = (one & thirdRanks[us]).rotate(forward) &^ sc.occupied & sc.targets
	one &= sc.targets
	hit := sc.enemy & sc.targets
	west = (westward &^ fileA).rotate(forward-1) & hit
	east = (eastward &^ fileH).rotate(forward+1) & hit
	return one, two, west, east
}

// epCapturers returns the pawns that can capture en passant.
func (p *Position) epCapturers(sc *scene) Bitboard {
	to := p.ep()
	if to == 0 {
		return 0
	}
	able := pawnAttacks[p.Side()^1][to] & p.pawns() & sc.own
	for left := able; left != 0; left &= left - 1 {
		if s := left.First(); !p.epLegal(s, to) {
			able &^= 1 << s
		}
	}
	return able
}

// pinnedTargets returns where a pinned bishop, rook or queen on s can go; a pinned
// knight cannot move.
func (p *Position) pinnedTargets(sc *scene, s Square) Bitboard {
	var to Bitboard
	if p.diagonals().Has(s) {
		to = bishopAttacks(s, sc.occupied)
	}
	if p.straights().Has(s) {
		to |= rookAttacks(s, sc.occupied)
	}
	return to & sc.targets & through[sc.king&63][s&63]
}

// Moves appends all legal moves to buf and returns it. The order is fixed but means
// nothing. A buffer with room for 256 moves is always enough for positions of games,
// and then nothing is allocated.
func (p *Position) Moves(buf []Move) []Move {
	var sc scene
	p.look(&sc)
	buf = appendMoves(buf, sc.king, p.kingTargets(&sc))
	if sc.targets == 0 {
		return buf
	}
	forward := forwards[p.Side()]
	one, two, west, east := p.pawnTargets(&sc)
	buf = appendPawnMoves(buf, one, forward)
	for ; two != 0; two &= two - 1 {
		to := two.First()
		buf = append(buf, NewMove(to-Square(2*forward), to, NoKind))
	}
	buf = appendPawnMoves(buf, west, forward-1)
	buf = appendPawnMoves(buf, east, forward+1)
	for pawns := p.epCapturers(&sc); pawns != 0; pawns &= pawns - 1 {
		buf = append(buf, NewMove(pawns.First(), p.ep(), NoKind))
	}
	free := sc.own &^ sc.pinned
	for men := p.knights() & free; men != 0; men &= men - 1 {
		from := men.First()
		buf = appendMoves(buf, from, knightMoves[from&63]&sc.targets)
	}
	for men := p.diagonals() & free; men != 0; men &= men - 1 {
		from := men.First()
		buf = appendMoves(buf, from, bishopAttacks(from, sc.occupied)&sc.targets)
	}
	for men := p.straights() & free; men != 0; men &= men - 1 {
		from := men.First()
		buf = appendMoves(buf, from, rookAttacks(from, sc.occupied)&sc.targets)
	}
	for men := sc.pinned & (p.diagonals() | p.straights()); men != 0; men &= men - 1 {
		from := men.First()
		buf = appendMoves(buf, from, p.pinnedTargets(&sc, from))
	}
	return buf
}

// appendMoves appends the moves from one square to the targets.
func appendMoves(buf []Move, from Square, targets Bitboard) []Move {
	for ; targets != 0; targets &= targets - 1 {
		buf = append(buf, Move(from)|Move(targets.First())<<6)
	}
	return buf
}

// appendPawnMoves appends the moves of pawns to the given squares, each from delta
// squares before it, promotions as four.
func appendPawnMoves(buf []Move, targets Bitboard, delta int) []Move {
	for ; targets != 0; targets &= targets - 1 {
		to := targets.First()
		m := NewMove(to-Square(delta), to, NoKind)
		if backRanks.Has(to) {
			buf = append(buf, m|Move(Queen)<<12, m|Move(Rook)<<12, m|Move(Bishop)<<12, m|Move(Knight)<<12)
		} else {
			buf = append(buf, m)
		}
	}
	return buf
}

// PawnCaptures appends the legal pawn captures to buf and returns it: en passant
// included, promotions as four moves each.
func (p *Position) PawnCaptures(buf []Move) []Move {
	var sc scene
	p.look(&sc)
	forward := forwards[p.Side()]
	_, _, west, east := p.pawnTargets(&sc)
	buf = appendPawnMoves(buf, west, forward-1)
	buf = appendPawnMoves(buf, east, forward+1)
	for pawns := p.epCapturers(&sc); pawns != 0; pawns &= pawns - 1 {
		buf = append(buf, NewMove(pawns.First(), p.ep(), NoKind))
	}
	return buf
}

// PawnTries returns the squares on which a pawn can legally capture towards the
// a-file (west) and towards the h-file (east), en passant included. So the number of
// pawn captures by start and target, promotions counted once, is that of the squares
// in both.
func (p *Position) PawnTries() (west, east Bitboard) {
	var sc scene
	p.look(&sc)
	_, _, west, east = p.pawnTargets(&sc)
	for pawns := p.epCapturers(&sc); pawns != 0; pawns &= pawns - 1 {
		if to := p.ep(); to.File() < pawns.First().File() {
			west |= 1 << to
		} else {
			east |= 1 << to
		}
	}
	return west, east
}
