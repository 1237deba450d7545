package kriegspielers

import (
	"slices"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// replies is a model of an opponent who is blind: how likely each of his legal moves is. A move's chance is
// proportional to a product of factors, one for each of its traits (a conditional logit model). Most traits are those of
// his own men and of what he heard. Some (suspects, and those from checks on) stand for what he believes, which we cannot know: how much more often
// a move captures, gives check or goes out of danger than if he chose without any idea of our men.
// The factors are fitted on games (see policy_fitted.go), those of each style on other ones: a move's chance is the mean of those that the styles give it, by
// their shares. It belongs to one goroutine.
type replies struct {
	shares byStyle // of the styles
	from   chess.Position
	moves  []chess.Move
	each   []byStyle // their weights
	total  byStyle   // of these
	buf    [256]chess.Move
}

// policyFloor is the share of his moves that he makes without any reason, by style. With more of it the sample dies less often against paranoid, of whose
// games fewer were fitted (studies/kriegspiel-strength/LOG.md).
var policyFloor = byStyle{likeBelief: 0.03, likeParanoid: 0.15, likeGreedy: 0.03, likeHider: 0.03}

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

// placed are the factors of places, several traits in one: of targets and of origins, by stage, kind and square.
var placed = func() (f [2][stages * 6 * 64]styleBits) {
	for i := range f[0] {
		later, k, square := trait(i)/64, trait(i)/64%6, trait(i)%64
		f[0][i] = packed[byKind+k] + packed[kindLater+later] + packed[toSquare+64*k+square] + packed[toLater+trait(i)]
		f[1][i] = packed[fromSquare+64*k+square] + packed[fromLater+trait(i)]
	}
	return f
}()

// placeTraits is how many traits are in the two of placed.
const placeTraits = 6

// list lists the legal moves in a position with their chances, by what their side knows.
func (r *replies) list(p *chess.Position, k knowledge) {
	r.from = *p
	r.moves = p.Moves(r.buf[:0])
	r.each, r.total = r.each[:0], byStyle{}
	c := sceneOf(p, k, attacked(p, p.Side(), p.Occupied()), attacked(p, p.Side().Other(), p.Occupied()))
	for _, m := range r.moves {
		w := c.weight(m)
		r.total.add(&w)
		r.each = append(r.each, w)
	}
}

// weight returns the product of a move's factors, by style.
func (c *scene) weight(m chess.Move) byStyle {
	kind, later, target, origin := c.place(m)
	b := placed[0][64*later+target] + placed[1][64*later+origin]
	var l traitList
	c.contact(m, kind, &l)
	c.acts(m, kind, &l)
	for _, t := range l.noted() {
		b += packed[t]
	}
	return b.factors(placeTraits + l.n)
}

// pick returns a move by a number between 0 and 1.
func (r *replies) pick(x float64) chess.Move {
	for i := range r.moves {
		if x -= r.chance(i); x < 0 {
			return r.moves[i]
		}
	}
	return r.moves[len(r.moves)-1]
}

// chance returns how likely a listed move is, by its number: the mean of the styles.
func (r *replies) chance(i int) float64 {
	x := 0.0
	for k, w := range r.each[i] {
		x += float64(r.shares[k] * w / r.total[k])
	}
	return x
}

// chances writes how likely the listed side is to go to a position, which one of its moves leads to, in each style.
func (r *replies) chances(to *chess.Position, chances []float64) {
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
	i := slices.Index(r.moves, chess.NewMove(from, at, promoted))
	if i < 0 {
		clear(chances)
		return
	}
	for k, x := range r.each[i] {
		chances[k] = (1-policyFloor[k])*x/r.total[k] + policyFloor[k]/float64(len(r.moves))
	}
}
