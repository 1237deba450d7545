package gunners

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"blindsight"
	"blindsight/belief/packing"
	"blindsight/episode"
	"blindsight/game/battleship"
	"blindsight/internal/randstream"
	"blindsight/search/uct"
)

// playerNames are those that the tests know.
var playerNames = []string{"random", "density", "hunt", "ahead", "uct", "bsr"}

// shots lets a player play one game and returns its shots.
func shots(t *testing.T, g *battleship.Game, p Player, seed uint64) (list []battleship.Cell) {
	t.Helper()
	rng := randstream.New(seed, "gunners/shots")
	var s battleship.State
	g.Start(rng, &s)
	gained, err := episode.Solo(context.Background(), rng, g, &s, g.NewView(), p, blindsight.Budget{Simulations: 100},
		func(m *episode.Move[battleship.Cell, battleship.Seen]) { list = append(list, m.Decision.Action) })
	if err != nil {
		t.Fatal(err)
	}
	if gained != g.Rules().Bonus-float64(len(list)) {
		t.Errorf("%d shots brought %v", len(list), gained)
	}
	return list
}

// Every player plays to the end, shoots nowhere twice, and does the same again with the same seed,
// whatever it played before.
func TestPlayersPlay(t *testing.T) {
	for _, setting := range []string{"1x1/1", "4x4/3,2", "5x5/3,2,2 apart silent bonus=25", "usual"} {
		g := mustNew(t, setting)
		for _, name := range playerNames {
			if setting == "usual" && (name == "uct" || name == "bsr") {
				continue // they take their time
			}
			p, err := named(g, name)
			if err != nil {
				t.Fatal(err)
			}
			first := shots(t, g, p, 1)
			shots(t, g, p, 2)
			if again := shots(t, g, p, 1); !slices.Equal(first, again) {
				t.Errorf("%s, %s: with one seed it shoots at %v and %v", setting, name, first, again)
			}
			sorted := slices.Clone(first)
			slices.Sort(sorted)
			if len(slices.Compact(sorted)) != len(first) {
				t.Errorf("%s, %s: a cell is shot at twice: %v", setting, name, first)
			}
		}
	}
}

// A decision leaves the view alone, and its table is of all legal shots, the best first.
func TestDecision(t *testing.T) {
	v := mustParse(t, "5x5/3,2,2\n.-...\naaA..\n.-b..\n.....\n....-\nsunk 3")
	for _, name := range []string{"density", "hunt", "ahead"} {
		p, err := named(v.Game(), name)
		if err != nil {
			t.Fatal(err)
		}
		key := v.Key()
		d, err := p.Choose(context.Background(), randstream.New(1, "gunners"), v, blindsight.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if v.Key() != key {
			t.Errorf("%s changes the view", name)
		}
		var table []battleship.Cell
		for _, a := range d.Actions {
			table = append(table, a.Action)
			if a.Action == d.Action && a.Value != d.Value {
				t.Errorf("%s: the value is %v, in the table %v", name, d.Value, a.Value)
			}
		}
		slices.Sort(table)
		if !slices.Equal(table, v.Legal(nil)) {
			t.Errorf("%s: the table has %v, legal are %v", name, table, v.Legal(nil))
		}
		if d.Health != (blindsight.Health{}) {
			t.Errorf("%s: an exact decision has the health %+v", name, d.Health)
		}
	}
}

// A ship that is known to be hit and afloat ends the hunt, and its sinking begins it again, announced or
// not.
func TestHunting(t *testing.T) {
	for _, c := range []struct {
		view string
		want bool
	}{
		{"4x4/3,2\n....\n....\n....\n....", true},
		{"4x4/3,2\n-...\n.-..\n....\n....", true},
		{"4x4/3,2\na...\n....\n....\n....", false},
		{"4x4/3,2\naA..\n....\n....\n....\nsunk 2", true},
		{"4x4/3,2\naA..\n.b..\n....\n....\nsunk 2", false},
		{"4x4/3,2 silent\naa..\n....\n....\n....", false},
		{"4x4/3,2 silent\naa-.\n--..\n....\n....", true},
	} {
		v := mustParse(t, c.view)
		a := newAim(v.Game())
		if _, err := a.take(context.Background(), nil, v, blindsight.Budget{}); err != nil {
			t.Fatal(err)
		}
		if got := a.hunting(v); got != c.want {
			t.Errorf("hunting: %t\n%s", got, v)
		}
	}
}

// Where the belief is too large a shot is a guess, and says so.
func TestFallback(t *testing.T) {
	v := mustParse(t, "10x10/5,4,3,3,2\n"+strings.Repeat("..........\n", 5)+".....a....\n"+strings.Repeat("..........\n", 4))
	p := &gunner{aim: newAim(v.Game())}
	p.aim.belief = packing.NewBelief(p.aim.fleets.table, 3)
	d, err := p.Choose(context.Background(), randstream.New(1, "gunners"), v, blindsight.Budget{})
	if err != nil || d.Health.Fallbacks != 1 || d.Health.Failures != 1 || !slices.Contains(v.Legal(nil), d.Action) {
		t.Errorf("%+v, %v", d, err)
	}
}

// A budget of time ends an estimate, one of simulations says how many fleets it rests on.
func TestBudget(t *testing.T) {
	g := mustNew(t, "usual")
	p := NewDensity(g)
	rng := randstream.New(1, "gunners/budget")
	begin := time.Now()
	d, err := p.Choose(context.Background(), rng, g.NewView(), blindsight.Budget{Time: 20 * time.Millisecond})
	if took := time.Since(begin); err != nil || d.Health.Samples == 0 || took > time.Minute {
		t.Errorf("with 20 ms it took %v: %+v, %v", took, d.Health, err)
	}
	d, err = p.Choose(context.Background(), rng, g.NewView(), blindsight.Budget{Simulations: 321})
	if err != nil || d.Simulations != 321 || d.Health.Samples != 321 || d.Health.Draws < 321 {
		t.Errorf("with 321 simulations: %+v, %v", d.Health, err)
	}
}

// BSR-UCT plays fleets that are drawn ship by ship as well.
func TestShipByShip(t *testing.T) {
	r, err := battleship.ParseRules("3x3/2,1")
	if err != nil {
		t.Fatal(err)
	}
	g, err := battleship.NewShipByShip(r)
	if err != nil {
		t.Fatal(err)
	}
	rng := randstream.New(1, "gunners/ship-by-ship")
	var s battleship.State
	turn := g.Start(rng, &s)
	seats := []episode.Seat[*battleship.View, battleship.Cell]{{
		View: g.NewView(), Planner: NewBSR(g, 0, uct.Config{}), RNG: rng, Budget: blindsight.Budget{Simulations: 200},
	}}
	gained, err := episode.Play(context.Background(), rng, g, &s, turn, seats, nil)
	if err != nil || gained[0] > -3 || gained[0] < -9 {
		t.Errorf("%v, %v", gained, err)
	}
}
