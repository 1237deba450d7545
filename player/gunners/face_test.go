package gunners

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight/catalog"
	"blindsight/game/battleship"
)

// The belief that is drawn over the board is the share of the fleets that agree, listed one by one; and
// that by rejection is near it where fleets of one ship are drawn, which are uniform either way.
func TestBeliefOfTheFace(t *testing.T) {
	for _, settings := range []string{"rows=5,cols=5,fleet=3-2", "rows=5,cols=5,fleet=3", "rows=5,cols=5,fleet=3,deal=ship-by-ship"} {
		s, err := Game.Open(settings)
		if err != nil {
			t.Fatal(err)
		}
		sitting, err := s.Sit(4, 0)
		if err != nil {
			t.Fatal(err)
		}
		r := battleship.Rules{Height: 5, Width: 5, Fleet: []int{3}}
		if settings == "rows=5,cols=5,fleet=3-2" {
			r.Fleet = []int{3, 2}
		}
		g, err := battleship.New(r)
		if err != nil {
			t.Fatal(err)
		}
		v := g.NewView()
		for range 4 {
			compareBelief(t, settings, sitting, g, v)
			c := v.Pick(rand.New(rand.NewPCG(uint64(v.Shots()), 0)))
			if err := sitting.Do(g.Name(c)); err != nil {
				t.Fatal(err)
			}
			told := sitting.Told(0)
			seen := map[string]battleship.Seen{"miss": battleship.Miss, "hit": battleship.Hit}[told[len(told)-1].Text]
			if err := v.Did(c, seen); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func compareBelief(t *testing.T, settings string, s *catalog.Sitting, g *battleship.Game, v *battleship.View) {
	t.Helper()
	b, err := s.Belief(context.Background(), 0, rand.New(rand.NewPCG(3, 3)))
	if err != nil {
		t.Fatal(err)
	}
	want, n := make([]float64, g.Cells()), 0.0
	for fleet := range g.States(v) {
		n++
		ships := fleet.Occupied()
		for _, c := range ships.Cells(nil) {
			want[c]++
		}
	}
	within := 1e-9
	if b.Kind != catalog.ExactBelief {
		within = 5 * math.Sqrt(0.25/b.States)
	} else if b.States != n {
		t.Errorf("%s: %v fleets, not %v", settings, b.States, n)
	}
	for c, x := range b.Chances {
		if math.Abs(x-want[c]/n) > within {
			t.Errorf("%s, %s: cell %d has chance %v, not %v", settings, b.Kind, c, x, want[c]/n)
		}
	}
}
