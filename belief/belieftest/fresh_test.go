package belieftest_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/belief/metropolis"
	"blindsight/belief/rejection"
	"blindsight/game/minesweeper"
)

// What Fresh returns is what New returns: it draws the same states from the same seed
// and has the same health, however much the sampler that it is asked of was used, and
// that one goes on as if nothing had happened.
func TestFreshIsNew(t *testing.T) {
	// A chain of effort 1 stays close to where it begins: one that inherited shows it.
	const effort = 1
	text := "6x6/6 windows\n......\n.2....\n......\n....1.\n......\n......"
	position, err := minesweeper.NewPositionReader(strings.NewReader(text), "position", minesweeper.Rules{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	v := position.View
	g := v.Game()
	type sampler interface {
		blindsight.Sampler[minesweeper.State, *minesweeper.View]
		Fresh() blindsight.Sampler[minesweeper.State, *minesweeper.View]
	}
	for name, newSampler := range map[string]func() sampler{
		"rejection":          func() sampler { return rejection.New(g, 777) },
		"metropolis":         func() sampler { return metropolis.New(g, metropolis.Random, 777) },
		"metropolis inherit": func() sampler { return metropolis.New(g, metropolis.Inherit, 777) },
		"metropolis solve":   func() sampler { return metropolis.New(solvable{g}, metropolis.Solve, 777) },
		"counting":           func() sampler { return counting.New(g) },
	} {
		t.Run(name, func(t *testing.T) {
			draw := func(s blindsight.Sampler[minesweeper.State, *minesweeper.View], rng *rand.Rand) (drawn []uint64) {
				for range 20 {
					var state minesweeper.State
					if err := s.Sample(t.Context(), rng, v, effort, &state); err != nil {
						drawn = append(drawn, 0)
						continue
					}
					drawn = append(drawn, g.Fingerprint(&state))
				}
				return drawn
			}
			seeded := func(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
			same := func(what string, a, b blindsight.Sampler[minesweeper.State, *minesweeper.View], seed uint64) {
				t.Helper()
				drawn, want := draw(a, seeded(seed)), draw(b, seeded(seed))
				for i := range want {
					if drawn[i] != want[i] {
						t.Fatalf("%s: draw %d is state %x instead of %x", what, i, drawn[i], want[i])
					}
				}
				if got, want := a.Health(), b.Health(); got != want {
					t.Errorf("%s: health %+v instead of %+v", what, got, want)
				}
			}
			used, witness := newSampler(), newSampler()
			same("two new ones", used, witness, 1)
			same("a fresh one and a new one", used.Fresh(), newSampler(), 2)
			same("the one that was asked, and its witness", used, witness, 3)
		})
	}
}

// solvable is Minesweeper with a solver, as the players compose it.
type solvable struct{ *minesweeper.Game }

func (s solvable) Solver() metropolis.Solver[minesweeper.State, *minesweeper.View] {
	return counting.NewBacktracker[minesweeper.State, *minesweeper.View](s.Game)
}
