package uct

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/rejection"
	"blindsight/game/minesweeper"
)

// grown returns the tree of a search.
func grown(t *testing.T, g *minesweeper.Game, v *minesweeper.View, c Config) *tree[minesweeper.State, *minesweeper.View, minesweeper.Cell, minesweeper.Seen] {
	t.Helper()
	p := New(g, func() blindsight.Sampler[minesweeper.State, *minesweeper.View] { return rejection.New(g, 0) }, c)
	if _, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{Simulations: 2000}); err != nil {
		t.Fatal(err)
	}
	return p.trees[0]
}

// tally returns what is known of a choice, nothing if it was never tried.
func tally(t *tree[minesweeper.State, *minesweeper.View, minesweeper.Cell, minesweeper.Seen], c *choice[minesweeper.Cell]) edge {
	if c.edge < 0 {
		return edge{kids: -1}
	}
	return *t.edges.at(c.edge)
}

// Returns of the whole play are those from a node on plus a constant of the node, the cells
// that were open there. With a bonus beside which no return counts, both searches build the
// same tree, and every edge that was tried can be compared. One that was not is 0 in both.
func TestReturnsDifferByAConstantAtANode(t *testing.T) {
	for _, open := range [][]minesweeper.Cell{nil, {0}, {0, 5}} {
		g, err := minesweeper.New(minesweeper.Rules{Height: 3, Width: 4, Mines: 4}) // an opening pays 1/8
		if err != nil {
			t.Fatal(err)
		}
		v := g.NewView()
		for _, c := range open {
			if err := v.Did(c, 1); err != nil {
				t.Fatal(err)
			}
		}
		c := PaperA()
		c.Exploration = 1e200
		node := grown(t, g, v, c)
		c.Returns = WholePlay
		whole := grown(t, g, v, c)
		if node.nodes.count != whole.nodes.count {
			t.Fatalf("%d open: %d nodes, and by whole plays %d", len(open), node.nodes.count, whole.nodes.count)
		}
		// How many cells are open at each node, by the edges that lead there.
		opened := map[int32]int{0: len(open)}
		tried, untried := 0, 0
		reached := []int32{0}
		for i := 0; i < len(reached); i++ {
			at := reached[i]
			n, w := node.nodes.at(at), whole.nodes.at(at)
			before := opened[at]
			if n.choices < 0 {
				continue
			}
			for i := range n.count {
				was, is := node.choices.at(n.choices+i), whole.choices.at(w.choices+i)
				a, b := tally(node, was), tally(whole, is)
				if was.action != is.action || a.visits != b.visits {
					t.Fatalf("node %d: cell %d was tried %d times, and by whole plays cell %d %d times", at, was.action, a.visits, is.action, b.visits)
				}
				want := a.mean + float64(before)/8
				if a.visits == 0 {
					want = 0
					untried++
				} else {
					tried++
				}
				if math.Abs(b.mean-want) > 1e-12 {
					t.Fatalf("node %d, %d cells open: cell %d brought %v from there on, and %v in whole plays, want %v", at, before, was.action, a.mean, b.mean, want)
				}
				for k := a.kids; k >= 0; k = node.kids.at(k).next {
					opened[node.kids.at(k).node] = before + 1
					reached = append(reached, node.kids.at(k).node)
				}
			}
		}
		if len(reached) != node.nodes.count {
			t.Errorf("%d open: %d of %d nodes are reached", len(open), len(reached), node.nodes.count)
		}
		if tried < 100 || untried < 100 {
			t.Errorf("%d open: only %d edges that were tried and %d that were not", len(open), tried, untried)
		}
	}
}

// By paper A's formula an action that was never tried counts as 0 in both, and so comes
// later by whole plays. By hand, where every play so far brought 7/9 before the node and 1/9
// after: from the node on the bounds of the action tried once and of the others are 0.700
// and 0.833, so the second simulation tries another one; by whole plays 1.477 and 0.833.
func TestUntriedActionsWaitLongerByWholePlays(t *testing.T) {
	for _, c := range []struct {
		mean float64
		want int
	}{{1. / 9, 1}, {8. / 9, 0}} {
		tree := historyTree{bandit: bandit{UCB1, 1}, config: Config{Backup: Mean}}
		choices := choicesOf(&tree, edge{visits: 1, mean: c.mean}, edge{})
		if got := tree.selectBound(choices, nil, 1, scope{1, math.Inf(1)}, false); got != c.want {
			t.Errorf("a mean of %v: chose %d, want %d", c.mean, got, c.want)
		}
	}
}

// What the whole play does not go together with is said.
func TestWholePlayIsChecked(t *testing.T) {
	good := Config{Backup: Mean, Apart: true, Returns: WholePlay}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for name, c := range map[string]Config{
		"shared":     {Backup: Mean, Returns: WholePlay},
		"best":       {Apart: true, Returns: WholePlay},
		"weighted":   {Backup: Mean, Apart: true, Weighted: true, Returns: WholePlay},
		"discounted": {Backup: Mean, Apart: true, Discount: 0.9, Returns: WholePlay},
		"unknown":    {Backup: Mean, Apart: true, Returns: WholePlay + 1},
	} {
		if c.Check() == nil {
			t.Errorf("%s: passes", name)
		}
	}
}
