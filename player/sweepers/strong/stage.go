package strong

import (
	"context"
	"math/rand/v2"
	"time"

	"blindsight"
	"blindsight/game/minesweeper"
)

// stage decides positions of its kind. Whatever it keeps between decisions is scratch memory, or what it would find
// again: a decision depends on the position, the budget and the random numbers alone.
type stage interface {
	// decide returns false where the position is not one for this stage; the next one is then asked. After
	// opening a cell is open, after deduced the position is counted and no closed cell is certainly safe.
	decide(ctx context.Context, p *position, b *budget) (choice, bool)
}

// choice is what a stage has decided.
type choice struct {
	minesweeper.Decision
	safe float64 // the chance to survive the cell, where Value is not the exact chance to win
	err  error   // there is no decision: the context has ended, or the position cannot be counted
}

// exact tells whether Value is the exact chance to win.
func (c *choice) exact() bool { return c.Measure == blindsight.ExactReturn }

// certain opens a cell that is certainly safe.
func certain(c minesweeper.Cell) choice {
	return choice{Decision: minesweeper.Decision{Action: c, Value: 1}, safe: 1}
}

// failed is where there is no decision.
func failed(err error) choice { return choice{err: err} }

// surviving opens a cell of which no more is known than the chance to survive it.
func surviving(c minesweeper.Cell, safe float64) choice {
	return choice{Decision: minesweeper.Decision{Action: c, Value: safe}, safe: safe}
}

// budget is what one decision may take, and the random numbers for it.
type budget struct {
	whole blindsight.Budget
	half  blindsight.Budget // with half of the time: for the exact searches, and for what comes after them
	until time.Time         // when the exact searches have used up their half, if there is a time
	rng   *rand.Rand
}

func newBudget(rng *rand.Rand, b blindsight.Budget) *budget {
	half := b
	half.Time /= 2
	s := &budget{whole: b, half: half, rng: rng}
	if half.Time > 0 {
		s.until = time.Now().Add(half.Time)
	}
	return s
}

// none tells whether the cheapest answer is asked for.
func (b *budget) none() bool { return b.half == (blindsight.Budget{}) }

// timed returns a context for the exact searches.
func (b *budget) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.until.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, b.until)
}

// list is stages in their order, and the one position that they look at.
type list struct {
	position position
	stages   []stage
}

func newList(o Options, stages ...stage) list {
	l := list{stages: stages}
	l.position.limit(o.Nodes)
	return l
}

// decide asks one stage after the other. The last one must decide everything.
func (l *list) decide(ctx context.Context, rng *rand.Rand, v *minesweeper.View, b blindsight.Budget) choice {
	if v.Left() == 0 {
		return failed(minesweeper.ErrNoCell)
	}
	if c, forced := v.Forced(); forced {
		return certain(c)
	}
	l.position.look(v)
	s := newBudget(rng, b)
	for _, stage := range l.stages {
		if c, ok := stage.decide(ctx, &l.position, s); ok {
			return c
		}
	}
	panic("strong: no stage decides")
}
