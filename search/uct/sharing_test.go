package uct

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/rejection"
	"blindsight/game/minesweeper"
)

// A search that has been everywhere has a node for each history from which play can
// go on; with shared nodes, one for each class of views under the board's symmetries.
func TestNodesAreShared(t *testing.T) {
	type state = minesweeper.State
	type view = minesweeper.View
	g, err := minesweeper.New(minesweeper.Rules{Height: 2, Width: 3, Mines: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		config Config
		key    func(v *view, before any) any // what makes a node: equal keys, one node
	}{
		{"histories", PaperA(), func(v *view, before any) any { return [2]any{before, v.Key()} }},
		{"views", Config{Bandit: UCB1, Backup: Mean}, func(v *view, _ any) any {
			k, _ := v.Canonical()
			return k
		}},
	} {
		want := make(map[any]bool)
		walkAll(g, g.NewView(), nil, tt.key, want)
		tt.config.Exploration = 1000 // almost uniform
		p := New(g, func() blindsight.Sampler[state, *view] { return rejection.New(g, 0) }, tt.config)
		if _, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), g.NewView(), blindsight.Budget{Simulations: 100_000}); err != nil {
			t.Fatal(err)
		}
		if got := p.trees[0].nodes.count; got != len(want) {
			t.Errorf("%s: %d nodes, want %d", tt.name, got, len(want))
		}
		t.Logf("%s: %d", tt.name, len(want))
	}
}

// walkAll notes the keys of a view and of all that can follow it.
func walkAll(g *minesweeper.Game, v *minesweeper.View, before any, key func(*minesweeper.View, any) any, keys map[any]bool) {
	k := key(v, before)
	keys[k] = true
	for _, c := range v.Legal(nil) {
		for seen := range minesweeper.Seen(9) {
			next := v.Clone()
			if next.Did(c, seen) != nil || next.Left() == 0 {
				continue
			}
			for range g.States(next) { // if there is a state that shows this
				walkAll(g, next, k, key, keys)
				break
			}
		}
	}
}
