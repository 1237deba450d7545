package metropolis_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/counting"
	"blindsight/belief/metropolis"
	"blindsight/game/minesweeper"
)

type (
	state = minesweeper.State
	view  = *minesweeper.View
)

var starts = map[string]metropolis.Start{
	"random":  metropolis.Random,
	"inherit": metropolis.Inherit,
	"solve":   metropolis.Solve,
}

// solvable is Minesweeper with a solver, as the players compose it.
type solvable struct{ *minesweeper.Game }

func (s solvable) Solver() metropolis.Solver[state, view] {
	return counting.NewBacktracker[state, view](s.Game)
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func decimal(x float64) string { return fmt.Sprintf("%.4f", x) }

// All checks of the kit, at an effort that is enough for these positions.
func TestConformance(t *testing.T) {
	for name, start := range starts {
		for _, p := range mixing {
			t.Run(name+"/"+p.name, func(t *testing.T) {
				t.Parallel()
				g, v := position(t, rules(t, p.board, minesweeper.Windows, p.neighbours), p.rows...)
				// A 0 beside a 4 that has at most three neighbours away from the 0.
				_, contradiction := position(t, g.Rules(), "04"+strings.Repeat(".", g.Cells()-2))
				e := subject(g, start)
				e.New = metropolis.New(solvable{g}, start, 2000).Fresh
				belieftest.Run(t, e,
					belieftest.Position[view]{Name: "untouched", View: g.NewView()},
					belieftest.Position[view]{Name: "position", View: v},
					belieftest.Position[view]{Name: "contradiction", View: contradiction, Hopeless: true},
				)
			})
		}
	}
}

// An untouched board has no mines yet, also for a chain that could inherit some.
func TestUntouchedBoardIsUnlaid(t *testing.T) {
	for name, start := range starts {
		for _, first := range []minesweeper.First{minesweeper.Windows, minesweeper.Gnomine} {
			r := rules(t, "4x4/6", first, minesweeper.Eight)
			g, v := position(t, r, "................")
			_, open := position(t, r, "....", ".0..", "....", "....")
			sampler, rng := metropolis.New(solvable{g}, start, 0), newRand(1)
			var s state
			for _, at := range []view{v, open, v, open} {
				if err := sampler.Sample(t.Context(), rng, at, 3, &s); err != nil {
					t.Fatal(err)
				}
				if s.Laid() != at.Started() || g.Likelihood(at, &s) != 1 {
					t.Errorf("%s, %v: open cells %v, mines laid: %v", name, first, at.Opened(), s.Laid())
				}
			}
		}
	}
}

// A chain that inherits finds its way at every later view of a game, and what it
// returns bears no trace of the view before.
func TestInheritAcrossViews(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 4, Width: 4, Mines: 4})
	if err != nil {
		t.Fatal(err)
	}
	rng := newRand(3)
	sampler := metropolis.New(solvable{g}, metropolis.Inherit, 0)
	var hidden, s state
	for range 20 {
		sampler.Reset()
		g.Start(rng, &hidden)
		v := g.NewView()
		for v.Left() > 1 {
			c := v.Pick(rng)
			if hidden.Laid() && hidden.Mine(c) {
				continue
			}
			if err := v.Did(c, g.Step(rng, &hidden, c).Seen); err != nil {
				t.Fatal(err)
			}
			if err := sampler.Sample(t.Context(), rng, v, 2, &s); err != nil {
				t.Fatalf("%d cells open: %v", len(v.Opened()), err)
			}
			if g.Likelihood(v, &s) != 1 {
				t.Fatalf("%d cells open: an inconsistent state", len(v.Opened()))
			}
			// The state is one of this view also in that the game ends when it should.
			for c := range minesweeper.Cell(g.Cells()) {
				if v.At(c) == minesweeper.Covered && !s.Mine(c) {
					if step := g.Step(rng, &s, c); step.Done() != (v.Left() == 1) {
						t.Fatalf("%d safe cells left, and with one more open the game is over: %v", v.Left(), step.Done())
					}
					break
				}
			}
		}
	}
}

// The steps asked for are those counted, beside the way to a consistent state.
func TestEffortIsCounted(t *testing.T) {
	g, v := position(t, rules(t, "4x4/4", minesweeper.Windows, minesweeper.Eight), mixing[0].rows...)
	for name, start := range starts {
		sampler, rng := metropolis.New(solvable{g}, start, 0), newRand(1)
		var s state
		for range 50 {
			before := sampler.Health()
			if err := sampler.Sample(t.Context(), rng, v, 10, &s); err != nil {
				t.Fatal(err)
			}
			h := sampler.Health()
			steps := h.Draws - before.Draws
			switch {
			case !h.Asymptotic || steps < 10:
				t.Errorf("%s: %d steps, health %+v", name, steps, h)
			case start == metropolis.Solve && steps > 10:
				t.Errorf("%s: wandered for %d steps from a consistent state", name, steps-10)
			case start == metropolis.Inherit && before.Samples > 0 && steps > 10 && h.Accepted != before.Accepted+1:
				t.Errorf("%s: took %d steps and accepted %d", name, steps, h.Accepted-before.Accepted)
			case h.Accepted-before.Accepted > 10:
				t.Errorf("%s: accepted %d of 10 steps", name, h.Accepted-before.Accepted)
			}
		}
	}
}

// Without mines, and where every closed cell is one, there is one state and nothing
// to change: the chain is done at once, whatever the effort.
func TestSingleState(t *testing.T) {
	for _, c := range []struct {
		board string
		rows  []string
	}{
		{"2x2/0", []string{"0.", ".."}},
		{"2x2/3", []string{"3.", ".."}},
	} {
		g, v := position(t, rules(t, c.board, minesweeper.Windows, minesweeper.Eight), c.rows...)
		for name, start := range starts {
			sampler := metropolis.New(solvable{g}, start, 0)
			var s state
			if err := sampler.Sample(t.Context(), newRand(1), v, math.MaxInt32, &s); err != nil || g.Likelihood(v, &s) != 1 {
				t.Errorf("%s, %s: error %v", c.board, name, err)
			}
		}
	}
	// One state, and it does not agree: shown, not given up.
	g, v := position(t, rules(t, "2x2/0", minesweeper.Windows, minesweeper.Eight), "1.", "..")
	for name, start := range starts {
		var s state
		if err := metropolis.New(solvable{g}, start, 0).Sample(t.Context(), newRand(1), v, 1, &s); !errors.Is(err, blindsight.ErrInconsistent) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Likelihoods strictly between 0 and 1: one of five coins, that show heads with
// probability 1/6 to 5/6 and lie in a ring; the chain goes to a neighbour. After two
// heads and a tail their posterior is as p²(1-p): 5, 16, 27, 32, 25 of 216.
func TestFractionalLikelihood(t *testing.T) {
	truth, err := belieftest.NewTruth(coins{}.Fingerprint, []int{0, 1, 2, 3, 4}, []float64{5, 16, 27, 32, 25})
	if err != nil {
		t.Fatal(err)
	}
	var distances []belieftest.Distance
	for _, effort := range efforts {
		sampler, rng := metropolis.New(coins{}, metropolis.Random, 0), newRand(9)
		d, err := truth.TotalVariation(10_000, func(s *int) error {
			return sampler.Sample(t.Context(), rng, tosses{2, 1}, effort, s)
		})
		if err != nil {
			t.Fatal(err)
		}
		distances = append(distances, d)
	}
	t.Log(table(distances))
	falls(t, distances)
	// At no effort it is the prior, 21 of 105 each where the posterior is 5, 16, 27, 32
	// and 25 of 105: half of (16+5+6+11+4)/105 away.
	if d := distances[0]; math.Abs(d.Measured-0.2) > 5*d.Deviation {
		t.Errorf("the prior is %v away, want 0.2", d)
	}
	for _, start := range []metropolis.Start{metropolis.Random, metropolis.Inherit} {
		sampler, rng := metropolis.New(coins{}, start, 0), newRand(9)
		fit, err := truth.Compare(10_000, func(s *int) error {
			return sampler.Sample(t.Context(), rng, tosses{2, 1}, 64, s)
		})
		t.Logf("start %d: %v", start, fit)
		if err != nil {
			t.Errorf("start %d: %v", start, err)
		}
	}
}

// coins lie in a ring; see TestFractionalLikelihood.
type coins struct{}

type tosses struct{ heads, tails int }

func (coins) Propose(rng *rand.Rand, _ tosses, s *int) { *s = rng.IntN(5) }

func (coins) Likelihood(v tosses, s *int) float64 {
	p := float64(*s+1) / 6
	return math.Pow(p, float64(v.heads)) * math.Pow(1-p, float64(v.tails))
}

func (coins) Mutate(rng *rand.Rand, _ tosses, from, to *int) bool {
	*to = (*from + 1 + 3*rng.IntN(2)) % 5 // one on, or one back
	return true
}

func (coins) Copy(dst, src *int) { *dst = *src }

func (coins) Fingerprint(s *int) uint64 { return uint64(*s) }

// Solve needs a solver.
func TestSolveNeedsASolver(t *testing.T) {
	defer func() {
		if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "has no solver to start from") {
			t.Errorf("panic %v", r)
		}
	}()
	metropolis.New(coins{}, metropolis.Solve, 0)
}

func TestDoesNotAllocate(t *testing.T) {
	g, v := position(t, rules(t, "4x4/4", minesweeper.Windows, minesweeper.Eight), mixing[0].rows...)
	for name, start := range starts {
		sampler, rng, ctx := metropolis.New(solvable{g}, start, 0), newRand(1), t.Context()
		var s state
		sample := func() {
			if err := sampler.Sample(ctx, rng, v, 20, &s); err != nil {
				t.Fatal(err)
			}
		}
		for range 100 { // the solver's memory grows to what it needs
			sample()
		}
		if n := testing.AllocsPerRun(200, sample); n != 0 {
			t.Errorf("%s: %v allocations a sample", name, n)
		}
	}
}
