package reveal_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/game/minesweeper"
	"blindsight/search/reveal"
)

// Best finds what Actions finds, and of equals the action that loses least.
func TestBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	tables := randomTables(t, 300, 200, 12)
	for range 300 {
		tables = append(tables, arbitrary(rng, 70, 2+rng.IntN(7), 1+rng.IntN(4)))
	}
	ctx := context.Background()
	for i, a := range tables {
		s := reveal.New(reveal.Options{Memory: 1 << 20, Workers: 1})
		c := s.Best(ctx, a)
		exact := s.Actions(ctx, a)
		want, losses := -1, 0
		for action, b := range exact {
			n := 0
			for _, x := range a.Shown[action*a.States : (action+1)*a.States] {
				if x > 14 {
					n++
				}
			}
			if want < 0 || b.Lower > exact[want].Lower || b.Lower == exact[want].Lower && n < losses {
				want, losses = action, n
			}
			if got := c.Actions[action]; got.Lower > b.Lower || got.Upper < b.Upper {
				t.Fatalf("table %d, action %d: bounds %v do not enclose %v", i, action, got, b)
			}
		}
		if c.Action != want || c.Value != exact[want] || c.Actions[want] != exact[want] {
			t.Fatalf("table %d: best %d %v %v, want %d %v", i, c.Action, c.Value, c.Actions[c.Action], want, exact[want])
		}
	}
}

// Work is the same for any number of workers: what is counted, and what a limit
// leaves unsolved.
func TestWorkersChangeNothing(t *testing.T) {
	first := firstTables(t, minesweeper.Rules{Height: 4, Width: 4, Mines: 5}, 0, 1)
	second := firstTables(t, minesweeper.Rules{Height: 4, Width: 4, Mines: 5}, 0, 0)
	for _, o := range []reveal.Options{{}, {Memory: 100_000}, {Nodes: 50}, {Nodes: 500, Memory: 100_000}} {
		var bounds []reveal.Bounds
		nodes := int64(0)
		for _, workers := range []int{1, 2, 5} {
			o.Workers = workers
			s := reveal.New(o)
			got := append(s.Win(context.Background(), first...), s.Win(context.Background(), second...)...)
			if workers == 1 {
				bounds, nodes = got, s.Nodes()
			}
			if !slices.Equal(got, bounds) || s.Nodes() != nodes {
				t.Errorf("%+v: %v and %d nodes, with one worker %v and %d", o, got, s.Nodes(), bounds, nodes)
			}
		}
		if nodes == 0 {
			t.Errorf("%+v: no node was counted", o)
		}
	}
}

// A limit of nodes is kept, gives bounds that enclose the value, and the same ones
// whenever nothing is remembered; with enough nodes the value is found.
func TestLimit(t *testing.T) {
	tables := firstTables(t, minesweeper.Rules{Height: 4, Width: 4, Mines: 5}, 0, 1)
	ctx := context.Background()
	s := reveal.New(reveal.Options{Workers: 1})
	solved := make(map[int64]int)
	for _, a := range tables {
		s.Forget()
		s.Limit(0)
		value := s.Win(ctx, a)[0]
		if !value.Exact() {
			t.Fatal("not solved without limit")
		}
		for _, limit := range []int64{1, 10, 100, 1000, 100_000} {
			s.Limit(limit)
			s.Forget()
			before := s.Nodes()
			got := s.Win(ctx, a)[0]
			if n := s.Nodes() - before; n > limit+1 {
				t.Errorf("%d nodes, the limit was %d", n, limit)
			}
			if got.Lower > value.Lower || got.Upper < value.Upper {
				t.Errorf("%d nodes: bounds %v do not enclose %v", limit, got, value)
			}
			if got.Exact() {
				solved[limit]++
			}
			s.Forget()
			if again := s.Win(ctx, a)[0]; again != got {
				t.Errorf("%d nodes: %v, the second time %v", limit, got, again)
			}
			s.Forget()
			c := s.Best(ctx, a)
			if c.Value.Lower > value.Lower || c.Value.Upper < value.Upper {
				t.Errorf("%d nodes: Best's bounds %v do not enclose %v", limit, c.Value, value)
			}
			for _, b := range s.Actions(ctx, a) {
				if b.Lower > value.Lower {
					t.Errorf("%d nodes: an action wins %v of %v", limit, b, value)
				}
			}
		}
	}
	if solved[100_000] != len(tables) || solved[10] == len(tables) {
		t.Errorf("of %d tables were solved: %v", len(tables), solved)
	}
}
