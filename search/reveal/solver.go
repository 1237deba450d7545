package reveal

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Options limit a solver.
type Options struct {
	Memory  int64 // bytes for the table of beliefs, about; 0 means 1 GiB
	Workers int   // goroutines; 0 means one a core
	// Nodes is how many beliefs are searched for one table of answers, about, before
	// it is given up and bounds are returned; 0 means no limit. It is an effort that
	// does not depend on the machine: the same calls of a new solver, or of one after
	// Forget, give the same results.
	Nodes int64
}

// Check tells what is wrong with the options.
func (o Options) Check() error {
	switch {
	case o.Memory < 0:
		return fmt.Errorf("memory %d: must not be negative", o.Memory)
	case o.Workers < 0:
		return fmt.Errorf("workers %d: must not be negative", o.Workers)
	case o.Nodes < 0:
		return fmt.Errorf("nodes %d: must not be negative", o.Nodes)
	}
	return nil
}

// Bounds enclose the number of states that the best play wins. They are equal when
// the search was finished.
type Bounds struct{ Lower, Upper int64 }

// Exact tells whether the value is known.
func (b Bounds) Exact() bool { return b.Lower == b.Upper }

// Add returns the bounds of both together.
func (b Bounds) Add(c Bounds) Bounds { return Bounds{b.Lower + c.Lower, b.Upper + c.Upper} }

// Choice is what is known of the actions of a table.
type Choice struct {
	// Action wins most of those searched to the end: it is a best one if Value is
	// exact. Of several it is the one that loses in the fewest states, of these the first.
	// It is -1 where no action was searched to the end.
	Action  int
	Value   Bounds   // of the best play
	Actions []Bounds // of each action, taken first; where it is not a best one, bounds will do
}

// Solver finds the exact optimum of static problems, by expectimax over beliefs: the best
// action, and of each its answers by how likely they are, with integers for chances. It remembers beliefs from one
// call to the next, whatever problem they came from, since the value of a belief
// depends on its table of answers alone. It is for one goroutine at a time and uses
// several itself. Results and number of nodes do not depend on how many.
type Solver struct {
	options Options
	memo    *memo
	workers []*worker
	tables  uint64
}

// New returns a solver. It panics if the options do not pass their Check.
func New(o Options) *Solver {
	if err := o.Check(); err != nil {
		panic("reveal: " + err.Error())
	}
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	s := &Solver{options: o}
	s.Forget()
	for range o.Workers {
		s.workers = append(s.workers, newWorker())
	}
	return s
}

// Forget empties the table of beliefs. What a search finds within its limit of nodes
// depends on what is remembered: call it where results shall be repeatable from, as
// at the beginning of a game.
func (s *Solver) Forget() { s.memo, s.tables = newMemo(s.options.Memory/2), 0 }

// Limit sets Options.Nodes for the calls that follow.
func (s *Solver) Limit(nodes int64) { s.options.Nodes = nodes }

// Nodes returns how many beliefs were searched so far. It may be called at any time.
// After calls that were not interrupted it is the same for any number of workers.
func (s *Solver) Nodes() int64 {
	n := int64(0)
	for _, w := range s.workers {
		n += w.nodes.Load()
	}
	return n
}

// Win returns how many states of each table the best play wins. Tables are solved
// in parallel; the values do not depend on the number of workers. When the context
// ends, or the limit of nodes is reached, the bounds are those known by then.
func (s *Solver) Win(ctx context.Context, tables ...*Answers) []Bounds {
	values := make([]Bounds, len(tables))
	first := s.tables
	s.tables += uint64(len(tables))
	if len(tables) == 1 {
		values[0] = s.alone(ctx).table(tables[0], first)
		return values
	}
	// Each table is solved with what was known before and what it finds out itself.
	// What others find out at the same time would make its nodes a matter of chance.
	states := 1
	for _, a := range tables {
		states += a.States
	}
	found := make([]*memo, len(tables))
	var next atomic.Int64
	var wg sync.WaitGroup
	for _, w := range s.workers[:min(len(tables), len(s.workers))] {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(tables); i = int(next.Add(1)) - 1 {
				found[i] = newMemo(int64(float64(s.options.Memory/2) * float64(tables[i].States) / float64(states)))
				w.begin(ctx, found[i], s.memo, s.options.Nodes)
				values[i] = w.table(tables[i], first+uint64(i))
			}
		})
	}
	wg.Wait()
	joining := newWatch(ctx)
	for _, m := range found {
		if joining.ended {
			break
		}
		s.memo.merge(m, &joining)
	}
	return values
}

// alone returns a worker that writes to the solver's own table.
func (s *Solver) alone(ctx context.Context) *worker {
	w := s.workers[0]
	w.begin(ctx, s.memo, nil, s.options.Nodes)
	return w
}

// table solves a table of answers.
func (w *worker) table(a *Answers, salt uint64) Bounds {
	if !w.ended {
		if b := newBelief(a, salt, &w.watch); !w.ended {
			return w.belief(b)
		}
	}
	return Bounds{1, int64(a.States)}
}

// belief solves a belief.
func (w *worker) belief(b *belief) Bounds {
	w.root = Bounds{1, int64(b.states)} // at least one state is won by playing for it
	v := int64(w.solve(b, 0, 1))
	if w.stopped {
		return w.root
	}
	return Bounds{v, v}
}

// Actions returns, for each action of the table, how many states are won if it is
// taken first and the best play follows. They are searched one after the other,
// since they have much in common. Best is faster where only the best matter.
func (s *Solver) Actions(ctx context.Context, a *Answers) []Bounds {
	w := s.alone(ctx)
	values := make([]Bounds, a.Actions)
	b := newBelief(a, s.tables, &w.watch)
	s.tables++
	f := w.frame(0)
	for j := range values {
		if !w.ended {
			for _, c := range f.split(b, j, &w.watch) {
				values[j] = values[j].Add(w.belief(&c))
			}
		}
		if w.ended {
			values[j] = Bounds{0, int64(a.States)}
		}
	}
	return values
}

// Best finds the best action of the table. Actions that cannot be better than the
// best are not searched to the end. It uses one worker.
func (s *Solver) Best(ctx context.Context, a *Answers) Choice {
	w := s.alone(ctx)
	b := newBelief(a, s.tables, &w.watch)
	s.tables++
	c := Choice{Action: -1, Actions: make([]Bounds, a.Actions)}
	safe := make([]int, a.Actions)
	for j := range c.Actions {
		safe[j] = a.States - bytes.Count(a.Shown[j*a.States:(j+1)*a.States], []byte{Loss})
		c.Actions[j] = Bounds{min(int64(safe[j]), 1), int64(safe[j])}
	}
	f := w.frame(0)
	b.certain = -1
	if !w.ended {
		f.list(b, 0, &w.coverer)
	}
	if w.ended {
		f.moves = f.moves[:0]
	}
	slices.SortStableFunc(f.moves, func(x, y move) int {
		return cmp.Or(cmp.Compare(y.upper, x.upper), cmp.Compare(safe[y.column], safe[x.column]))
	})
	for _, m := range f.moves {
		c.Actions[m.column].Upper = int64(m.upper)
	}
	for _, m := range f.moves {
		j := int(m.column)
		alpha := int32(0) // what it must win more than to be the choice
		if c.Action >= 0 {
			alpha = int32(c.Value.Lower)
			if cmp.Or(cmp.Compare(safe[j], safe[c.Action]), cmp.Compare(c.Action, j)) > 0 {
				alpha--
			}
		}
		if m.upper <= alpha {
			continue
		}
		v := w.sum(b, m, alpha, f, 0)
		if w.stopped {
			break
		}
		c.Actions[j].Upper = int64(v)
		if v > alpha {
			c.Actions[j].Lower = int64(v)
			c.Action, c.Value.Lower = j, int64(v)
			if safe[j] == a.States { // nothing is better, and what is as safe is as good
				for k := range c.Actions {
					c.Actions[k].Upper = min(c.Actions[k].Upper, int64(v))
					if safe[k] == a.States {
						c.Actions[k] = Bounds{int64(v), int64(v)}
					}
				}
				c.Action = slices.Index(safe, a.States)
				break
			}
		}
	}
	for _, x := range c.Actions {
		c.Value.Lower, c.Value.Upper = max(c.Value.Lower, x.Lower), max(c.Value.Upper, x.Upper)
	}
	return c
}

// newBelief returns the belief of all states of a table. The salt tells the states of
// one table from those of another. Where the context ended the belief is not whole.
func newBelief(a *Answers, salt uint64, w *watch) *belief {
	n, width := a.States, (a.Actions+perWord-1)/perWord
	b := &belief{states: n, columns: a.Actions, width: width, upper: int32(n)}
	if w.did(0) {
		return b
	}
	b.rows, b.marks = make([]uint64, n*width), make([]uint64, n)
	for j := range a.Actions {
		rows, shift := b.rows[j/perWord:], j%perWord*4
		for from := 0; from < n; from += watchBlock {
			to := min(from+watchBlock, n)
			for i, x := range a.Shown[j*n+from : j*n+to] {
				rows[(from+i)*width] |= uint64(min(x, loss)) << shift
			}
			if w.did(to - from) {
				return b
			}
		}
	}
	for i := range b.marks {
		if i%watchBlock == watchBlock-1 && w.did(4*watchBlock) {
			return b
		}
		mark := mix(mix(salt+1) + uint64(i))
		b.marks[i] = mark
		b.set.Hi += mark
		b.set.Lo += mark * (mark>>32 | 1)
	}
	return b
}
