package endings

import (
	"math"
	"slices"

	"blindsight/game/chess"
)

// try is what an own try does, wherever the enemy king is.
type try struct {
	move    chess.Move
	next    int32          // the placement after it
	by      symmetry       // from the squares of this placement to those of the next
	legal   chess.Bitboard // squares of the king on which it is legal; on others it is refused
	mates   chess.Bitboard // on which it mates
	classes []class        // what else can be heard, in the order of the squares
}

// class is what is heard of a try for some squares of the king: silence, or a check.
type class struct {
	check   chess.Directions
	squares chess.Bitboard   // on which it can be won: without stalemates and men lost for ever
	replies []chess.Bitboard // to which he can go, by the squares in their order, as squares of the next placement
	since   []uint8          // by the squares: moves within which it cannot be won, since a man is lost; nil if none is
}

// never is a number of moves that no table reaches.
const never = math.MaxUint8

// sub answers in how many moves a king that has just taken a man is mated, and whether he is.
type sub func(men Men, king chess.Square) (int, bool)

// tries returns all tries of a placement that are ever legal, in the order of the rules. Where the king
// takes a man, left says what follows; nil stands for no win.
//
// The lone king makes it easy. He is on no line of a piece when the own side is to move, so that only steps
// of the own king are refused, those next to him. And what is attacked after a try does not depend on where
// he is: he leaves his square, so that he shelters none behind it.
func (ps *placements) tries(men Men, left sub) []try {
	m := ps.material
	own := m.Position(men, chess.NoSquare, chess.White)
	possible := m.Possible(men)
	var buf [256]chess.Move
	var list []try
	for _, mv := range own.Moves(buf[:0]) {
		after := slices.Clone(men)
		after[slices.Index(men, mv.From())] = mv.To()
		t := try{move: mv, legal: possible}
		if ps.index != nil {
			next, by := ps.of(after)
			t.next, t.by = int32(next), by
		}
		if mv.From() == men[0] {
			t.legal &^= chess.Attacks(chess.White, chess.King, mv.To(), 0) | mv.To().Bitboard()
		}
		if t.legal == 0 {
			continue
		}
		ps.fill(&t, after, left)
		list = append(list, t)
	}
	return list
}

// fill adds to a try what it does, men being where they are after it.
func (ps *placements) fill(t *try, after Men, left sub) {
	alone := ps.material.Position(after, chess.NoSquare, chess.Black)
	attacked := ^ps.material.Possible(after)
	for s := range alone.Occupied().All() { // of own men those that are protected
		if alone.Attackers(s, chess.White) == 0 {
			attacked &^= s.Bitboard()
		}
	}
	for s := range t.legal.All() {
		var check chess.Directions
		if attacked.Has(s) {
			p := ps.material.Position(after, s, chess.Black)
			check = p.CheckDirections()
		}
		to := chess.Attacks(chess.Black, chess.King, s, 0) &^ attacked
		if to == 0 {
			if check != 0 {
				t.mates |= s.Bitboard()
			}
			continue
		}
		since := 0
		for taken := range (to & alone.Occupied()).All() {
			since = max(since, lost(after, taken, left))
		}
		if since < never {
			t.classOf(check).add(s, t.by.set(to&^alone.Occupied()), since)
		}
	}
}

// add adds a square of the king, with his replies as squares of the next placement.
func (c *class) add(s chess.Square, replies chess.Bitboard, since int) {
	c.squares |= s.Bitboard()
	c.replies = append(c.replies, replies)
	if since > 0 && c.since == nil {
		c.since = make([]uint8, len(c.replies)-1, 64)
	}
	if c.since != nil {
		c.since = append(c.since, uint8(since))
	}
}

// lost returns in how many moves, that with the try included, a try is won after which the king
// can take a man; never if it is not.
func lost(men Men, taken chess.Square, left sub) int {
	if left == nil {
		return never
	}
	rest := slices.DeleteFunc(slices.Clone(men), func(s chess.Square) bool { return s == taken })
	n, ok := left(rest, taken)
	if !ok {
		return never
	}
	return n + 1
}

// classOf returns the class of a check, or of silence; a new one if there is none.
func (t *try) classOf(check chess.Directions) *class {
	for i := range t.classes {
		if t.classes[i].check == check {
			return &t.classes[i]
		}
	}
	t.classes = append(t.classes, class{check: check})
	return &t.classes[len(t.classes)-1]
}

// winnable returns the squares of the king on which a try may win at all.
func (t *try) winnable() chess.Bitboard {
	b := t.mates
	for i := range t.classes {
		b |= t.classes[i].squares
	}
	return b
}

// repliesTo returns where the king can go from any of the squares of a class, as squares of the
// next placement, and after how many moves the last man that he can take is made good.
func (c *class) repliesTo(squares chess.Bitboard) (to chess.Bitboard, since int) {
	i := 0
	for left := c.squares; left != 0; left &= left - 1 {
		if left&-left&squares != 0 {
			to |= c.replies[i]
			if c.since != nil {
				since = max(since, int(c.since[i]))
			}
		}
		i++
	}
	return to, since
}

// before returns the squares of a class from which the king can only go to the given ones,
// where no man lost takes more than n moves to make good.
func (c *class) before(to chess.Bitboard, n int) chess.Bitboard {
	var b chess.Bitboard
	i := 0
	for left := c.squares; left != 0; left &= left - 1 {
		if c.replies[i]&^to == 0 && (c.since == nil || int(c.since[i]) <= n) {
			b |= left & -left
		}
		i++
	}
	return b
}
