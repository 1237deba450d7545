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

// steady is a guide that keeps only some cells, plays rollouts in the order of cells,
// and knows what it is told.
type steady struct {
	keep  func(minesweeper.Cell) bool
	alike bool
	value func(v *minesweeper.View) (float64, bool)
}

func (s steady) Candidates(_ *minesweeper.View, legal []minesweeper.Cell) ([]minesweeper.Cell, bool) {
	kept := legal[:0]
	for _, c := range legal {
		if s.keep(c) {
			kept = append(kept, c)
		}
	}
	return kept, s.alike
}

func (steady) Rollout(_ *rand.Rand, v *minesweeper.View) minesweeper.Cell { return v.Legal(nil)[0] }

func (s steady) Value(v *minesweeper.View) (float64, bool) { return s.value(v) }

func guided(t *testing.T, s steady, c uct.Config) blindsight.Decision[minesweeper.Cell] {
	t.Helper()
	g, err := minesweeper.New(minesweeper.Rules{Height: 2, Width: 3, Mines: 2, Objective: minesweeper.Win})
	if err != nil {
		t.Fatal(err)
	}
	v := g.NewView()
	if err := v.Did(0, 1); err != nil {
		t.Fatal(err)
	}
	p := uct.New(g, func() blindsight.Sampler[minesweeper.State, *minesweeper.View] {
		return rejection.New[minesweeper.State, *minesweeper.View](g, 0)
	}, c).Guided(func() uct.Guide[*minesweeper.View, minesweeper.Cell] { return s })
	d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{Simulations: 4000})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func unknown(*minesweeper.View) (float64, bool) { return 0, false }

func TestGuideChoosesCandidates(t *testing.T) {
	odd := func(c minesweeper.Cell) bool { return c%2 == 1 }
	for _, share := range []bool{false, true} {
		d := guided(t, steady{keep: odd, value: unknown}, uct.Config{Sampling: uct.AtNodes, Bandit: uct.UCB1, Backup: uct.Mean, Apart: !share})
		if len(d.Actions) != 3 {
			t.Errorf("share %v: %d actions considered, want 3", share, len(d.Actions))
		}
		sum := 0
		for _, a := range d.Actions {
			sum += a.Simulations
			if !odd(a.Action) {
				t.Errorf("share %v: action %d is no candidate", share, a.Action)
			}
		}
		if sum != 4000 || d.Simulations != 4000 {
			t.Errorf("share %v: %d simulations in the table, %d in all", share, sum, d.Simulations)
		}
		if d = guided(t, steady{keep: odd, alike: true, value: unknown}, uct.Config{Sampling: uct.AtNodes, Bandit: uct.UCB1, Backup: uct.Mean, Apart: !share}); len(d.Actions) != 1 {
			t.Errorf("share %v: %d actions considered where one will do", share, len(d.Actions))
		}
	}
}

// Values that the guide knows are taken as they are: with a guide that calls every
// view after the first move worth 0.3, a move is worth 0.3 times its chance to be safe.
func TestGuideKnowsValues(t *testing.T) {
	all := func(minesweeper.Cell) bool { return true }
	d := guided(t, steady{keep: all, value: func(*minesweeper.View) (float64, bool) { return 0.3, true }}, uct.Config{Sampling: uct.AtNodes, Bandit: uct.UCBV, Backup: uct.Mean, Apart: true})
	for _, a := range d.Actions {
		// After a first 1 in the corner of 2x3/2, one mine is among its three neighbours
		// and one among the two other cells.
		safe := 2. / 3
		if a.Action == 2 || a.Action == 5 {
			safe = 1. / 2
		}
		if want := 0.3 * safe; math.Abs(a.Value-want) > 0.04 || math.Abs(a.Mean-want) > 0.04 {
			t.Errorf("cell %d: mean %.3f, value %.3f, want %.3f", a.Action, a.Mean, a.Value, want)
		}
	}
}

// A guide that keeps an action, but not the one that stands for all that are equivalent
// to it, leads to legal actions still.
func TestGuideKeepsAnEquivalent(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 3, Width: 3, Mines: 3, Objective: minesweeper.Win})
	if err != nil {
		t.Fatal(err)
	}
	v := g.NewView()
	if err := v.Did(4, 3); err != nil {
		t.Fatal(err)
	}
	for _, keep := range []minesweeper.Cell{0, 1, 7, 8} {
		p := uct.New(g, func() blindsight.Sampler[minesweeper.State, *minesweeper.View] {
			return rejection.New[minesweeper.State, *minesweeper.View](g, 0)
		}, sharing(uct.PaperA())).Guided(func() uct.Guide[*minesweeper.View, minesweeper.Cell] {
			return steady{keep: func(c minesweeper.Cell) bool { return c == keep }, alike: true, value: unknown}
		})
		d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{Simulations: 500})
		if err != nil || v.At(d.Action) != minesweeper.Covered {
			t.Errorf("keeping %d: opens %d (%v)", keep, d.Action, err)
		}
	}
}
