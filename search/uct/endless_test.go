package uct_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/search/searchtest"
	"blindsight/search/uct"
)

var (
	endlessSeeds = flag.Int("endless-seeds", 10, "decisions in each view of the endless problems; 50 take a minute")
	mazes        = flag.Int("mazes", 1, "mazes of TestCircles; 4 take a minute")
)

// The default finds the optimum of problems whose views recur, without tuning: it
// decides 50 times (10 unless -endless-seeds says so), with other seeds, in each view from 4 growls more on the right to 4
// more on the left (or at each place of the ring), and the player who acts by these
// frequencies is worth at least 95% of the best.
func TestEndlessProblems(t *testing.T) {
	skipUnderRace(t)
	seeds := *endlessSeeds
	for _, p := range searchtest.Endlesses() {
		planner := uct.New(p, p.NewSampler, uct.Config{Discount: p.Discount})
		low, high := -4, 4
		if p.Name == "ring" {
			low, high = 0, 7
		}
		policy := make(map[int][]float64)
		worst := 0.0
		for at := low; at <= high; at++ {
			chances := make([]float64, 3)
			for seed := range uint64(seeds) {
				d, err := planner.Choose(context.Background(), rand.New(rand.NewPCG(seed, 7)), p.NewPlace(at), blindsight.Budget{Simulations: 10_000})
				if err != nil {
					t.Fatal(err)
				}
				chances[d.Action] += 1 / float64(seeds)
				if p.Name == "ring" {
					worst = max(worst, math.Abs(d.Value-p.Value))
				}
			}
			policy[at] = chances
		}
		got := p.Worth(func(at int) []float64 { return policy[min(max(at, low), high)] })
		t.Logf("%s: worth %.4f, optimum %.4f: %v", p.Name, got, p.Value, policy)
		if got < 0.95*p.Value {
			t.Errorf("%s: the decisions are worth %.4f, want 95%% of %.4f", p.Name, got, p.Value)
		}
		if worst > 0.02 { // with 1% of the range left beyond the horizon of the first rollouts
			t.Errorf("%s: a place is valued %.4f off the true 2", p.Name, worst)
		}
	}
}

// An action that was never tried is not worth 0: staying pays 0.1, leaving 2, and ends.
type stay struct{}

func (stay) Start(*rand.Rand, *int) blindsight.Side { return 0 }

func (stay) Step(_ *rand.Rand, _ *int, leave bool) blindsight.Step[int] {
	if leave {
		return blindsight.Step[int]{Reward: 2, Next: blindsight.Over}
	}
	return blindsight.Step[int]{Reward: 0.1}
}

// The best is to leave, at once where the future is discounted, and at the horizon's
// end where it is not; to stay for ever brings 0.1/(1-0.9) = 1 at most.
func TestEveryActionIsTried(t *testing.T) {
	for _, c := range []uct.Config{{Discount: 0.9}, {Discount: 0.9, Backup: uct.Mean}, {Discount: 0.9, Apart: true}} {
		for seed := range uint64(20) {
			d, err := uct.New(stay{}, staySampler, c).Choose(context.Background(), rand.New(rand.NewPCG(seed, 1)),
				blindsight.NewHistory[bool, int](false, true), blindsight.Budget{Simulations: 1000})
			if err != nil {
				t.Fatal(err)
			}
			if !d.Action || math.Abs(d.Value-2) > 1e-9 {
				t.Errorf("%+v, seed %d: leaves %v at %v, want true at 2", c, seed, d.Action, d.Value)
			}
		}
	}
}

func staySampler() blindsight.Sampler[int, *blindsight.History[bool, int]] {
	return &nothingHidden[bool]{}
}

// nothingHidden is the belief where nothing is hidden.
type nothingHidden[A comparable] struct{ health blindsight.Health }

func (b *nothingHidden[A]) Sample(context.Context, *rand.Rand, *blindsight.History[A, int], int, *int) error {
	b.health.Samples++
	return nil
}

func (b *nothingHidden[A]) Reset() {}

func (b *nothingHidden[A]) Health() blindsight.Health { return b.health }

// maze is a small problem with circles: three places, two ways out of each that pay or
// cost a little, and a third that is a trap in half of the worlds, where it ends the play
// for nothing, and else a short cut that pays 1. Who has survived it knows the world.
type maze struct {
	to   [3][2]int
	pays [3][2]float64
}

type mazeState struct {
	at   int
	trap bool
}

// mazeView is the place and whether the world is known to be without traps.
type mazeView struct {
	at   int
	sure bool
}

func newMaze(rng *rand.Rand) *maze {
	var m maze
	for i := range m.to {
		for a := range m.to[i] {
			m.to[i][a] = rng.IntN(3)
			m.pays[i][a] = float64(rng.IntN(9)-4) / 8
		}
	}
	return &m
}

func (m *maze) Start(rng *rand.Rand, s *mazeState) blindsight.Side {
	*s = mazeState{0, rng.IntN(2) == 0}
	return 0
}

func (m *maze) Step(_ *rand.Rand, s *mazeState, a int) blindsight.Step[int] {
	if a < 2 {
		reward := m.pays[s.at][a]
		s.at = m.to[s.at][a]
		return blindsight.Step[int]{Seen: s.at, Reward: reward}
	}
	if s.trap {
		return blindsight.Step[int]{Next: blindsight.Over}
	}
	s.at = 0
	return blindsight.Step[int]{Reward: 1}
}

func (v *mazeView) Legal(buf []int) []int { return append(buf, 0, 1, 2) }

func (v *mazeView) Did(a, seen int) error {
	v.at = seen
	v.sure = v.sure || a == 2
	return nil
}

func (v *mazeView) Key() blindsight.Key {
	k := blindsight.Key{Lo: uint64(v.at)}
	if v.sure {
		k.Hi = 1
	}
	return k
}

func (v *mazeView) Clone() *mazeView { w := *v; return &w }

func (v *mazeView) CopyFrom(w *mazeView) { *v = *w }

type mazeSampler struct{ health blindsight.Health }

func (b *mazeSampler) Sample(_ context.Context, rng *rand.Rand, v *mazeView, _ int, s *mazeState) error {
	*s = mazeState{v.at, !v.sure && rng.IntN(2) == 0}
	b.health.Samples++
	return nil
}

func (b *mazeSampler) Reset() {}

func (b *mazeSampler) Health() blindsight.Health { return b.health }

// mazeGuide plays rollouts at random and knows the odds of the trap.
type mazeGuide struct{}

func (mazeGuide) Candidates(_ *mazeView, legal []int) ([]int, bool) { return legal, false }

func (mazeGuide) Rollout(rng *rand.Rand, _ *mazeView) int { return rng.IntN(3) }

func (mazeGuide) Value(*mazeView) (float64, bool) { return 0, false }

func (mazeGuide) Odds(v *mazeView, a int) float64 {
	if a == 2 && !v.sure {
		return 0.5
	}
	return 1
}

func (mazeGuide) Lost(end blindsight.Step[int]) bool { return end.Reward <= 0 }

func (mazeGuide) Likelihood(*mazeView) float64 { return 0 }

func (mazeGuide) Twins(*mazeView, int) int { return 1 }

// values returns the exact values of the actions at a view with so many steps to go.
func (m *maze) values(v mazeView, discount float64, steps int, memo map[[2]any][3]float64) [3]float64 {
	if steps == 0 {
		return [3]float64{}
	}
	key := [2]any{v, steps}
	if known, ok := memo[key]; ok {
		return known
	}
	best := func(w mazeView) float64 {
		x := m.values(w, discount, steps-1, memo)
		return max(x[0], x[1], x[2])
	}
	var x [3]float64
	for a := range 2 {
		x[a] = m.pays[v.at][a] + discount*best(mazeView{m.to[v.at][a], v.sure})
	}
	x[2] = 1 + discount*best(mazeView{0, true})
	if !v.sure {
		x[2] /= 2
	}
	memo[key] = x
	return x
}

// Circles, discounts and horizons: whatever is shared, backed up, drawn and weighted, a
// decision is as good as the best but for a little, and its value is the exact one but
// for a little. The exact values come from going backwards through time, with 400 steps
// for no horizon.
func TestCircles(t *testing.T) {
	skipUnderRace(t)
	rng := rand.New(rand.NewPCG(16, 1))
	for number := range *mazes {
		m := newMaze(rng)
		for _, limit := range []struct {
			discount float64
			horizon  int
		}{{1, 4}, {0.9, 6}, {0.8, 0}, {0.95, 0}} {
			steps := limit.horizon
			if steps == 0 {
				steps = 400
			}
			exact := m.values(mazeView{}, limit.discount, steps, make(map[[2]any][3]float64))
			best := max(exact[0], exact[1], exact[2])
			for variant := range 16 {
				c := uct.Config{
					Discount: limit.discount, Horizon: limit.horizon,
					Apart: variant&1 != 0, Backup: uct.Backup(variant >> 1 & 1), Sampling: uct.Sampling(variant >> 2 & 1), Weighted: variant&8 != 0,
				}
				p := uct.New(m, func() blindsight.Sampler[mazeState, *mazeView] { return &mazeSampler{} }, c)
				if c.Weighted {
					p.Guided(func() uct.Guide[*mazeView, int] { return mazeGuide{} })
				}
				d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(uint64(number), uint64(variant))), &mazeView{}, blindsight.Budget{Simulations: 10_000})
				if err != nil {
					t.Fatal(err)
				}
				what := fmt.Sprintf("maze %d, discount %v, horizon %d, apart %v, backup %d, sampling %d, weighted %v", number, limit.discount, limit.horizon, c.Apart, c.Backup, c.Sampling, c.Weighted)
				// A tree without an end is shallow: 10,000 histories of three ways are eight steps
				// deep, and what comes after is a rollout's.
				tolerance := 0.05 * max(best, 1)
				if limit.horizon == 0 && (c.Apart || c.Backup == uct.Mean) {
					tolerance = 0.5 * max(best, 1)
				}
				if math.Abs(d.Value-best) > tolerance || exact[d.Action] < best-tolerance {
					t.Errorf("%s: chose %d at %.4f, exactly %.4f: %v", what, d.Action, d.Value, best, exact)
				}
			}
		}
	}
}
