package sweepers

import (
	"cmp"
	"context"
	"slices"
	"time"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/search/reveal"
)

const (
	// maxSearched is how many placements a position may have to be searched: the
	// table of them takes some hundred megabytes beyond.
	maxSearched = 4_000_000
	// beliefStates is how many placements can be looked at for the price of one
	// belief, about.
	beliefStates = 64
	// searchBeliefs is how many beliefs are searched for one simulation granted: most
	// of them are small, and take an eighth of the time that those of the exact search do.
	searchBeliefs = 8
	// beliefTime is the time for one belief, about.
	beliefTime = 5 * time.Microsecond
	// exactStates is the number of placements from which down the search is exact.
	exactStates = 128
	// closeCells says which cells go on to the next breadth: those whose value is less
	// than the best by no more than this share, divided by the breadth.
	closeCells = 0.3
)

// search decides a position that is too large for the exact search and still small:
// one whose placements can all be listed and looked at within the budget. Each cell is
// valued by what a good play wins after it, exactly: where many placements are left that
// play chooses among the few cells that divide them best, where few are left among all.
// The few are first one, then two, and so on while the budget lasts, for those cells
// that came out close to the best. The result depends on the view and on the
// simulations granted alone.
func (p *strong) search(ctx context.Context, v *minesweeper.View, b blindsight.Budget) (d blindsight.Decision[minesweeper.Cell], ok bool) {
	nodes := searchBeliefs * int64(b.Simulations)
	if b.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.Time)
		defer cancel()
		if most := int64(b.Time / beliefTime); nodes == 0 || most < nodes {
			nodes = most
		}
	}
	if p.position.Counter.Size() > min(maxSearched, beliefStates*float64(nodes)) {
		return d, false
	}
	a, err := p.table(v, maxSearched)
	if err != nil {
		return d, false
	}
	p.solver.Forget()
	legal := p.cells
	actions := p.distinct(v, legal, reveal.Division(a))
	values := make([]int64, len(legal))
	spent := p.solver.Nodes()
	for breadth := 1; len(actions) > 1 || breadth == 1; breadth++ {
		left := nodes - (p.solver.Nodes() - spent)
		if b.Time > 0 && b.Simulations == 0 {
			left = 0 // the context ends it
		} else if left <= 0 {
			break
		}
		p.solver.Limit(left)
		found := p.solver.Estimate(ctx, a, reveal.Narrow{States: exactStates, Breadth: breadth}, actions)
		if len(found) == 0 {
			break
		}
		actions = actions[:len(found)]
		for i, value := range found {
			values[actions[i]] = value
		}
		slices.SortStableFunc(actions, func(x, y int) int { return cmp.Compare(values[y], values[x]) })
		close := float64(values[actions[0]]) * (1 - closeCells/float64(breadth+1))
		actions = slices.DeleteFunc(actions, func(j int) bool { return float64(values[j]) < close })
		if pace.Err(ctx) != nil {
			break
		}
	}
	d.Action, d.Value = legal[actions[0]], float64(values[actions[0]])/float64(a.States)
	for i, value := range values {
		if value > 0 {
			x := float64(value) / float64(a.States)
			d.Actions = append(d.Actions, blindsight.ActionStat[minesweeper.Cell]{Action: legal[i], Mean: x, Bound: 1, Value: x})
		}
	}
	return d, true
}

// distinct leaves of actions those that are not certainly mines, and of cells that the
// view's symmetries make equal the first.
func (p *strong) distinct(v *minesweeper.View, legal []minesweeper.Cell, actions []int) []int {
	var alike []minesweeper.Cell
	kept := actions[:0]
	for _, j := range actions {
		if c := legal[j]; p.position.Known[c] != 1 && !slices.Contains(alike, c) {
			kept = append(kept, j)
			alike = v.Alike(c, alike)
		}
	}
	return kept
}
