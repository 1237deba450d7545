package counting_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

// Scaled numbers give what plain ones do, on systems small enough for both.
func TestScaledEqualsEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	var s counting.Sums
	for _, from := range []int{1, 6} {
		c := counting.NewScaled(from)
		for i := range 2000 {
			randomSums(rng, &s)
			if err := check(c, &s, anyCells(rng, s.Unknowns)); err != nil {
				t.Fatalf("scaled from %d, system %d, %+v: %v", from, i, s, err)
			}
		}
	}
}

// hugePosition opens safe cells of a big board at random: numbers everywhere, one
// component that spans the board or hundreds of small ones.
func hugePosition(t testing.TB, mines, open int, first minesweeper.First) (*minesweeper.Game, view) {
	t.Helper()
	g := newGame(t, minesweeper.Rules{Height: 100, Width: 100, Mines: mines, First: first})
	return g, randomView(t, g, rand.New(rand.NewPCG(uint64(mines), uint64(open))), open)
}

// On boards of 10,000 cells nothing overflows or vanishes: chances are numbers
// between 0 and 1, their sum is the number of mines, 0 and 1 are what is certain,
// and samples agree with the view.
func TestHugeBoards(t *testing.T) {
	for _, b := range []struct{ mines, open int }{
		{2000, 1}, {2000, 100}, {2000, 300}, {1, 50}, {9990, 3}, {5000, 200}, {200, 4000}, {1000, 6000}, {2000, 7000},
	} {
		g, v := hugePosition(t, b.mines, b.open, minesweeper.Windows)
		var c counting.Counter
		var sums counting.Sums
		g.Constraints(v, &sums)
		if err := c.Count(&sums); err != nil {
			t.Fatalf("%d mines, %d open: %v", b.mines, b.open, err)
		}
		sum := 0.0
		for i, p := range c.Chances() {
			if !(p >= 0 && p <= 1) || (c.Certain()[i] == 0) != (p == 0) {
				t.Fatalf("%d mines, %d open: chance %v, certain %d", b.mines, b.open, p, c.Certain()[i])
			}
			sum += p
		}
		if math.Abs(sum-float64(b.mines)) > 1e-9*float64(b.mines) {
			t.Errorf("%d mines, %d open: the chances sum to %v", b.mines, b.open, sum)
		}
		rng := rand.New(rand.NewPCG(1, 1))
		var s state
		for range 20 {
			g.Assign(v, c.Sample(rng, nil), &s)
			if g.Likelihood(v, &s) != 1 {
				t.Fatalf("%d mines, %d open: a sample does not agree", b.mines, b.open)
			}
		}
		among := neighboursOf(g, &sums)
		for i := 0; i < sums.Unknowns; i += 97 {
			total := 0.0
			for _, p := range c.Shown(int32(i), among(i), nil) {
				total += p
			}
			if want := 1.0; c.Certain()[i] < 1 && math.Abs(total-want) > 1e-9 {
				t.Errorf("%d mines, %d open: the numbers of unknown %d sum to %v", b.mines, b.open, i, total)
			}
		}
	}
}

// A board of 10,000 cells of which the answer is known: one number 3 in the middle,
// and 1,000 mines. The 8 cells around hold 3 of them, 997 lie on the other 9,991.
func TestHugeBoardByHand(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 100, Width: 100, Mines: 1000})
	v := g.NewView()
	if err := v.Did(5050, 3); err != nil {
		t.Fatal(err)
	}
	var c counting.Counter
	var sums counting.Sums
	g.Constraints(v, &sums)
	if err := c.Count(&sums); err != nil {
		t.Fatal(err)
	}
	want := new(big.Int).Binomial(9991, 997)
	want.Mul(want, big.NewInt(56))
	checkSize(t, &c, want)
	if n := c.Placements(); n.Cmp(want) != 0 {
		t.Errorf("%d-bit number of placements, want %d bits", n.BitLen(), want.BitLen())
	}
	for i, p := range c.Chances() {
		want := 997. / 9991
		if row, col := g.RowCol(minesweeper.Cell(sums.Names[i])); row >= 49 && row <= 51 && col >= 49 && col <= 51 {
			want = 3. / 8
		}
		if math.Abs(p-want) > 1e-12*want {
			t.Fatalf("cell %d: %v, want %v", sums.Names[i], p, want)
		}
	}
}

// Boxes of thousands: one sum over half of 6,000 unknowns, another over a third of
// these and as many others. Compared with integers.
func TestHugeBoxes(t *testing.T) {
	s := counting.Sums{Unknowns: 6000, Total: 900, Sums: []counting.Sum{{Value: 300}, {Value: 350}}}
	for i := range int32(3000) {
		s.Sums[0].Cells = append(s.Sums[0].Cells, i)
		if i < 2000 {
			s.Sums[1].Cells = append(s.Sums[1].Cells, i+2000) // 1,000 of them in both
		}
	}
	var c counting.Counter
	if err := c.Count(&s); err != nil {
		t.Fatal(err)
	}
	// With j ones in both: C(2000,300-j) C(1000,j) C(1000,350-j), and 900-300-350+j of
	// the 2,000 untouched.
	total, both := new(big.Int), new(big.Int)
	choose := func(n, k int64) *big.Int { return new(big.Int).Binomial(n, k) }
	for j := int64(0); j <= 300; j++ {
		w := choose(2000, 300-j)
		w.Mul(w, choose(1000, j)).Mul(w, choose(1000, 350-j)).Mul(w, choose(2000, 250+j))
		total.Add(total, w)
		both.Add(both, w.Mul(w, big.NewInt(j)))
	}
	checkSize(t, &c, total)
	if n := c.Placements(); n.Cmp(total) != 0 {
		t.Errorf("%d-bit number of placements, want %d bits", n.BitLen(), total.BitLen())
	}
	want, _ := new(big.Rat).SetFrac(both, total.Mul(total, big.NewInt(1000))).Float64()
	if p := c.Chances()[2500]; math.Abs(p-want) > 1e-11*want {
		t.Errorf("chance %v, want %v", p, want)
	}
}

// checkSize compares Size with the exact number.
func checkSize(t *testing.T, c *counting.Counter, exact *big.Int) {
	t.Helper()
	want, _ := new(big.Float).SetInt(exact).Float64()
	if got := c.Size(); got != want && !(math.Abs(got-want) <= 1e-12*want) {
		t.Errorf("Size is %v, there are %v", got, exact)
	}
}
