package sweepers

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/player/sweepers/bssuct"
	"blindsight/player/sweepers/deduction"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
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
	// Depth is how many guesses are looked ahead, 2 or 3; 0 means 2 without a budget and 3
	// with one.
	Depth int
	// Playouts is the number of cells not known from which down guesses are compared by as
	// many playouts as there are simulations in the budget; above it by fewer.
	Playouts int
	// Exact is the number of placements from which down the exact optimum is sought
	// without a budget.
	Exact int
	// First is the first cell to open; nil means the best that is known, or with a budget is
	// found by playouts.
	First *minesweeper.Cell
}

// DefaultStrong returns the parameters that are meant to be used.
func DefaultStrong() Strong {
	return Strong{Candidates: 16, Loose: 8, Window: 0.86, Playouts: 150, Exact: 400}
}

// How many beliefs the exact search may visit: without a budget, and with simulations, if
// not more of these are granted.
const (
	instantNodes = 10_000
	exactNodes   = 50_000
)

// quickExact is the number of placements from which down playouts end with the exact value.
const quickExact = 150

// NewStrong returns the player that is meant to win most games on boards of any size.
// It opens what is certainly safe; where nothing is, and few placements are left, it plays
// the exact optimum: of the whole board, of parts that have only the number of mines left in
// common, or of one part that stands alone; else it guesses: by the
// chance to survive a cell, by what each number that it can show would leave, by its
// surroundings, by the forced guesses that it would spare, with weights that were fitted.
//
// Without a budget a decision takes a millisecond or two at most on a board of
// 16x30/99. With one the exact search takes on up to 20,000 placements and visits 50,000
// beliefs, or one for each simulation if these are more, or takes half of the time. Then, on
// boards of up to 36 cells and up to four million placements, another search follows: UCT,
// one simulation for each granted, or on dense boards and further down a narrower exact one
// ([reveal.Solver.Estimate]), eight beliefs for each. On other boards a guess is looked at
// one guess further, and the best candidates are compared by playing on after them: no more
// playouts than simulations, an eighth of that while many cells are unknown, or the other half of the time; none at the
// very beginning, where they say no more than the weights. First
// cells of boards for which none is known are compared by playing whole games, as many as there are
// simulations or as the time allows: once for each board.
//
// A decision's value is exact where the exact search decided, or the book of moves that it has filled; it is what some play wins
// where another search did, else the chance to survive.
func NewStrong(o Strong) Player {
	p := newStrong(o)
	o.Exact = min(o.Exact, quickExact)
	p.playouts = &playouts{roller: newStrong(o)}
	p.playouts.roller.quick = true
	return p
}

func newStrong(o Strong) *strong {
	return &strong{Strong: o, weights: weightsAhead, solver: reveal.New(reveal.Options{Memory: bssuct.Memory, Workers: 1})}
}

type strong struct {
	Strong
	position deduction.Position // the view, counted
	solver   *reveal.Solver
	cells    []minesweeper.Cell // not known
	mines    []minesweeper.Cell // known
	parts    optimum.Parts
	names    []int32 // the closed cells
	sure     []int8  // what is known of them
	list     []candidate
	weights  [len(weightsAhead)]weights
	ahead    [2]ahead
	fifties  fifties
	quick    bool // the safest cell is guessed: for playouts
	sampled  sampled
	opened   openedFirst
	*playouts
}

func (p *strong) Choose(ctx context.Context, rng *rand.Rand, v *minesweeper.View, b blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	d, _, err := p.choose(ctx, rng, v, b)
	return d, err
}

// choose tells also whether the decision's value is the exact chance to win.
func (p *strong) choose(ctx context.Context, rng *rand.Rand, v *minesweeper.View, b blindsight.Budget) (d blindsight.Decision[minesweeper.Cell], exact bool, err error) {
	if v.Left() == 0 {
		return d, false, minesweeper.ErrNoCell
	}
	if c, forced := v.Forced(); forced {
		return sure(c), false, nil
	}
	if !v.Started() {
		c, err := p.first(ctx, v, b)
		return blindsight.Decision[minesweeper.Cell]{Action: c, Value: 1 - v.Game().FirstRisk()}, false, err
	}
	if c, value, ok := knownNext(v); ok {
		return blindsight.Decision[minesweeper.Cell]{Action: c, Value: value}, true, nil
	}
	if p.position.HoldsFor(v) {
		if c, ok := p.position.AnySafe(v); ok {
			return sure(c), false, nil
		}
	}
	if err := p.position.Count(v); err != nil {
		return d, false, err
	}
	if c, ok := p.position.AnySafe(v); ok {
		return sure(c), false, nil
	}
	b.Time /= 2 // for the exact searches, and for what comes after them
	timed := ctx
	if b.Time > 0 {
		var cancel context.CancelFunc
		timed, cancel = context.WithTimeout(ctx, b.Time)
		defer cancel()
	}
	if d, ok := p.exact(timed, v, b); ok {
		return d, true, nil
	}
	if pace.Err(ctx) != nil {
		return d, false, pace.Err(ctx)
	}
	if p.quick {
		best := p.safestCell(v.Game())
		return blindsight.Decision[minesweeper.Cell]{Action: minesweeper.Cell(p.position.Sums.Names[best.unknown]), Value: best.safe}, false, nil
	}
	if d, ok := p.standing(ctx, v, b); ok {
		return d, false, nil
	}
	if d, ok := p.together(timed, v, b); ok {
		return d, true, nil
	}
	if pace.Err(ctx) != nil {
		return d, false, pace.Err(ctx)
	}
	if b != (blindsight.Budget{}) && v.Game().Cells() <= smallBoard {
		if p.samples() {
			d, err := p.sample(ctx, rng, v, b)
			return d, false, err
		}
		if d, ok := p.search(ctx, v, b); ok {
			return d, false, nil
		}
		if pace.Err(ctx) != nil {
			return d, false, pace.Err(ctx)
		}
	}
	best := p.guess(ctx, rng, v, b)
	return blindsight.Decision[minesweeper.Cell]{Action: minesweeper.Cell(p.position.Sums.Names[best.unknown]), Value: best.safe}, false, nil
}

// limit bounds the nodes of every count, see [counting.Counter].
func (p *strong) limit(nodes int) {
	p.position.Counter.Limit = nodes
	p.parts.Limit(nodes)
	p.fifties.counter.Limit = nodes
	for i := range p.ahead {
		p.ahead[i].counter.Limit = nodes
	}
}

// table lists what the cells that are not known, p.cells, show in each placement.
func (p *strong) table(v *minesweeper.View, most int) (*reveal.Answers, error) {
	p.cells, p.mines = p.cells[:0], p.mines[:0]
	for c, known := range p.position.Known {
		switch known {
		case -1:
			p.cells = append(p.cells, minesweeper.Cell(c))
		case 1:
			p.mines = append(p.mines, minesweeper.Cell(c))
		}
	}
	return v.Game().PartAnswers(v, p.cells, v.Game().Rules().Mines-len(p.mines), p.mines, most)
}

// reach returns how many placements the exact search takes on with a budget, and how many beliefs it
// may visit.
func (p *strong) reach(b blindsight.Budget) (placements int, beliefs int64) {
	if b == (blindsight.Budget{}) {
		return p.Exact, instantNodes
	}
	return optimum.MaxTable, max(exactNodes, int64(b.Simulations))
}

// exact plays the optimum if it is found within the budget, before the context ends.
func (p *strong) exact(ctx context.Context, v *minesweeper.View, b blindsight.Budget) (d blindsight.Decision[minesweeper.Cell], ok bool) {
	most, nodes := p.reach(b)
	if p.position.Counter.Size() > float64(most)+0.5 {
		return d, false
	}
	a, err := p.table(v, most)
	if err != nil {
		return d, false
	}
	// What is found within a limit depends on what is remembered, and a decision must
	// not depend on the games before.
	p.solver.Forget()
	p.solver.Limit(nodes)
	choice := p.solver.Best(ctx, a)
	if !choice.Value.Exact() || choice.Action < 0 {
		return d, false
	}
	states := float64(a.States)
	for i, b := range choice.Actions {
		value := float64(b.Lower) / states
		d.Actions = append(d.Actions, blindsight.ActionStat[minesweeper.Cell]{Action: p.cells[i], Mean: value, Bound: float64(b.Upper) / states, Value: value})
	}
	d.Action, d.Value = p.cells[choice.Action], float64(choice.Value.Lower)/states
	return d, true
}

// standing plays the optimum of a part of the board that stands alone, if there is one that
// is easily solved: it has to be won sooner or later, and without it the exact search of the rest
// may come within reach.
func (p *strong) standing(ctx context.Context, v *minesweeper.View, b blindsight.Budget) (d blindsight.Decision[minesweeper.Cell], ok bool) {
	p.names, p.sure = p.names[:0], p.sure[:0]
	for c, known := range p.position.Known {
		if v.At(minesweeper.Cell(c)) == minesweeper.Covered {
			p.names, p.sure = append(p.names, int32(c)), append(p.sure, known)
		}
	}
	b.Time = 0 // it is for the searches before and after
	most, beliefs := p.reach(b)
	p.parts.Divide(v, p.names, p.sure)
	p.parts.Alone(v, most, func(cells []minesweeper.Cell, t *reveal.Answers) bool {
		p.solver.Forget()
		p.solver.Limit(beliefs)
		choice := p.solver.Best(ctx, t)
		if ok = choice.Value.Exact() && choice.Action >= 0; ok {
			d.Action = cells[choice.Action]
			d.Value = 1 - p.position.Counter.Chances()[p.position.Place[d.Action]]
		}
		return ok
	})
	return d, ok
}
