package counting_test

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"sort"
	"testing"

	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

// oracle counts with integers only, by backtracking over the unknowns of each
// component one by one: no boxes, no states, no settling beforehand. It shares no
// code and no idea with the package but that components are independent.
type oracle struct {
	s        *counting.Sums
	in       [][]int // the sums of each unknown
	need     []int
	free     []int
	value    []int
	groups   [][]int      // unknowns of each component, in an order that keeps to neighbours
	ways     [][]*big.Int // of each component, by ones
	ones     [][]*big.Int // of each unknown: ways of its component in which it is 1, by ones
	group    []int
	rest     int
	total    *big.Int
	one      []*big.Int // assignments in which an unknown is 1
	limit    int
	visits   int
	abandons bool
}

// count returns false where the backtracking takes too long.
func (o *oracle) count(s *counting.Sums) bool {
	n := s.Unknowns
	o.s, o.in, o.value, o.group = s, make([][]int, n), make([]int, n), make([]int, n)
	o.need, o.free = make([]int, len(s.Sums)), make([]int, len(s.Sums))
	for i, sum := range s.Sums {
		o.need[i], o.free[i] = sum.Value, len(sum.Cells)
		for _, c := range sum.Cells {
			o.in[c] = append(o.in[c], i)
		}
	}
	for c := range n {
		o.group[c] = -1
	}
	o.ones = make([][]*big.Int, n)
	for c := range n {
		if len(o.in[c]) > 0 && o.group[c] < 0 {
			o.collect(c)
		}
	}
	for g, cells := range o.groups {
		o.ways = append(o.ways, zeros(len(cells)+1))
		for _, c := range cells {
			o.ones[c] = zeros(len(cells) + 1)
		}
		o.try(g, 0, 0)
		if o.abandons {
			return false
		}
	}
	for c := range n {
		if len(o.in[c]) == 0 {
			o.rest++
		}
	}
	o.join()
	return true
}

func zeros(n int) []*big.Int {
	z := make([]*big.Int, n)
	for i := range z {
		z[i] = new(big.Int)
	}
	return z
}

// collect lists the component of c.
func (o *oracle) collect(c int) {
	g := len(o.groups)
	cells := []int{c}
	o.group[c] = g
	for i := 0; i < len(cells); i++ {
		for _, s := range o.in[cells[i]] {
			for _, d := range o.s.Sums[s].Cells {
				if o.group[d] < 0 {
					o.group[d] = g
					cells = append(cells, int(d))
				}
			}
		}
	}
	o.groups = append(o.groups, cells)
}

// try gives the unknowns of a component from i on all values that the sums allow.
func (o *oracle) try(g, i, ones int) {
	if o.visits++; o.visits > o.limit {
		o.abandons = true
	}
	if o.abandons {
		return
	}
	cells := o.groups[g]
	if i == len(cells) {
		o.ways[g][ones].Add(o.ways[g][ones], unit)
		for _, c := range cells {
			if o.value[c] == 1 {
				o.ones[c][ones].Add(o.ones[c][ones], unit)
			}
		}
		return
	}
	c := cells[i]
	for v := range 2 {
		ok := true
		for _, s := range o.in[c] {
			o.free[s]--
			o.need[s] -= v
			ok = ok && o.need[s] >= 0 && o.need[s] <= o.free[s]
		}
		o.value[c] = v
		if ok {
			o.try(g, i+1, ones+v)
		}
		for _, s := range o.in[c] {
			o.free[s]++
			o.need[s] += v
		}
	}
}

var unit = big.NewInt(1)

func times(a, b []*big.Int) []*big.Int {
	p := zeros(len(a) + len(b) - 1)
	for i, x := range a {
		if x.Sign() == 0 {
			continue
		}
		for j, y := range b {
			p[i+j].Add(p[i+j], new(big.Int).Mul(x, y))
		}
	}
	return p
}

// close returns the assignments whose component ones are counted by ways.
func (o *oracle) close(ways []*big.Int, rest, total int) *big.Int {
	sum := new(big.Int)
	for x, w := range ways {
		if y := total - x; w.Sign() != 0 && y >= 0 && y <= rest {
			sum.Add(sum, new(big.Int).Mul(w, new(big.Int).Binomial(int64(rest), int64(y))))
		}
	}
	return sum
}

// join puts the components together: once for all, and once without each.
func (o *oracle) join() {
	all := []*big.Int{unit}
	for _, w := range o.ways {
		all = times(all, w)
	}
	o.total = o.close(all, o.rest, o.s.Total)
	o.one = make([]*big.Int, o.s.Unknowns)
	for g, cells := range o.groups {
		others := []*big.Int{unit}
		for h, w := range o.ways {
			if h != g {
				others = times(others, w)
			}
		}
		outside := make([]*big.Int, len(cells)+1)
		for m := range outside {
			outside[m] = o.close(others, o.rest, o.s.Total-m)
		}
		for _, c := range cells {
			o.one[c] = new(big.Int)
			for m, w := range o.ones[c] {
				o.one[c].Add(o.one[c], new(big.Int).Mul(w, outside[m]))
			}
		}
	}
	for c := range o.one {
		if o.one[c] == nil {
			o.one[c] = o.close(all, o.rest-1, o.s.Total-1)
		}
	}
}

// midGame plays a board by least risk, but never into a mine, up to a random moment.
func midGame(t testing.TB, g *minesweeper.Game, seed uint64, c *counting.Counter) view {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	var s state
	g.Deal(seed, 0, &s)
	v := g.NewView()
	var sums counting.Sums
	until := 20 + rng.IntN(g.Rules().Safe()-60)
	for len(v.Opened()) < until {
		cell, forced := v.Forced()
		if !forced {
			cell = leastRisk(t, g, v, c, &sums, rng)
			for s.Laid() && s.Mine(cell) {
				cell = v.Pick(rng)
			}
		}
		if err := v.Did(cell, g.Step(rng, &s, cell).Seen); err != nil {
			t.Fatal(err)
		}
	}
	return v
}

// leastRisk returns a cell of least risk, at random of equals.
func leastRisk(t testing.TB, g *minesweeper.Game, v view, c *counting.Counter, sums *counting.Sums, rng *rand.Rand) minesweeper.Cell {
	t.Helper()
	if !g.Constraints(v, sums) {
		return v.Pick(rng)
	}
	if err := c.Count(sums); err != nil {
		t.Fatal(err)
	}
	best, equals := 0, 0
	for i, p := range c.Chances() {
		switch q := c.Chances()[best]; {
		case i == 0 || p < q:
			best, equals = i, 1
		case p == q:
			if equals++; rng.IntN(equals) == 0 {
				best = i
			}
		}
	}
	return minesweeper.Cell(sums.Names[best])
}

var thorough = flag.Bool("thorough", false, "let TestEqualsIntegersOnExpertBoards compare 500 positions, not 100")

// The must-show: random mid-game positions of 16x30/99 against integers, to 1e-12
// relative; with -thorough 500 of them.
func TestEqualsIntegersOnExpertBoards(t *testing.T) {
	positions := 100
	if *thorough {
		positions = 500
	}
	g := newGame(t, minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true})
	var c counting.Counter
	var sums counting.Sums
	compared, worst := 0, 0.0
	var errors []float64
	for seed := uint64(0); compared < positions; seed++ {
		v := midGame(t, g, seed, &c)
		g.Constraints(v, &sums)
		o := oracle{limit: 200_000}
		if !o.count(&sums) {
			continue // too many for backtracking
		}
		compared++
		if err := c.Count(&sums); err != nil {
			t.Fatal(err)
		}
		checkSize(t, &c, o.total)
		if n := c.Placements(); n.Cmp(o.total) != 0 {
			t.Fatalf("board %d: %v placements, want %v", seed, n, o.total)
		}
		for i, p := range c.Chances() {
			want, _ := new(big.Rat).SetFrac(o.one[i], o.total).Float64()
			if (p == 0) != (want == 0) || (c.Certain()[i] == 1) != (o.one[i].Cmp(o.total) == 0) || (c.Certain()[i] == 0) != (want == 0) {
				t.Fatalf("board %d, unknown %d: chance %v and certain %d, want %v", seed, i, p, c.Certain()[i], want)
			}
			if want > 0 {
				e := math.Abs(p-want) / want
				errors = append(errors, e)
				worst = max(worst, e)
			}
		}
		if seed > 10*uint64(positions) {
			t.Fatalf("only %d of %d positions could be compared", compared, seed)
		}
	}
	sort.Float64s(errors)
	t.Logf("%d positions, %d chances; relative error at most %.1e, at the median %.1e", compared, len(errors), worst, errors[len(errors)/2])
	if worst > 1e-12 {
		t.Errorf("relative error %.1e", worst)
	}
}
