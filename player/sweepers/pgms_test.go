package sweepers_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/sweeptest"
)

// The rules of csp-pgms one by one, on positions that can be followed by hand.
func TestCSPPGMSByHand(t *testing.T) {
	for _, c := range []struct {
		name  string
		mines int
		rows  []string
		want  [][2]int // rows and columns of the cells that it chooses from
		value float64  // exact chance to survive
	}{
		{"the corner first", 2, []string{"....", "....", "...."}, [][2]int{{0, 0}}, 1},
		// The mine is in one of two cells, and none is left for the others.
		{"far cells are safe where no mine is left", 1, []string{".1......"}, [][2]int{{0, 3}}, 1},
		// Cell 2 alone, or cells 0 and 4: by equal counts 1.5 mines on average, and each cell at
		// 1/2, though the 3 mines lie in 6 ways in the first case and in 4 in the second. The far
		// cells have (3 - 1.5)/4, and of them the end of the row is a corner; it is a mine
		// in 3 of 6 and 1 of 4.
		{"solutions count alike", 3, []string{".1.1....."}, [][2]int{{0, 8}}, 0.6},
		// The same with a far cell less: (3 - 1.5)/3 is a tie, and cell 2 is in both constraints.
		{"a component wins ties, the most constrained cell in it", 3, []string{".1.1...."}, [][2]int{{0, 2}}, 0.5},
		// Two mines in all: cells 0 and 4 take both of them, or cell 2 and one of 4 far ones. Counted
		// alike that is 1.5 again, and (2 - 1.5)/4.
		{"the mines limit what is left", 2, []string{".1.1....."}, [][2]int{{0, 8}}, 0.8},
		// One mine in the first column, whatever else: nothing tells which. The pair in the
		// fourth column has one mine, too, but touches the far cells. These are at 1/8.
		{"a forced guess comes first", 3, []string{".11.....", ".11....."}, [][2]int{{0, 0}}, 0.5},
		// Four corners with one mine each beside them, and 2 mines on 9 far cells.
		{"far cells at the edge", 6, []string{"1...1", ".....", ".....", ".....", "1...1"}, [][2]int{{0, 2}, {2, 0}, {2, 4}, {4, 2}}, 7. / 9},
		{"far cells in the corner", 2, []string{"1....", ".....", "....."}, [][2]int{{0, 4}, {2, 0}, {2, 4}}, 10. / 11},
		// The second number has the cells of the first and one more, and the same mine.
		{"one constraint inside another", 3, []string{"11......", "........"}, [][2]int{{0, 2}}, 1},
	} {
		v := sweeptest.Drawn(t, c.mines, c.rows...)
		p := sweepers.NewCSPPGMS()
		got, err := p.(optimum.Mixed).Choices(v)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var want []minesweeper.Cell
		for _, at := range c.want {
			want = append(want, v.Game().Cell(at[0], at[1]))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: chooses from %v, want %v", c.name, got, want)
		}
		d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{})
		if err != nil || !slices.Contains(want, d.Action) || math.Abs(d.Value-c.value) > 1e-12 {
			t.Errorf("%s: opens %d with value %v (%v), want %v", c.name, d.Action, d.Value, err, c.value)
		}
	}
}

// A position that no placement agrees with is an error, not a guess.
func TestCSPPGMSOnAContradiction(t *testing.T) {
	for _, rows := range [][]string{{".1.1.1."}, {"15..", "...."}} { // a mine too few, a cell too few
		v := sweeptest.Drawn(t, 1, rows...)
		if d, err := sweepers.NewCSPPGMS().Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{}); err == nil {
			t.Errorf("%v: opens %d", rows, d.Action)
		}
	}
}

// On random positions of all variants csp-pgms calls a cell safe only if it is, and what it is
// worth to open a cell is the exact chance.
func TestCSPPGMSAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 0))
	p := sweepers.NewCSPPGMS()
	guesses := 0
	for range 1500 {
		v := sweeptest.SmallView(t, rng)
		risk := sweeptest.Risks(v)
		d, err := p.Choose(context.Background(), rng, v, blindsight.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		r, legal := risk[d.Action]
		if !legal || math.Abs(d.Value-(1-r)) > 1e-12 {
			t.Fatalf("%s, open %v: opens %d with value %v, its risk is %v", v.Game().Rules(), v.Opened(), d.Action, d.Value, r)
		}
		if d.Value < 1 {
			guesses++
		}
	}
	if guesses < 100 {
		t.Errorf("only %d guesses were compared", guesses)
	}
}

// The win rates of CSP-PGMS in paper B, Table 2, each of 100,000 games: the exact ones of
// our player lie in their 95% intervals, widened by half of the last digit given. (3x7/10,
// 5x5/15 and 5x5/10 take longer: 'mines evaluate', and the study mines-bssuct.)
func TestCSPPGMSWinRates(t *testing.T) {
	for _, c := range []struct {
		height, width, mines int
		rate, digit          float64
	}{
		{4, 4, 4, 0.647, 0.001},
		{5, 2, 3, 0.226, 0.001}, // the paper's 2x5: width by height
		{10, 1, 5, 0.1293, 0.0001},
		{3, 1, 1, 1, 0.01},
	} {
		g := sweeptest.NewGame(t, minesweeper.Rules{Height: c.height, Width: c.width, Mines: c.mines, AutoOpen: true, Objective: minesweeper.Win})
		value, _ := sweeptest.Evaluate(t, g, sweepers.NewCSPPGMS(), 0).Value.Float64()
		lo, hi := interval.Wilson95(int(math.Round(100_000*c.rate)), 100_000)
		if value < lo-c.digit/2 || value > hi+c.digit/2 {
			t.Errorf("%s: %.4f, the paper has %v (%.4f to %.4f)", g.Rules().Board(), value, c.rate, lo, hi)
		}
	}
	// Laid on its side it is another board to it, and not the paper's.
	g := sweeptest.NewGame(t, minesweeper.Rules{Height: 2, Width: 5, Mines: 3, AutoOpen: true, Objective: minesweeper.Win})
	value, _ := sweeptest.Evaluate(t, g, sweepers.NewCSPPGMS(), 0).Value.Float64()
	if lo, _ := interval.Wilson95(22_600, 100_000); value > lo {
		t.Errorf("2x5/3: %.4f is the paper's 0.226", value)
	}
}
