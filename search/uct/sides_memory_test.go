package uct_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"blindsight"
	"blindsight/search/searchtest"
	"blindsight/search/uct"
)

// crowd is a long play of two sides who hear one of many voices at each step, so that views
// hardly ever recur and both trees would grow for ever.
type crowd struct{}

func (crowd) Start(_ *rand.Rand, s *int) blindsight.Side { *s = 0; return 0 }

func (crowd) Step(rng *rand.Rand, s *int, a int) blindsight.Step[int] {
	*s++
	return blindsight.Step[int]{Seen: rng.IntN(4), Heard: rng.IntN(4), Next: blindsight.Side(*s % 2), Reward: float64(a) / 10}
}

func (crowd) ViewOf(_ *int, _ blindsight.Side, v *tigerView) {
	v.CopyFrom(blindsight.NewHistory[int, int](0, 1, 2))
}

// The bound on memory holds for both trees together, is said in the health, and leaves
// decisions as they are whatever came before.
func TestSidesMemory(t *testing.T) {
	skipUnderRace(t)
	newPlanner := func(c uct.Config) *uct.Planner[int, *tigerView, int, int] {
		return uct.NewSides(crowd{}, 0, func() blindsight.Sampler[int, *tigerView] { return &beginning[*tigerView]{} }, c)
	}
	decide := func(p *uct.Planner[int, *tigerView, int, int], seed uint64) blindsight.Decision[int] {
		d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(seed, 1)), blindsight.NewHistory[int, int](0, 1, 2), blindsight.Budget{Simulations: 5_000})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []uct.Config{{}, {Backup: uct.Mean}, {Trees: 2}} {
		c.Horizon, c.Workers = 12, 1
		for memory, full := range map[int64]int64{128 << 10: 1, 0: 0} {
			c.Memory = memory
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			p := newPlanner(c)
			first := decide(p, 1)
			runtime.GC()
			runtime.ReadMemStats(&after)
			if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); memory > 0 && held > memory {
				t.Errorf("%+v: holds %d bytes", c, held)
			}
			if first.Health.Full != full || first.Simulations != 5_000 || first.Action != 2 {
				t.Errorf("%+v: full %d, %d simulations, action %d", c, first.Health.Full, first.Simulations, first.Action)
			}
			decide(p, 2)
			if again := decide(p, 1); !reflect.DeepEqual(again, first) {
				t.Errorf("%+v: %+v at first, %+v after other decisions", c, first, again)
			}
			runtime.KeepAlive(p)
		}
	}
}

// A simulation of two sides allocates nothing once the trees have grown.
func TestSidesAllocations(t *testing.T) {
	skipUnderRace(t)
	const simulations = 5000
	for _, c := range sidesConfigs()[:2] {
		p := uct.NewSides(crowd{}, 0, func() blindsight.Sampler[int, *tigerView] { return &beginning[*tigerView]{} }, uct.Config{Backup: c.Backup, Horizon: 10})
		v := blindsight.NewHistory[int, int](0, 1, 2)
		// Two allocations are the view that crowd makes from a state.
		allocations := testing.AllocsPerRun(3, func() {
			if _, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{Simulations: simulations}); err != nil {
				t.Fatal(err)
			}
		})
		if each := allocations / simulations; each >= 2.01 {
			t.Errorf("%+v: %.4f allocations a simulation", c, each)
		}
	}
}

// BenchmarkSides decides on the first action of games of two sides that both learn, or of
// which one is given its policy; what counts is simulations a second.
func BenchmarkSides(b *testing.B) {
	const simulations = 3000
	run := func(name string, choose func(rng *rand.Rand, b blindsight.Budget) error) {
		b.Run(name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			b.ReportAllocs()
			for b.Loop() {
				if err := choose(rng, blindsight.Budget{Simulations: simulations}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*simulations/b.Elapsed().Seconds(), "sims/s")
		})
	}
	for i, name := range []string{"best", "mean"} {
		poker := newKuhn(uct.Config{Backup: uct.Backup(i)})
		run("kuhn/"+name, func(rng *rand.Rand, b blindsight.Budget) error {
			_, err := poker.Choose(context.Background(), rng, kuhnView(0, 0), b)
			return err
		})
	}
	row := searchtest.Row(0)
	for _, p := range []struct {
		name string
		blindsight.Planner[*searchtest.View, searchtest.Action]
	}{
		{"learns", uct.NewSides(row, 0, row.NewSampler, uct.Config{})},
		{"given", against(row, uct.Config{})},
	} {
		run("row-1x3/"+p.name, func(rng *rand.Rand, b blindsight.Budget) error {
			_, err := p.Choose(context.Background(), rng, row.NewView(), b)
			return err
		})
	}
}
