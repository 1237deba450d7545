package cfr_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"blindsight"
	"blindsight/game/phantom"
	"blindsight/search/cfr"
)

// The best response to a plan over views that forget is the same by two roads: the graph of states,
// walked by who forgets nothing, and the sequence form of the game that is listed play by play, whose plan
// says in each information set what the plan over views says.
func TestGraphAgainstForm(t *testing.T) {
	for _, c := range []struct {
		settings   string
		iterations []int
	}{
		{"hex 2x2 classical", []int{0, 1, 7}},
		{"hex 2x3 classical", []int{0, 30}},
		{"hex 3x2 classical", []int{0, 30}},
		{"hex 2x3 abrupt", []int{0, 3}},
		{"hex 3x2 abrupt", []int{0, 30}},
		{"tictactoe 1x5 classical", []int{0, 10}},
		{"tictactoe 2x3 abrupt", []int{5}},
	} {
		g, form, graph := both(t, c.settings)
		solver := cfr.NewGraphSolver(graph)
		for _, n := range c.iterations {
			for solver.Iterations() < n {
				solver.Iterate()
			}
			plans := solver.Average()
			lo, hi, sets, err := graph.Bounds(t.Context(), plans, 1)
			if err != nil {
				t.Fatal(err)
			}
			wantLo, wantHi := form.Bounds([2]cfr.Plan{fullPlan(t, g, form, graph, 0, plans[0]), fullPlan(t, g, form, graph, 1, plans[1])})
			t.Logf("%s, %d iterations: value between %.6f and %.6f; %d states, %d and %d views, %d and %d information sets",
				c.settings, n, lo, hi, graph.States(), graph.Sets(0), graph.Sets(1), sets[0], sets[1])
			if math.Abs(lo-wantLo) > 1e-9 || math.Abs(hi-wantHi) > 1e-9 {
				t.Errorf("%s, %d iterations: bounds %v, %v; by the form %v, %v", c.settings, n, lo, hi, wantLo, wantHi)
			}
			if n == 0 && sets != [2]int64{int64(form.Sets(0)), int64(form.Sets(1))} { // uniform play comes everywhere
				t.Errorf("%s: %v information sets, the form has %d and %d", c.settings, sets, form.Sets(0), form.Sets(1))
			}
			againLo, againHi, againSets, err := graph.Bounds(t.Context(), plans, 3)
			if err != nil || againLo != lo || againHi != hi || againSets != sets {
				t.Errorf("three workers: %v, %v, %v, %v; one: %v, %v, %v", againLo, againHi, againSets, err, lo, hi, sets)
			}
		}
	}
}

// both returns a game, listed and by its boards.
func both(t *testing.T, settings string) (*phantom.Game, *cfr.Form[phantom.Cell, phantom.Answer], *cfr.Graph[phantom.Cell]) {
	t.Helper()
	g, err := phantom.Parse(settings)
	if err != nil {
		t.Fatal(err)
	}
	form, err := cfr.List(t.Context(), g, g.NewView, 0)
	if err != nil {
		t.Fatal(err)
	}
	graph, err := cfr.Unfold(t.Context(), g.Boards(), g.NewView, 0)
	if err != nil {
		t.Fatal(err)
	}
	return g, form, graph
}

// fullPlan says in each information set of the form what a plan over views says.
func fullPlan(t *testing.T, g *phantom.Game, form *cfr.Form[phantom.Cell, phantom.Answer], graph *cfr.Graph[phantom.Cell], side blindsight.Side, p cfr.Plan) cfr.Plan {
	full := form.Uniform(side)
	for i := range form.Sets(side) {
		v := g.NewView(side)
		for _, e := range form.Past(side, i, nil) {
			var err error
			if e.Heard {
				err = v.Heard(e.Seen)
			} else {
				err = v.Did(e.Action, e.Seen)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		actions, first := graph.Actions(side, v.Key())
		if actions == nil {
			t.Fatalf("no such view: %v", v)
		}
		copy(form.Play(side, full, i), p[first:first+len(actions)])
	}
	return full
}

// CFR+ over views that forget comes near an equilibrium of the full game where that is known to
// work: its bounds, which are of the full game, close around what CFR+ over information sets proves.
func TestGraphSolver(t *testing.T) {
	for _, c := range []struct {
		settings   string
		iterations int
		gap        float64
	}{{"hex 2x2 classical", 20, 1e-9}, {"hex 3x2 classical", 50, 0.001}, {"hex 3x2 abrupt", 300, 0.005}} {
		g, form, graph := both(t, c.settings)
		solver, full := cfr.NewGraphSolver(graph), cfr.NewSolver(form, 1)
		for range c.iterations {
			solver.Iterate()
			full.Iterate()
		}
		lo, hi, _, err := graph.Bounds(t.Context(), solver.Average(), 1)
		if err != nil {
			t.Fatal(err)
		}
		fullLo, fullHi := form.Bounds(full.Average())
		t.Logf("%v: %.6f to %.6f, over information sets %.6f to %.6f", g.Rules(), lo, hi, fullLo, fullHi)
		if hi-lo > c.gap || lo > fullHi+1e-9 || hi < fullLo-1e-9 {
			t.Errorf("%s: %v to %v, over information sets %v to %v", c.settings, lo, hi, fullLo, fullHi)
		}
	}
}

// What cannot be unfolded is refused, and a walk ends with its context.
func TestUnfoldRefuses(t *testing.T) {
	g, _, graph := both(t, "hex 2x3 classical")
	if _, err := cfr.Unfold(t.Context(), g.Boards(), g.NewView, 1000); !errors.Is(err, blindsight.ErrTooMany) {
		t.Errorf("in 1000 bytes: %v", err)
	}
	if _, err := cfr.Unfold(t.Context(), circle{g.Boards()}, g.NewView, 0); !errors.Is(err, cfr.ErrCircle) {
		t.Errorf("a circle: %v", err)
	}
	if _, err := cfr.Unfold(t.Context(), generous{g.Boards()}, g.NewView, 0); !errors.Is(err, cfr.ErrNotZeroSum) {
		t.Errorf("gains for both: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := cfr.Unfold(ctx, g.Boards(), g.NewView, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	if _, _, err := graph.Respond(ctx, 0, graph.Uniform(1), 2); !errors.Is(err, context.Canceled) {
		t.Errorf("a response in a context that has ended: %v", err)
	}
}

// circle comes back to the empty board when the second stone is placed.
type circle struct{ phantom.Boards }

func (g circle) AllSteps(b *phantom.Board, c phantom.Cell, to *phantom.Board, visit func(float64, blindsight.Step[phantom.Answer]) bool) bool {
	if b.Stones[0] == 0 {
		return g.Boards.AllSteps(b, c, to, visit)
	}
	*to = phantom.Board{}
	return visit(1, blindsight.Step[phantom.Answer]{Seen: phantom.Placed, Heard: phantom.Placed})
}

// generous rewards both sides.
type generous struct{ phantom.Boards }

func (g generous) AllSteps(b *phantom.Board, c phantom.Cell, to *phantom.Board, visit func(float64, blindsight.Step[phantom.Answer]) bool) bool {
	return g.Boards.AllSteps(b, c, to, func(p float64, step blindsight.Step[phantom.Answer]) bool {
		step.Reward, step.Other = 1, 1
		return visit(p, step)
	})
}
