package kriegspielers

import (
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/purefloat"
)

// replies is a model of an opponent who is blind: how likely each of his legal moves is. A move's chance is
// proportional to a product of factors, one for each of its traits (a conditional logit model), which are those of
// his own men and of what he heard; suspects alone stands for what he believes, which we cannot know: how much more often a move
// captures than if he chose without any idea of our men.
// The factors are fitted on games (see policy_fitted.go). It belongs to one goroutine.
type replies struct {
	from    chess.Position
	moves   []chess.Move
	weights []float64 // summed up
	buf     [256]chess.Move
}

// policyFloor is the share of his moves that he makes without any reason.
const policyFloor = 0.03

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
	traits             = toSquare + 6*64
)

// factors are the traits' factors.
var factors = func() (f [traits]float64) {
	for i, x := range policyBits {
		f[i] = purefloat.Exp2(x)
	}
	return f
}()

// knowledge is what a side knows when it moves, beside its own men.
type knowledge struct {
	heard kriegspiel.Percept // last
	took  chess.Square       // where its own last move captured
	lost  chess.Bitboard     // where it lost men some moves ago, and has not taken back
}

// remembered is for how many turns a side remembers where it lost a man.
const remembered = 12

// lostBefore returns where a side lost men before its last turns, and has not captured since. Turn tells of a turn whose it was, and where it captured.
func lostBefore(turns int, turn func(i int) (own bool, at chess.Square)) chess.Bitboard {
	var lost chess.Bitboard
	for i := max(0, turns-remembered); i < turns; i++ {
		switch own, at := turn(i); {
		case at == chess.NoSquare:
		case own:
			lost &^= at.Bitboard()
		default:
			lost |= at.Bitboard()
		}
	}
	return lost
}

// scene is what the traits of all moves of a side in a position are made of.
type scene struct {
	p        *chess.Position
	side     chess.Color
	reach    chess.Bitboard // what his men attack
	checkers chess.Bitboard
	told     chess.Square   // where his man was just captured
	taken    chess.Square   // where his own last move captured
	lost     chess.Bitboard // where men of his were captured some moves ago
	tries    bool           // he was told of pawn captures
}

// sceneOf returns the scene of the side to move, which attacks some squares.
func sceneOf(p *chess.Position, k knowledge, reach chess.Bitboard) scene {
	known, n, _ := k.heard.Tries()
	return scene{
		p: p, side: p.Side(), reach: reach, checkers: p.Checkers(),
		told: k.heard.Captured(), taken: k.took, lost: k.lost, tries: known && n > 0,
	}
}

// mostTraits is how many traits a move may have.
const mostTraits = 14

// traits writes the traits of a legal move and returns their number.
func (c *scene) traits(m chess.Move, list *[mostTraits]trait) int {
	n := 0
	note := func(t trait) {
		list[n] = t
		n++
	}
	from, to := m.From(), m.To()
	kind, prey := c.p.KindAt(from), c.p.KindAt(to)
	k := trait(kind - 1)
	note(byKind + k)
	note(toSquare + 64*k + trait(relative(c.side, to)))
	switch {
	case to == c.told && prey != chess.NoKind:
		note(retakes + k)
	case c.checkers.Has(to):
		note(takesChecker)
	case kind == chess.Pawn && from.File() != to.File():
		if c.tries {
			note(pawnTold)
		} else {
			note(pawnTakes)
		}
	case prey != chess.NoKind:
		note(suspects + trait(prey-1))
		note(suspectsBy + k)
	}
	if c.lost.Has(to) && to != c.told {
		note(remembers + k)
	}
	if c.checkers != 0 && kind == chess.King {
		note(kingFlees)
	}
	if c.reach.Has(to) && (kind == chess.Pawn && from.File() == to.File() || c.p.Attackers(to, c.side).Count() > 1) {
		note(protected)
	}
	switch m.Promotion() {
	case chess.NoKind:
	case chess.Queen:
		note(queens)
	default:
		note(underling)
	}
	a, b := relativeRank(c.side, from), relativeRank(c.side, to)
	if kind == chess.King && abs(from.File()-to.File()) > 1 {
		note(castles)
	} else if kind != chess.Pawn && b != a {
		if b > a {
			note(forward)
		} else {
			note(backward)
		}
	}
	if (kind == chess.Knight || kind == chess.Bishop) && a == 0 && b > 0 {
		note(leavesHome)
	}
	if b >= 6 {
		note(intoHome)
	} else if b >= 4 {
		note(beyond)
	}
	if kind != chess.Pawn && apart(from, to) > 2 {
		note(far)
	}
	if from == c.taken {
		note(flees + k)
	}
	return n
}

// list lists the legal moves in a position with their weights, by what their side knows.
func (r *replies) list(p *chess.Position, k knowledge) {
	r.from = *p
	r.moves = p.Moves(r.buf[:0])
	r.weights = r.weights[:0]
	c := sceneOf(p, k, attacked(p, p.Side(), p.Occupied()))
	sum := 0.0
	for _, m := range r.moves {
		sum += c.weight(m)
		r.weights = append(r.weights, sum)
	}
}

// weight returns the product of a move's factors.
func (c *scene) weight(m chess.Move) float64 {
	var list [mostTraits]trait
	w := 1.0
	for _, t := range list[:c.traits(m, &list)] {
		w *= factors[t]
	}
	return w
}

// pick returns a move by a number between 0 and 1.
func (r *replies) pick(x float64) chess.Move {
	x *= r.weights[len(r.weights)-1]
	for i, sum := range r.weights {
		if x < sum {
			return r.moves[i]
		}
	}
	return r.moves[len(r.moves)-1]
}

// chance returns how likely the listed side is to go to a position, which one of its moves leads to.
func (r *replies) chance(to *chess.Position) float64 {
	side := r.from.Side()
	before, after := r.from.Men(side), to.Men(side)
	left, entered := before&^after, after&^before
	if left.Count() > 1 { // castling
		king := r.from.Pieces(side, chess.King)
		left, entered = king, to.Pieces(side, chess.King)
	}
	from, at := left.First(), entered.First()
	promoted := chess.NoKind
	if kind := to.KindAt(at); kind != chess.Pawn && r.from.KindAt(from) == chess.Pawn {
		promoted = kind
	}
	m := chess.NewMove(from, at, promoted)
	last := 0.0
	for i, other := range r.moves {
		if other == m {
			p := (r.weights[i] - last) / r.weights[len(r.weights)-1]
			return (1-policyFloor)*p + policyFloor/float64(len(r.moves))
		}
		last = r.weights[i]
	}
	return 0
}
