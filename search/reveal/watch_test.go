package reveal

import (
	"context"
	"math/rand/v2"
	"testing"
)

// endingContext is over after so many looks at it, and counts them.
// So a test that uses it depends on the order of things, never on time.
type endingContext struct {
	context.Context
	last  int // the last look that finds it not over
	looks int
	ended func() // called once, at the first look that finds it over
}

func (c *endingContext) Err() error {
	c.looks++
	if c.looks <= c.last {
		return nil
	}
	if c.looks == c.last+1 {
		c.ended()
	}
	return context.Canceled
}

// largeTable is a table of random answers whose first belief alone takes many looks.
func largeTable() *Answers {
	rng := rand.New(rand.NewPCG(7, 7))
	const states, actions = 20_000, 20
	a := &Answers{States: states, Actions: actions, Shown: make([]uint8, states*actions)}
	for i := range a.Shown {
		if a.Shown[i] = uint8(rng.IntN(4)); a.Shown[i] == 3 {
			a.Shown[i] = Loss
		}
	}
	return a
}

// Whatever the solver is doing when the context ends, it does next to nothing after it:
// it searches no further belief, and has no more to do than passes between two looks.
// What it returns encloses the value.
func TestNothingAfterTheEnd(t *testing.T) {
	a := largeTable()
	for name, solve := range map[string]func(*Solver, context.Context) []Bounds{
		"win":     func(s *Solver, ctx context.Context) []Bounds { return s.Win(ctx, a) },
		"both":    func(s *Solver, ctx context.Context) []Bounds { return s.Win(ctx, a, a) },
		"actions": func(s *Solver, ctx context.Context) []Bounds { return s.Actions(ctx, a) },
		"best": func(s *Solver, ctx context.Context) []Bounds {
			c := s.Best(ctx, a)
			return append(c.Actions, c.Value)
		},
	} {
		for _, last := range []int{0, 1, 3, 6} {
			s := New(Options{Workers: 1, Memory: 1 << 20})
			ctx := &endingContext{Context: context.Background(), last: last}
			nodes := int64(-1)
			ctx.ended = func() { nodes = s.Nodes() }
			bounds := solve(s, ctx)
			if nodes < 0 {
				t.Fatalf("%s: finished after %d looks: the table is too small for this test", name, ctx.looks)
			}
			if more := s.Nodes() - nodes; more > 1 {
				t.Errorf("%s: %d beliefs were searched after the context had ended at look %d", name, more, last+1)
			}
			// Each task looks once when it begins, and joining what they found once.
			if more := ctx.looks - last - 1; more > 3 {
				t.Errorf("%s: looked %d times more after the context had ended at look %d", name, more, last+1)
			}
			if last == 1 && s.Nodes() > 1 {
				t.Errorf("%s: %d beliefs were searched before the second look at the context", name, s.Nodes())
			}
			for _, b := range bounds {
				if b.Lower > b.Upper || b.Upper > int64(a.States) || b.Exact() {
					t.Errorf("%s: bounds %v of %d states", name, b, a.States)
				}
			}
		}
	}
}

// The score and the estimate end as soon.
func TestScoreAndEstimateEnd(t *testing.T) {
	a := largeTable()
	for last := range 5 {
		estimate := &endingContext{Context: context.Background(), last: last, ended: func() {}}
		if got := New(Options{Workers: 1}).Estimate(estimate, a, Narrow{States: 100, Breadth: 2}, []int{0, 1}); len(got) > 0 || estimate.looks > last+1 {
			t.Errorf("ended at look %d: %d looks, %d values", last+1, estimate.looks, len(got))
		}
		ctx := &endingContext{Context: context.Background(), last: last, ended: func() {}}
		if _, ok := New(Options{Workers: 1}).Score(ctx, a); ok || ctx.looks > last+1 {
			t.Errorf("ended at look %d: %d looks, finished: %v", last+1, ctx.looks, ok)
		}
	}
}

// A solver that was interrupted is as good as new: what it remembers is true.
func TestInterruptedSolverGoesOn(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	a := &Answers{States: 1500, Actions: 13, Shown: make([]uint8, 1500*13)}
	for i := range a.Shown {
		if a.Shown[i] = uint8(rng.IntN(4)); a.Shown[i] == 3 {
			a.Shown[i] = Loss
		}
	}
	want := New(Options{Workers: 1}).Win(context.Background(), a)[0]
	s := New(Options{Workers: 1})
	stops := 0
	for last := 1; last < 400; last += 1 + last/8 {
		ctx := &endingContext{Context: context.Background(), last: last, ended: func() { stops++ }}
		if got := s.Win(ctx, a)[0]; got.Lower > want.Lower || got.Upper < want.Upper {
			t.Fatalf("ended at look %d: %v does not enclose %v", last+1, got, want)
		}
	}
	if got := s.Win(context.Background(), a)[0]; got != want || stops < 5 {
		t.Errorf("%v, want %v; it was interrupted %d times", got, want, stops)
	}
}
