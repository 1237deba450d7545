package counting_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

type (
	state = minesweeper.State
	view  = *minesweeper.View
)

func newGame(t testing.TB, r minesweeper.Rules) *minesweeper.Game {
	t.Helper()
	g, err := minesweeper.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// solve lists all assignments of at most 30 unknowns as bit sets, by trying every
// set of the right size.
func solve(s *counting.Sums) []uint32 {
	var found []uint32
	masks := make([]uint32, len(s.Sums))
	for i, sum := range s.Sums {
		for _, c := range sum.Cells {
			masks[i] |= 1 << c
		}
	}
	var choose func(from, ones int, set uint32)
	choose = func(from, ones int, set uint32) {
		if ones == 0 {
			for i, m := range masks {
				if popcount(set&m) != s.Sums[i].Value {
					return
				}
			}
			found = append(found, set)
			return
		}
		for i := from; i <= s.Unknowns-ones; i++ {
			choose(i+1, ones-1, set|1<<i)
		}
	}
	if s.Total >= 0 && s.Total <= s.Unknowns {
		choose(0, s.Total, 0)
	}
	return found
}

func popcount(x uint32) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

// check compares everything that a counter says with the list of all assignments.
// Among gives the cells that a cell's number would count.
func check(c *counting.Counter, s *counting.Sums, among func(i int) []int32) error {
	all := solve(s)
	err := c.Count(s)
	if len(all) == 0 {
		if !errors.Is(err, blindsight.ErrInconsistent) {
			return fmt.Errorf("no assignment exists, but Count returns %v", err)
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("%d assignments exist, but Count returns %w", len(all), err)
	}
	if size := c.Size(); math.Abs(size-float64(len(all))) > 1e-12*size {
		return fmt.Errorf("size %v, want %d", size, len(all))
	}
	if n := c.Placements(); n.Cmp(big.NewInt(int64(len(all)))) != 0 {
		return fmt.Errorf("%v placements, want %d", n, len(all))
	}
	for i := range s.Unknowns {
		ones := 0
		for _, a := range all {
			ones += int(a >> i & 1)
		}
		if err := near("chance", i, c.Chances()[i], ones, len(all)); err != nil {
			return err
		}
		want := int8(-1)
		if ones == 0 {
			want = 0
		} else if ones == len(all) {
			want = 1
		}
		if c.Certain()[i] != want || want >= 0 && c.Chances()[i] != float64(want) {
			return fmt.Errorf("unknown %d: certain %d, chance %v; %d of %d are 1", i, c.Certain()[i], c.Chances()[i], ones, len(all))
		}
		cells := among(i)
		numbers, safe := make([]int, len(cells)+1), 0
		for _, a := range all {
			if a>>i&1 == 0 {
				safe++
				t := 0
				for _, n := range cells {
					t += int(a >> n & 1)
				}
				numbers[t]++
			}
		}
		values := 0
		dist := c.Shown(int32(i), cells, nil)
		if len(dist) != len(numbers) {
			return fmt.Errorf("unknown %d: %d chances for %d numbers", i, len(dist), len(numbers))
		}
		for t, n := range numbers {
			if err := near(fmt.Sprintf("showing %d", t), i, dist[t], n, safe); err != nil {
				return err
			}
			if n > 0 {
				values++
			}
		}
		if dead := c.Dead(int32(i), cells); dead != (values <= 1) {
			return fmt.Errorf("unknown %d: dead %v, but it can show %d numbers", i, dead, values)
		}
	}
	return nil
}

func near(what string, i int, got float64, n, of int) error {
	want := 0.0
	if of > 0 {
		want = float64(n) / float64(of)
	}
	if math.Abs(got-want) > 1e-13 || (got == 0) != (n == 0) || math.IsNaN(got) {
		return fmt.Errorf("unknown %d, %s: %v, want %d/%d = %v", i, what, got, n, of, want)
	}
	return nil
}

// neighboursOf returns for each unknown the unknowns that its number would count.
func neighboursOf(g *minesweeper.Game, s *counting.Sums) func(i int) []int32 {
	place := map[minesweeper.Cell]int32{}
	for i, name := range s.Names {
		place[minesweeper.Cell(name)] = int32(i)
	}
	return func(i int) []int32 {
		var cells []int32
		for _, n := range g.Neighbours(minesweeper.Cell(s.Names[i])) {
			if at, ok := place[n]; ok {
				cells = append(cells, at)
			}
		}
		return cells
	}
}

// randomView opens some safe cells of a random board.
func randomView(t testing.TB, g *minesweeper.Game, rng *rand.Rand, open int) view {
	t.Helper()
	var s state
	g.Start(rng, &s)
	v := g.NewView()
	for range open {
		var c minesweeper.Cell
		for {
			if c = v.Pick(rng); !s.Mine(c) {
				break
			}
		}
		step := g.Step(rng, &s, c)
		if step.Done() {
			break
		}
		if err := v.Did(c, step.Seen); err != nil {
			t.Fatal(err)
		}
	}
	return v
}

// The must-show: counting equals brute force on thousands of positions of every
// rule and variant of up to 20 cells. The same counter serves all, so that what it
// keeps is tested too.
func TestEqualsEnumeration(t *testing.T) {
	sizes := [][2]int{{4, 5}, {3, 6}, {4, 4}, {5, 3}, {2, 9}, {1, 12}, {2, 2}}
	positions := 0
	var c counting.Counter
	var sums counting.Sums
	for _, first := range []minesweeper.First{minesweeper.Windows, minesweeper.Gnomine} {
		for n := range minesweeper.NeighbourhoodNames() {
			rng := rand.New(rand.NewPCG(uint64(n), uint64(first)))
			for range 300 {
				size := sizes[rng.IntN(len(sizes))]
				cells := size[0] * size[1]
				r := minesweeper.Rules{Height: size[0], Width: size[1], Mines: 1 + rng.IntN(cells/2), First: first, Neighbours: minesweeper.Neighbours(n)}
				g, err := minesweeper.New(r)
				if err != nil {
					continue // no room for the gnomine rule
				}
				v := randomView(t, g, rng, 1+rng.IntN(r.Safe()))
				if !g.Constraints(v, &sums) {
					t.Fatal("no constraints")
				}
				if err := check(&c, &sums, neighboursOf(g, &sums)); err != nil {
					t.Fatalf("%s, open %v: %v", r, v.Opened(), err)
				}
				positions++
			}
		}
	}
	t.Logf("%d positions", positions)
	if positions < 2500 {
		t.Errorf("only %d positions", positions)
	}
}

// randomSums is any system at all: sums of any size, often contradictory.
func randomSums(rng *rand.Rand, s *counting.Sums) {
	s.Unknowns = 1 + rng.IntN(14)
	hidden := rng.Uint32() & (1<<s.Unknowns - 1)
	s.Total = popcount(hidden)
	s.Sums = s.Sums[:0]
	honest := rng.IntN(4) > 0
	for range rng.IntN(9) {
		cells := rng.Uint32() & (1<<s.Unknowns - 1)
		if rng.IntN(2) == 0 {
			cells &= rng.Uint32()
		}
		var sum counting.Sum
		for i := range s.Unknowns {
			if cells>>i&1 != 0 {
				sum.Cells = append(sum.Cells, int32(i))
				sum.Value += int(hidden >> i & 1)
			}
		}
		if !honest && rng.IntN(3) == 0 {
			sum.Value += rng.IntN(3) - 1
		}
		rng.Shuffle(len(sum.Cells), func(i, j int) { sum.Cells[i], sum.Cells[j] = sum.Cells[j], sum.Cells[i] })
		s.Sums = append(s.Sums, sum)
	}
}

// anyCells returns random cells for Shown, sometimes the cell itself among them.
func anyCells(rng *rand.Rand, unknowns int) func(int) []int32 {
	return func(i int) []int32 {
		var cells []int32
		for c := range unknowns {
			if rng.IntN(3) == 0 && (c != i || rng.IntN(2) == 0) {
				cells = append(cells, int32(c))
			}
		}
		return cells
	}
}

func TestRandomSystems(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	var c counting.Counter
	var s counting.Sums
	for i := range 4000 {
		randomSums(rng, &s)
		if err := check(&c, &s, anyCells(rng, s.Unknowns)); err != nil {
			t.Fatalf("system %d, %+v: %v", i, s, err)
		}
	}
}

// Any bytes are a system, and counting it equals brute force.
func FuzzCount(f *testing.F) {
	f.Add([]byte{5, 2, 3, 1, 7, 1})
	f.Add([]byte{9, 4, 255, 1, 4, 31, 0, 2, 96, 1, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 {
			return
		}
		s := counting.Sums{Unknowns: int(data[0] % 12), Total: int(int8(data[1])) % 13}
		for data = data[2:]; len(data) >= 3 && len(s.Sums) < 12; data = data[3:] {
			cells := uint32(data[0]) | uint32(data[1])<<8
			sum := counting.Sum{Value: int(int8(data[2])) % 5}
			for i := range s.Unknowns {
				if cells>>i&1 != 0 {
					sum.Cells = append(sum.Cells, int32(i))
				}
			}
			if cells>>15 != 0 && len(sum.Cells) > 0 {
				sum.Cells = append(sum.Cells, sum.Cells[0]) // named twice, counts once
			}
			s.Sums = append(s.Sums, sum)
		}
		var c counting.Counter
		rng := rand.New(rand.NewPCG(1, 1))
		if err := check(&c, &s, anyCells(rng, s.Unknowns)); err != nil {
			t.Fatalf("%+v: %v", s, err)
		}
	})
}
