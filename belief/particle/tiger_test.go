package particle_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/search/uct"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// tiger is the Tiger problem (Kaelbling, Littman, Cassandra 1998): behind one of two doors is a
// tiger; listening tells which with probability 0.85. Here it may also change the door before
// each listening.
type tiger struct{ restless float64 }

const (
	left = iota
	right
	listen = 'l'
)

type history = blindsight.History[rune, int]

func (tiger) Start(rng *rand.Rand, s *int) blindsight.Side {
	*s = rng.IntN(2)
	return 0
}

func (p tiger) Step(rng *rand.Rand, s *int, _ rune) blindsight.Step[int] {
	if rng.Float64() < p.restless {
		*s = 1 - *s
	}
	heard := *s
	if rng.Float64() < 0.15 {
		heard = 1 - heard
	}
	return blindsight.Step[int]{Seen: heard}
}

func hears(door, heard int) float64 {
	if door == heard {
		return 0.85
	}
	return 0.15
}

// weighted is a tiger that says how likely what is heard is.
type weighted struct{ tiger }

func (weighted) Observation(_ blindsight.Side, _ rune, s *int, o int) float64 { return hears(*s, o) }

// listed is a tiger that lists what can follow.
type listed struct{ tiger }

func (listed) Starts(_ blindsight.Side, _ bool, s *int, visit func(float64) bool) bool {
	for *s = range 2 {
		if !visit(0.5) {
			return false
		}
	}
	return true
}

func (p listed) Successors(_ blindsight.Side, past []blindsight.Event[rune, int], _ bool, s, to *int, visit func(float64) bool) bool {
	for door := range 2 {
		move := p.restless
		if door == *s {
			move = 1 - move
		}
		if *to = door; !visit(move * hears(door, past[len(past)-1].Seen)) {
			return false
		}
	}
	return true
}

func (listed) Fingerprint(s *int) uint64 { return uint64(*s) }

// bayes is the exact filter, by the logarithm of the odds of left, which does not underflow.
type bayes struct {
	tiger
	odds float64
}

func (b *bayes) hear(heard int) {
	if b.restless > 0 {
		l := b.left()
		l = l*(1-b.restless) + (1-l)*b.restless
		b.odds = math.Log(l / (1 - l))
	}
	b.odds += math.Log(hears(left, heard) / hears(right, heard))
}

func (b *bayes) left() float64 { return 1 / (1 + math.Exp(-b.odds)) }

// filter is what the tests ask of a filter.
type filter[S any] interface {
	blindsight.Sampler[S, *history]
	blindsight.Follower[*history, rune, int]
	Update(context.Context, *rand.Rand) error
	Particles(func(*S, float64) bool)
	Exact() bool
	EffectiveSize() float64
	Revived() int
	Resampled() int
}

func onLeft(f filter[int]) float64 {
	p := 0.0
	for s, w := range f.Particles {
		if *s == left {
			p += w
		}
	}
	return p
}

// heardFrom returns what is heard of a hidden tiger.
func heardFrom(p tiger, seed uint64, listens int) []int {
	rng := newRand(seed)
	var s int
	p.Start(rng, &s)
	heard := make([]int, listens)
	for i := range heard {
		heard[i] = p.Step(rng, &s, listen).Seen
	}
	return heard
}

// against follows one play with many filters, and compares the mean of what they believe with
// Bayes' rule, by the standard error that the filters themselves show.
func against(t *testing.T, p tiger, newFilter func() filter[int], heard []int, filters, every int) (resampled, revived int) {
	t.Helper()
	all := make([]filter[int], filters)
	rngs := make([]*rand.Rand, filters)
	for i := range all {
		all[i], rngs[i] = newFilter(), newRand(uint64(1000+i))
		all[i].Begin(blindsight.NewHistory[rune, int](listen))
	}
	exact := &bayes{tiger: p}
	worst := 0.0
	for n, h := range heard {
		exact.hear(h)
		sum, squares := 0.0, 0.0
		for i, f := range all {
			f.Did(listen, h)
			if err := f.Update(t.Context(), rngs[i]); err != nil {
				t.Fatalf("listen %d: %v", n, err)
			}
			l := onLeft(f)
			sum += l
			squares += l * l
		}
		if n%every != every-1 {
			continue
		}
		mean := sum / float64(filters)
		deviation := math.Sqrt(max(0, squares/float64(filters)-mean*mean) / float64(filters-1))
		off := math.Abs(mean - exact.left())
		if off > 4*deviation+1e-9 {
			t.Errorf("listen %d: the filters believe %v ± %v, Bayes %v", n, mean, deviation, exact.left())
		}
		if off > 1e-9 {
			worst = max(worst, off/deviation)
		}
	}
	for _, f := range all {
		resampled += f.Resampled()
		revived += f.Revived()
	}
	t.Logf("%d listens: at most %.2f standard errors off; resampled %d times, revived %d", len(heard), worst, resampled, revived)
	return resampled, revived
}

// A thousand listens, with weights, of a tiger that stays and of one that does not.
func TestThousandListensByWeights(t *testing.T) {
	for _, restless := range []float64{0, 0.02, 0.3} {
		p := tiger{restless}
		resampled, _ := against(t, p, func() filter[int] { return particle.New(weighted{p}, particle.Options{Particles: 150}) },
			heardFrom(p, 5, 1000), 30, 50)
		if resampled != 0 {
			t.Error("two states were thinned out")
		}
	}
}

// Equal states are one particle, so nothing is lost of two: after 500 growls on the right and 500 on
// the left the belief is what it began with.
func TestThereAndBackByWeights(t *testing.T) {
	f, rng := particle.New(weighted{}, particle.Options{Particles: 200}), newRand(4)
	f.Begin(blindsight.NewHistory[rune, int](listen))
	if err := f.Update(t.Context(), rng); err != nil {
		t.Fatal(err)
	}
	begun := onLeft(f)
	if math.Abs(begun-0.5) > 4*0.5/math.Sqrt(200) {
		t.Errorf("it begins with %v", begun)
	}
	for i := range 1000 {
		f.Did(listen, right-i/500)
		if err := f.Update(t.Context(), rng); err != nil {
			t.Fatal(err)
		}
		if i == 499 && onLeft(f) > 1e-300 {
			t.Errorf("half-way it believes %v", onLeft(f))
		}
	}
	if got := onLeft(f); math.Abs(got-begun) > 1e-9 {
		t.Errorf("it began with %v and ends with %v", begun, got)
	}
}

// By plain simulation, where rejection from the start would need 1/0.6^60 draws.
func TestListensBySimulation(t *testing.T) {
	p := tiger{0.1}
	against(t, p, func() filter[int] { return particle.New(p, particle.Options{Particles: 300}) }, heardFrom(p, 6, 60), 40, 10)
}

// So few particles that they often all die: they are found again, and the filter goes on.
func TestListensWithRevival(t *testing.T) {
	p := tiger{0.1}
	o := particle.Options{Particles: 4, Draws: 1, Effort: 400}
	revived := 0
	for seed := range uint64(20) {
		f, rng := particle.New(p, o), newRand(seed)
		f.Begin(blindsight.NewHistory[rune, int](listen))
		for n, h := range heardFrom(p, seed, 60) {
			f.Did(listen, h)
			if err := f.Update(t.Context(), rng); err != nil {
				t.Fatalf("seed %d, listen %d: %v", seed, n, err)
			}
		}
		revived += f.Revived()
	}
	t.Logf("revived %d times", revived)
	if revived < 20 {
		t.Errorf("revived only %d times", revived)
	}
}

// Where the game lists what follows, the belief is that of Bayes' rule to the last digits, also
// after 500 growls on one side and 500 on the other, when the odds have been 10^376.
func TestThousandListensExact(t *testing.T) {
	there := make([]int, 1000)
	for i := range 500 {
		there[i] = right
	}
	for _, c := range []struct {
		restless float64
		heard    []int
	}{{0, heardFrom(tiger{}, 7, 1000)}, {0, there}, {0.1, heardFrom(tiger{0.1}, 8, 1000)}} {
		p := tiger{c.restless}
		f, rng, exact := particle.New(listed{p}, particle.Options{}), newRand(1), &bayes{tiger: p}
		f.Begin(blindsight.NewHistory[rune, int](listen))
		for n, h := range c.heard {
			exact.hear(h)
			f.Did(listen, h)
			if err := f.Update(t.Context(), rng); err != nil {
				t.Fatal(err)
			}
			if got, want := onLeft(f), exact.left(); !f.Exact() || math.Abs(got-want) > 1e-9 {
				t.Fatalf("listen %d: %v, exact %t, want %v", n, got, f.Exact(), want)
			}
		}
		if f.Health().Asymptotic {
			t.Error("an exact belief calls itself asymptotic")
		}
	}
}

// A filter that nobody tells follows the views it is given: here those of a search that has
// rules, filter and nothing else. After six growls on the left it opens the right door.
func TestServesASearch(t *testing.T) {
	planner := uct.New(door{}, particle.New(door{}, particle.Options{Particles: 200}).Fresh, uct.Config{Horizon: 10})
	v, rng := blindsight.NewHistory[rune, int](listen, '<', '>'), newRand(3)
	for range 6 {
		v.Did(listen, left)
		if _, err := planner.Choose(t.Context(), rng, v, blindsight.Budget{Simulations: 50}); err != nil {
			t.Fatal(err)
		}
	}
	d, err := planner.Choose(t.Context(), rng, v, blindsight.Budget{Simulations: 2000})
	if err != nil || d.Action != '>' {
		t.Errorf("chose %c: %v", d.Action, err)
	}
	if h := d.Health; !h.Asymptotic || h.Failures > 0 || h.Effective < 100 || h.Effective > 200.001 {
		t.Errorf("health %+v", h)
	}
}

// door is a tiger whose doors can be opened.
type door struct{ tiger }

func (p door) Step(rng *rand.Rand, s *int, a rune) blindsight.Step[int] {
	if a == listen {
		step := p.tiger.Step(rng, s, a)
		step.Reward = -1
		return step
	}
	step := blindsight.Step[int]{Reward: 10, Next: blindsight.Over}
	if a == '<' && *s == left || a == '>' && *s == right {
		step.Reward = -100
	}
	return step
}

// forgetful is a view that keeps no past.
type forgetful struct{ key uint64 }

func (v *forgetful) Legal(buf []rune) []rune { return append(buf, listen) }
func (v *forgetful) Did(_ rune, o int) error { v.key = 3*v.key + uint64(o) + 1; return nil }
func (v *forgetful) Key() blindsight.Key     { return blindsight.Key{Lo: v.key} }

// A view that keeps no past must be told of; then it serves as well as any.
func TestUntoldViewIsRefused(t *testing.T) {
	f, rng := particle.NewView[*forgetful](weighted{}, 0, particle.Options{}), newRand(1)
	v := &forgetful{}
	f.Begin(v)
	var s int
	for range 3 {
		if err := f.Sample(t.Context(), rng, v, 0, &s); err != nil {
			t.Fatal(err)
		}
		v.Did(listen, left)
		if err := f.Sample(t.Context(), rng, v, 0, &s); !errors.Is(err, particle.ErrUntold) {
			t.Fatalf("error %v", err)
		}
		f.Did(listen, left)
	}
	if err := f.Sample(t.Context(), rng, v, 0, &s); err != nil {
		t.Fatal(err)
	}
	if got, want := onLeft(plainFilter{f}), 4913./4940; math.Abs(got-want) > 0.01 { // 17³/(17³+3³)
		t.Errorf("belief %v, want %v", got, want)
	}
}

// plainFilter is a filter of another view, for its particles alone.
type plainFilter struct {
	*particle.Filter[int, *forgetful, rune, int]
}

func (plainFilter) Begin(*history) {}
func (plainFilter) Sample(context.Context, *rand.Rand, *history, int, *int) error {
	return blindsight.ErrExhausted
}
