package experiment

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// planWith returns a plan of one group.
func planWith(t *testing.T, seed, games int, settings, players, budgets string) *Plan {
	t.Helper()
	p, err := read(fmt.Sprintf(`{"name": "x", "game": "minesweeper", "seed": %d, "games": %d, "groups": [{"settings": [%s], "players": [%s], "budgets": [%s]}]}`,
		seed, games, settings, players, budgets))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const small, large = `{"board": "4x4/4"}`, `{"board": "5x5/5"}`

// cellsOf writes the cells of a plan, without their places.
func cellsOf(p *Plan) []string {
	var list []string
	for i := range p.Cells {
		list = append(list, fmt.Sprintf("%s: %d", &p.Cells[i], p.Cells[i].Games))
	}
	return list
}

func TestUnion(t *testing.T) {
	p := planWith(t, 1, 10, small, `"sps", "csp"`, `{"sims": 1}`)
	for _, c := range []struct {
		name string
		q    *Plan
		want []string
	}{
		{"the same", planWith(t, 1, 10, small, `"csp", "sps"`, `{"sims": 1}`), nil},
		{"fewer games", planWith(t, 1, 5, small, `"csp"`, `{"sims": 1}`), nil},
		{"more games of one", planWith(t, 1, 20, small, `"csp"`, `{"sims": 1}`), []string{
			"sps on 4x4/4 windows with 1 sims, seed 1: 10", "csp on 4x4/4 windows with 1 sims, seed 1: 20",
		}},
		{"another player, setting and budget", planWith(t, 1, 10, large+","+small, `"csp", "random"`, `{"sims": 2}, {"sims": 1}`), []string{
			"sps on 4x4/4 windows with 1 sims, seed 1: 10", "csp on 4x4/4 windows with 1 sims, seed 1: 10",
			"csp on 5x5/5 windows with 2 sims, seed 1: 10", "csp on 5x5/5 windows with 1 sims, seed 1: 10",
			"random on 5x5/5 windows with 2 sims, seed 1: 10", "random on 5x5/5 windows with 1 sims, seed 1: 10",
			"csp on 4x4/4 windows with 2 sims, seed 1: 10",
			"random on 4x4/4 windows with 2 sims, seed 1: 10", "random on 4x4/4 windows with 1 sims, seed 1: 10",
		}},
	} {
		u, err := p.Union(c.q)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if c.want == nil {
			if u != p {
				t.Errorf("%s: %v", c.name, cellsOf(u))
			}
			continue
		}
		if got := cellsOf(u); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
	if _, err := p.Union(planWith(t, 2, 10, small, `"random"`, `{"sims": 1}`)); err == nil ||
		!strings.HasPrefix(err.Error(), "it holds 4x4/4 windows with seed 1, the plan asks for seed 2: boards of other seeds") || !strings.HasSuffix(err.Error(), "write seed 1 into the plan") {
		t.Errorf("another seed: %v", err)
	}
	// A second seed beside the first is an extension, and so is a new setting with its own.
	if _, err := p.Union(planWith(t, 2, 10, large, `"sps"`, `{"sims": 1}`)); err != nil {
		t.Error(err)
	}
	both, err := read(head + `{"settings": [` + small + `], "players": ["sps"], "budgets": [{"sims": 1}], "seed": 1},
		{"settings": [` + small + `], "players": ["sps"], "budgets": [{"sims": 1}], "seed": 2}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if u, err := p.Union(both); err != nil || len(u.Cells) != 3 {
		t.Errorf("a second seed: %v", err)
	}
}

// Whatever is put together, the cells of the first stay where they are, every cell of both is
// there with the greater number of games, nothing else is, and what is written is read back.
func TestUnionOfAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	some := func(list ...string) string {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		return strings.Join(list[:1+rng.IntN(len(list))], ", ")
	}
	unionOfAnything(t, func() *Plan {
		return planWith(t, 1, 1+rng.IntN(3), some(small, large, `{"board": "3x3/2"}`), some(`"sps"`, `"csp"`, `"random"`), some(`{"sims": 1}`, `{"sims": 2}`, `{"time": "0"}`))
	})
	// Players who meet, one another or opponents.
	unionOfAnything(t, func() *Plan {
		players := some(`"random"`, `"andor"`, `"uct"`, `"andor,safe=true"`)
		opponents := `"opponents": [` + some(`"random"`, `"andor"`, `"uct"`) + `], `
		if rng.IntN(2) == 0 && strings.Contains(players, ", ") {
			opponents = ""
		}
		p, err := read(fmt.Sprintf(`{"name": "x", "game": "phantom", "games": %d, "groups": [{"settings": [%s], "players": [%s], %s"budgets": [%s]}]}`,
			2+2*rng.IntN(3), some(`""`, `"board=hex"`), players, opponents, some(`{"sims": 1}`, `{"sims": 2}`)))
		if err != nil {
			t.Fatal(err)
		}
		return p
	})
}

func unionOfAnything(t *testing.T, draw func() *Plan) {
	t.Helper()
	for range 500 {
		p := draw()
		for range 3 {
			q := draw()
			u, err := p.Union(q)
			if err != nil {
				t.Fatal(err)
			}
			most := make(map[Cell]int)
			for _, plan := range []*Plan{p, q} {
				for i := range plan.Cells {
					k := plan.Cells[i].key()
					most[k] = max(most[k], plan.Cells[i].Games)
				}
			}
			for i := range u.Cells {
				c := &u.Cells[i]
				if i < len(p.Cells) && c.key() != p.Cells[i].key() || c.Games != most[c.key()] || c.Index != i {
					t.Fatalf("cell %d is %s with %d games", i, c, c.Games)
				}
			}
			if len(u.Cells) != len(most) {
				t.Fatalf("%d cells, want %d", len(u.Cells), len(most))
			}
			for i, place := range u.Places(q) {
				if place < 0 || u.Cells[place].key() != q.Cells[i].key() {
					t.Fatalf("%s is at %d", &q.Cells[i], place)
				}
			}
			again, err := read(string(u.JSON()))
			if err != nil || !slices.Equal(again.Cells, u.Cells) {
				t.Fatalf("%s: read back different: %v", u.JSON(), err)
			}
			p = u
		}
	}
}
