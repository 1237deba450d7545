package kriegspielers

import (
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/purefloat"
)

// replies is a model of an opponent who is blind: how likely each of his legal moves is. A move's chance is
// proportional to a product of factors, one for each of its traits (a conditional logit model). Most traits are those of
// his own men and of what he heard. Some (suspects, and those from checks on) stand for what he believes, which we cannot know: how much more often
// a move captures, gives check or goes out of danger than if he chose without any idea of our men.
// The factors are fitted on games (see policy_fitted.go). It belongs to one goroutine.
type replies struct {
	from    chess.Position
	moves   []chess.Move
	weights []float64 // summed up
	buf     [256]chess.Move
}

// policyFloor is the share of his moves that he makes without any reason.
const policyFloor = 0.03

// factors are the traits' factors.
var factors = func() (f [traits]float64) {
	for i, x := range policyBits {
		f[i] = purefloat.Exp2(float64(x) / 100)
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

// placed are the products of the factors of places: of targets and of origins, by stage, kind and square.
var placed = func() (f [2][stages * 6 * 64]float64) {
	for i := range f[0] {
		later, k, square := trait(i)/64, trait(i)/64%6, trait(i)%64
		f[0][i] = factors[byKind+k] * factors[kindLater+later] * factors[toSquare+64*k+square] * factors[toLater+trait(i)]
		f[1][i] = factors[fromSquare+64*k+square] * factors[fromLater+trait(i)]
	}
	return f
}()

// list lists the legal moves in a position with their weights, by what their side knows.
func (r *replies) list(p *chess.Position, k knowledge) {
	r.from = *p
	r.moves = p.Moves(r.buf[:0])
	r.weights = r.weights[:0]
	c := sceneOf(p, k, attacked(p, p.Side(), p.Occupied()), attacked(p, p.Side().Other(), p.Occupied()))
	sum := 0.0
	for _, m := range r.moves {
		sum += c.weight(m)
		r.weights = append(r.weights, sum)
	}
}

// weight returns the product of a move's factors.
func (c *scene) weight(m chess.Move) float64 {
	kind, later, target, origin := c.place(m)
	w := placed[0][64*later+target] * placed[1][64*later+origin]
	var l traitList
	c.contact(m, kind, &l)
	c.acts(m, kind, &l)
	for _, t := range l.noted() {
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
