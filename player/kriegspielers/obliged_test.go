package kriegspielers

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// binding decides mates under berkeley-any by trying everything, questions included, in every order: who has asked and heard
// yes may try pawn captures only until one is legal, who has heard no none.
type binding struct {
	rules *kriegspiel.Rules
	known map[string]bool
}

// bindingTurn is a turn under way.
type bindingTurn struct {
	belief []chess.Position
	depth  int
	asked  kriegspiel.Percept // the answer, Silent if not asked
	tried  []kriegspiel.Attempt
}

func (b *binding) attempts(t *bindingTurn) (list []kriegspiel.Attempt) {
	for _, a := range kriegspiel.Attempts(&t.belief[0], nil) {
		m := a.Move()
		capture := t.belief[0].KindAt(m.From()) == chess.Pawn && m.From().File() != m.To().File()
		nonsense := t.asked == kriegspiel.Yes && !capture || t.asked == kriegspiel.No && capture || slices.Contains(t.tried, a)
		if !nonsense && legalSomewhere(t.belief, a) {
			list = append(list, a)
		}
	}
	if t.asked == kriegspiel.Silent {
		list = append(list, kriegspiel.Any)
	}
	return list
}

func (b *binding) wins(t *bindingTurn) bool {
	if t.depth < 1 {
		return false
	}
	key := fmt.Sprint(t.depth, t.asked, t.tried)
	for i := range t.belief {
		key += t.belief[i].FEN()
	}
	won, ok := b.known[key]
	if !ok {
		won = slices.ContainsFunc(b.attempts(t), func(a kriegspiel.Attempt) bool { return b.keeps(t, a) })
		b.known[key] = won
	}
	return won
}

// keeps reports whether an attempt keeps the mate, in all that may be heard of it.
func (b *binding) keeps(t *bindingTurn, a kriegspiel.Attempt) bool {
	stay := map[kriegspiel.Percept][]chess.Position{}
	moved := map[[2]kriegspiel.Percept][]chess.Position{}
	for i := range t.belief {
		var to, after chess.Position
		h, ok := b.rules.Try(&t.belief[i], a, &to)
		switch {
		case !ok:
			stay[h] = append(stay[h], t.belief[i])
		case h.Checkmate():
		case h.Over() || t.depth < 3:
			return false
		default:
			over := false
			b.rules.Replies(&to, &after, func(o kriegspiel.Percept) bool {
				over = over || o.Over()
				if k := [2]kriegspiel.Percept{h, o}; !slices.Contains(moved[k], after) {
					moved[k] = append(moved[k], after)
				}
				return true
			})
			if over {
				return false
			}
		}
	}
	for h, belief := range stay {
		next := &bindingTurn{belief, t.depth, t.asked, append(slices.Clone(t.tried), a)}
		if a == kriegspiel.Any {
			next.asked = h
		}
		if !b.wins(next) {
			return false
		}
	}
	for _, belief := range moved {
		if !b.wins(&bindingTurn{belief: belief, depth: t.depth - 2}) {
			return false
		}
	}
	return true
}

// Where the answer to "Any?" binds, mates and their winning first attempts are what trying everything finds, though
// the solver never asks; and so is whether there is a mate left after yes.
func TestMateWhereTheAnswerBinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 3))
	r := kriegspiel.MustRules("berkeley-any")
	s := NewSolver(r, andor.Options{})
	won, asking, obliging := 0, 0, 0
	for i := range 1000 {
		belief, depth := randomMates(rng, 1+rng.IntN(4), 2+rng.IntN(3), 1), 1
		if i%10 == 0 {
			belief, depth = randomMates(rng, 1+rng.IntN(2), 2, 3), 3
		}
		b := &binding{r, map[string]bool{}}
		turn := &bindingTurn{belief: belief, depth: depth}
		var want []kriegspiel.Attempt
		if b.wins(turn) {
			won++
			want = slices.DeleteFunc(b.attempts(turn), func(a kriegspiel.Attempt) bool { return !b.keeps(turn, a) })
		}
		first, result := First(t.Context(), s, r, belief, depth, 0)
		if (result.Verdict == andor.Win) != b.wins(turn) || !slices.Equal(first, want) {
			t.Fatalf("problem %d, depth %d, %v: %v, first %v, want %v", i, depth, belief, result.Verdict, first, want)
		}
		if slices.Contains(first, kriegspiel.Any) {
			asking++
		}
		yes, _ := parted(belief, func(p *chess.Position) bool { return r.Any(p) == kriegspiel.Yes })
		if len(yes) == 0 {
			continue
		}
		obliging++
		tried := kriegspiel.Attempts(&belief[0], nil)[rng.IntN(3):][:1]
		verdict, _ := obliged(t.Context(), s, r, yes, depth, func(a kriegspiel.Attempt) bool { return slices.Contains(tried, a) })
		if must := b.wins(&bindingTurn{yes, depth, kriegspiel.Yes, tried}); (verdict == andor.Win) != must {
			t.Fatalf("problem %d, depth %d, %v, after yes and %v: %v, want %t", i, depth, yes, tried, verdict, must)
		}
	}
	t.Logf("%d won, %d by asking first, %d with a pawn capture", won, asking, obliging)
	if won < 100 || asking < 50 || obliging < 20 {
		t.Errorf("%d won, %d by asking first, %d with a pawn capture: the test says little", won, asking, obliging)
	}
}
