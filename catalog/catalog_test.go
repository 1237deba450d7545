package catalog

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
)

func testGame(t *testing.T) *minesweeper.Game {
	t.Helper()
	g, err := minesweeper.New(minesweeper.Rules{Height: 3, Width: 3, Mines: 2})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Every player of the table can be made with its defaults, with every choice of
// every parameter, and decides.
func TestEveryPlayerCanBeMade(t *testing.T) {
	g := testGame(t)
	seen := make(map[string]bool)
	for _, e := range Minesweeper {
		if seen[e.Name] || e.Doc == "" || strings.ContainsAny(e.Name, ", =") {
			t.Errorf("player %q: named twice, without a text, or with a bad name", e.Name)
		}
		seen[e.Name] = true
		written := []string{e.Name}
		for _, p := range e.Params {
			if p.Doc == "" || strings.ContainsAny(p.Name, ", =") {
				t.Errorf("player %s: parameter %q has no text or a bad name", e.Name, p.Name)
			}
			written = append(written, e.Name+","+p.Name+"="+p.Default)
			for _, c := range p.Choices {
				written = append(written, e.Name+","+p.Name+"="+c)
			}
		}
		for _, w := range written {
			p, err := Minesweeper.New(w, g)
			if err != nil {
				t.Errorf("%s: %v", w, err)
				continue
			}
			d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), g.NewView(), blindsight.Budget{Simulations: 20})
			if err != nil || int(d.Action) >= g.Cells() {
				t.Errorf("%s: decides %d, %v", w, d.Action, err)
			}
		}
	}
}

func TestMistakesAreNamed(t *testing.T) {
	g := testGame(t)
	for _, c := range []struct{ player, want string }{
		{"", `unknown player "": use one of random, `},
		{"strng", `unknown player "strng" (did you mean "strong"?): use one of random, `},
		{"bsr-uct,", `player bsr-uct: "": want PARAMETER=VALUE`},
		{"bsr-uct,trees", `player bsr-uct: "trees": want PARAMETER=VALUE`},
		{"bsr-uct,tree=3", `player bsr-uct: unknown parameter "tree" (did you mean "trees"?): use one of objective, `},
		{"bsr-uct,trees=-3", `player bsr-uct: trees=-3: want a whole number, not negative`},
		{"bsr-uct,trees=2000", `player bsr-uct: 2000 trees: must be between 1 and 1024`},
		{"bsr-uct,share=yes", `player bsr-uct: share=yes: use one of true, false`},
		{"bsr-uct,explore=0", `player bsr-uct: explore=0: must be positive`},
		{"bsr-uct,explore=NaN", `player bsr-uct: exploration NaN: must be finite and not negative`},
	} {
		if _, err := Minesweeper.New(c.player, g); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.player, err, c.want)
		}
	}
}
