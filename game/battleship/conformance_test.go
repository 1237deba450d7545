package battleship

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/gametest"
	"blindsight/internal/golden"
)

// mustNew makes a game of a setting.
func mustNew(t testing.TB, setting string) *Game {
	t.Helper()
	r, err := ParseRules(setting)
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// kit makes a game ready for the conformance kit and for playthroughs.
func kit(g *Game, p blindsight.Game[State, Cell, Seen]) gametest.Case[State, *View, Cell, Seen] {
	return gametest.Case[State, *View, Cell, Seen]{
		Game:       p,
		NewView:    gametest.Alone(g.NewView),
		Name:       g.rules.String(),
		ShowView:   (*View).String,
		ShowAction: g.Name,
		ShowState:  g.Draw,
	}
}

// Games of all kinds of rules keep the promises of package blindsight; where the fleets are
// few, also those of what is listed and proposed.
func TestConformance(t *testing.T) {
	for _, c := range []struct {
		setting string
		few     bool
	}{
		{"1x1/1", true},
		{"1x4/2,1", true},
		{"3x3/2", true},
		{"3x3/2,1,1", true},
		{"3x4/3,2,2", true},
		{"4x3/2,2 apart", true},
		{"4x4/3,2 silent bonus=20", true},
		{"4x4/2,2,1 apart silent", true},
		{"2x2/1,1,1,1", true},
		{"usual", false},
		{"silver-veness", false},
		{"16x16/16,5,5,3,1", false}, // the largest
		{"10x10/4,3,3,2,2,2,1,1,1,1 apart", false},
	} {
		t.Run(strings.ReplaceAll(c.setting, "/", ":"), func(t *testing.T) {
			g := mustNew(t, c.setting)
			k := kit(g, g)
			k.Exhaustive = c.few
			if !c.few {
				k.Plays = 6
			}
			gametest.Run(t, k)
		})
	}
}

// So does the game whose fleets are drawn ship by ship.
func TestConformanceOfShipByShip(t *testing.T) {
	for _, setting := range []string{"3x3/2,1,1", "3x4/3,2,2 apart", "usual"} {
		t.Run(strings.ReplaceAll(setting, "/", ":"), func(t *testing.T) {
			r, err := ParseRules(setting)
			if err != nil {
				t.Fatal(err)
			}
			p, err := NewShipByShip(r)
			if err != nil {
				t.Fatal(err)
			}
			k := kit(p.g, p)
			k.Plays = 12
			gametest.Run(t, k)
		})
	}
}

// A play of some rules, for a person to read and for the test to keep.
func TestPlaythroughs(t *testing.T) {
	names := make(map[string]bool)
	for i, setting := range []string{"3x4/3,2", "4x4/3,2 apart silent bonus=20", "4x4/2,2,1"} {
		g := mustNew(t, setting)
		k := kit(g, g)
		k.Exhaustive = true
		name := strings.NewReplacer("/", "-", ",", "", " ", "-").Replace(setting) + ".txt"
		names[name] = true
		file := filepath.Join("testdata", "playthrough", name)
		got := gametest.Playthrough(k, uint64(i+1))
		golden.Check(t, file, got)
	}
	files, err := os.ReadDir(filepath.Join("testdata", "playthrough"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !names[f.Name()] {
			t.Errorf("testdata/playthrough/%s belongs to no setting", f.Name())
		}
	}
}
