package strong

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
)

// playouts compares guesses by playing on after each of them, on the same hidden boards (common random numbers), with
// a quick player: where nothing is certain it opens the safest cell. (One that looks ahead makes playouts dearer and their
// comparison hardly better.) A playout does not end with a mine: it goes on with a
// board drawn anew among those on which the guess was safe, and counts by the product of the
// chances to survive, times the exact value once few placements are left (an importance weight). That is as true on average
// as games that end, and varies much less.
type playouts struct {
	roller *roller
	by     Constants
	known  map[blindsight.Key]step // in this decision
	view   *minesweeper.View
	board  minesweeper.State
	state  minesweeper.State
	safe   []minesweeper.Cell
	arms   []arm
	alive  []*arm
	doubt  float64 // how far what was believed before the playouts is off
	err    error   // of the last playout that could not be finished
}

// step is what the roller does in a position.
type step struct {
	cells []minesweeper.Cell // all are opened: certainly safe ones, or one guess
	value float64            // the chance to survive, or of winning if exact
	exact bool
}

// arm is a guess that is compared with others.
type arm struct {
	candidate
	cell   minesweeper.Cell
	prior  float64   // what the weights make of it
	values []float64 // of its playouts
	post   float64   // what is believed of it now
}

// quickExact is the number of placements from which down playouts end with the exact value.
const quickExact = 150

// roller is the player of playouts: a few stages that need no budget.
type roller struct{ list }

// newQuick returns the roller that guesses the safest cell.
func newQuick(o Options) *roller {
	o.Exact = min(o.Exact, quickExact)
	o.Without |= Alone | Together
	return &roller{newList(o, append(known(o, newSolver()), safest{})...)}
}

// newWhole returns the roller that plays as the player does without a budget.
func newWhole(o Options) *roller {
	var guess stage = newWeighed(o)
	if o.Without&Weighing != 0 {
		guess = safest{}
	}
	return &roller{newList(o, append(known(o, newSolver()), guess)...)}
}

// compared is the stage of guesses that are weighed, and with a budget compared by playing on after those that may be
// the best.
type compared struct {
	*weighed
	playouts playouts
}

func newCompared(o Options) *compared {
	return &compared{weighed: newWeighed(o), playouts: playouts{roller: newQuick(o), by: o.Constants}}
}

func (s *compared) decide(ctx context.Context, p *position, b *budget) (choice, bool) {
	share := s.share(p, b.half)
	if share == (blindsight.Budget{}) {
		return s.weighed.decide(ctx, p, b)
	}
	s.weigh(p, b.half, s.options.Reach)
	best := s.playouts.compare(ctx, b.rng, p, s.list, share)
	return surviving(p.cell(best.unknown), best.safe), true
}

// share returns how much of a budget is for playouts after this guess: less while many cells are unknown, for they take
// longer then and tell less; none at the very beginning.
func (s *compared) share(p *position, b blindsight.Budget) blindsight.Budget {
	switch n := p.unknown(); {
	case n <= s.options.Playouts:
		return b
	case float64(n) > s.options.Beginning*float64(p.game().Cells()):
		return blindsight.Budget{}
	default:
		share := s.options.EarlyShare
		return blindsight.Budget{Simulations: (b.Simulations + share - 1) / share, Time: b.Time}
	}
}

// compare returns the best of some candidates, which are scored, within the budget.
func (o *playouts) compare(ctx context.Context, rng *rand.Rand, p *position, list []candidate, b blindsight.Budget) candidate {
	o.begin(p, list)
	var stream rand.PCG
	random := rand.New(&stream)
	best := o.race(ctx, b, func(ctx context.Context, alive []*arm) {
		p.Draw(rng, &o.board)
		seed := rng.Uint64()
		for _, a := range alive {
			if pace.Err(ctx) != nil {
				return
			}
			stream.Seed(seed, 1)
			p.game().Copy(&o.state, &o.board)
			a.values = append(a.values, o.play(ctx, random, p, a))
		}
	})
	return best.candidate
}

// race plays out the arms that are alive, one board after the other, and drops those that are
// hardly better than the best, until one is left, there have been as many playouts as there are
// simulations in the budget, or its time is over, whichever comes first. It returns the best.
func (o *playouts) race(ctx context.Context, b blindsight.Budget, board func(ctx context.Context, alive []*arm)) *arm {
	most := b.Simulations
	if b.Time > 0 {
		if most == 0 {
			most = math.MaxInt
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.Time)
		defer cancel()
	}
	for left := most; len(o.alive) > 1 && left >= len(o.alive)*o.by.Round && pace.Err(ctx) == nil; {
		left -= len(o.alive) * o.by.Round
		for i := 0; i < o.by.Round && pace.Err(ctx) == nil; i++ {
			board(ctx, o.alive)
		}
		if pace.Err(ctx) != nil {
			break // the last ones have not ended
		}
		o.judge()
	}
	return slices.MaxFunc(o.alive, func(a, b *arm) int { return cmp.Compare(a.post, b.post) })
}

// begin makes arms of the candidates that may be best.
func (o *playouts) begin(p *position, list []candidate) {
	if o.view == nil || o.view.Game() != p.game() {
		o.view, o.known = p.game().NewView(), make(map[blindsight.Key]step)
	}
	// Among equals the roller's choice may depend on rounding, and so on the way to a
	// position: what it did in other decisions is forgotten.
	clear(o.known)
	o.doubt = o.by.LateDoubt
	if float64(p.unknown()) > o.by.Early*float64(p.game().Cells()) {
		o.doubt = o.by.EarlyDoubt
	}
	top := math.Inf(-1)
	for _, c := range list {
		top = max(top, c.score)
	}
	o.arms = slices.Grow(o.arms[:0], len(list))
	o.alive = o.alive[:0]
	for _, c := range list {
		if c.score < top-o.by.Reach {
			continue
		}
		n := len(o.arms)
		o.arms = o.arms[:n+1]
		a := &o.arms[n]
		*a = arm{candidate: c, cell: p.cell(c.unknown), prior: c.score - top, values: a.values[:0], post: c.score - top}
		o.alive = append(o.alive, a)
	}
}

// play returns the value of one playout of a guess on o.state.
func (o *playouts) play(ctx context.Context, rng *rand.Rand, p *position, a *arm) float64 {
	v := o.view
	v.CopyFrom(p.view)
	o.roller.position.CopyFrom(&p.Frontier)
	value := a.safe
	for o.state.Mine(a.cell) {
		p.Draw(rng, &o.state)
	}
	o.open(rng, v, a.cell)
	return o.playOn(ctx, rng, value)
}

// playOn returns the value of a playout that has come to o.view with some value.
func (o *playouts) playOn(ctx context.Context, rng *rand.Rand, value float64) float64 {
	v := o.view
	for v.Left() > 0 {
		if c, forced := v.Forced(); forced {
			o.open(rng, v, c)
			continue
		}
		if o.safe = o.roller.position.Deduce(v, o.safe[:0]); len(o.safe) > 0 {
			o.openAll(rng, v, o.safe)
			continue
		}
		key := v.Key()
		s, ok := o.known[key]
		if !ok {
			if s = o.decide(ctx, v); pace.Err(ctx) == nil {
				o.known[key] = s
			}
		}
		if s.exact {
			return value * s.value
		}
		if s.value < 1 {
			value *= s.value
			if o.state.Mine(s.cells[0]) && !o.redraw(rng, v, s.cells[0]) {
				return 0
			}
		}
		o.openAll(rng, v, s.cells)
	}
	return value
}

// openAll opens those of some cells that are still closed: one may have opened another.
func (o *playouts) openAll(rng *rand.Rand, v *minesweeper.View, cells []minesweeper.Cell) {
	for _, c := range cells {
		if v.At(c) == minesweeper.Covered {
			o.open(rng, v, c)
		}
	}
}

// decide asks the roller.
func (o *playouts) decide(ctx context.Context, v *minesweeper.View) step {
	r := o.roller
	c := r.list.decide(ctx, nil, v, blindsight.Budget{})
	switch {
	case c.err != nil:
		o.err = c.err
		return step{exact: true} // out of time: the comparison is over
	case c.exact():
		return step{value: c.Value, exact: true}
	case c.safe < 1:
		return step{cells: []minesweeper.Cell{c.Action}, value: c.safe}
	}
	return step{cells: r.position.Safe(v, nil), value: 1}
}

// redraw draws the hidden board anew, among those on which a cell is safe. It returns
// false if the position is too wide to be counted.
func (o *playouts) redraw(rng *rand.Rand, v *minesweeper.View, c minesweeper.Cell) bool {
	p := &o.roller.position
	p.Constraints(v, &p.Sums)
	switch err := p.Counter.Count(&p.Sums); {
	case errors.Is(err, blindsight.ErrTooMany):
		o.err = err
		return false
	case err != nil:
		panic("strong: a position of a playout has no placement: " + err.Error())
	}
	for o.state.Mine(c) {
		p.Draw(rng, &o.state)
	}
	return true
}

func (o *playouts) open(rng *rand.Rand, v *minesweeper.View, c minesweeper.Cell) {
	s := v.Game().Step(rng, &o.state, c)
	if err := v.Did(c, s.Seen); err != nil {
		panic("strong: a playout: " + err.Error())
	}
}

// openFirst begins a board with a cell, and with another board until that is safe, where the
// rules do not protect it.
func (o *playouts) openFirst(rng *rand.Rand, v *minesweeper.View, c minesweeper.Cell) {
	g := v.Game()
	for {
		g.Start(rng, &o.state)
		s := g.Step(rng, &o.state, c)
		if s.Seen == minesweeper.Mine {
			continue
		}
		if err := v.Did(c, s.Seen); err != nil {
			panic("strong: a playout: " + err.Error())
		}
		return
	}
}

// judge works out how each guess is likely to compare with the one that seems best, board by
// board, and drops those that are hardly better. What the weights say counts as much as
// its error allows.
func (o *playouts) judge() {
	lead := slices.MaxFunc(o.alive, func(a, b *arm) int { return cmp.Compare(a.post, b.post) })
	level := 0.0
	for _, x := range lead.values {
		level += x / float64(len(lead.values))
	}
	if level == 0 {
		return
	}
	kept := o.alive[:0]
	for _, a := range o.alive {
		mean, spread := o.against(a, lead, level)
		a.post = lead.post + mean
		if a == lead || mean+spread > o.by.Worthwhile*o.doubt {
			kept = append(kept, a)
		}
	}
	o.alive = kept
}

// against returns what is to be believed of the difference of two guesses, as a share
// of the level, and how sure that is.
func (o *playouts) against(a, b *arm, level float64) (mean, spread float64) {
	sum, squares := 0.0, 0.0
	for i, x := range a.values {
		d := (x - b.values[i]) / level
		sum += d
		squares += d * d
	}
	n := float64(len(a.values))
	sample := sum / n
	noise := (max(squares/n-sample*sample, 0) + o.by.LeastVariance) / n
	prior := 2 * o.doubt * o.doubt
	return ((a.prior-b.prior)*noise + sample*prior) / (noise + prior), math.Sqrt(noise * prior / (noise + prior))
}
