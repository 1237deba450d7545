package openings_test

import (
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// The table is what the script makes of the study, strong plays it and says what it wins, and
// what is solved quickly is solved again.
func TestBookTable(t *testing.T) {
	table, err := os.ReadFile("book.tsv")
	if err != nil {
		t.Fatal(err)
	}
	made, err := exec.Command("bash", "../../../scripts/mines-first-cells.sh", "book").Output()
	if err != nil {
		t.Fatal(err)
	}
	if string(made) != string(table) {
		t.Errorf("book.tsv is not what scripts/mines-first-cells.sh book makes:\n%s", made)
	}
	solver := reveal.New(reveal.Options{Workers: 1})
	rows, solved := 0, 0
	for line := range strings.Lines(string(table)) {
		field := strings.Split(strings.TrimSpace(line), "\t")
		if len(field) != 5 {
			continue
		}
		rows++
		g, m := readMove(t, field)
		var won, all int64
		if n, err := fmt.Sscanf(field[4], "%d/%d", &won, &all); n != 2 {
			t.Fatalf("%q: %v", line, err)
		}
		v := viewAfter(t, g, m)
		d, err := strong.New(strong.Default()).Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{})
		if err != nil || d.Action != m.Best || d.Value != float64(won)/float64(all) {
			t.Errorf("%q: strong opens %d, which wins %v (%v)", line, d.Action, d.Value, err)
		}
		a, err := g.Answers(v, 1_000_000)
		if err != nil || int64(a.States) != all {
			t.Fatalf("%q: %d placements: %v", line, a.States, err)
		}
		if all > 6_000 {
			continue // that takes seconds, or minutes
		}
		solved++
		if b := solver.Best(context.Background(), a); b.Value.Lower != won || b.Value.Upper != won {
			t.Errorf("%q: %v are won", line, b.Value)
		}
	}
	if rows < 150 || solved < 10 {
		t.Errorf("%d rows, %d solved: too few", rows, solved)
	}
}

// readMove reads a row of the table.
func readMove(t *testing.T, field []string) (*minesweeper.Game, optimum.BookMove) {
	t.Helper()
	var r minesweeper.Rules
	var err1, err2 error
	r.Height, r.Width, r.Mines, err1 = minesweeper.ParseBoard(field[1])
	r.First, err2 = minesweeper.ParseFirst(field[0])
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	r.AutoOpen = true
	g := sweeptest.NewGame(t, r)
	var m optimum.BookMove
	for _, part := range strings.Fields(field[2]) {
		cell, number, _ := strings.Cut(part, "=")
		c, err := g.ParseCell(cell)
		if err != nil {
			t.Fatal(err)
		}
		m.Opened, m.Shown = append(m.Opened, c), append(m.Shown, minesweeper.Seen(number[0]-'0'))
	}
	var err error
	if m.Best, err = g.ParseCell(field[3]); err != nil {
		t.Fatal(err)
	}
	return g, m
}

// viewAfter opens the cells of a move.
func viewAfter(t *testing.T, g *minesweeper.Game, m optimum.BookMove) *minesweeper.View {
	t.Helper()
	v := g.NewView()
	for i, c := range m.Opened {
		if err := v.Did(c, m.Shown[i]); err != nil {
			t.Fatal(err)
		}
	}
	return v
}

// measuredFirstCells returns the best first cells measured: cell and wins/games, by board
// and rule.
func measuredFirstCells(t *testing.T) map[string]string {
	t.Helper()
	f, err := os.Open("../../../studies/mines-strength/first-cells/results.csv")
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
	study, err := os.ReadFile("../../../studies/mines-optimum/README.md")
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
		d, err := strong.New(strong.Default()).Choose(context.Background(), nil, g.NewView(), blindsight.Budget{})
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
