package minesweeper

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"blindsight"
	"blindsight/game/gametest"
	"blindsight/internal/randstream"
)

// viewOf opens cells of a board whose mines are given.
func viewOf(t *testing.T, g *Game, mines, open []Cell) *View {
	t.Helper()
	adjacent := naive(g.rules)
	v := g.NewView()
	for _, c := range open {
		shows := Seen(0)
		for _, n := range adjacent[c] {
			if slices.Contains(mines, n) {
				shows++
			}
		}
		if err := v.Did(c, shows); err != nil {
			t.Fatal(err)
		}
	}
	return v
}

// small are views on which everything can be counted.
func small(t *testing.T) []*View {
	t.Helper()
	return []*View{
		viewOf(t, mustNew(t, Rules{Height: 3, Width: 3, Mines: 2}), []Cell{0, 1}, []Cell{4}),
		viewOf(t, mustNew(t, Rules{Height: 3, Width: 3, Mines: 2}), []Cell{0, 1}, []Cell{4, 8, 3}),
		viewOf(t, mustNew(t, Rules{Height: 3, Width: 3, Mines: 5}), []Cell{0, 1, 2, 3, 5}, []Cell{8}),
		viewOf(t, mustNew(t, Rules{Height: 1, Width: 5, Mines: 1}), []Cell{4}, []Cell{0}),
		viewOf(t, mustNew(t, Rules{Height: 2, Width: 4, Mines: 2, First: Gnomine}), []Cell{3, 7}, []Cell{0}),
		viewOf(t, mustNew(t, Rules{Height: 2, Width: 5, Mines: 3, First: Gnomine}), []Cell{3, 4, 8}, []Cell{0, 6}),
	}
}

// Propose draws every choice of cells that are neither open nor in the zone of the
// first, equally often, whatever the numbers say.
func TestProposeIsUniform(t *testing.T) {
	for _, v := range small(t) {
		g := v.g
		rng := randstream.New(1, "minesweeper/propose "+describe(g.rules))
		var closed []Cell
		for c := range Cell(g.cells) {
			if v.At(c) == Covered && !slices.Contains(g.Zone(v.Opened()[0]), c) {
				closed = append(closed, c)
			}
		}
		index := make(map[string]int)
		for i, p := range combinations(closed, g.rules.Mines) {
			index[fmt.Sprint(p)] = i
		}
		counts := make([]int, len(index))
		var s State
		for range 200 * len(index) {
			g.Propose(rng, v, &s)
			i, ok := index[placement(g, &s)]
			if !ok {
				t.Fatalf("%s: proposes mines on %s with %v open", describe(g.rules), placement(g, &s), v.Opened())
			}
			counts[i]++
		}
		if err := gametest.Fits(counts, nil); err != nil {
			t.Errorf("%s: %v", describe(g.rules), err)
		}
	}
}

func binomial(n, k int) float64 {
	if k < 0 || k > n {
		return 0
	}
	b := 1.0
	for i := range k {
		b = b * float64(n-i) / float64(i+1)
	}
	return b
}

// kernel returns the probability that Mutate leads from one placement of mines
// among free cells to another that differs in d of them, by its definition: k mines
// are lifted with probability C(m,k) (1/m)^k (1-1/m)^(m-k), the d that must move are
// among them in C(m-d,k-d) of C(m,k) choices, and one of the C(free-m+k,k) ways to
// lay k mines again is the right one; of the free^k ways to lay them each by itself,
// as vectors have it, k! are. It depends on d alone, so it is symmetric. Those of vectors
// that are no placement are missing: such a step leads nowhere.
func kernel(mines, free, d int, vectors bool) float64 {
	p := 1 / float64(mines)
	sum, right := 0.0, 1.0
	for k := 1; k <= mines; k++ {
		if right *= float64(k) / float64(free); k < d {
			continue
		}
		lifted := binomial(mines, k) * math.Pow(p, float64(k)) * math.Pow(1-p, float64(mines-k)) * binomial(mines-d, k-d) / binomial(mines, k)
		if vectors {
			sum += lifted * right
		} else {
			sum += lifted / binomial(free-mines+k, k)
		}
	}
	if d == 0 {
		sum += math.Pow(1-p, float64(mines))
	}
	return sum
}

// Mutate leads from each state to each other as often as its definition says.
func TestMutateFollowsItsKernel(t *testing.T) {
	for _, v := range small(t) {
		g := v.g
		for _, c := range []struct {
			name    string
			game    blindsight.Mutable[State, *View]
			cells   []Cell
			vectors bool
		}{
			{"closed", g, v.Hidden(), false},
			{"board", Plain{Game: g}, outside(v), false},
			{"vectors", Plain{Game: g, Vectors: true}, outside(v), true},
		} {
			if len(c.cells) > g.rules.Mines { // else there is one state
				checkKernel(t, describe(g.rules)+" "+c.name, v, c.game, c.cells, c.vectors)
			}
		}
	}
}

// outside returns the cells that the rules may lay mines on after the first cell.
func outside(v *View) (cells []Cell) {
	for c := range Cell(v.g.cells) {
		if !slices.Contains(v.g.Zone(v.opened[0]), c) {
			cells = append(cells, c)
		}
	}
	return cells
}

func checkKernel(t *testing.T, name string, v *View, game blindsight.Mutable[State, *View], cells []Cell, vectors bool) {
	g := v.g
	rng := randstream.New(1, "minesweeper/mutate "+name)
	all := combinations(cells, g.rules.Mines)
	index := make(map[string]int)
	for i, p := range all {
		index[fmt.Sprint(p)] = i
	}
	var from, to State
	for x := 0; x < len(all); x += 1 + len(all)/10 {
		probabilities := make([]float64, len(all))
		sum, least := 0.0, 1.0
		for y := range all {
			d := 0
			for _, c := range all[x] {
				if !slices.Contains(all[y], c) {
					d++
				}
			}
			probabilities[y] = kernel(g.rules.Mines, len(cells), d, vectors)
			sum += probabilities[y]
			least = min(least, probabilities[y])
		}
		switch {
		case vectors && g.rules.Mines > 1:
			if sum >= 1 {
				t.Fatalf("%s: no step is for nothing", name)
			}
			probabilities[x] += 1 - sum
		case math.Abs(sum-1) > 1e-12:
			t.Fatalf("%s: the probabilities sum to %v", name, sum)
		}
		g.Lay(Board{Mines: all[x]}, &from)
		counts := make([]int, len(all))
		for range min(int(20/least), 2_000_000) { // 20 are expected of the rarest
			if !game.Mutate(rng, v, &from, &to) {
				t.Fatalf("%s: Mutate says that there is one state, there are %d", name, len(all))
			}
			counts[index[placement(g, &to)]]++
		}
		if err := gametest.Fits(counts, probabilities); err != nil {
			t.Errorf("%s: from %v: %v", name, all[x], err)
		}
	}
}

// The number of lifted mines is binomial: the distribution is built up one mine at
// a time here.
func TestLiftedCDF(t *testing.T) {
	for _, mines := range []int{0, 1, 2, 3, 10, 99, 2000, 9999} {
		exact := make([]float64, 60)
		exact[0] = 1
		p := 1 / float64(max(mines, 1))
		for range mines {
			for k := len(exact) - 1; k > 0; k-- {
				exact[k] = exact[k]*(1-p) + exact[k-1]*p
			}
			exact[0] *= 1 - p
		}
		got := liftedCDF(mines)
		sum := 0.0
		for k, have := range got {
			sum += exact[k]
			if math.Abs(have-sum) > 1e-12 {
				t.Errorf("%d mines: at most %d are lifted with probability %v, want %v", mines, k, have, sum)
			}
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("%d mines: the distribution ends at %v", mines, sum)
		}
	}
}

// Where the view leaves no choice Mutate says so, and returns the state there is,
// whatever it started from.
func TestMutateWithoutChoice(t *testing.T) {
	full := viewOf(t, mustNew(t, Rules{Height: 3, Width: 3, Mines: 5, First: Gnomine}), []Cell{2, 5, 6, 7, 8}, []Cell{0})
	for name, v := range map[string]*View{
		"untouched": mustNew(t, Rules{Height: 3, Width: 3, Mines: 2}).NewView(),
		"no mines":  viewOf(t, mustNew(t, Rules{Height: 3, Width: 3}), nil, []Cell{0}),
		"full":      full,
	} {
		g := v.g
		rng := randstream.New(1, "minesweeper/mutate nothing")
		var only, to State
		g.Propose(rng, v, &only)
		for _, from := range []*State{{}, &only} {
			if g.Mutate(rng, v, from, &to) || g.Fingerprint(&to) != g.Fingerprint(&only) || g.Likelihood(v, &to) != 1 {
				t.Errorf("%s: Mutate finds another state than the only one", name)
			}
		}
	}
}

// A chain that comes from somewhere else, with mines on open cells, finds its way.
func TestMutateComesHome(t *testing.T) {
	g := mustNew(t, Rules{Height: 4, Width: 4, Mines: 4})
	v := viewOf(t, g, []Cell{0, 1, 2, 3}, []Cell{15, 14, 13, 12, 4})
	rng := randstream.New(1, "minesweeper/home")
	var now, next State
	g.Lay(Board{Mines: []Cell{12, 13, 14, 15}}, &now)
	for range 1000 {
		g.Mutate(rng, v, &now, &next)
		now, next = next, now
	}
	for _, c := range v.Opened() {
		if now.Mine(c) {
			t.Errorf("after 1000 mutations there is still a mine on %s, which is open", at(g, c))
		}
	}
}

// States lists what an independent search through all sets of cells finds.
func TestStatesAgainstAllSets(t *testing.T) {
	rng := randstream.New(1, "minesweeper/states")
	views := 0
	for views < 150 {
		r := randomRules(rng, 4)
		g := mustNew(t, r)
		adjacent := naive(r)
		playRandomly(t, rng, g, func(v *View, _ *State) {
			if rng.IntN(3) > 0 || !v.Started() {
				return
			}
			views++
			var want []string
			for set := range uint32(1) << g.cells {
				if mines, ok := explains(g, adjacent, v, set); ok {
					want = append(want, fmt.Sprint(mines))
				}
			}
			var got []string
			for s := range g.States(v) {
				if !s.Laid() || s.left != v.Left() || g.Likelihood(v, s) != 1 {
					t.Fatalf("%s: a listed state is not one of the view", describe(r))
				}
				got = append(got, placement(g, s))
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %d states are listed, want %d", describe(r), len(got), len(want))
			}
		})
	}
}

// explains tells whether mines on a set of cells, a bit each, are as many as there
// should be, leave the zone of the first cell free, and show what is seen.
func explains(g *Game, adjacent [][]Cell, v *View, set uint32) ([]Cell, bool) {
	var mines []Cell
	for c := range Cell(g.cells) {
		if set>>c&1 != 0 {
			mines = append(mines, c)
		}
	}
	if len(mines) != g.rules.Mines {
		return nil, false
	}
	first := v.Opened()[0]
	if set>>first&1 != 0 {
		return nil, false
	}
	for _, c := range adjacent[first] {
		if g.rules.First == Gnomine && set>>c&1 != 0 {
			return nil, false
		}
	}
	for _, c := range v.Opened() {
		n := Seen(0)
		for _, d := range adjacent[c] {
			n += Seen(set >> d & 1)
		}
		if set>>c&1 != 0 || n != v.At(c) {
			return nil, false
		}
	}
	return mines, true
}

// An untouched board has one state, that of mines not laid, and its first step lays
// them as in any other play.
func TestStatesOfAnUntouchedBoard(t *testing.T) {
	g := mustNew(t, Rules{Height: 3, Width: 3, Mines: 2})
	v := g.NewView()
	n := 0
	for s := range g.States(v) {
		n++
		if s.Laid() || g.Likelihood(v, s) != 1 || g.Fingerprint(s) != 0 {
			t.Error("the state of an untouched board has mines")
		}
	}
	if n != 1 {
		t.Errorf("%d states, want 1", n)
	}
	var s State
	if c := (Sums{}); g.Constraints(v, &c) {
		t.Error("an untouched board has constraints")
	}
	g.Assign(v, nil, &s)
	if s.Laid() {
		t.Error("Assign lays mines on an untouched board")
	}
}

// A board with mines laid is not the untouched one, nor the other way round.
func TestLikelihoodOfTheUntouched(t *testing.T) {
	g := mustNew(t, Rules{Height: 3, Width: 3, Mines: 2})
	untouched, started := g.NewView(), viewOf(t, g, []Cell{0, 1}, []Cell{4})
	var laid, unlaid State
	g.Lay(Board{Mines: []Cell{0, 1}}, &laid)
	g.Start(nil, &unlaid)
	for _, c := range []struct {
		v    *View
		s    *State
		want float64
	}{{untouched, &unlaid, 1}, {untouched, &laid, 0}, {started, &unlaid, 0}, {started, &laid, 1}} {
		if got := g.Likelihood(c.v, c.s); got != c.want {
			t.Errorf("started %t, laid %t: likelihood %v, want %v", c.v.Started(), c.s.Laid(), got, c.want)
		}
	}
}

// All placements of up to three mines on 4x4 have different fingerprints, none of
// them that of a board without its mines.
func TestFingerprints(t *testing.T) {
	seen := map[uint64]string{0: "not laid"}
	for mines := range 4 {
		g := mustNew(t, Rules{Height: 4, Width: 4, Mines: mines})
		var s State
		for _, p := range combinations(g.NewView().Hidden(), mines) {
			g.Lay(Board{Mines: p}, &s)
			f := g.Fingerprint(&s)
			if other, ok := seen[f]; ok {
				t.Errorf("%v and %s have the fingerprint %x", p, other, f)
			}
			seen[f] = fmt.Sprint(p)
		}
	}
	// 1 + 16 + 120 + 560 placements, and the board without.
	if len(seen) != 698 {
		t.Errorf("%d fingerprints, want 698", len(seen))
	}
}
