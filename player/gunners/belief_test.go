package gunners

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/packing"
	"blindsight/game/battleship"
	"blindsight/internal/randstream"
)

// mustNew makes a game of a setting.
func mustNew(t testing.TB, setting string) *battleship.Game {
	t.Helper()
	r, err := battleship.ParseRules(setting)
	if err != nil {
		t.Fatal(err)
	}
	g, err := battleship.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// mustParse reads a position.
func mustParse(t testing.TB, text string) *battleship.View {
	t.Helper()
	v, err := battleship.ParseView(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// smallSettings are boards whose fleets can be listed.
var smallSettings = []string{
	"1x6/2,2", "3x3/2,1,1", "3x4/3,2,2", "4x4/3,2 silent", "4x4/2,2,1 apart", "4x4/2,2,2 apart silent", "3x5/3,3",
}

// The chances of every view of random plays are those of the listed fleets, each fleet counted
// as often as its ships can be numbered.
func TestChancesAgainstList(t *testing.T) {
	for _, setting := range smallSettings {
		g := mustNew(t, setting)
		a := newAim(g)
		rng := randstream.New(1, "gunners/chances/"+setting)
		for range 12 {
			var s battleship.State
			g.Start(rng, &s)
			v := g.NewView()
			for v.Left() > 0 {
				h, err := a.take(context.Background(), rng, v, blindsight.Budget{})
				if err != nil || h != (blindsight.Health{}) {
					t.Fatalf("%v, %+v\n%s", err, h, v)
				}
				fleets, want := 0, make([]float64, g.Cells())
				for listed := range g.States(v) {
					fleets++
					occupied := listed.Occupied()
					for c := range want {
						if occupied.Has(battleship.Cell(c)) {
							want[c]++
						}
					}
				}
				for c := range want {
					if got := a.hit(battleship.Cell(c)); math.Abs(got-want[c]/float64(fleets)) > 1e-9 {
						t.Fatalf("cell %s has chance %v, want %v of %d fleets\n%s", g.Name(battleship.Cell(c)), got, want[c], fleets, v)
					}
				}
				ways := a.belief.Chances(a.chance) / float64(fleets)
				if numbered := numberings(v); ways != numbered {
					t.Fatalf("each fleet is counted %v times, its ships can be numbered in %v ways\n%s", ways, numbered, v)
				}
				c := v.Pick(rng)
				if err := v.Did(c, g.Step(rng, &s, c).Seen); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// numberings returns in how many ways the ships of a fleet can be numbered, those of equal
// length that were announced as sunk coming first and in their order.
func numberings(v *battleship.View) float64 {
	ways, afloat := 1.0, make(map[int]int)
	for _, l := range v.Game().Rules().Fleet {
		afloat[l]++
	}
	for _, m := range v.Marks() {
		afloat[m.Length]--
	}
	for _, n := range afloat {
		for ; n > 1; n-- {
			ways *= float64(n)
		}
	}
	return ways
}

// On the usual board estimated chances come near the exact ones: within 5 standard errors, at
// all cells of positions with a few hits.
func TestEstimateAgainstCount(t *testing.T) {
	const drawn = 20_000
	for _, text := range []string{
		"10x10/5,4,3,3,2\n" + strings.Repeat("..........\n", 4) + "...-aa....\n.....-....\n" + strings.Repeat("..........\n", 4),
		"10x10/5,4,3,3,2\n..........\n.aaA-bB...\n.-...-b...\n....-.....\n" + strings.Repeat("..........\n", 6) + "sunk 3,2\n",
		"10x10/5,4,3,2 apart silent\n..........\n.aaa-a....\n.....-....\n....-.....\n" + strings.Repeat("..........\n", 6),
	} {
		v := mustParse(t, text)
		a := newAim(v.Game())
		rng := randstream.New(1, "gunners/estimate")
		a.fleets.Ask(v, a.question)
		if err := a.belief.Ask(a.question); err != nil {
			t.Fatal(err)
		}
		exact := make([][packing.MaxCells]float64, a.fleets.ships)
		fleets := a.belief.Chances(exact)
		found, draws := a.belief.Estimate(context.Background(), rng, drawn, 100*drawn, a.chance)
		if found != drawn || draws < found {
			t.Fatalf("%d fleets in %d draws", found, draws)
		}
		for ship := range exact {
			for c := range a.fleets.Cells() {
				p := exact[ship][c]
				if e := math.Abs(a.chance[ship][c] - p); e > 5*math.Sqrt(p*(1-p)/drawn)+1e-9 {
					t.Errorf("ship %d on cell %s: estimated %v, exactly %v of %v fleets\n%s", ship, a.fleets.Name(battleship.Cell(c)), a.chance[ship][c], p, fleets, v)
				}
			}
		}
	}
}

// The sampler keeps the promises of estimators.
func TestSamplerConformance(t *testing.T) {
	for _, c := range []struct {
		name, view, hopeless string
	}{
		{"announced", "3x4/3,2,2\na...\n.-.a\n...A\nsunk 2", "1x7/3,2\na--...a"},
		{"silent", "4x4/3,2 apart silent\n...a\n.-..\n....\n....", "1x6/3 silent\na....a"},
		{"untouched", "3x3/2,1\n...\n...\n...", "1x7/4,1\n-.aa-.."},
	} {
		v := mustParse(t, c.view)
		subject := belieftest.Subject[battleship.State, *battleship.View]{
			New:     packing.New(newFleets(v.Game()), 0, 0).Fresh,
			Problem: v.Game(), Seed: 1,
		}
		t.Run(c.name, func(t *testing.T) {
			belieftest.Run(t, subject, belieftest.Position[*battleship.View]{Name: "few", View: v})
		})
		none := mustParse(t, c.hopeless)
		subject.New, subject.Problem = packing.New(newFleets(none.Game()), 0, 0).Fresh, none.Game()
		t.Run(c.name+" contradiction", func(t *testing.T) {
			belieftest.Run(t, subject, belieftest.Position[*battleship.View]{Name: "none", View: none, Hopeless: true})
		})
	}
}

// A contradiction is an error, never a shot.
func TestContradiction(t *testing.T) {
	v := mustParse(t, "1x6/3 silent\na....a")
	for _, p := range []Player{NewDensity(v.Game()), NewHunt(v.Game())} {
		if _, err := p.Choose(context.Background(), randstream.New(1, "gunners"), v, blindsight.Budget{}); !errors.Is(err, blindsight.ErrInconsistent) {
			t.Errorf("no fleet agrees, and the error is %v", err)
		}
	}
}
