package sweepers_test

import (
	"bufio"
	"context"
	"encoding/csv"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"blindsight"
	"blindsight/game/minesweeper"
	players "blindsight/player/sweepers"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// denseViews are positions that the search with a budget is for: some cells of a dense
// board are open, none that is left is certainly safe, and many placements are left.
func denseViews(t *testing.T, rng *rand.Rand, n int) []*minesweeper.View {
	t.Helper()
	var views []*minesweeper.View
	for len(views) < n {
		r := minesweeper.Rules{Height: 4, Width: 4, Mines: 6 + rng.IntN(4), AutoOpen: true}
		g := sweeptest.NewGame(t, r)
		var s minesweeper.State
		g.Start(rng, &s)
		v := g.NewView()
		for range 1 + rng.IntN(2) {
			c := v.Pick(rng)
			if s.Laid() && s.Mine(c) {
				continue
			}
			if err := v.Did(c, g.Step(rng, &s, c).Seen); err != nil {
				t.Fatal(err)
			}
		}
		if _, forced := v.Forced(); forced {
			continue
		}
		views = append(views, v)
	}
	return views
}

// With a budget it never opens a certain mine, never overlooks a certainly safe cell, and
// decides by the view and the simulations alone; the more of these, the closer to the
// optimum, and with enough it plays an optimal cell.
func TestStrongSearches(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(8, 2))
	solver := reveal.New(reveal.Options{Workers: 1})
	used := players.NewStrong(players.DefaultStrong())
	budgets := []int{100, 1000, 200_000}
	lost := make([]int64, len(budgets)+1)
	won := int64(0)
	for _, v := range denseViews(t, rng, 25) {
		a, err := v.Game().Answers(v, 20_000)
		if err != nil {
			t.Fatal(err)
		}
		best, values := int64(0), solver.Actions(ctx, a)
		for _, b := range values {
			best = max(best, b.Lower)
		}
		won += best
		risk := risks(v)
		safe := false
		for _, x := range risk {
			safe = safe || x == 0
		}
		for i := range lost {
			budget := blindsight.Budget{Time: 2 * time.Millisecond}
			if i < len(budgets) {
				budget = blindsight.Budget{Simulations: budgets[i]}
			}
			d, err := used.Choose(ctx, rng, v, budget)
			if err != nil {
				t.Fatal(err)
			}
			if x := risk[d.Action]; x == 1 || safe && x > 0 {
				t.Errorf("%v\n%+v: opens %d, a mine with chance %v", v, budget, d.Action, x)
			}
			lost[i] += best - values[slices.Index(v.Legal(nil), d.Action)].Lower
			if i == len(budgets) {
				continue
			}
			again, err := players.NewStrong(players.DefaultStrong()).Choose(ctx, rng, v, budget)
			if err != nil || again.Action != d.Action || again.Value != d.Value {
				t.Errorf("%v\n%d simulations: opens %d, a new player %d (%v)", v, budget.Simulations, d.Action, again.Action, err)
			}
		}
	}
	if lost[2] != 0 {
		t.Errorf("with enough simulations it loses %d of %d", lost[2], won)
	}
	for i, most := range []float64{0.04, 0.02} {
		if share := float64(lost[i]) / float64(won); share > most {
			t.Errorf("%d simulations: loses %.3f of what can be won", budgets[i], share)
		}
	}
	t.Logf("of %d: %v", won, lost)
}

// measuredFirstCells returns the best first cells measured: cell and wins/games, by board
// and rule.
func measuredFirstCells(t *testing.T) map[string]string {
	t.Helper()
	f, err := os.Open("../../studies/mines-strength/first-cells/results.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := func(name string) int { return slices.Index(rows[0], name) }
	cells, rates := make(map[string]string), make(map[string]float64)
	for _, row := range rows[1:] {
		wins, games := row[column("wins")], row[column("games")]
		rate, err := strconv.ParseFloat(row[column("win_rate")], 64)
		if err != nil {
			t.Fatal(err)
		}
		_, first, ok := strings.Cut(row[column("player")], "first=")
		if !ok {
			t.Fatalf("%v: a player without a first cell", row)
		}
		if setting := row[column("setting")]; rate > rates[setting] {
			cells[setting], rates[setting] = strings.Replace(first, ":", ",", 1)+" "+wins+"/"+games, rate
		}
	}
	return cells
}

// The table of first cells is what the study found, and what is quickly found again.
func TestFirstCells(t *testing.T) {
	f, err := os.Open("first_cells.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	study, err := os.ReadFile("../../studies/mines-optimum/README.md")
	if err != nil {
		t.Fatal(err)
	}
	measured := measuredFirstCells(t)
	solver := reveal.New(reveal.Options{Workers: 1})
	rows, solved := 0, 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		rows++
		field := strings.Split(line, "\t")
		if len(field) != 4 {
			t.Fatalf("%q: want four fields", line)
		}
		best, ok := measured[field[1]+" "+field[0]]
		if ok && best != field[2]+" "+field[3] {
			t.Errorf("%q: the best measured is %s", line, best)
		}
		if !ok && !strings.Contains(string(study), "| "+field[0]+" | "+field[1]+" | "+field[3]+" |") {
			t.Errorf("%q is not in the study", line)
		}
		var r minesweeper.Rules
		if r.Height, r.Width, r.Mines, err = minesweeper.ParseBoard(field[1]); err != nil {
			t.Fatal(err)
		}
		if r.First, err = minesweeper.ParseFirst(field[0]); err != nil {
			t.Fatal(err)
		}
		g := sweeptest.NewGame(t, r).WithObjective(minesweeper.Win)
		d, err := players.NewStrong(players.DefaultStrong()).Choose(context.Background(), nil, g.NewView(), blindsight.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if cell, err := g.ParseCell(field[2]); err != nil || cell != d.Action {
			t.Errorf("%q: opens %d, want %d (%v)", line, d.Action, cell, err)
		}
		if ok || g.Cells()-r.Mines > 7 && r.Mines > 4 {
			continue // that takes minutes, or for ever
		}
		solver.Limit(1000)
		all, err := optimum.Solve(context.Background(), g, solver, nil)
		if err != nil {
			t.Fatal(err)
		}
		value, _ := new(big.Rat).SetString(field[3])
		for _, f := range all {
			if f.Lower.Cmp(value) > 0 || f.Cell == g.LeastImage(d.Action) && f.Upper.Cmp(value) < 0 {
				t.Errorf("%q: first cell %d wins between %v and %v", line, f.Cell, f.Lower, f.Upper)
			} else if f.Cell == g.LeastImage(d.Action) && f.Exact() {
				solved++
			}
		}
	}
	if rows < 40 || solved < 10 {
		t.Errorf("%d rows, %d solved: too few", rows, solved)
	}
}
