package kriegspielers

import (
	"math/rand/v2"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// present is what a side knows for certain after some turns.
type present struct {
	turns int
	rules *kriegspiel.Rules
	own   chess.Position     // its own men alone
	men   int                // of the opponent
	heard kriegspiel.Percept // last
}

// presentAfter returns what is known after a past, and remembers it.
func (g *positionGame) presentAfter(turns int) *present {
	if g.now.turns != turns || g.now.rules == nil {
		known := *g.record
		known.Turns, known.Result = known.Turns[:turns], kriegspiel.Unfinished
		v := replayed(&known)
		g.now = present{turns: turns, rules: v.Rules(), own: v.Own(), men: g.enemies(known.Turns), heard: v.LastHeard()}
	}
	return &g.now
}

// invent makes a position of now of one that was thought possible once: with our men as they are, and the opponent's where they were, as far as
// that can be, some of them elsewhere. It must sound as what was heard last.
func (g *positionGame) invent(rng *rand.Rand, past []event, s *chess.Position, boldness float64) bool {
	now := g.presentAfter(len(past))
	them := g.side().Other()
	p := now.own
	var homeless [16]chess.Kind
	n := 0
	for men := s.Men(them); men != 0; men &= men - 1 {
		at := men.First()
		kind := s.KindAt(at)
		if p.Occupied().Has(at) {
			homeless[n] = kind
			n++
		} else {
			p.Put(at, them, kind)
		}
	}
	// As many as he has: who was captured is among those that cannot be where they were.
	for spare := s.Men(them).Count() - now.men; spare > 0; spare-- {
		if n > 0 && homeless[n-1] != chess.King {
			n--
			continue
		}
		removeAny(&p, them, rng)
	}
	for _, kind := range homeless[:n] {
		house(&p, them, kind, rng)
	}
	for range int(1 + 4*boldness) {
		mistake(&p, them, rng)
	}
	if at := now.heard.Captured(); at != chess.NoSquare && !p.Occupied().Has(at) {
		occupy(&p, them, at, rng)
	}
	if p.Men(them).Count() != now.men || p.Check() != nil || !now.rules.Agrees(&p, now.heard) {
		return false
	}
	*s = p
	return true
}

// removeAny takes a man that is no king off the board.
func removeAny(p *chess.Position, c chess.Color, rng *rand.Rand) {
	if men := p.Men(c) &^ p.Pieces(c, chess.King); men != 0 {
		p.Put(anyOf(men, rng), c, chess.NoKind)
	}
}

// house puts a man on a square that is free, where it may stand.
func house(p *chess.Position, c chess.Color, kind chess.Kind, rng *rand.Rand) {
	free := ^p.Occupied()
	if kind == chess.Pawn {
		free &^= lastRanks
	}
	if free != 0 {
		p.Put(anyOf(free, rng), c, kind)
	}
}

// occupy puts a man that may stand there on a square.
func occupy(p *chess.Position, c chess.Color, at chess.Square, rng *rand.Rand) {
	men := p.Men(c)
	if rank := at.Rank(); rank == 0 || rank == 7 {
		men &^= p.Kinds(chess.Pawn)
	}
	from := anyOf(men, rng)
	kind := p.KindAt(from)
	p.Put(from, c, chess.NoKind)
	p.Put(at, c, kind)
}

// anyOf returns one of the squares of a set that is not empty.
func anyOf(set chess.Bitboard, rng *rand.Rand) chess.Square {
	for range rng.IntN(set.Count()) {
		set &= set - 1
	}
	return set.First()
}

// Of a hundred mistakes so many are of the kind of a man, or put it anywhere at all.
const (
	otherKind = 20
	anywhere  = 20
)

// mistake makes a position another one for which it may be mistaken: a man of a side is of another kind, or stands elsewhere, mostly where it can go in a
// move or two.
func mistake(p *chess.Position, c chess.Color, rng *rand.Rand) {
	from := anyOf(p.Men(c), rng)
	kind := p.KindAt(from)
	switch x := rng.IntN(100); {
	case x < otherKind && kind != chess.King:
		mistakeKind(p, c, from, rng)
	case x < otherKind+anywhere:
		displace(p, c, rng)
	default:
		for range 1 + rng.IntN(2) {
			if near := steps(p, c, kind, from); near != 0 {
				to := anyOf(near, rng)
				p.Put(from, c, chess.NoKind)
				p.Put(to, c, kind)
				from = to
			}
		}
	}
}

// atFirst is how many men of a kind a side has at first.
var atFirst = [...]int{chess.Pawn: 8, chess.Knight: 2, chess.Bishop: 2, chess.Rook: 2, chess.Queen: 1}

// mistakeKind makes a man one of another kind that may stand there, of which not all are on the board.
func mistakeKind(p *chess.Position, c chess.Color, at chess.Square, rng *rand.Rand) {
	kind := chess.Pawn + chess.Kind(rng.IntN(5))
	if p.Pieces(c, kind).Count() < atFirst[kind] && (kind != chess.Pawn || !lastRanks.Has(at)) {
		p.Put(at, c, kind)
	}
}

// steps returns the free squares to which a man can step, or from which a pawn can have come.
func steps(p *chess.Position, c chess.Color, kind chess.Kind, from chess.Square) chess.Bitboard {
	free := ^p.Occupied()
	if kind != chess.Pawn {
		return chess.Attacks(c, kind, from, p.Occupied()) & free
	}
	at := from.Bitboard()
	return (at<<8 | at>>8 | chess.Attacks(chess.White, kind, from, 0) | chess.Attacks(chess.Black, kind, from, 0)) & free &^ lastRanks
}

// lastRanks are those on which no pawn stands.
const lastRanks chess.Bitboard = 0xff000000000000ff
