package minesweeper

import (
	"os"
	"path/filepath"
	"testing"

	"blindsight/game/gametest"
	"blindsight/internal/golden"
)

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
				golden.Check(t, filepath.Join("testdata", "playthrough", name+".txt"), gametest.Playthrough(k, seed))
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
