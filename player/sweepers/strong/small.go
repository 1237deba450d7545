package strong

import (
	"cmp"
	"context"
	"slices"
	"time"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/player/sweepers/bssuct"
	"blindsight/search/reveal"
	"blindsight/search/uct"
)

// SmallBoard is how many cells a board may have for the searches of small boards: on larger ones nothing
// was gained by them.
const SmallBoard = 36

const (
	// leastSampled is the number of placements from which on simulations tell more than
	// the narrow search, on boards that are not dense.
	leastSampled = 10_000
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
)

// sampled is the stage of small boards that are decided by simulations: UCT with the exact search at its leaves.
type sampled struct {
	game   *minesweeper.Game // that the player is for
	player minesweeper.Planner

	caution float64 // see [Constants]
}

// forSimulations tells whether a position is one for simulations: it is small enough to be
// searched, has many placements, and fewer than half of its unknown cells are mines. On
// denser boards, where wins are rare, the narrow search is better (5x5/15: 99.4% of
// the optimum against 97%), on others simulations are (5x5/10).
func forSimulations(p *position) bool {
	size := p.Counter.Size()
	return size > leastSampled && size <= maxSearched && 2*p.Sums.Total < p.Sums.Unknowns
}

func (s *sampled) decide(ctx context.Context, p *position, b *budget) (choice, bool) {
	if b.none() || p.game().Cells() > SmallBoard || !forSimulations(p) {
		return choice{}, false
	}
	if s.game != p.game() {
		s.game = p.game()
		s.player = bssuct.NewSearch(s.game, bssuct.Options{Policy: 1, Exact: 200, Search: uct.Config{
			Bandit: uct.UCBV, Weighted: true, Caution: s.caution, Workers: 1,
		}})
	}
	d, err := s.player.Choose(ctx, b.rng, p.view, b.half)
	return choice{Decision: d, err: err}, true
}

// narrow is the stage of small boards that are too large for the exact search: of positions
// whose placements can all be listed and looked at within the budget. Each cell is
// valued by what a good play wins after it, exactly: where many placements are left that
// play chooses among the few cells that divide them best, where few are left among all.
// The few are first one, then two, and so on while the budget lasts, for those cells
// that came out close to the best. The result depends on the view and on the
// simulations granted alone.
type narrow struct {
	solver *reveal.Solver
	close  float64 // see [Constants]
}

func (s *narrow) decide(ctx context.Context, p *position, b *budget) (choice, bool) {
	if b.none() || p.game().Cells() > SmallBoard {
		return choice{}, false
	}
	if d, ok := s.search(ctx, p, b.half); ok {
		return choice{Decision: d}, true
	}
	err := pace.Err(ctx)
	return failed(err), err != nil
}

func (s *narrow) search(ctx context.Context, p *position, b blindsight.Budget) (d minesweeper.Decision, ok bool) {
	nodes := searchBeliefs * int64(b.Simulations)
	if b.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.Time)
		defer cancel()
		if most := int64(b.Time / beliefTime); nodes == 0 || most < nodes {
			nodes = most
		}
	}
	if p.Counter.Size() > min(maxSearched, beliefStates*float64(nodes)) {
		return d, false
	}
	a, err := p.table(maxSearched)
	if err != nil {
		return d, false
	}
	s.solver.Forget()
	legal := p.cells
	actions := distinct(p, legal, reveal.Division(a))
	values := make([]int64, len(legal))
	spent := s.solver.Nodes()
	for breadth := 1; len(actions) > 1 || breadth == 1; breadth++ {
		left := nodes - (s.solver.Nodes() - spent)
		if b.Time > 0 && b.Simulations == 0 {
			left = 0 // the context ends it
		} else if left <= 0 {
			break
		}
		s.solver.Limit(left)
		found := s.solver.Estimate(ctx, a, reveal.Narrow{States: exactStates, Breadth: breadth}, actions)
		if len(found) == 0 {
			break
		}
		actions = actions[:len(found)]
		for i, value := range found {
			values[actions[i]] = value
		}
		slices.SortStableFunc(actions, func(x, y int) int { return cmp.Compare(values[y], values[x]) })
		close := float64(values[actions[0]]) * (1 - s.close/float64(breadth+1))
		actions = slices.DeleteFunc(actions, func(j int) bool { return float64(values[j]) < close })
		if pace.Err(ctx) != nil {
			break
		}
	}
	d.Action, d.Value, d.Measure = legal[actions[0]], float64(values[actions[0]])/float64(a.States), blindsight.Return
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
func distinct(p *position, legal []minesweeper.Cell, actions []int) []int {
	var alike []minesweeper.Cell
	kept := actions[:0]
	for _, j := range actions {
		if c := legal[j]; p.Known[c] != 1 && !slices.Contains(alike, c) {
			kept = append(kept, j)
			alike = p.view.Alike(c, alike)
		}
	}
	return kept
}
