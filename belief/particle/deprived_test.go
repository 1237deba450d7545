package particle_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/particle"
)

// secret is a number below a thousand that never changes. Asked about its remainder by 2, 3, 5,
// 7 and so on, it tells the truth: few particles soon know none that agrees.
type secret struct{}

func (secret) Start(rng *rand.Rand, s *int) blindsight.Side {
	*s = rng.IntN(1000)
	return 0
}

func (secret) Step(_ *rand.Rand, s *int, by rune) blindsight.Step[int] {
	return blindsight.Step[int]{Seen: *s % int(by)}
}

// Particles that all died are found again, by replaying the past from the start, and agree with
// all of it: 612 is 0, 2, 2 and 3 by 3, 5, 10 and 7. What is left is 612 + 210k, so 402, 192, 822.
func TestDeadParticlesAreRevived(t *testing.T) {
	f, rng := particle.New(secret{}, particle.Options{Particles: 20, Effort: 20_000}), newRand(2)
	v := blindsight.NewHistory[rune, int]()
	f.Begin(v)
	for _, by := range []rune{3, 5, 10, 7} {
		v.Did(by, 612%int(by))
		f.Did(by, 612%int(by))
		var s int
		if err := f.Sample(t.Context(), rng, v, 0, &s); err != nil {
			t.Fatal(err)
		}
	}
	if f.Revived() == 0 {
		t.Fatal("nothing died")
	}
	found := map[int]bool{}
	for s := range f.Particles {
		if *s%210 != 612%210 {
			t.Errorf("%d does not agree", *s)
		}
		found[*s] = true
	}
	if len(found) < 2 {
		t.Errorf("only %v were found", found)
	}
}

// What cannot be gives the typed error, at once when asked again, and never a state; another
// play is followed as if nothing had happened.
func TestDeprivation(t *testing.T) {
	f, rng := particle.New(secret{}, particle.Options{Particles: 20, Effort: 2000}), newRand(3)
	v := blindsight.NewHistory[rune, int]()
	v.Did(3, 1)
	v.Did(3, 2)
	s := -1
	for n := range 3 {
		err := f.Sample(t.Context(), rng, v, 0, &s)
		if !errors.Is(err, particle.ErrDeprived) || !errors.Is(err, blindsight.ErrExhausted) || s != -1 {
			t.Fatalf("error %v, state %d", err, s)
		}
		h := f.Health()
		if h.Failures != int64(n+1) || h.Samples != 0 || h.Draws > 2*2000+100*20 {
			t.Errorf("health %+v", h)
		}
	}
	for range f.Particles {
		t.Fatal("there is a particle")
	}
	if f.EffectiveSize() != 0 || f.Exact() || f.Guessed() {
		t.Error("a dead filter claims a belief")
	}
	other := blindsight.NewHistory[rune, int]()
	other.Did(3, 1)
	if err := f.Sample(t.Context(), rng, other, 0, &s); err != nil || s%3 != 1 {
		t.Errorf("error %v, state %d", err, s)
	}
}

// An exact belief that comes to nothing is a proof: no state agrees. A tiger that cannot be heard
// is listed with weight 0.
func TestExactBeliefShowsInconsistency(t *testing.T) {
	f, rng := particle.New(silent{}, particle.Options{}), newRand(4)
	f.Begin(blindsight.NewHistory[rune, int](listen))
	f.Did(listen, left)
	for range 2 {
		if err := f.Update(t.Context(), rng); !errors.Is(err, blindsight.ErrInconsistent) {
			t.Errorf("error %v", err)
		}
		f.Did(listen, left)
	}
}

type silent struct{ listed }

func (silent) Successors(_ blindsight.Side, _ []blindsight.Event[rune, int], _ bool, _, _ *int, visit func(float64) bool) bool {
	return visit(0)
}

// An update that its context cut short is taken up by the next one.
func TestCancelledUpdateGoesOn(t *testing.T) {
	f, rng := particle.New(chain{}, particle.Options{Particles: 5000}), newRand(5)
	f.Begin(blindsight.NewHistory[rune, int]('w'))
	for range 50 {
		f.Did('w', 0)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Update(ctx, rng); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if err := f.Update(t.Context(), rng); err != nil {
		t.Fatal(err)
	}
	n, sum := 0, 0.0
	for _, w := range f.Particles {
		n++
		sum += w
	}
	if n != places || math.Abs(sum-1) > 1e-9 || f.EffectiveSize() < 1000 {
		t.Errorf("%d particles of weight %v, effective size %v", n, sum, f.EffectiveSize())
	}
}

// impatient is a context that ends when it has been looked at so many times.
type impatient struct {
	context.Context
	looks int
}

func (c *impatient) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

// Wherever an update is cut short, in a revival as well, the next one goes on with particles that
// agree with the whole play.
func TestCancelledAnywhere(t *testing.T) {
	cut := 0
	for looks := range 80 {
		f, rng := particle.New(secret{}, particle.Options{Particles: 30, Effort: 30_000}), newRand(6)
		v := blindsight.NewHistory[rune, int]()
		f.Begin(v)
		ctx := &impatient{Context: t.Context(), looks: looks}
		for _, by := range []rune{3, 5, 10, 7} {
			v.Did(by, 612%int(by))
			f.Did(by, 612%int(by))
			if err := f.Update(ctx, rng); err == nil {
				continue
			} else if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			cut++
			if err := f.Update(t.Context(), rng); err != nil {
				t.Fatal(err)
			}
			n := 0
			for s := range f.Particles {
				n++
				for _, e := range v.Past() {
					if *s%int(e.Action) != e.Seen {
						t.Fatalf("cut after %d looks: %d does not agree with %v", looks, *s, v.Past())
					}
				}
			}
			if n == 0 {
				t.Fatalf("cut after %d looks: there is no particle", looks)
			}
			ctx.looks = looks
		}
	}
	t.Logf("cut %d times", cut)
	if cut < 20 {
		t.Errorf("cut only %d times", cut)
	}
}

// States that share memory when assigned are refused, unless the game copies them.
func TestSharedMemoryIsRefused(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	particle.New(sliced{}, particle.Options{})
}

type sliced struct{}

func (sliced) Start(*rand.Rand, *[]int) blindsight.Side                  { return 0 }
func (sliced) Step(*rand.Rand, *[]int, rune) (step blindsight.Step[int]) { return step }
