package phantoms

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/game/phantom"
)

// Where the exact belief grows beyond its limit the search goes on with particles, and its
// health says so.
func TestParticlesTakeOver(t *testing.T) {
	g, err := phantom.Parse("hex 5x5 classical")
	if err != nil {
		t.Fatal(err)
	}
	e := newEither(g, 0)
	e.exact = NewExact(3000)
	rng := rand.New(rand.NewPCG(1, 2))
	var s phantom.State
	turn := g.Start(rng, &s)
	views := [2]*phantom.View{g.NewView(0), g.NewView(1)}
	e.Begin(views[0])
	var exact, sampled int
	for turn != blindsight.Over {
		if turn == 0 {
			e.Reset()
			var drawn phantom.State
			if err := e.Sample(context.Background(), rng, views[0], 0, &drawn); err != nil {
				t.Fatalf("after %d events: %v", len(views[0].Past()), err)
			}
			v := g.NewView(0)
			if g.ViewOf(&drawn, 0, v); v.Key() != views[0].Key() {
				t.Fatal("a state does not agree with the view")
			}
			if e.Health().Asymptotic {
				sampled++
			} else if exact++; sampled > 0 {
				t.Error("exact again")
			}
		}
		c := views[turn].Pick(rng)
		step := g.Step(rng, &s, c)
		if step.Done() {
			break
		}
		if err := views[turn].Did(c, step.Seen); err != nil {
			t.Fatal(err)
		}
		if turn == 0 {
			e.Did(c, step.Seen)
		}
		if !step.Silent {
			if err := views[turn.Other()].Heard(step.Heard); err != nil {
				t.Fatal(err)
			}
			if turn == 1 {
				e.Heard(step.Heard)
			}
		}
		turn = step.Next
	}
	if exact < 2 || sampled < 2 {
		t.Errorf("%d decisions on an exact belief, %d on particles: the test says little", exact, sampled)
	}
}
