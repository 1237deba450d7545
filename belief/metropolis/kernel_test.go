package metropolis_test

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/metropolis"
	"blindsight/game/minesweeper"
)

// kernel is paper A's chain on one small position, written down exactly: every
// placement that Propose can draw, as a bit set of cells, and the probability that
// Mutate leads from one to another.
type kernel struct {
	all        []uint64
	consistent []int // indices into all
	move       [][]float64
}

// newKernel works the kernel out from its definition: each of m mines is lifted with
// probability 1/m, independently, and those lifted are laid together on cells free of
// mines, of which there are n-m+k when k of n cells' mines were lifted. From x to y
// all mines of x that y lacks, d of them, must be lifted, and may be j of the others
// too; then exactly one choice of cells gives y:
//
//	sum over j of (1/m)^k (1-1/m)^(m-k) C(m-d, j) / C(n-m+k, k), where k = d+j.
func newKernel(g *minesweeper.Game, v *minesweeper.View) *kernel {
	return newKernelOn(g, v, v.Hidden(), func(n, k int) float64 { return 1 / choose(n-g.Rules().Mines+k, k) })
}

// newVectorKernel is that of paper A's own chain, on vectors of positions: the mines are
// laid each by itself, on any of n cells outside the zone of the first, so that k! of n^k ways
// give y. What is missing to 1 are vectors with two mines on one cell, which are never
// accepted.
func newVectorKernel(g *minesweeper.Game, v *minesweeper.View) *kernel {
	var cells []minesweeper.Cell
	for c := range minesweeper.Cell(g.Cells()) {
		if !slices.Contains(g.Zone(v.Opened()[0]), c) {
			cells = append(cells, c)
		}
	}
	return newKernelOn(g, v, cells, func(n, k int) float64 {
		right := 1.0
		for i := 1; i <= k; i++ {
			right *= float64(i) / float64(n)
		}
		return right
	})
}

// newKernelOn has the chance that k mines lifted, of n cells, are laid on k cells told.
func newKernelOn(g *minesweeper.Game, v *minesweeper.View, hidden []minesweeper.Cell, laid func(n, k int) float64) *kernel {
	k := &kernel{}
	m := g.Rules().Mines
	for set := range uint64(1) << len(hidden) {
		if bits.OnesCount64(set) != m {
			continue
		}
		var mines uint64
		for i, c := range hidden {
			mines |= set >> i & 1 << c
		}
		agrees := true
		for _, c := range v.Opened() {
			shown := 0
			for _, d := range g.Neighbours(c) {
				shown += int(mines >> d & 1)
			}
			agrees = agrees && shown == int(v.At(c)) && mines>>c&1 == 0
		}
		if agrees {
			k.consistent = append(k.consistent, len(k.all))
		}
		k.all = append(k.all, mines)
	}
	n, lift := len(hidden), 1/float64(m)
	byDistance := make([]float64, m+1)
	for d := range byDistance {
		for j := 0; j <= m-d; j++ {
			l := d + j
			byDistance[d] += math.Pow(lift, float64(l)) * math.Pow(1-lift, float64(m-l)) * choose(m-d, j) * laid(n, l)
		}
	}
	for _, x := range k.all {
		row := make([]float64, len(k.all))
		for j, y := range k.all {
			row[j] = byDistance[bits.OnesCount64(x&^y)]
		}
		k.move = append(k.move, row)
	}
	return k
}

// choose returns the binomial coefficient.
func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c = c * float64(n-i) / float64(i+1)
	}
	return math.Round(c)
}

// arrival returns the distribution over the consistent placements of a chain that
// starts at random and wanders until it is at one of them.
func (k *kernel) arrival() []float64 {
	at := make([]int, len(k.all)) // place among the consistent ones, or -1
	for i := range at {
		at[i] = -1
	}
	for i, x := range k.consistent {
		at[x] = i
	}
	now, arrived := make([]float64, len(k.all)), make([]float64, len(k.consistent))
	for i := range now {
		now[i] = 1 / float64(len(now))
	}
	for left := 1.0; left > 1e-12; {
		next := make([]float64, len(now))
		left = 0
		for x, p := range now {
			if at[x] >= 0 {
				arrived[at[x]] += p
				continue
			}
			for y, q := range k.move[x] {
				next[y] += p * q
			}
			left += p
		}
		now = next
	}
	return arrived
}

// after returns the distribution after so many steps.
func (k *kernel) after(steps int, now []float64) []float64 {
	for range steps {
		now = k.step(now)
	}
	return now
}

// step returns the distribution after one step of the chain: a move to an
// inconsistent placement is refused.
func (k *kernel) step(now []float64) []float64 {
	next := make([]float64, len(now))
	for i, x := range k.consistent {
		stay := 1.0
		for j, y := range k.consistent {
			if i != j {
				next[j] += now[i] * k.move[x][y]
				stay -= k.move[x][y]
			}
		}
		next[i] += now[i] * stay
	}
	return next
}

// distance returns the total variation distance from the uniform distribution.
func distance(p []float64) float64 {
	d := 0.0
	for _, q := range p {
		d += math.Abs(q-1/float64(len(p))) / 2
	}
	return d
}

// mines returns the mines of a board of up to 64 cells as a bit set.
func mines(g *minesweeper.Game, s *state) uint64 {
	var set uint64
	for c := range minesweeper.Cell(g.Cells()) {
		if s.Mine(c) {
			set |= 1 << c
		}
	}
	return set
}

// small are positions whose kernel is small enough to be written down, found by a
// search among random ones for those where a chain that starts at random arrives with
// the greatest bias.
var small = []struct {
	name, board string
	neighbours  minesweeper.Neighbours
	rows        []string
	placements  int
}{
	{"hex", "3x3/5", minesweeper.Hex, []string{"..1", "..1", "..."}, 5},
	{"eight", "4x5/2", minesweeper.Eight, []string{"...1.", "....1", "....1", "....."}, 14},
	{"knight", "3x4/3", minesweeper.Knight, []string{"..2.", ".1.1", "...."}, 6},
}

// The exact matrix: rows are distributions, moves are symmetric, and the uniform
// distribution stays as it is, whereas the chain is drawn to it from elsewhere.
func TestKernelLeavesTheUniformDistribution(t *testing.T) {
	for _, p := range small {
		g, v := position(t, rules(t, p.board, minesweeper.Windows, p.neighbours), p.rows...)
		k := newKernel(g, v)
		n := len(k.consistent)
		if n != p.placements {
			t.Errorf("%s: %d placements, want %d", p.name, n, p.placements)
		}
		for x, row := range k.move {
			sum := 0.0
			for y, q := range row {
				sum += q
				if q != k.move[y][x] {
					t.Fatalf("%s: %v from %d to %d, but %v back", p.name, q, x, y, k.move[y][x])
				}
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("%s: row %d sums to %v", p.name, x, sum)
			}
		}
		uniform := make([]float64, n)
		for i := range uniform {
			uniform[i] = 1 / float64(n)
		}
		if d := distance(k.step(uniform)); d > 1e-12 {
			t.Errorf("%s: one step leads %v away from the uniform distribution", p.name, d)
		}
		if before, after := distance(k.arrival()), distance(k.after(1000, k.arrival())); before < 0.01 || after > 1e-4 {
			t.Errorf("%s: distance %v on arrival, %v after 1000 steps", p.name, before, after)
		}
	}
}

// The game's Mutate is that kernel.
func TestMutateIsTheKernel(t *testing.T) {
	for _, p := range small {
		g, v := position(t, rules(t, p.board, minesweeper.Windows, p.neighbours), p.rows...)
		k := newKernel(g, v)
		rng := newRand(11)
		var from, to state
		g.Propose(rng, v, &from)
		for x, set := range k.all {
			if set == mines(g, &from) {
				truth, err := belieftest.NewTruth(func(s *uint64) uint64 { return *s }, k.all, k.move[x])
				if err != nil {
					t.Fatal(err)
				}
				fit, err := truth.Compare(50*len(k.all), func(s *uint64) error {
					g.Mutate(rng, v, &from, &to)
					*s = mines(g, &to)
					return nil
				})
				t.Logf("%s: %v", p.name, fit)
				if err != nil {
					t.Errorf("%s: %v", p.name, err)
				}
			}
		}
	}
}

// exactly returns the truth of placements with the given probabilities.
func (k *kernel) exactly(t *testing.T, probability []float64) *belieftest.Truth[uint64] {
	t.Helper()
	var sets []uint64
	for _, x := range k.consistent {
		sets = append(sets, k.all[x])
	}
	truth, err := belieftest.NewTruth(func(s *uint64) uint64 { return *s }, sets, probability)
	if err != nil {
		t.Fatal(err)
	}
	return truth
}

// What the sampler returns is what the matrix predicts, at every effort: the arrival
// from a random start, then that many steps.
func TestSamplerIsTheChain(t *testing.T) {
	for _, p := range small {
		g, v := position(t, rules(t, p.board, minesweeper.Windows, p.neighbours), p.rows...)
		k := newKernel(g, v)
		for _, effort := range []int{0, 1, 5, 25} {
			truth := k.exactly(t, k.after(effort, k.arrival()))
			sampler, rng := metropolis.New(g, metropolis.Random, 0), newRand(uint64(effort))
			var s state
			fit, err := truth.Compare(20_000, func(set *uint64) error {
				err := sampler.Sample(t.Context(), rng, v, effort, &s)
				*set = mines(g, &s)
				return err
			})
			t.Logf("%s, effort %d: %v", p.name, effort, fit)
			if err != nil {
				t.Errorf("%s, effort %d: %v", p.name, effort, err)
			}
		}
	}
}

// moved returns the distribution of a chain that inherited its start at the i-th
// consistent placement: after so many steps or, if none of them was accepted, after
// the first that is.
func (k *kernel) moved(steps, i int) []float64 {
	from := make([]float64, len(k.consistent))
	from[i] = 1
	after := k.after(steps, from)
	accepted := 0.0
	for _, y := range k.consistent {
		accepted += k.move[k.consistent[i]][y]
	}
	none := math.Pow(1-accepted, float64(steps))
	after[i] -= none
	for j, y := range k.consistent {
		after[j] += none * k.move[k.consistent[i]][y] / accepted
	}
	return after
}

// Of two chains of one decision, Inherit's second begins where the first ended: the
// pairs are distributed as the matrix predicts. Those of Random, which begins anew,
// are not.
func TestInheritGoesOnWhereItEnded(t *testing.T) {
	p := small[0]
	g, v := position(t, rules(t, p.board, minesweeper.Windows, p.neighbours), p.rows...)
	k := newKernel(g, v)
	for _, effort := range []int{0, 4} {
		first := k.after(effort, k.arrival())
		for _, steps := range []metropolis.Steps{metropolis.Moving, metropolis.Counted} {
			var pairs [][2]uint64
			var weights []float64
			for i, x := range k.consistent {
				second := k.moved(effort, i)
				if steps == metropolis.Counted {
					second = k.after(effort, k.only(i))
				}
				for j, q := range second {
					if q > 0 {
						pairs = append(pairs, [2]uint64{k.all[x], k.all[k.consistent[j]]})
						weights = append(weights, first[i]*q)
					}
				}
			}
			truth, err := belieftest.NewTruth(func(s *[2]uint64) uint64 { return s[0]<<32 | s[1] }, pairs, weights)
			if err != nil {
				t.Fatal(err)
			}
			for _, start := range []metropolis.Start{metropolis.Inherit, metropolis.Random} {
				sampler, rng := metropolis.NewCounting(g, start, steps, 0), newRand(5)
				var s state
				fit, err := truth.Compare(20_000, func(pair *[2]uint64) error {
					sampler.Reset()
					for i := range pair {
						if err := sampler.Sample(t.Context(), rng, v, effort, &s); err != nil {
							return err
						}
						pair[i] = mines(g, &s)
					}
					return nil
				})
				t.Logf("effort %d, steps %d, start %d: %v", effort, steps, start, fit)
				if (err == nil) != (start == metropolis.Inherit) {
					t.Errorf("effort %d, steps %d, start %d: error %v", effort, steps, start, err)
				}
			}
		}
	}
}

// only is the distribution that is sure of the i-th consistent placement.
func (k *kernel) only(i int) []float64 {
	p := make([]float64, len(k.consistent))
	p[i] = 1
	return p
}

// The bias of Moving, worked out: one call after another from the uniform distribution on.
// The steps that it takes more lead away from it, the less the effort the more; Counted
// stays.
func TestBiasOfMoving(t *testing.T) {
	for _, p := range small {
		g, v := position(t, rules(t, p.board, minesweeper.Windows, p.neighbours), p.rows...)
		k := newKernel(g, v)
		n := len(k.consistent)
		before := 1.0
		for _, effort := range []int{0, 1, 2, 4, 8, 16} {
			now := make([]float64, n)
			for i := range now {
				now[i] = 1 / float64(n)
			}
			counted := distance(k.after(effort, now))
			for range 50 {
				next := make([]float64, n)
				for i, q := range now {
					for j, r := range k.moved(effort, i) {
						next[j] += q * r
					}
				}
				now = next
			}
			moving := distance(now)
			t.Logf("%s, effort %d: Moving %.4f, Counted %.4f", p.name, effort, moving, counted)
			if counted > 1e-9 || moving > before+1e-9 {
				t.Errorf("%s, effort %d: Moving %v after %v, Counted %v", p.name, effort, moving, before, counted)
			}
			before = moving
		}
		if before > 1e-3 {
			t.Errorf("%s: with 16 steps the bias is still %v", p.name, before)
		}
	}
}

// literally returns the distribution over all placements of paper A's chain to the letter,
// after so many trials from the distribution given: a placement that agrees is accepted
// from anywhere, one that does not is never.
func (k *kernel) literally(trials int, now []float64) []float64 {
	for range trials {
		next := make([]float64, len(now))
		for x, p := range now {
			stay := 1.0
			for _, y := range k.consistent {
				if y != x {
					next[y] += p * k.move[x][y]
					stay -= k.move[x][y]
				}
			}
			next[x] += p * stay
		}
		now = next
	}
	return now
}

// Literal is that chain, from a random start (Alg. 3) and from where the last one ended
// (Alg. 4), inconsistent states and the count of them included. It makes exactly the trials
// it is asked for. So it is on sets of closed cells, and by the paper's own kernel.
func TestLiteralIsThePapersChain(t *testing.T) {
	for _, p := range small {
		g, v := position(t, rules(t, p.board, minesweeper.Windows, p.neighbours), p.rows...)
		checkLiteral(t, p.name, g, v, g, newKernel(g, v))
		checkLiteral(t, p.name+" vectors", g, v, minesweeper.Plain{Game: g, Vectors: true}, newVectorKernel(g, v))
	}
}

func checkLiteral(t *testing.T, board string, g *minesweeper.Game, v view, problem blindsight.Mutable[state, view], k *kernel) {
	uniform := make([]float64, len(k.all))
	for i := range uniform {
		uniform[i] = 1 / float64(len(uniform))
	}
	for _, c := range []struct {
		start  metropolis.Start
		effort int
		calls  int // the last of them counts
	}{{metropolis.Random, 0, 1}, {metropolis.Random, 3, 1}, {metropolis.Random, 20, 2}, {metropolis.Inherit, 3, 1}, {metropolis.Inherit, 3, 2}, {metropolis.Inherit, 1, 5}} {
		trials := c.effort
		if c.start == metropolis.Inherit {
			trials *= c.calls
		}
		want := k.literally(trials, uniform)
		truth, err := belieftest.NewTruth(func(s *uint64) uint64 { return *s }, k.all, want)
		if err != nil {
			t.Fatal(err)
		}
		sampler, rng := metropolis.NewCounting(problem, c.start, metropolis.Literal, 0), newRand(3)
		var s state
		inconsistent, agrees := int64(0), false
		const draws = 10_000
		fit, err := truth.Compare(draws, func(set *uint64) error {
			sampler.Reset()
			for range c.calls {
				if err := sampler.Sample(t.Context(), rng, v, c.effort, &s); err != nil {
					return err
				}
				if agrees = g.Likelihood(v, &s) == 1; !agrees {
					inconsistent++
				}
			}
			*set = mines(g, &s)
			return nil
		})
		name := fmt.Sprintf("%s, start %d, effort %d, call %d", board, c.start, c.effort, c.calls)
		t.Logf("%s: %v", name, fit)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		h := sampler.Health()
		if h.Inconsistent != inconsistent || h.Draws != int64(c.effort*c.calls*draws) || h.Failures != 0 {
			t.Errorf("%s: health %+v, of which %d states were inconsistent", name, h, inconsistent)
		}
		if c.effort == 0 && inconsistent == 0 {
			t.Errorf("%s: no state contradicts the view", name)
		}
	}
}

// A board that is not laid hides nothing: a literal chain hands it out, and goes on later
// where it was. What it hands out bears no trace of the view before.
func TestLiteralAcrossAnUntouchedBoard(t *testing.T) {
	g, empty := position(t, rules(t, "4x4/6", minesweeper.Gnomine, minesweeper.Eight), "................")
	_, corner := position(t, g.Rules(), "0...", "....", "....", "....")
	_, other := position(t, g.Rules(), "....", "....", "....", "...0")
	sampler, rng := metropolis.NewCounting(g, metropolis.Inherit, metropolis.Literal, 0), newRand(1)
	var s state
	for _, c := range []struct {
		at     view
		effort int
	}{{empty, 0}, {empty, 3}, {corner, 0}} {
		if err := sampler.Sample(t.Context(), rng, c.at, c.effort, &s); err != nil || s.Laid() != c.at.Started() {
			t.Fatalf("laid: %v, %v", s.Laid(), err)
		}
	}
	// The first state with mines agrees with the corner it was drawn for. It stays, also
	// over the untouched board, as long as nothing is tried.
	before := mines(g, &s)
	if g.Likelihood(corner, &s) != 1 {
		t.Error("the start does not agree with the view that it was drawn for")
	}
	if err := sampler.Sample(t.Context(), rng, empty, 5, &s); err != nil || s.Laid() {
		t.Fatalf("laid: %v, %v", s.Laid(), err)
	}
	if err := sampler.Sample(t.Context(), rng, other, 0, &s); err != nil || mines(g, &s) != before {
		t.Errorf("the chain went from %x to %x, %v", before, mines(g, &s), err)
	}
	// At a corner four cells are open or kept free, so with nine more the game is won.
	_, late := position(t, g.Rules(), "00..", "....", "....", "....")
	if err := sampler.Sample(t.Context(), rng, late, 0, &s); err != nil {
		t.Fatal(err)
	}
	opened := 0
	for c := range minesweeper.Cell(g.Cells()) {
		if late.At(c) == minesweeper.Covered && !s.Mine(c) {
			if opened++; g.Step(rng, &s, c).Done() != (opened == late.Left()) {
				t.Fatalf("the game is over after %d of %d cells", opened, late.Left())
			}
		}
	}
}

// listed is a game whose Propose draws from the exact belief.
type listed struct {
	*minesweeper.Game
	states []state
}

func (l listed) Propose(rng *rand.Rand, _ view, s *state) {
	l.Copy(s, &l.states[rng.IntN(len(l.states))])
}

// A chain that begins in the exact belief stays in it, whatever the effort: on
// positions too large for the matrix.
func TestUniformStartStaysUniform(t *testing.T) {
	for _, p := range mixing {
		g, v := position(t, rules(t, p.board, minesweeper.Windows, p.neighbours), p.rows...)
		l := listed{Game: g}
		for s := range g.States(v) {
			l.states = append(l.states, state{})
			g.Copy(&l.states[len(l.states)-1], s)
		}
		for _, effort := range []int{1, 7} {
			t.Run(fmt.Sprint(p.name, "/", effort), func(t *testing.T) {
				e := belieftest.Subject[state, view]{
					New:        metropolis.New(l, metropolis.Random, 0).Fresh,
					Problem:    l,
					Asymptotic: true,
					Effort:     effort,
				}
				fit, err := e.Unbiased(belieftest.Position[view]{View: v})
				t.Log(fit)
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
}
