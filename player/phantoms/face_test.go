package phantoms

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight/belief/rejection"
	"blindsight/catalog"
	"blindsight/game/phantom"
)

// sit begins a game.
func sit(t *testing.T, settings string) *catalog.Sitting {
	t.Helper()
	s, err := Game.Open(settings)
	if err != nil {
		t.Fatal(err)
	}
	sitting, err := s.Sit(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return sitting
}

// Against uniform play in the classical variant all sets of stones are equally likely (see
// phantom.View): two stones on eight cells, each of which has 2/8. After a refusal one is certain, and the other on seven.
func TestBeliefOfTheFace(t *testing.T) {
	s := sit(t, "board=tictactoe")
	for _, a := range []string{"0,0", "1,1", "0,2"} {
		if err := s.Do(a); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want func(cell int) float64) {
		t.Helper()
		b, err := s.Belief(context.Background(), 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if b.Kind != catalog.ExactBelief {
			t.Errorf("the belief is %s", b.Kind)
		}
		for c, x := range b.Chances {
			if math.Abs(x-want(c)) > 1e-9 {
				t.Errorf("cell %d has chance %v, not %v", c, x, want(c))
			}
		}
	}
	check(func(cell int) float64 {
		if cell == 4 {
			return 0
		}
		return 2.0 / 8
	})
	if err := s.Do("0,2"); err != nil { // refused
		t.Fatal(err)
	}
	check(func(cell int) float64 {
		return map[int]float64{4: 0, 2: 1}[cell] + map[bool]float64{true: 1.0 / 7}[cell != 4 && cell != 2]
	})
	if b := s.Board(1); b.Cells[2].Tone != catalog.Side0 || b.Cells[0].Tone != catalog.Unknown || b.Cells[4].Tone != catalog.Side1 || b.Edges != nil {
		t.Errorf("the board is %+v", b)
	}
}

// On a board with too many boards to list the belief is sampled, and near what replays say.
func TestSampledBeliefOfTheFace(t *testing.T) {
	g, err := phantom.Parse("hex 4x4")
	if err != nil {
		t.Fatal(err)
	}
	v := g.NewView(1)
	for _, a := range []struct {
		heard bool
		cell  phantom.Cell
	}{{true, 0}, {false, 5}, {true, 0}, {false, 6}, {true, 0}} {
		if a.heard {
			err = v.Heard(phantom.Placed)
		} else {
			err = v.Did(a.cell, phantom.Placed)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	b := &catalog.CellBelief{}
	if err := sampled(context.Background(), g, v, rng, b); err != nil {
		t.Fatal(err)
	}
	const draws = 4000
	counts := make([]float64, g.Cells())
	replay := rejection.ReplaySide(g, 1, nil, 0)
	for range draws {
		var s phantom.State
		if err := replay.Sample(context.Background(), rng, v, 1, &s); err != nil {
			t.Fatal(err)
		}
		for c := range counts {
			counts[c] += float64(s.Stones[0]>>c&1) / draws
		}
	}
	for c, want := range counts {
		if got := b.Chances[c]; b.Kind != catalog.SampledBelief || math.Abs(got-want) > 5*math.Sqrt(0.25/beliefSamples) {
			t.Errorf("cell %d: %s %v, by replays %v", c, b.Kind, got, want)
		}
	}
}

// The side that joins top and bottom has their tone.
func TestEdgesOfTheFace(t *testing.T) {
	s := sit(t, "board=hex")
	for _, a := range []string{"0,1", "0,0", "1,1", "2,0", "2,1"} {
		if err := s.Do(a); err != nil {
			t.Fatal(err)
		}
	}
	b := s.Truth()
	if s.Turn() != catalog.Over || b.Shape != catalog.Hexagons || *b.Edges != (catalog.Edges{Rows: catalog.Side0, Cols: catalog.Side1}) {
		t.Fatalf("%d acts on %+v", s.Turn(), b)
	}
	if _, words := s.Gained(0); words != "won" || b.Cells[1].Tone != catalog.Side0 || b.Cells[6].Tone != catalog.Side1 {
		t.Errorf("%s: %+v", words, b.Cells)
	}
	for settings, fits := range map[string]bool{"board=hex,rows=4,cols=5": true, "board=hex,rows=5,cols=5": false} {
		s, err := Game.Open(settings)
		if err != nil {
			t.Fatal(err)
		}
		if (s.Fits() == nil) != fits {
			t.Errorf("%s: %v", settings, s.Fits())
		}
	}
}
