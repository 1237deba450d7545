package uct_test

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"blindsight"
	"blindsight/game/pomdp"
	"blindsight/search/searchtest"
	"blindsight/search/uct"
)

// A kept tree finds the optimum of problems whose views recur, as new trees do: the
// decisions of one planner in all views, in turn, are worth 95% of the best, and the
// value of the start is the exact one but for as much in the end.
func TestKeptTreeOfEndlessProblems(t *testing.T) {
	skipUnderRace(t)
	const rounds = 10
	for _, p := range searchtest.Endlesses() {
		low, high := -4, 4
		if p.Name == "ring" {
			low, high = 0, 7
		}
		planner := uct.New(p, p.NewSampler, uct.Config{Discount: p.Discount, Keep: true})
		policy := make(map[int][]float64)
		for at := low; at <= high; at++ {
			policy[at] = make([]float64, 3)
		}
		for round := range uint64(rounds) {
			for at := low; at <= high; at++ {
				d, err := planner.Choose(context.Background(), rand.New(rand.NewPCG(round, 7)), p.NewPlace(at), blindsight.Budget{Simulations: 5000})
				if err != nil {
					t.Fatal(err)
				}
				policy[at][d.Action] += 1. / rounds
				if off := math.Abs(d.Value - p.Value); (at == 0 || p.Name == "ring") && round == rounds-1 && off > 0.05*p.Value {
					t.Errorf("%s, round %d: place %d is worth %.4f, want %.4f", p.Name, round, at, d.Value, p.Value)
				}
			}
		}
		got := p.Worth(func(at int) []float64 { return policy[min(max(at, low), high)] })
		t.Logf("%s: worth %.4f, optimum %.4f: %v", p.Name, got, p.Value, policy)
		if got < 0.95*p.Value {
			t.Errorf("%s: the decisions are worth %.4f, want 95%% of %.4f", p.Name, got, p.Value)
		}
	}
}

// A kept tree is right for views that have nothing to do with those before, nor can be
// reached from them: who knows the world of a maze never forgets it. The exact values
// come from going backwards through time.
func TestKeptTreeOfUnrelatedViews(t *testing.T) {
	skipUnderRace(t)
	rng := rand.New(rand.NewPCG(16, 1))
	for number := range 3 {
		m := newMaze(rng)
		for _, discount := range []float64{0.8, 0.95} {
			for _, guided := range []bool{false, true} {
				p := uct.New(m, func() blindsight.Sampler[mazeState, *mazeView] { return &mazeSampler{} },
					uct.Config{Discount: discount, Keep: true, Weighted: guided})
				if guided {
					p.Guided(func() uct.Guide[*mazeView, int] { return mazeGuide{} })
				}
				memo := make(map[[2]any][3]float64)
				for i, v := range []mazeView{{at: 1, sure: true}, {at: 2}, {at: 0, sure: true}, {at: 0}, {at: 2, sure: true}, {at: 1}, {at: 1, sure: true}} {
					exact := m.values(v, discount, 400, memo)
					best := max(exact[0], exact[1], exact[2])
					d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(uint64(number), uint64(i))), &v, blindsight.Budget{Simulations: 10_000})
					if err != nil {
						t.Fatal(err)
					}
					if tolerance := 0.05 * max(best, 1); math.Abs(d.Value-best) > tolerance || exact[d.Action] < best-tolerance {
						t.Errorf("maze %d, discount %v, guided %v, view %d: chose %d at %.4f, exactly %.4f: %v", number, discount, guided, i, d.Action, d.Value, best, exact)
					}
				}
			}
		}
	}
}

// What a planner that keeps decides depends on seeds and on the decisions before it, and
// on nothing else. Its simulations are those of one decision, but those of its actions
// are all; and who forgets is new.
func TestKeptTreeIsDeterministic(t *testing.T) {
	g, problem := fourRocks(t)
	beginning, later := newRockView(problem), newRockView(problem)
	for _, a := range []pomdp.Action{1, 6, 1} { // east, a check of rock 2, east
		if err := later.Did(a, 0); err != nil {
			t.Fatal(err)
		}
	}
	newPlanner := func(keep bool, trees, workers int) *uct.Planner[pomdp.State, *rockView, pomdp.Action, pomdp.Seen] {
		return uct.New(g, func() blindsight.Sampler[pomdp.State, *rockView] { return &rockSampler{} },
			uct.Config{Exploration: 0.05, Keep: keep, Trees: trees, Workers: workers})
	}
	const simulations = 301
	decide := func(p *uct.Planner[pomdp.State, *rockView, pomdp.Action, pomdp.Seen], v *rockView) blindsight.Decision[pomdp.Action] {
		d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(3, 4)), v, blindsight.Budget{Simulations: simulations})
		if err != nil {
			t.Fatal(err)
		}
		if d.Simulations != simulations {
			t.Errorf("%d simulations, asked for %d", d.Simulations, simulations)
		}
		return d
	}
	for _, trees := range []int{1, 3} {
		alone := decide(newPlanner(false, trees, 1), later)
		p, q := newPlanner(true, trees, 1), newPlanner(true, trees, 3)
		if d := decide(p, later); !reflect.DeepEqual(d, alone) {
			t.Errorf("%d trees: the first decision is %+v, without Keep %+v", trees, d, alone)
		}
		decide(q, later)
		for _, v := range []*rockView{beginning, later, later} {
			if d, e := decide(p, v), decide(q, v); !reflect.DeepEqual(d, e) {
				t.Errorf("%d trees: one worker decides %+v, three %+v", trees, d, e)
			}
		}
		if d := decide(p, later); simulated(d) < 4*simulations || simulated(alone) != simulations {
			t.Errorf("%d trees: actions of the fourth decision on a view were simulated %d times, of one alone %d", trees, simulated(d), simulated(alone))
		}
		p.Forget()
		if d := decide(p, later); !reflect.DeepEqual(d, alone) {
			t.Errorf("%d trees: who forgot decides %+v, a new planner %+v", trees, d, alone)
		}
	}
}

// simulated returns how often the actions of a decision were simulated in all.
func simulated[A comparable](d blindsight.Decision[A]) int {
	sum := 0
	for _, s := range d.Actions {
		sum += s.Simulations
	}
	return sum
}

// Where the estimator has no state, what is known of the view from before decides.
func TestKeptTreeWithoutStates(t *testing.T) {
	sampler := &ceasing{left: 1000}
	p := uct.New(tiger{}, func() blindsight.Sampler[int, *difference] { return sampler }, uct.Config{Discount: 0.95, Keep: true})
	for _, simulations := range []int{1000, 0} {
		d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), &difference{more: 4}, blindsight.Budget{Simulations: 1000})
		if err != nil {
			t.Fatal(err)
		}
		if d.Simulations != simulations || simulated(d) != 1000 || d.Action != 2 || d.Health.Fallbacks != 0 {
			t.Errorf("%d simulations, want %d; %d of actions, action %d, %d fallbacks", d.Simulations, simulations, simulated(d), d.Action, d.Health.Fallbacks)
		}
	}
}

// ceasing is an estimator that finds so many states and no more.
type ceasing struct {
	believer
	left int
}

func (b *ceasing) Sample(ctx context.Context, rng *rand.Rand, v *difference, effort int, door *int) error {
	if b.left--; b.left < 0 {
		return blindsight.ErrExhausted
	}
	return b.believer.Sample(ctx, rng, v, effort, door)
}

// A kept tree stays within its memory for any number of decisions: one that is full is
// given up at the next decision, and one that is not is kept.
func TestMemoryOfKeptTrees(t *testing.T) {
	skipUnderRace(t)
	for _, trees := range []int{1, 2} {
		c := uct.Config{Discount: 0.95, Keep: true, Memory: 512 << 10, Trees: trees, Workers: 1}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		p := uct.New(noisyTiger{}, func() blindsight.Sampler[int, *tigerView] { return &tigerBelief{} }, c)
		view := blindsight.NewHistory[int, int](0, 1, 2)
		full, kept, given := 0, 0, 0
		for i := range 40 {
			d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(uint64(i), 1)), view, blindsight.Budget{Simulations: 500})
			if err != nil {
				t.Fatal(err)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > c.Memory {
				t.Errorf("%d trees, decision %d: holds %d bytes", trees, i, held)
			}
			if again := simulated(d) > d.Simulations; again {
				kept++
			} else if i > 0 {
				given++
			}
			full += int(d.Health.Full)
		}
		t.Logf("%d trees: %d of 40 decisions full, %d kept, %d began anew", trees, full, kept, given)
		if full == 0 || kept == 0 || given == 0 || given > full {
			t.Errorf("%d trees: %d decisions full, %d kept, %d began anew", trees, full, kept, given)
		}
		runtime.KeepAlive(p)
	}
}
