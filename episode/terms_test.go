package episode_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/internal/randstream"
	"blindsight/search/searchtest"
)

// doubling pays 1, 2, 4 and so on, and ends after so many actions; 0 is never.
type doubling struct {
	ends  int
	terms blindsight.Terms
}

func (p doubling) Terms() blindsight.Terms { return p.terms }

func (doubling) Start(_ *rand.Rand, paid *int) blindsight.Side {
	*paid = 0
	return 0
}

func (p doubling) Step(_ *rand.Rand, paid *int, _ string) blindsight.Step[int] {
	*paid++
	return blindsight.Step[int]{Seen: *paid, Reward: math.Ldexp(1, *paid-1), Next: blindsight.OverIf(*paid == p.ends)}
}

type history = blindsight.History[string, int]

// forced is a view that leaves no choice from its second action on.
type forced struct{ *history }

func (v forced) Forced() (string, bool) { return "go on", len(v.Past()) > 0 }

// goOn is the planner that always does the same, for any view.
type goOn[V any] struct{}

func (goOn[V]) Choose(context.Context, *rand.Rand, V, blindsight.Budget) (blindsight.Decision[string], error) {
	return blindsight.Decision[string]{Action: "go on"}, nil
}

// All sums are worked out by hand: rewards double, so with a discount of 1/2 every
// action counts 1.
func TestReturn(t *testing.T) {
	for _, c := range []struct {
		ends   int
		terms  blindsight.Terms
		gained float64
		moves  int
	}{
		{4, blindsight.Terms{}, 1 + 2 + 4 + 8, 4},
		{4, blindsight.Terms{Discount: 1}, 1 + 2 + 4 + 8, 4},
		{4, blindsight.Terms{Discount: 0.5}, 4, 4},
		{4, blindsight.Terms{Discount: 0.25}, 1 + 2./4 + 4./16 + 8./64, 4},
		{4, blindsight.Terms{Discount: 0.5, Horizon: 4}, 4, 4},
		{4, blindsight.Terms{Discount: 0.5, Horizon: 9}, 4, 4},
		{4, blindsight.Terms{Discount: 0.5, Horizon: 3}, 3, 3},
		{4, blindsight.Terms{Horizon: 1}, 1, 1},
		{0, blindsight.Terms{Horizon: 5}, 31, 5},
		{0, blindsight.Terms{Discount: 0.5, Horizon: 100}, 100, 100},
	} {
		p := doubling{c.ends, c.terms}
		var paid, moves, forcedMoves int
		v := blindsight.NewHistory[string, int]("go on")
		gained, err := episode.Solo(t.Context(), nil, p, &paid, v, goOn[*history]{}, blindsight.Budget{},
			func(*episode.Move[string, int]) { moves++ })
		if err != nil || gained != c.gained || moves != c.moves || paid != c.moves {
			t.Errorf("ends after %d, %+v: gained %v in %d moves, %v; want %v in %d", c.ends, c.terms, gained, moves, err, c.gained, c.moves)
		}
		if seen := len(v.Past()); moves != c.ends && seen != moves {
			t.Errorf("ends after %d, %+v: cut after %d moves, of which the view knows %d", c.ends, c.terms, moves, seen)
		}
		// Forced actions pay and count like all others.
		paid = 0
		gained, err = episode.Solo(t.Context(), nil, p, &paid, forced{blindsight.NewHistory[string, int]("go on")}, goOn[forced]{}, blindsight.Budget{},
			func(m *episode.Move[string, int]) {
				if m.Forced {
					forcedMoves++
				}
			})
		if err != nil || gained != c.gained || paid != c.moves || forcedMoves != c.moves-1 {
			t.Errorf("forced, ends after %d, %+v: gained %v in %d moves, %d of them forced, %v; want %v in %d",
				c.ends, c.terms, gained, paid, forcedMoves, err, c.gained, c.moves)
		}
	}
}

// Without a horizon the context ends an endless play, also where the rules force every
// action and no planner looks at the context.
func TestContextEndsAnEndlessPlay(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var paid int
	gained, err := episode.Solo(ctx, nil, doubling{}, &paid, forced{blindsight.NewHistory[string, int]("go on")}, goOn[forced]{}, blindsight.Budget{},
		func(m *episode.Move[string, int]) {
			switch m.Seen {
			case 7:
				cancel()
			case 8:
				t.Fatal("the play goes on")
			}
		})
	if !errors.Is(err, context.Canceled) || gained != 127 {
		t.Errorf("gained %v, error %v", gained, err)
	}
}

func TestTermsThatMakeNoSense(t *testing.T) {
	for want, terms := range map[string]blindsight.Terms{
		"discount -0.1: must be between 0 and 1": {Discount: -0.1},
		"discount 1.5: must be between 0 and 1":  {Discount: 1.5},
		"discount NaN: must be between 0 and 1":  {Discount: math.NaN()},
		"horizon -1: must not be negative":       {Horizon: -1},
	} {
		var paid int
		_, err := episode.Solo(t.Context(), nil, doubling{3, terms}, &paid, blindsight.NewHistory[string, int]("go on"), goOn[*history]{}, blindsight.Budget{}, nil)
		if err == nil || !strings.Contains(err.Error(), want) || paid != 0 {
			t.Errorf("%+v: error %v after %d actions, want %q", terms, err, paid, want)
		}
	}
}

// policy is a planner that takes each action with the chance it says.
type policy func(at int) []float64

func (p policy) Choose(_ context.Context, rng *rand.Rand, v *searchtest.Place, _ blindsight.Budget) (blindsight.Decision[searchtest.Action], error) {
	chances := p(v.At)
	u := rng.Float64()
	for a, chance := range chances {
		if u -= chance; u < 0 {
			return blindsight.Decision[searchtest.Action]{Action: searchtest.Action(a)}, nil
		}
	}
	return blindsight.Decision[searchtest.Action]{Action: searchtest.Action(len(chances) - 1)}, nil
}

// cutTiger is the Tiger without an end, cut.
type cutTiger struct{ *searchtest.Endless }

const cutTigerAfter = 150

func (c cutTiger) Terms() blindsight.Terms {
	return blindsight.Terms{Discount: c.Discount, Horizon: cutTigerAfter}
}

// The mean return of many plays of a problem without an end, in batches, is what the
// policy is worth by computation, within four standard errors.
func TestEndlessPlaysReturnWhatThePolicyIsWorth(t *testing.T) {
	const plays = 1500
	tiger := searchtest.EndlessTiger()
	// After 150 actions all that comes counts 1/2,194 of what it counts at the start: a cut
	// play misses about that part of the policy's worth, far less than a standard error.
	cut := cutTiger{tiger}
	for name, p := range map[string]policy{
		"listen until it is clear": func(more int) []float64 {
			switch {
			case more >= 2:
				return []float64{0, 0, 1}
			case more <= -2:
				return []float64{0, 1, 0}
			}
			return []float64{1, 0, 0}
		},
		"listen half the time": func(int) []float64 { return []float64{0.5, 0.25, 0.25} },
	} {
		t.Run(name, func(t *testing.T) {
			worth := tiger.Worth(p)
			sum, squares := 0.0, 0.0
			worker := func() func(context.Context, int) (float64, error) {
				return func(ctx context.Context, n int) (float64, error) {
					rng := randstream.New(1, "endless", uint64(n))
					var door int
					tiger.Start(rng, &door)
					moves := 0
					gained, err := episode.Solo(ctx, rng, cut, &door, tiger.NewPlace(0), p, blindsight.Budget{},
						func(*episode.Move[searchtest.Action, searchtest.Seen]) { moves++ })
					if moves != cutTigerAfter {
						t.Errorf("play %d was cut after %d moves, want %d", n, moves, cutTigerAfter)
					}
					return gained, err
				}
			}
			if err := episode.Batch(t.Context(), plays, 2, worker, func(_ int, gained float64) {
				sum += gained
				squares += gained * gained
			}); err != nil {
				t.Fatal(err)
			}
			mean := sum / plays
			deviation := math.Sqrt((squares/plays - mean*mean) / plays)
			t.Logf("mean %.3f ± %.3f, worth %.3f", mean, deviation, worth)
			if math.Abs(mean-worth) > 4*deviation {
				t.Errorf("the mean of %d plays is %.3f ± %.3f, the policy is worth %.3f", plays, mean, deviation, worth)
			}
		})
	}
}
