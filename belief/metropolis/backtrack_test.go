package metropolis_test

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/counting"
	"blindsight/belief/metropolis"
	"blindsight/game/minesweeper"
)

// system is a made-up problem that is nothing but sums: its view is the system, its
// state the set of unknowns that are 1.
type system struct{}

func (system) Propose(rng *rand.Rand, c *counting.Sums, s *uint32) {
	*s = 0
	for _, u := range rng.Perm(c.Unknowns)[:c.Total] {
		*s |= 1 << u
	}
}

func (system) Likelihood(c *counting.Sums, s *uint32) float64 {
	if satisfies(c, *s) {
		return 1
	}
	return 0
}

func (p system) Mutate(rng *rand.Rand, c *counting.Sums, _, to *uint32) bool {
	p.Propose(rng, c, to)
	return true
}

func (system) Copy(dst, src *uint32) { *dst = *src }

func (system) Fingerprint(s *uint32) uint64 { return uint64(*s) }

func (system) Constraints(v, c *counting.Sums) bool { *c = *v; return true }

func (system) Assign(_ *counting.Sums, ones []int32, s *uint32) {
	*s = 0
	for _, u := range ones {
		*s ^= 1 << u // an unknown named twice would be 0 again
	}
}

func (p system) Solver() metropolis.Solver[uint32, *counting.Sums] {
	return counting.NewBacktracker[uint32, *counting.Sums](p)
}

func (system) States(c *counting.Sums) func(func(*uint32) bool) {
	return func(yield func(*uint32) bool) {
		for s := range uint32(1) << c.Unknowns {
			if satisfies(c, s) && !yield(&s) {
				return
			}
		}
	}
}

func satisfies(c *counting.Sums, s uint32) bool {
	if bits.OnesCount32(s) != c.Total {
		return false
	}
	for _, sum := range c.Sums {
		n := 0
		for _, u := range sum.Cells {
			n += int(s >> u & 1)
		}
		if n != sum.Value {
			return false
		}
	}
	return true
}

// randomSystem returns a system of up to eleven unknowns, every other one with a
// solution for certain.
func randomSystem(rng *rand.Rand) *counting.Sums {
	c := &counting.Sums{Unknowns: rng.IntN(12)}
	planted := rng.Uint32() & (1<<c.Unknowns - 1)
	possible := rng.IntN(2) == 0
	c.Total = rng.IntN(c.Unknowns + 1)
	if possible {
		c.Total = bits.OnesCount32(planted)
	}
	for range rng.IntN(6) {
		sum := counting.Sum{}
		for _, u := range rng.Perm(c.Unknowns)[:rng.IntN(min(c.Unknowns, 5)+1)] {
			sum.Cells = append(sum.Cells, int32(u))
			sum.Value += int(planted >> u & 1)
		}
		if !possible {
			sum.Value = rng.IntN(len(sum.Cells)+3) - 1 // also below 0 and above what can be
		}
		c.Sums = append(c.Sums, sum)
	}
	return c
}

// With no effort the sampler returns what its solver finds: a solution whenever trying
// all assignments finds one, and else the word that there is none.
func TestSolverAgainstBruteForce(t *testing.T) {
	rng := newRand(21)
	sampler := metropolis.New(system{}, metropolis.Solve, 0)
	found := [2]int{}
	for round := range 20_000 {
		c := randomSystem(rng)
		canBeSolved := 0
		for range (system{}).States(c) {
			canBeSolved = 1
			break
		}
		found[canBeSolved]++
		var s uint32
		err := sampler.Sample(t.Context(), rng, c, 0, &s)
		switch {
		case canBeSolved == 1 && err != nil:
			t.Fatalf("round %d: %+v has a solution, error %v", round, c, err)
		case canBeSolved == 1 && !satisfies(c, s):
			t.Fatalf("round %d: %+v is not solved by %b", round, c, s)
		case canBeSolved == 0 && !errors.Is(err, blindsight.ErrInconsistent):
			t.Fatalf("round %d: %+v has no solution, error %v", round, c, err)
		}
	}
	if min(found[0], found[1]) < 2000 {
		t.Errorf("%d systems without a solution and %d with one: not a fair test of both", found[0], found[1])
	}
	if h := sampler.Health(); h.Failures != int64(found[0]) || h.Samples != int64(found[1]) || h.Draws != 0 {
		t.Errorf("health %+v after %v", h, found)
	}
}

// Every solution can be found: the values are tried in random order.
func TestSolverFindsEverySolution(t *testing.T) {
	rng := newRand(22)
	for range 40 {
		c := randomSystem(rng)
		truth, err := belieftest.Enumerate(system{}, c)
		if err != nil {
			t.Fatal(err)
		}
		if truth.States() == 0 || truth.States() > 40 {
			continue
		}
		sampler := metropolis.New(system{}, metropolis.Solve, 0)
		seen := map[uint32]bool{}
		for range 5000 {
			var s uint32
			if err := sampler.Sample(t.Context(), rng, c, 0, &s); err != nil {
				t.Fatal(err)
			}
			seen[s] = true
		}
		if len(seen) != truth.States() {
			t.Errorf("found %d of %d solutions of %+v", len(seen), truth.States(), c)
		}
	}
}

// The same on Minesweeper, where one of the numbers seen may be wrong: positions of
// random games against the list of all placements.
func TestSolverOnPositions(t *testing.T) {
	rng := newRand(23)
	found := [2]int{}
	for round := range 300 {
		r := minesweeper.Rules{
			Height: 3 + rng.IntN(2), Width: 3 + rng.IntN(3), Mines: 2 + rng.IntN(4),
			Neighbours: minesweeper.Neighbours(rng.IntN(5)),
		}
		g, err := minesweeper.New(r)
		if err != nil {
			t.Fatal(err)
		}
		v := randomView(t, g, rng, 1+rng.IntN(g.Cells()-r.Mines-1), round%2 == 0)
		canBeSolved := 0
		for range g.States(v) {
			canBeSolved = 1
			break
		}
		found[canBeSolved]++
		var s state
		err = metropolis.New(solvable{g}, metropolis.Solve, 0).Sample(t.Context(), rng, v, 0, &s)
		if canBeSolved == 1 && (err != nil || g.Likelihood(v, &s) != 1) || canBeSolved == 0 && !errors.Is(err, blindsight.ErrInconsistent) {
			t.Errorf("round %d, %v: open %v, canBeSolved: %d, error %v", round, r, v.Opened(), canBeSolved, err)
		}
	}
	if min(found[0], found[1]) < 50 {
		t.Errorf("%d positions without a placement and %d with one: not a fair test of both", found[0], found[1])
	}
}

// randomView opens safe cells of a random board at random. If spoil is set, one of
// the numbers is noted one too high or too low.
func randomView(t testing.TB, g *minesweeper.Game, rng *rand.Rand, open int, spoil bool) view {
	t.Helper()
	v := g.NewView()
	var s state
	g.Start(rng, &s)
	wrong := -1
	if spoil {
		wrong = rng.IntN(open)
	}
	for i := 0; i < open; {
		c := v.Pick(rng)
		if s.Laid() && s.Mine(c) {
			continue
		}
		seen := g.Step(rng, &s, c).Seen
		if i == wrong && seen > 0 && (rng.IntN(2) == 0 || int(seen) == len(g.Neighbours(c))) {
			seen--
		} else if i == wrong && int(seen) < len(g.Neighbours(c)) {
			seen++
		}
		if err := v.Did(c, seen); err != nil {
			t.Fatal(err)
		}
		i++
	}
	return v
}

// The contradictions that a reader of positions must catch, each found at once.
func TestContradictions(t *testing.T) {
	for _, c := range []struct {
		name, board string
		rows        []string
	}{
		{"too few neighbours left", "3x3/4", []string{"14.", "...", "..."}},
		{"two numbers disagree", "2x3/2", []string{"0.2", "..."}},
		{"fewer mines than the board has", "3x3/3", []string{"...", ".2.", "..."}},
		{"more mines than the board has", "3x5/2", []string{"....2", ".....", "1...."}},
	} {
		g, v := position(t, rules(t, c.board, minesweeper.Windows, minesweeper.Eight), c.rows...)
		for range g.States(v) {
			t.Errorf("%s: there is a placement", c.name)
			break
		}
		var s state
		err := metropolis.New(solvable{g}, metropolis.Solve, 0).Sample(t.Context(), newRand(1), v, 5, &s)
		if !errors.Is(err, blindsight.ErrInconsistent) {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}

// Positions of expert boards, where a solver that goes through the cells in the order
// of opening, or never starts afresh, gives up on nearly all with 100 open cells.
func TestSolverOnExpertBoards(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 16, Width: 30, Mines: 99})
	if err != nil {
		t.Fatal(err)
	}
	rng := newRand(24)
	sampler := metropolis.New(solvable{g}, metropolis.Solve, 0)
	for _, open := range []int{1, 40, 100, 200, 300} {
		for range 6 {
			v := randomView(t, g, rng, open, false)
			var s state
			if err := sampler.Sample(t.Context(), rng, v, 3, &s); errors.Is(err, blindsight.ErrExhausted) {
				continue
			} else if err != nil || g.Likelihood(v, &s) != 1 {
				t.Errorf("%d open cells: error %v", open, err)
			}
		}
	}
	h := sampler.Health()
	t.Logf("gave up on %d of 30 positions", h.Failures)
	if h.Failures > 3 { // 1% or so is usual
		t.Errorf("gave up on %d of 30 positions", h.Failures)
	}
}

// Four groups of eight unknowns, each with four ones, and seventeen ones in all:
// 70^4 ways to find out that 16 is not 17. The solver must stop at its cap, and
// before that when its context ends.
func TestSolverStops(t *testing.T) {
	c := &counting.Sums{Unknowns: 32, Total: 17}
	for first := int32(0); first < 32; first += 8 {
		sum := counting.Sum{Value: 4}
		for u := first; u < first+8; u++ {
			sum.Cells = append(sum.Cells, u)
		}
		c.Sums = append(c.Sums, sum)
	}
	var s uint32
	if err := metropolis.New(system{}, metropolis.Solve, 0).Sample(t.Context(), newRand(1), c, 0, &s); !errors.Is(err, blindsight.ErrExhausted) {
		t.Errorf("error %v, want that it gave up", err)
	}
	e := belieftest.Subject[uint32, *counting.Sums]{
		New:     metropolis.New(system{}, metropolis.Solve, 0).Fresh,
		Problem: system{},
	}
	if err := e.GivesUp(belieftest.Position[*counting.Sums]{View: c, Hopeless: true, Large: true}); err != nil {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := metropolis.New(system{}, metropolis.Solve, 0).Sample(ended, newRand(1), c, 0, &s); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}
