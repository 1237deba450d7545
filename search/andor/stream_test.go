package andor_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/search/andor"
)

// A stream of states is decided as the list of them, and DBU asks for no more states than
// it needs for a disproof.
func TestStream(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	saved := 0
	for i := range 200 {
		g := &askable{madeUp{seed: rng.Uint64(), attempts: 5, refused: 4, won: 3, percepts: 2}}
		belief := madeUpBelief(rng, 10)
		for _, name := range []string{"dbu", "gl-dbu", "dub", "best"} {
			s := andor.New[madeUpState, int, uint8](g, andor.Options{Algorithm: name})
			want := s.Solve(t.Context(), belief, 5).Verdict
			asked := 0
			r := s.SolveStream(t.Context(), func(yield func(madeUpState) bool) {
				for _, state := range belief {
					asked++
					if !yield(state) {
						return
					}
				}
			}, 5)
			if r.Verdict != want {
				t.Fatalf("game %d, %s: %s, and %s as a stream", i, name, want, r.Verdict)
			}
			if asked < len(belief) {
				saved++
			}
			if asked < len(belief) && want == andor.Win {
				t.Fatalf("game %d, %s: a win after %d of %d states", i, name, asked, len(belief))
			}
		}
	}
	if saved < 50 {
		t.Errorf("only %d streams were not read to their end", saved)
	}
	s := andor.New[madeUpState, int, uint8](&madeUp{attempts: 2, percepts: 1}, andor.Options{})
	if r := s.SolveStream(t.Context(), slices.Values([]madeUpState{}), 3); r.Verdict != andor.None {
		t.Errorf("no states: %s", r.Verdict)
	}
}
