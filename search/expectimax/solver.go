package expectimax

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"blindsight"
)

// Options limit a solver.
type Options struct {
	Memory  int64 // bytes for the table of beliefs, about; 0 means 1 GiB
	Workers int   // goroutines; 0 means one a core
}

// Bounds enclose the number of states that the best play wins. They are equal when
// the search was finished.
type Bounds struct{ Lower, Upper int64 }

// Exact tells whether the value is known.
func (b Bounds) Exact() bool { return b.Lower == b.Upper }

// Add returns the bounds of both together.
func (b Bounds) Add(c Bounds) Bounds { return Bounds{b.Lower + c.Lower, b.Upper + c.Upper} }

// Solver finds the exact optimum of static problems. It remembers beliefs from one
// call to the next, whatever problem they came from, since the value of a belief
// depends on its table of answers alone. It is for one goroutine at a time and uses
// several itself.
type Solver struct {
	memo    *memo
	workers []*worker
	tables  atomic.Uint64
}

// New returns a solver.
func New(o Options) *Solver {
	if o.Memory <= 0 {
		o.Memory = 1 << 30
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	s := &Solver{memo: newMemo(o.Memory)}
	for range o.Workers {
		s.workers = append(s.workers, &worker{memo: s.memo})
	}
	return s
}

// Nodes returns how many beliefs were searched so far. It may be called at any time.
func (s *Solver) Nodes() int64 {
	n := int64(0)
	for _, w := range s.workers {
		n += w.nodes.Load()
	}
	return n
}

// Win returns how many states of each table the best play wins. Tables are solved
// in parallel; the values do not depend on the number of workers. When the context
// ends, the bounds are those known by then.
func (s *Solver) Win(ctx context.Context, tables ...*blindsight.Answers) []Bounds {
	values := make([]Bounds, len(tables))
	s.parallel(ctx, len(tables), func(w *worker, i int) {
		a := tables[i]
		states := make([]int32, a.States)
		for i := range states {
			states[i] = int32(i)
		}
		values[i] = w.table(a, states, s.tables.Add(1))
	})
	return values
}

// Actions returns, for each action of the table, how many states are won if it is
// taken first and the best play follows.
func (s *Solver) Actions(ctx context.Context, a *blindsight.Answers) []Bounds {
	values := make([]Bounds, a.Actions)
	salt := s.tables.Add(1)
	s.parallel(ctx, a.Actions, func(w *worker, action int) {
		var by [loss][]int32
		for s, x := range a.Shown[action*a.States : (action+1)*a.States] {
			if x != blindsight.Loss {
				by[x] = append(by[x], int32(s))
			}
		}
		for _, states := range by {
			if len(states) > 0 {
				values[action] = values[action].Add(w.table(a, states, salt))
			}
		}
	})
	return values
}

// parallel does n pieces of work on all workers.
func (s *Solver) parallel(ctx context.Context, n int, work func(w *worker, i int)) {
	var stopped atomic.Bool
	var next atomic.Int64
	var wg sync.WaitGroup
	for _, w := range s.workers[:min(n, len(s.workers))] {
		w.ctx, w.stopped = ctx, &stopped
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(w, i)
			}
		})
	}
	wg.Wait()
}

// table solves the belief of some states of a table. The salt tells the states of
// one table from those of another.
func (w *worker) table(a *blindsight.Answers, states []int32, salt uint64) Bounds {
	all := belief{states: a.States, columns: make([]column, a.Actions)}
	shown := make([]uint8, len(a.Shown))
	for i, x := range a.Shown {
		shown[i] = min(x, loss)
	}
	for j := range all.columns {
		all.columns[j] = column{shown: shown[j*a.States : (j+1)*a.States]}
	}
	f := w.frame(0)
	f.shown = grow(f.shown, len(states)*a.Actions)[:0]
	f.columns = grow(f.columns, a.Actions)[:0]
	f.index = append(f.index[:0], states...)
	b := belief{states: len(states), upper: int32(len(states))}
	for _, s := range states {
		mark := mix(mix(salt) + uint64(s))
		b.marks = append(b.marks, mark)
		b.set.Hi += mark
		b.set.Lo += mark * (mark>>32 | 1)
	}
	f.restrict(&b, &all, -1, 0)
	upper := int64(b.upper)
	v := int64(w.solve(&b, 0, f, 1))
	if w.stopped.Load() {
		return Bounds{1, upper} // at least one state is won by playing for it
	}
	return Bounds{v, v}
}
