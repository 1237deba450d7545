package kriegspielers

import (
	"math"
	"slices"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// What the opponent may do that costs something are his legal captures and his promotions to a queen, as chess lists them; what is expected of them is close to
// what the model gives over all his moves in the position after ours, and equal where he is in check.
func TestAnswersAgainstAllMoves(t *testing.T) {
	checks, off, sum, looked := 0, 0.0, 0.0, 0
	for i, rules := range kriegspiel.All() {
		contested(t, rules, chess.StartFEN, [2]Player{NewGreedy(), NewGreedy()}, uint64(i), 1, 120, func(g *kriegspiel.Referee, _ blindsight.Decision[kriegspiel.Attempt]) {
			p, v := g.Position(), g.View(g.Side())
			us, them := p.Side(), p.Side().Other()
			var a answers
			a.model.shares = unknown
			a.begin(v)
			a.before(&p)
			for _, m := range p.Moves(nil) {
				var to chess.Position
				h, _ := rules.Try(&p, kriegspiel.Attempt(m), &to)
				if h.Over() {
					continue
				}
				reach, threat := attacked(&to, us, to.Occupied()), attacked(&to, them, to.Occupied())
				men := to.Men(us) & threat &^ to.Pieces(us, chess.King)
				got := a.loss(&to, frozenScale, men, reach, threat, h)

				var want []chess.Move
				all := replies{shares: unknown}
				k := a.knows
				k.heard = h
				all.list(&to, k)
				exact := 0.0
				for n, answer := range all.moves {
					kind, promotion := to.KindAt(answer.To()), answer.Promotion()
					passant := to.KindAt(answer.From()) == chess.Pawn && answer.From().File() != answer.To().File() && kind == chess.NoKind
					if promotion == chess.Queen || kind != chess.NoKind && promotion == chess.NoKind || passant && h.Check() != 0 {
						want = append(want, answer)
						exact += all.chance(n) * frozenScale.cost(&to, answer, reach)
					}
				}
				bad := slices.Clone(a.bad)
				if h.Check() != 0 { // all of them are listed there, other promotions too
					bad = slices.DeleteFunc(bad, func(m chess.Move) bool { return m.Promotion() != chess.NoKind && m.Promotion() != chess.Queen })
				}
				slices.Sort(bad)
				slices.Sort(want)
				if !slices.Equal(bad, want) {
					t.Fatalf("%s after %s: %v, want %v", p.FEN(), m, bad, want)
				}
				looked++
				off += math.Abs(got - exact)
				sum += math.Abs(exact)
				if h.Check() != 0 && len(bad) == len(a.bad) {
					checks++
					if math.Abs(got-exact) > 1e-9 {
						t.Fatalf("%s after %s, check: %v, want %v", p.FEN(), m, got, exact)
					}
				}
			}
		})
	}
	if looked < 5000 || checks < 50 {
		t.Errorf("only %d moves, %d of them checks", looked, checks)
	}
	if off > 0.08*sum {
		t.Errorf("off by %.3f of %.3f on average", off/float64(looked), sum/float64(looked))
	}
	t.Logf("%d moves, %d checks: off by %.3f of %.3f on average", looked, checks, off/float64(looked), sum/float64(looked))
}
