package minesweeper

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/search/expectimax"
)

// Strong are the parameters of the player [NewStrong]. studies/mines-strength/LOG.md
// says what each was measured to be worth.
type Strong struct {
	// Candidates is how many cells are looked at closely, at most, Loose how many of
	// them may lie beside no number.
	Candidates, Loose int
	// Window is the least chance to survive that a candidate may have, as a share of
	// the safest cell's.
	Window float64
	// Progress is what finding a certainly safe cell next is worth beyond surviving.
	Progress float64
	// Exact is the number of placements from which down the exact optimum is sought
	// without a budget.
	Exact int
}

// DefaultStrong returns the parameters that are meant to be used.
func DefaultStrong() Strong {
	return Strong{Candidates: 12, Loose: 4, Window: 0.9, Progress: 0.1, Exact: 400}
}

// instantNodes is how many beliefs the exact search may visit without a budget.
const instantNodes = 10_000

// NewStrong returns the player that is meant to win most games on boards of any size.
// It opens what is certainly safe; where nothing is, and few placements are left, it plays
// the exact optimum; else it opens the cell that best combines the chance to survive it with
// what comes after: the exact distribution of the number it would show, and for each number
// whether a certainly safe cell follows, or how safe the next guess can be at best.
//
// Without a budget a decision takes some hundred microseconds at most on a board of
// 16x30/99. A budget goes to the exact search, which then takes on up to 20,000 placements:
// one belief for each simulation, or the time. Where that does not finish, or takes on too
// few, another search follows on boards of up to 64 cells with up to four million placements: UCT, one
// simulation for each granted, or on dense boards and further down a narrower exact one
// ([expectimax.Solver.Estimate]), eight beliefs for each.
//
// A decision's value is exact where the exact search decided; it is what some play wins
// where another search did, else the chance to survive.
func NewStrong(o Strong) Player {
	return &strong{Strong: o, solver: expectimax.New(expectimax.Options{Memory: guideMemory, Workers: 1})}
}

type strong struct {
	Strong
	front   frontier
	counter counting.Counter // of the view
	sums    blindsight.Sums
	solver  *expectimax.Solver
	list    []candidate
	ahead   ahead
	sampled sampled
}

func (p *strong) Choose(ctx context.Context, rng *rand.Rand, v *minesweeper.View, b blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	var none blindsight.Decision[minesweeper.Cell]
	if v.Left() == 0 {
		return none, errNoCell
	}
	if c, forced := v.Forced(); forced {
		return sure(c), nil
	}
	if !v.Started() {
		return sure(p.first(v)), nil
	}
	if p.front.game != nil && p.front.follows(v) {
		if c, ok := p.front.anySafe(v); ok {
			return sure(c), nil
		}
	}
	p.front.constraints(v, &p.sums)
	if err := p.counter.Count(&p.sums); err != nil {
		p.front.game = nil // start anew
		return none, err
	}
	p.front.learn(&p.sums, p.counter.Certain())
	if c, ok := p.front.anySafe(v); ok {
		return sure(c), nil
	}
	b.Time /= 2 // for the exact search, and for the one after it
	if d, ok := p.exact(ctx, v, b); ok {
		return d, nil
	}
	if ctx.Err() == nil && b != (blindsight.Budget{}) && v.Game().Cells() <= smallBoard {
		if p.samples() {
			return p.sample(ctx, rng, v, b)
		}
		if d, ok := p.search(ctx, v, b); ok {
			return d, nil
		}
	}
	if ctx.Err() != nil {
		return none, ctx.Err()
	}
	return p.guess(v), nil
}

// first returns the first cell: the best one where that is known, else a corner, where a 0
// is most likely, unless the rules make the first cell a 0, which then opens most in the
// open.
func (*strong) first(v *minesweeper.View) minesweeper.Cell {
	if c, ok := knownFirst(v.Game()); ok {
		return c
	}
	r := v.Game().Rules()
	legal := v.Legal(nil)
	if r.First == minesweeper.Gnomine {
		if c := v.Game().Cell(min(3, r.Height/2), min(3, r.Width/2)); slices.Contains(legal, c) {
			return c
		}
	}
	return legal[0]
}

// exact plays the optimum if it is found within the budget.
func (p *strong) exact(ctx context.Context, v *minesweeper.View, b blindsight.Budget) (d blindsight.Decision[minesweeper.Cell], ok bool) {
	most, nodes := p.Exact, int64(instantNodes)
	if b.Time > 0 || b.Simulations > 0 {
		most, nodes = maxTable, int64(b.Simulations)
	}
	if p.counter.Size() > float64(most)+0.5 {
		return d, false
	}
	a, err := v.Game().Answers(v, most)
	if err != nil {
		return d, false
	}
	if b.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.Time)
		defer cancel()
	}
	// What is found within a limit depends on what is remembered, and a decision must
	// not depend on the games before.
	p.solver.Forget()
	p.solver.Limit(nodes)
	choice := p.solver.Best(ctx, a)
	if !choice.Value.Exact() || choice.Action < 0 {
		return d, false
	}
	return decisionOf(v, a, choice), true
}
