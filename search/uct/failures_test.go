package uct_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/belief/rejection"
	"blindsight/game/minesweeper"
	"blindsight/search/uct"
)

// unreliable is an estimator that fails where told to, and then leaves a ruin for a
// state.
type unreliable struct {
	sampler
	calls, failures int64
	fails           func(call int64, v *minesweeper.View) error
}

func (u *unreliable) Sample(ctx context.Context, rng *rand.Rand, v *minesweeper.View, effort int, s *minesweeper.State) error {
	u.calls++
	if err := u.fails(u.calls, v); err != nil {
		*s = minesweeper.State{}
		u.failures++
		return err
	}
	return u.sampler.Sample(ctx, rng, v, effort, s)
}

func (u *unreliable) Health() blindsight.Health {
	return u.sampler.Health().Add(blindsight.Health{Failures: u.failures})
}

func unreliablePlanner(g *minesweeper.Game, c uct.Config, fails func(call int64, v *minesweeper.View) error) *planner {
	return uct.New(g, func() sampler { return &unreliable{sampler: rejection.New(g, 0), fails: fails} }, c)
}

// Without any state there is nothing to search: any legal action, and the health
// says so.
func TestNoStateAtAll(t *testing.T) {
	g, v := figure2(t)
	legal := v.Legal(nil)
	for _, n := range []int{1, 3} {
		p := unreliablePlanner(g, trees(uct.PaperA(), n), func(int64, *minesweeper.View) error { return blindsight.ErrExhausted })
		chosen := make(map[cell]bool)
		for seed := range uint64(100) {
			d := decide(t, p, v, seed, 1000)
			if !slices.Contains(legal, d.Action) {
				t.Fatalf("cell %d is not legal", d.Action)
			}
			if d.Health.Fallbacks != 1 || d.Health.Samples != 0 || d.Simulations != 0 || len(d.Actions) != 0 {
				t.Fatalf("decision %+v, want one fallback and nothing else", d)
			}
			if want := int64(10 * n); d.Health.Failures != want {
				t.Fatalf("asked for a state %d times, want %d: after 10 a tree it is hopeless", d.Health.Failures, want)
			}
			chosen[d.Action] = true
		}
		// 8 cells; one of them is missed by 100 draws with chance 8*(7/8)^100 = 0.00001.
		if len(chosen) != len(legal) {
			t.Errorf("%d trees: chose among %d of %d cells", n, len(chosen), len(legal))
		}
	}
}

// Below the root a simulation goes on with the state it has.
func TestNoStateBelowTheRoot(t *testing.T) {
	g, v := figure2(t)
	opened := len(v.Opened())
	p := unreliablePlanner(g, exploring(uct.PaperA(), 4), func(_ int64, w *minesweeper.View) error {
		if len(w.Opened()) > opened {
			return blindsight.ErrExhausted
		}
		return nil
	})
	d := decide(t, p, v, 1, 20_000)
	if d.Simulations != 20_000 || d.Health.Fallbacks != 0 || d.Health.Failures == 0 {
		t.Errorf("%d simulations, health %+v", d.Simulations, d.Health)
	}
	// The state at hand agrees with the node as well, so the values are those of Fig. 2;
	// 4,000 or more returns that deviate by 0.94 have a standard error of 0.015.
	for row, want := range []float64{4. / 3, 1, 4. / 3} {
		if got := 9 * stat(t, d, g.Cell(row, 0)).Value; got < want-0.075 || got > want+0.075 {
			t.Errorf("cell (%d,0) is worth %.3f openings, want %.3f", row, got, want)
		}
	}
}

// Failures at the root cost simulations, no more.
func TestStatesNowAndThen(t *testing.T) {
	g, v := figure2(t)
	for _, c := range configs() {
		p := unreliablePlanner(g, c, func(call int64, _ *minesweeper.View) error {
			if call <= 8 || call%2 == 0 { // 10 in a row would be hopeless
				return blindsight.ErrExhausted
			}
			return nil
		})
		d := decide(t, p, v, 1, 1000)
		if d.Simulations < 100 || d.Simulations > 990 || d.Health.Fallbacks != 0 {
			t.Errorf("%s: %d simulations, health %+v", name(c), d.Simulations, d.Health)
		}
	}
}

// What is not a lack of effort is an error.
func TestErrorsOfTheEstimator(t *testing.T) {
	g, v := figure2(t)
	for _, want := range []error{blindsight.ErrInconsistent, errors.New("out of order")} {
		for _, n := range []int{1, 3} {
			p := unreliablePlanner(g, trees(uct.PaperA(), n), func(call int64, _ *minesweeper.View) error {
				if call == 5 {
					return fmt.Errorf("call %d: %w", call, want)
				}
				return nil
			})
			_, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{Simulations: 1000})
			if !errors.Is(err, want) {
				t.Errorf("%d trees: error %v, want %v", n, err, want)
			}
		}
	}
}

// A finished game leaves nothing to choose.
func TestNoAction(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 1, Width: 2, Mines: 1})
	v := position(t, g, "1.")
	_, err := newPlanner(g, uct.PaperA()).Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{Simulations: 10})
	if !errors.Is(err, uct.ErrNoAction) {
		t.Errorf("error %v, want ErrNoAction", err)
	}
}
