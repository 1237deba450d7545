package uct_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"blindsight"
	"blindsight/search/uct"
)

// A bound on memory is kept, said in the health, and what was learnt before stays of
// use: on the tiger with its whole history as the view the tree would grow for ever.
func TestMemoryIsBounded(t *testing.T) {
	skipUnderRace(t) // which has memory of its own
	newView := func() *tigerView { return blindsight.NewHistory[int, int](0, 1, 2) }
	for _, c := range []uct.Config{
		{Horizon: 40},
		{Horizon: 40, Backup: uct.Mean},
		trees(uct.Config{Horizon: 40, Sampling: uct.AtRoot, Bandit: uct.UCB1, Exploration: 110, Backup: uct.Mean, Apart: true}, 2),
	} {
		const bound = 64 << 10
		for _, tt := range []struct {
			memory int64
			full   int64
		}{{bound, 1}, {0, 0}} {
			c.Memory, c.Workers = tt.memory, 1
			p := uct.New(noisyTiger{}, func() blindsight.Sampler[int, *tigerView] { return &tigerBelief{} }, c)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), newView(), blindsight.Budget{Simulations: 60_000})
			if err != nil {
				t.Fatal(err)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			if d.Health.Full != tt.full || d.Simulations != 60_000 || d.Action != 0 {
				t.Errorf("%+v: full %d, want %d; %d simulations, action %d", c, d.Health.Full, tt.full, d.Simulations, d.Action)
			}
			if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); tt.memory > 0 && held > tt.memory {
				t.Errorf("%+v: holds %d bytes", c, held)
			}
			runtime.KeepAlive(p)
		}
	}
}

// wide has hundreds of actions, as a board has cells: edges are what takes memory there.
type wide struct{}

func (wide) Start(*rand.Rand, *int) blindsight.Side { return 0 }

func (wide) Step(rng *rand.Rand, _ *int, a int) blindsight.Step[int] {
	return blindsight.Step[int]{Seen: rng.IntN(3), Reward: float64(a) / 400}
}

func TestMemoryOfManyActions(t *testing.T) {
	skipUnderRace(t)
	actions := make([]int, 400)
	for i := range actions {
		actions[i] = i
	}
	for _, c := range []uct.Config{{}, {Backup: uct.Mean}, uct.PaperA()} {
		c.Horizon, c.Memory = 8, 2<<20
		p := uct.New(wide{}, func() blindsight.Sampler[int, *tigerView] { return &nothingHidden[int]{} }, c)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), blindsight.NewHistory[int, int](actions...), blindsight.Budget{Simulations: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > c.Memory || d.Health.Full != 1 {
			t.Errorf("%+v: holds %d bytes, full %d", c, held, d.Health.Full)
		}
		runtime.KeepAlive(p)
	}
}

// A bound holds for one decision after another, whatever the memory was for before, and a
// decision is the same whatever came before it, even if its tree is full. Roots with
// fewer actions want pages of other lengths.
func TestMemoryOfManyDecisions(t *testing.T) {
	skipUnderRace(t)
	view := func(actions int) *tigerView {
		all := make([]int, actions)
		for i := range all {
			all[i] = i
		}
		return blindsight.NewHistory[int, int](all...)
	}
	for _, c := range []uct.Config{{}, {Backup: uct.Mean, Bandit: uct.UCBV}} {
		c.Horizon, c.Memory = 8, 1<<20
		newPlanner := func() *uct.Planner[int, *tigerView, int, int] {
			return uct.New(wide{}, func() blindsight.Sampler[int, *tigerView] { return &nothingHidden[int]{} }, c)
		}
		decide := func(p *uct.Planner[int, *tigerView, int, int], actions int) blindsight.Decision[int] {
			d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), view(actions), blindsight.Budget{Simulations: 8000})
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		p := newPlanner()
		for _, actions := range []int{200, 3, 400, 60} {
			d := decide(p, actions)
			runtime.GC()
			runtime.ReadMemStats(&after)
			if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > c.Memory || d.Health.Full != 1 {
				t.Errorf("%+v, %d actions: holds %d bytes, full %d", c, actions, held, d.Health.Full)
			}
			if alone := decide(newPlanner(), actions); !reflect.DeepEqual(d, alone) {
				t.Errorf("%+v, %d actions: %+v after other decisions, %+v alone", c, actions, d, alone)
			}
		}
		runtime.KeepAlive(p)
	}
}

// noisyTiger growls in one of many voices, so that histories hardly ever repeat.
type noisyTiger struct{ tiger }

func (g noisyTiger) Step(rng *rand.Rand, door *int, a int) blindsight.Step[int] {
	step := g.tiger.Step(rng, door, a)
	if !step.Done() {
		step.Seen += 2 * rng.IntN(8) // 1 and 2 become odd and even voices
	}
	return step
}

// tigerBelief draws the door from the exact belief given the growls.
type tigerBelief struct{ health blindsight.Health }

func (b *tigerBelief) Sample(_ context.Context, rng *rand.Rand, v *tigerView, _ int, door *int) error {
	odds := 1.0
	for _, e := range v.Past() {
		if e.Seen%2 == 1 {
			odds *= 0.85 / 0.15
		} else {
			odds *= 0.15 / 0.85
		}
	}
	*door = 2
	if rng.Float64() < odds/(1+odds) {
		*door = 1
	}
	b.health.Samples++
	return nil
}

func (b *tigerBelief) Reset() {}

func (b *tigerBelief) Health() blindsight.Health { return b.health }

// hum is a coin whose hum, a real number, tells its side; looking never sees one twice.
type hum struct{ bins int }

func (hum) Start(rng *rand.Rand, side *int) blindsight.Side {
	*side = rng.IntN(2)
	return 0
}

func (g hum) Step(rng *rand.Rand, side *int, a int) blindsight.Step[float64] {
	if a < 2 {
		step := blindsight.Step[float64]{Next: blindsight.Over}
		if a == *side {
			step.Reward = 1
		}
		return step
	}
	heard := float64(*side) + rng.Float64() - 0.5
	if g.bins > 0 {
		heard = float64(int(heard*float64(g.bins))) / float64(g.bins)
	}
	return blindsight.Step[float64]{Seen: heard}
}

type humBelief struct{ health blindsight.Health }

func (b *humBelief) Sample(_ context.Context, rng *rand.Rand, v *blindsight.History[int, float64], _ int, side *int) error {
	*side = rng.IntN(2)
	for _, e := range v.Past() {
		*side = 0
		if e.Seen >= 0.5 {
			*side = 1
		}
	}
	b.health.Samples++
	return nil
}

func (b *humBelief) Reset() {}

func (b *humBelief) Health() blindsight.Health { return b.health }

// Observations that never recur are found out and said; in bins they are fine, and the
// search finds that listening first is worth 1 instead of a half.
func TestScatteredObservations(t *testing.T) {
	for _, c := range []uct.Config{{Horizon: 2}, {Horizon: 2, Backup: uct.Mean}, func() uct.Config { c := uct.PaperA(); c.Horizon = 2; return c }()} {
		for bins, want := range map[int]int64{0: 1, 4: 0} {
			p := uct.New(hum{bins}, func() blindsight.Sampler[int, *blindsight.History[int, float64]] { return &humBelief{} }, c)
			v := blindsight.NewHistory[int, float64](0, 1, 2)
			d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{Simulations: 3000})
			if err != nil {
				t.Fatal(err)
			}
			if d.Action != 2 {
				if bins > 0 {
					t.Errorf("%+v, %d bins: action %d, want to listen", c, bins, d.Action)
				}
				continue // without bins another action may look better, and it ends the play
			}
			if d.Health.Scattered != want {
				t.Errorf("%+v, %d bins: scattered %d, want %d", c, bins, d.Health.Scattered, want)
			}
		}
	}
}
