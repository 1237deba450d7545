package andor_test

import (
	"slices"
	"strings"
	"testing"

	"blindsight/search/andor"
)

// Every name that the paper or the house uses is there, every combination is found again
// under its own name, and letters may come in any order.
func TestAlgorithmNames(t *testing.T) {
	var all []string
	for _, a := range andor.Combinations() {
		if slices.Contains(all, a.Name) {
			t.Errorf("%s is there twice", a.Name)
		}
		all = append(all, a.Name)
		if b, err := andor.ParseAlgorithm(a.Name); err != nil || b != a {
			t.Errorf("%s: %+v, %v", a.Name, b, err)
		}
	}
	for _, name := range append(andor.Names(), "gl-dub", "gle-dfs", "g-pns", "gx-dbu", "gxe-dfs", "x-dfs", "le-pns", "gl-ipns", "g-df-ipns", "gl-udb") {
		if !slices.Contains(all, name) {
			t.Errorf("%s is not there", name)
		}
	}
	// dfs and pns: no order, l or x, with and without g and e; udb, dub, dbu, ipns: without e; d-ipns, df-ipns: g; best.
	if want := 2*12 + 4*6 + 2*2 + 1; len(all) != want {
		t.Errorf("%d algorithms, want %d", len(all), want)
	}
	if a, err := andor.ParseAlgorithm("elg-dfs"); err != nil || a.Name != "gle-dfs" {
		t.Errorf("elg-dfs: %q, %v", a.Name, err)
	}
}

// What does not go together is refused with the reason, and with what there is.
func TestAlgorithmsRefused(t *testing.T) {
	for name, words := range map[string]string{
		"lx-dfs":   "l (legal children first) and x (refused children first) do not go together",
		"e-dbu":    "the prefix e (with early termination) does not go with dbu: it looks at one state at a time",
		"e-ipns":   "does not go with ipns: it looks at one state at a time",
		"e-udb":    "udb is e-dfs by another name",
		"l-d-ipns": "the prefix l (legal children first) does not go with d-ipns: the order is that of its numbers",
		"gl-best":  "the prefix g (greedy) does not go with best: it has that in any case",
		"e-best":   "the prefix e (with early termination) does not go with best: it has that in any case",
		"x-best":   "does not go with best: it orders what it tries by what it has learned",
		"gg-dfs":   "the prefix g is there twice",
		"minimax":  "unknown algorithm",
		"q-dfs":    "unknown algorithm",
		"gldfs":    "unknown algorithm",
		"-dfs":     "unknown algorithm",
	} {
		_, err := andor.ParseAlgorithm(name)
		if err == nil || !strings.Contains(err.Error(), words) || !strings.Contains(err.Error(), "dub (g, l, x)") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
