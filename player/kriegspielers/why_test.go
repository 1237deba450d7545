package kriegspielers

import (
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// Every attempt that is not a winning first attempt is refuted, and the positions of the
// refutation are lost together; those that win are not.
func TestWhy(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	kinds := map[RefutationKind]int{}
	for range 12 {
		belief := randomBelief(rng, 3, 2)
		for _, name := range []string{"berkeley", "english"} {
			p := &kriegspiel.Problem{ID: "random", Rules: kriegspiel.MustRules(name), Depth: 3, Belief: belief}
			s := NewSolver(p.Rules, andor.Options{})
			first, r := s.First(t.Context(), belief, 3, 0)
			for _, a := range kriegspiel.Attempts(&belief[0], nil) {
				f, _ := Why(t.Context(), s, p, a)
				kinds[f.Kind]++
				if wins := slices.Contains(first, a); r.Verdict == andor.Win && wins != (f.Kind == NotRefuted) {
					t.Errorf("%v under %s: %s wins: %v, but the refutation is %+v", belief, name, a, wins, f)
				}
				if f.Kind != Replied {
					continue
				}
				var after []chess.Position
				for _, l := range f.Lines {
					after = append(after, l.To)
				}
				if v := s.Solve(t.Context(), after, f.Left).Verdict; v != andor.None {
					t.Errorf("%v under %s: %s is refuted by %v, which is %s", belief, name, a, after, v)
				}
			}
		}
	}
	for _, k := range []RefutationKind{NotRefuted, NeverLegal, NoMate, Replied} {
		if kinds[k] == 0 {
			t.Errorf("no refutation of kind %d: %v", k, kinds)
		}
	}
}
