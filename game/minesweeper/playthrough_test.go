package minesweeper

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"blindsight/game/gametest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// One game of each rule and variant, for a person to read and for the test to keep.
func TestPlaythroughs(t *testing.T) {
	names := make(map[string]bool)
	seed := uint64(1) // each play has its own; multiples of 8 lose soon, see gametest.Playthrough
	for _, first := range firsts {
		for _, neighbours := range neighbourhoods {
			for _, auto := range []bool{false, true} {
				r := Rules{Height: 5, Width: 5, Mines: 4, First: first, Neighbours: neighbours, AutoOpen: auto}
				name := first.String() + "-" + neighbours.String()
				if auto {
					name += "-auto"
					r.Objective = Win
				}
				names[name+".txt"] = true
				k := kit(mustNew(t, r))
				k.Exhaustive = true
				checkGolden(t, filepath.Join("testdata", "playthrough", name+".txt"), gametest.Playthrough(k, seed))
				seed++
			}
		}
	}
	files, err := os.ReadDir(filepath.Join("testdata", "playthrough"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !names[f.Name()] {
			t.Errorf("testdata/playthrough/%s belongs to no rules", f.Name())
		}
	}
}

// checkGolden compares a text with the one kept in a file, or keeps it there.
func checkGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed: run go test -update and read the diff. It is now\n%s", file, got)
	}
}
