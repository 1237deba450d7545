package blindsight_test

import (
	"bufio"
	"context"
	"math/big"
	"os"
	"strings"
	"testing"

	"blindsight/game/minesweeper"
	players "blindsight/player/minesweeper"
	"blindsight/search/expectimax"
)

// Every line of testdata/known_values.tsv holds.
func TestKnownValues(t *testing.T) {
	f, err := os.Open("testdata/known_values.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	walked := 0
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 4 || fields[3] == "" {
			t.Fatalf("%q: want quantity, value, tolerance, source", lines.Text())
		}
		want, ok1 := new(big.Rat).SetString(fields[1])
		tolerance, ok2 := new(big.Rat).SetString(fields[2])
		if !ok1 || !ok2 {
			t.Fatalf("%q: value and tolerance must be numbers", lines.Text())
		}
		got := knownQuantity(t, fields[0])
		if diff := new(big.Rat).Sub(got, want); diff.Abs(diff).Cmp(tolerance) > 0 {
			t.Errorf("%s is %s, want %s (%s)", fields[0], got.RatString(), want.RatString(), fields[3])
		}
		walked++
	}
	if err := lines.Err(); err != nil || walked == 0 {
		t.Fatalf("%d lines, %v", walked, err)
	}
}

// knownQuantity computes a quantity of the table.
func knownQuantity(t *testing.T, quantity string) *big.Rat {
	t.Helper()
	words := strings.Fields(quantity)
	if len(words) < 5 || words[0] != "solve" {
		t.Fatalf("unknown quantity %q", quantity)
	}
	var r minesweeper.Rules
	var err [3]error
	r.Height, r.Width, r.Mines, err[0] = minesweeper.ParseBoard(words[1])
	r.First, err[1] = minesweeper.ParseFirst(words[2])
	r.Objective, err[2] = minesweeper.ParseObjective(words[3])
	for _, e := range err {
		if e != nil {
			t.Fatalf("%q: %v", quantity, e)
		}
	}
	g, e := minesweeper.New(r)
	if e != nil {
		t.Fatal(e)
	}
	first, e := players.Optimum(context.Background(), g, expectimax.New(expectimax.Options{}), nil)
	if e != nil {
		t.Fatal(e)
	}
	best := new(big.Rat)
	for _, f := range first {
		row, col := g.RowCol(f.Cell)
		if words[4] == "first" {
			if cell, e := g.ParseCell(words[5]); e == nil && g.Cell(row, col) == cell {
				return f.Lower
			}
		}
		if f.Lower.Cmp(best) > 0 {
			best = f.Lower
		}
	}
	if words[4] != "best" {
		t.Fatalf("%q: no such cell", quantity)
	}
	return best
}
