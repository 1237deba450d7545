package sweepers_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
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
	for _, e := range sweepers.Catalogue {
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
			p, err := sweepers.Catalogue.New(w, g)
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

// literal=true is the paper's way in all that it stands for, and what is given otherwise
// stays as it is given.
func TestLiteral(t *testing.T) {
	g := testGame(t)
	decide := func(player string) blindsight.Decision[minesweeper.Cell] {
		t.Helper()
		p, err := sweepers.Catalogue.New(player, g)
		if err != nil {
			t.Fatal(err)
		}
		d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), g.NewView(), blindsight.Budget{Simulations: 500})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct {
		a, b  string
		equal bool
	}{
		{"bsr-uct,literal=true", "bsr-uct,share=false,proposal=board,returns=game", true},
		{"bsr-uct,literal=true", "bsr-uct,share=false,returns=game", false},
		{"bsr-uct,literal=true,proposal=closed", "bsr-uct,returns=game", true},
		{"bsr-uct,literal=true,returns=node,share=true,proposal=closed", "bsr-uct", true},
		{"bsr-uct-fast,literal=true", "bsr-uct-fast,proposal=board,returns=game", false},
		{"bsr-uct-fast,extra=false", "bsr-uct-fast", false},
		{"bsr-uct-fast,literal=true", "bsr-uct-fast,literal=true,kernel=vectors", true},
		{"bsr-uct-fast,literal=true", "bsr-uct-fast,literal=true,kernel=sets", false},
		{"bsr-uct-fast,literal=true,proposal=closed", "bsr-uct-fast,literal=true,proposal=closed,kernel=sets", true},
		{"bsr-uct-mcmc,literal=true", "bsr-uct-mcmc,literal=true,kernel=sets", false},
		{"bsr-uct-csp,proposal=board,kernel=vectors", "bsr-uct-csp,kernel=vectors", true},
		{"bsr-uct-csp,proposal=board", "bsr-uct-csp,kernel=vectors", false},
	} {
		a, b := decide(c.a), decide(c.b)
		if reflect.DeepEqual(a, b) != c.equal {
			t.Errorf("%s and %s: equal decisions: %v", c.a, c.b, !c.equal)
		}
	}
	for _, player := range []string{"bsr-uct-mcmc,literal=true", "bsr-uct-fast,literal=true"} {
		if h := decide(player).Health; h.Inconsistent == 0 || h.Fallbacks != 0 {
			t.Errorf("%s: health %+v", player, h)
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
		{"bsr-uct,returns=game,share=true", `player bsr-uct: returns=game: needs share=false`},
		{"bsr-uct-fast,literal=true,share=true", `player bsr-uct-fast: returns=game: needs share=false`},
		{"bsr-uct-fast,literal=true,extra=true", `player bsr-uct-fast: literal=true: needs extra=false`},
		{"bsr-uct-fast,kernel=vectors,proposal=closed", `player bsr-uct-fast: kernel=vectors: needs proposal=board`},
		{"bsr-uct-mcmc,literal=true,proposal=closed,kernel=vectors", `player bsr-uct-mcmc: kernel=vectors: needs proposal=board`},
		{"bsr-uct,kernel=vectors", `player bsr-uct: unknown parameter "kernel"`},
		{"bsr-uct-csp,literal=true", `player bsr-uct-csp: unknown parameter "literal"`},
		{"bsr-uct,explore=0", `player bsr-uct: explore=0: must be positive`},
		{"optimal,memory=-5", `player optimal: memory=-5: want a whole number, not negative`},
		{"bssuct,policy=2", `player bssuct: policy: must be between 0 and 1`},
		{"strong,candidates=0", `player strong: candidates: must be at least 1`},
		{"strong,depth=1", `player strong: depth: must be 0, 2 or 3`},
		{"bsr-uct,explore=NaN", `player bsr-uct: explore=NaN: want a number`},
	} {
		if _, err := sweepers.Catalogue.New(c.player, g); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.player, err, c.want)
		}
	}
}
