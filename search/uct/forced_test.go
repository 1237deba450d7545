package uct_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/rejection"
	"blindsight/game/minesweeper"
	"blindsight/search/uct"
)

// chooserView is a view that fails the test where anyone treats it as a choice while
// a move is forced: asks for its key, its actions or a state for it.
type chooserView struct {
	*minesweeper.View
	t testing.TB
}

func (v *chooserView) choice(what string) {
	if c, forced := v.Forced(); forced {
		v.t.Errorf("%s where cell %d is forced", what, c)
	}
}

func (v *chooserView) Key() blindsight.Key {
	v.choice("Key")
	return v.View.Key()
}

func (v *chooserView) Canonical() (blindsight.Key, int) {
	v.choice("Canonical")
	return v.View.Canonical()
}

func (v *chooserView) Legal(buf []cell) []cell {
	v.choice("Legal")
	return v.View.Legal(buf)
}

func (v *chooserView) CanonicalLegal(transformation int, buf []cell) []cell {
	v.choice("CanonicalLegal")
	return v.View.CanonicalLegal(transformation, buf)
}

func (v *chooserView) Clone() *chooserView { return &chooserView{v.View.Clone(), v.t} }

func (v *chooserView) CopyFrom(w *chooserView) { v.View.CopyFrom(w.View) }

// chooserSampler draws states for such views.
type chooserSampler struct{ sampler }

func (s chooserSampler) Sample(ctx context.Context, rng *rand.Rand, v *chooserView, effort int, state *minesweeper.State) error {
	v.choice("Sample")
	return s.sampler.Sample(ctx, rng, v.View, effort, state)
}

// Moves that the rules force are played inside a simulation and are no node.
func TestForcedMovesAreNoNodes(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 5, Width: 5, Mines: 3, AutoOpen: true})
	newSampler := func() blindsight.Sampler[minesweeper.State, *chooserView] {
		return chooserSampler{rejection.New(g, 0)}
	}
	for _, c := range configs() {
		p := uct.New(g, newSampler, c)
		d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), &chooserView{g.NewView(), t}, blindsight.Budget{Simulations: 2000})
		if err != nil {
			t.Fatal(err)
		}
		if d.Simulations != 2000 || d.Value <= 0 || d.Value > 1 {
			t.Errorf("%s: %d simulations, value %v", name(c), d.Simulations, d.Value)
		}
	}
}

// On 1x3/1 a corner wins: it shows 1, and the other corner is safe, or it shows 0,
// and the middle opens by itself. The middle shows 1, and the rest is a guess: half of
// the score, and in half of the cases the other half.
func TestForcedMovesCount(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 1, Width: 3, Mines: 1, AutoOpen: true})
	for _, c := range configs() {
		c.Exploration = 2
		d := decide(t, newPlanner(g, c), g.NewView(), 1, 4000)
		if d.Action == 1 {
			t.Errorf("%s: chose the middle", name(c))
		}
		for _, s := range d.Actions {
			want, tolerance := 1.0, 0.01 // what the first plays lost
			if s.Action == 1 {
				want, tolerance = 0.75, 0.06 // at least 400 returns that deviate by 0.25: 5 standard errors
			}
			if math.Abs(s.Value-want) > tolerance {
				t.Errorf("%s: cell %d is valued at %.3f after %d simulations, want %v", name(c), s.Action, s.Value, s.Simulations, want)
			}
		}
	}
}

// A forced move needs no search.
func TestForcedRoot(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 1, AutoOpen: true})
	v := g.NewView()
	if err := v.Did(0, 0); err != nil {
		t.Fatal(err)
	}
	if d := decide(t, newPlanner(g, uct.PaperA()), v, 1, 1000); d.Action != 1 || d.Simulations != 0 {
		t.Errorf("chose cell %d after %d simulations, want 1, the first neighbour of the 0, at once", d.Action, d.Simulations)
	}
}
