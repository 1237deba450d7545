package kriegspielers

import "blindsight/game/chess"

// stages are how many classes there are of how many men he has left.
const stages = 3

// trait is a trait of a move.
type trait uint16

// The traits. Those that depend on the kind of man come six in a row.
const (
	byKind       trait = 0  // the man that moves
	retakes      trait = 6  // onto the square where his man was just captured, by kind
	takesChecker trait = 12 // in check: captures who gives it
	kingFlees    trait = 13 // in check: the king moves
	pawnTakes    trait = 14 // a pawn's capture, which he may try for nothing
	pawnTold     trait = 15 // likewise, where he was told that there is one
	suspects     trait = 16 // another man captures what he does not see, by kind of the captured: 6
	protected    trait = 22 // its target is protected by another man of his
	queens       trait = 23 // a pawn becomes a queen
	underling    trait = 24 // a pawn becomes something else
	castles      trait = 25
	forward      trait = 26 // towards our side, not by a pawn
	backward     trait = 27
	leavesHome   trait = 28 // a knight or bishop leaves his first rank
	intoHome     trait = 29 // its target is on our first two ranks
	beyond       trait = 30 // its target is beyond the middle
	far          trait = 31 // further than two squares
	flees        trait = 32 // the man stood where it had just captured: we know where it is, by kind: 6
	suspectsBy   trait = 38 // another man captures what he does not see, by its own kind: 6
	remembers    trait = 44 // its target is a square where he lost a man some moves ago, by kind: 6
	toSquare     trait = 50 // its target, by kind, as he sees it: 6 times 64
	fromSquare   trait = toSquare + 6*64
	roams        trait = fromSquare + 6*64 // how many more squares the man attacks than before, as he sees it, in classes: 8
	opens        trait = roams + 8         // how many more his bishops, rooks and queens do where a pawn or knight moves, in classes: 6
	protectedMan trait = opens + 6         // its target is protected by another man of his, by kind: 6
	// What he cannot know, but may believe.
	checks     trait = protectedMan + 6 // it gives check, by kind: 6
	intoPawn   trait = checks + 6       // its target is attacked by a pawn of ours, by kind: 6
	intoMen    trait = intoPawn + 6     // likewise by other men only
	intoAlone  trait = intoMen + 6      // likewise by any, and is not protected
	escapes    trait = intoAlone + 6    // the man was attacked, by kind: 6
	threatens  trait = escapes + 6      // it attacks a man of ours that is not protected, by the greatest kind: 6
	threatMore trait = threatens + 6    // it attacks a man of ours that is worth more, likewise
	// By how many men he has left, beside the traits above that are the same for all: 3 times as many.
	kindLater trait = threatMore + 6
	toLater   trait = kindLater + stages*6
	fromLater trait = toLater + stages*6*64
	// What traits by kind above have in common: of a style of which there are few games it is known sooner.
	retakesAny   trait = fromLater + stages*6*64 // see retakes
	suspectsAny  trait = retakesAny + 1          // see suspects
	checksAny    trait = retakesAny + 2          // see checks
	intoAny      trait = retakesAny + 3          // see intoPawn, intoMen
	aloneAny     trait = retakesAny + 4          // see intoAlone
	escapesAny   trait = retakesAny + 5          // see escapes
	threatensAny trait = retakesAny + 6          // see threatens
	traits             = retakesAny + 7
)

// scene is what the traits of all moves of a side in a position are made of.
type scene struct {
	p        *chess.Position
	side     chess.Color
	reach    chess.Bitboard      // what his men attack
	guard    chess.Bitboard      // what ours do
	pawns    chess.Bitboard      // what our pawns do
	own      chess.Bitboard      // his men
	theirs   chess.Bitboard      // ours, but for the king
	sliders  [mostSliders]slider // his bishops, rooks and queens
	lines    int                 // how many of these there are
	stage    trait
	checkers chess.Bitboard
	told     chess.Square   // where his man was just captured
	taken    chess.Square   // where his own last move captured
	lost     chess.Bitboard // where men of his were captured some moves ago
	tries    bool           // he was told of pawn captures
}

// mostSliders is how many bishops, rooks and queens are looked at: more than a side can have in a game.
const mostSliders = 16

// slider is a bishop, rook or queen, with the squares that it attacks among the men of its side.
type slider struct {
	at      chess.Square
	kind    chess.Kind
	attacks chess.Bitboard
}

// sceneOf returns the scene of the side to move, which attacks some squares, as the other side does.
func sceneOf(p *chess.Position, k knowledge, reach, guard chess.Bitboard) scene {
	known, n, _ := k.heard.Tries()
	own := p.Men(p.Side())
	c := scene{
		own: own, theirs: p.Men(p.Side().Other()) &^ p.Pieces(p.Side().Other(), chess.King), stage: stageOf(own.Count()),
		p: p, side: p.Side(), reach: reach, guard: guard, pawns: pawnAttacks(p, p.Side().Other()), checkers: p.Checkers(),
		told: k.heard.Captured(), taken: k.took, lost: k.lost, tries: known && n > 0,
	}
	for kind := chess.Bishop; kind <= chess.Queen; kind++ {
		for men := own & p.Kinds(kind); men != 0 && c.lines < mostSliders; men &= men - 1 {
			at := men.First()
			c.sliders[c.lines] = slider{at, kind, chess.Attacks(c.side, kind, at, own)}
			c.lines++
		}
	}
	return c
}

// traitList is the traits of a move.
type traitList struct {
	all [32]trait
	n   int
}

func (l *traitList) note(t trait) {
	l.all[l.n] = t
	l.n++
}

// noted returns the traits.
func (l *traitList) noted() []trait { return l.all[:l.n] }

// traits notes all traits of a legal move.
func (c *scene) traits(m chess.Move, l *traitList) {
	kind, later, target, origin := c.place(m)
	k := trait(kind - 1)
	for _, t := range [...]trait{byKind + k, toSquare + 64*k + target, fromSquare + 64*k + origin, kindLater + later, toLater + 64*later + target, fromLater + 64*later + origin} {
		l.note(t)
	}
	c.contact(m, kind, l)
	c.acts(m, kind, l)
}

// place returns the man that moves, that beside the stage of the game, and from where to where as he sees it, as parts of traits.
func (c *scene) place(m chess.Move) (kind chess.Kind, later, target, origin trait) {
	kind = c.p.KindAt(m.From())
	return kind, 6*c.stage + trait(kind-1), trait(relative(c.side, m.To())), trait(relative(c.side, m.From()))
}

// acts notes the traits of a move that tell what it does.
func (c *scene) acts(m chess.Move, kind chess.Kind, l *traitList) {
	from, to := m.From(), m.To()
	prey := c.p.KindAt(to)
	k := trait(kind - 1)
	switch {
	case to == c.told && prey != chess.NoKind:
		l.note(retakes + k)
		l.note(retakesAny)
	case c.checkers.Has(to):
		l.note(takesChecker)
	case kind == chess.Pawn && from.File() != to.File():
		if c.tries {
			l.note(pawnTold)
		} else {
			l.note(pawnTakes)
		}
	case prey != chess.NoKind:
		l.note(suspects + trait(prey-1))
		l.note(suspectsBy + k)
		l.note(suspectsAny)
	}
	if c.lost.Has(to) && to != c.told {
		l.note(remembers + k)
	}
	if c.checkers != 0 && kind == chess.King {
		l.note(kingFlees)
	}
	if c.protects(kind, from, to) {
		l.note(protected)
		l.note(protectedMan + k)
	}
	switch m.Promotion() {
	case chess.NoKind:
	case chess.Queen:
		l.note(queens)
	default:
		l.note(underling)
	}
	a, b := relativeRank(c.side, from), relativeRank(c.side, to)
	if kind == chess.King && abs(from.File()-to.File()) > 1 {
		l.note(castles)
	} else if kind != chess.Pawn && b != a {
		if b > a {
			l.note(forward)
		} else {
			l.note(backward)
		}
	}
	if (kind == chess.Knight || kind == chess.Bishop) && a == 0 && b > 0 {
		l.note(leavesHome)
	}
	if b >= 6 {
		l.note(intoHome)
	} else if b >= 4 {
		l.note(beyond)
	}
	if kind != chess.Pawn && apart(from, to) > 2 {
		l.note(far)
	}
	if from == c.taken {
		l.note(flees + k)
	}
}

// contact notes the traits of a move that tell where the man comes to stand, to his own men and to ours.
func (c *scene) contact(m chess.Move, kind chess.Kind, l *traitList) {
	from, to := m.From(), m.To()
	k := trait(kind - 1)
	left := c.own&^from.Bitboard() | to.Bitboard()
	switch kind {
	case chess.Pawn, chess.Knight:
		more := 0
		for i := range c.sliders[:c.lines] {
			if s := &c.sliders[i]; s.attacks.Has(from) || s.attacks.Has(to) {
				more += (chess.Attacks(c.side, s.kind, s.at, left) &^ left).Count() - (s.attacks &^ c.own).Count()
			}
		}
		l.note(opens + trait(min(5, max(0, (more+3)/2))))
		if kind == chess.Knight {
			l.note(roams + c.more(kind, from, to, left))
		}
	case chess.King:
	default:
		l.note(roams + c.more(kind, from, to, left))
	}
	occupied := c.p.Occupied()&^from.Bitboard() | to.Bitboard()
	attacks := chess.Attacks(c.side, standing(m, kind), to, occupied)
	if attacks.Has(c.p.KingSquare(c.side.Other())) {
		l.note(checks + k)
		l.note(checksAny)
	}
	if prey := attacks & c.theirs; prey != 0 {
		if alone := prey &^ c.guard; alone != 0 {
			l.note(threatens + greatest(c.p, alone))
			l.note(threatensAny)
		} else if g := greatest(c.p, prey); g > k {
			l.note(threatMore + g)
		}
	}
	switch {
	case c.pawns.Has(to):
		l.note(intoPawn + k)
	case c.guard.Has(to):
		l.note(intoMen + k)
	}
	if c.guard.Has(to) {
		l.note(intoAny)
		if !c.protects(kind, from, to) {
			l.note(intoAlone + k)
			l.note(aloneAny)
		}
	}
	if c.guard.Has(from) {
		l.note(escapes + k)
		l.note(escapesAny)
	}
}

// protects tells whether another man of his protects the target of a move.
func (c *scene) protects(kind chess.Kind, from, to chess.Square) bool {
	return c.reach.Has(to) && (kind == chess.Pawn && from.File() == to.File() || c.p.Attackers(to, c.side).Count() > 1)
}

// more returns the class of how many more squares a man attacks after a move than before, as he sees it.
func (c *scene) more(kind chess.Kind, from, to chess.Square, left chess.Bitboard) trait {
	more := (chess.Attacks(c.side, kind, to, left) &^ left).Count() - (chess.Attacks(c.side, kind, from, c.own) &^ c.own).Count()
	return trait(min(7, max(0, (more+7)/2)))
}

// greatest returns the greatest kind of some men, none of them a king, from 0.
func greatest(p *chess.Position, men chess.Bitboard) trait {
	for k := chess.Queen; k > chess.Pawn; k-- {
		if men&p.Kinds(k) != 0 {
			return trait(k - 1)
		}
	}
	return 0
}

// stageOf returns the class of how many men a side has left.
func stageOf(men int) trait {
	switch {
	case men >= 13:
		return 0
	case men >= 8:
		return 1
	}
	return 2
}

// standing returns the kind of man that a move brings to its target.
func standing(m chess.Move, kind chess.Kind) chess.Kind {
	if m.Promotion() != chess.NoKind {
		return m.Promotion()
	}
	return kind
}

// pawnAttacks returns the squares that the pawns of a side attack.
func pawnAttacks(p *chess.Position, c chess.Color) chess.Bitboard {
	const notA, notH = 0xfefefefefefefefe, 0x7f7f7f7f7f7f7f7f
	pawns := p.Pieces(c, chess.Pawn)
	if c == chess.White {
		return (pawns&notA)<<7 | (pawns&notH)<<9
	}
	return (pawns&notA)>>9 | (pawns&notH)>>7
}
