package gunners

import (
	"context"
	"math"
	"testing"

	"blindsight"
	"blindsight/game/battleship"
	"blindsight/internal/randstream"
	"blindsight/search/uct"
)

// oracle knows the least expected number of shots of small boards, by trying every shot in every
// view (expectimin), and what a player needs, by following it. Fleets come from the list, so it shares nothing with the
// belief of the players.
type oracle struct {
	g     *battleship.Game
	least map[blindsight.Key]float64
}

func newOracle(g *battleship.Game) *oracle {
	return &oracle{g, make(map[blindsight.Key]float64)}
}

// fleets lists those that agree with a view.
func (o *oracle) fleets(v *battleship.View) (list []battleship.State) {
	for s := range o.g.States(v) {
		list = append(list, *s)
	}
	return list
}

// optimum returns the least expected number of shots from a view on that these fleets agree with.
func (o *oracle) optimum(v *battleship.View, fleets []battleship.State) float64 {
	if least, ok := o.least[v.Key()]; ok {
		return least
	}
	least := math.Inf(1)
	for _, c := range v.Legal(nil) {
		if worth := o.after(v, fleets, c, o.optimum); worth < least {
			least = worth
		}
	}
	o.least[v.Key()] = least
	return least
}

// after returns the expected number of shots that begin with one at c, if rest is what comes
// after. A shot that is a miss for certain tells nothing and leads nowhere.
func (o *oracle) after(v *battleship.View, fleets []battleship.State, c battleship.Cell, rest func(*battleship.View, []battleship.State) float64) float64 {
	var parts [battleship.MaxSide + 2][]battleship.State
	over := 0
	for _, s := range fleets {
		step := o.g.Step(nil, &s, c)
		if step.Done() {
			over++
			continue
		}
		parts[step.Seen] = append(parts[step.Seen], s)
	}
	if len(parts[battleship.Miss]) == len(fleets) {
		return math.Inf(1)
	}
	sum := float64(len(fleets))
	for seen, part := range parts {
		if len(part) == 0 {
			continue
		}
		next := v.Clone()
		if err := next.Did(c, battleship.Seen(seen)); err != nil {
			panic(err)
		}
		sum += float64(len(part)) * rest(next, part)
	}
	return sum / float64(len(fleets))
}

// needs returns the expected number of shots of a player from a view on.
func (o *oracle) needs(t *testing.T, p Player, b blindsight.Budget) func(*battleship.View, []battleship.State) float64 {
	var needs func(*battleship.View, []battleship.State) float64
	needs = func(v *battleship.View, fleets []battleship.State) float64 {
		d, err := p.Choose(context.Background(), randstream.New(1, "gunners/optimum"), v, b)
		if err != nil {
			t.Fatalf("%v\n%s", err, v)
		}
		if d.Health.Fallbacks > 0 {
			t.Fatalf("the player gave up\n%s", v)
		}
		return o.after(v, fleets, d.Action, needs)
	}
	return needs
}

// The oracle knows what can be worked out by hand.
func TestOptimumByHand(t *testing.T) {
	for _, c := range []struct {
		setting string
		want    float64
	}{
		{"1x1/1", 1},
		{"1x2/1", 1.5},
		{"1x3/2", 2.5},        // the middle, then a side
		{"1x3/2 silent", 2.5}, // the same
		{"2x2/2", 3},          // half the time a hit, then 1.5; else the opposite cell is one, then 1.5
		{"1x4/3,1", 4},        // every cell
	} {
		g := mustNew(t, c.setting)
		o, v := newOracle(g), g.NewView()
		if got := o.optimum(v, o.fleets(v)); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: the optimum is %v, by hand %v", c.setting, got, c.want)
		}
	}
}

// On small boards no player beats the optimum, and ours come near.
func TestPlayersAgainstOptimum(t *testing.T) {
	for _, setting := range []string{"1x8/3,2", "3x3/2", "3x3/2,1", "3x3/3,2 silent", "2x5/2,2 apart", "3x4/3"} {
		g := mustNew(t, setting)
		o, v := newOracle(g), g.NewView()
		fleets := o.fleets(v)
		least := o.optimum(v, fleets)
		for _, p := range []struct {
			name   string
			player Player
			budget blindsight.Budget
			within float64 // of the optimum
		}{
			{"density", NewDensity(g), blindsight.Budget{}, 1.04},
			{"hunt", NewHunt(g), blindsight.Budget{}, 1.04},
			{"ahead", NewAhead(g), blindsight.Budget{}, 1.01},
		} {
			needs := o.needs(t, p.player, p.budget)(v, fleets)
			t.Logf("%s: %s needs %.5f shots, the optimum is %.5f (%d fleets)", setting, p.name, needs, least, len(fleets))
			if needs < least-1e-9 || needs > least*p.within {
				t.Errorf("%s: %s needs %v shots, the optimum is %v", setting, p.name, needs, least)
			}
		}
	}
}

// The misses that the look ahead expects are those of the player that it imagines, by the oracle's own
// account, after every first shot.
func TestLookAheadAgainstOracle(t *testing.T) {
	for _, setting := range []string{"1x8/3,2", "3x3/3,2 silent", "3x4/2,2", "3x4/3,2 apart"} {
		g := mustNew(t, setting)
		o, v := newOracle(g), g.NewView()
		fleets := o.fleets(v)
		a := newAim(g)
		if _, err := a.take(context.Background(), nil, v, blindsight.Budget{}); err != nil {
			t.Fatal(err)
		}
		var list tree
		list.plant(a, v)
		for _, c := range v.Legal(nil) {
			shots := o.after(v, fleets, c, o.mostLikely)
			if math.IsInf(shots, 1) {
				continue
			}
			want := shots - float64(g.Rules().Cells()) // the rest are hits
			if got := list.misses(c); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: after %s the look ahead expects %v misses, want %v", setting, g.Name(c), got, want)
			}
		}
	}
}

// mostLikely returns the expected number of shots of who always shoots where most fleets lie, at the
// first of such cells. Each fleet counts once, by the list.
func (o *oracle) mostLikely(v *battleship.View, fleets []battleship.State) float64 {
	best, most := battleship.Cell(0), 0
	for _, c := range v.Legal(nil) {
		n := 0
		for i := range fleets {
			if occupied := fleets[i].Occupied(); occupied.Has(c) {
				n++
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	return o.after(v, fleets, best, o.mostLikely)
}

// The search comes nearer still, on either belief.
func TestSearchAgainstOptimum(t *testing.T) {
	g := mustNew(t, "3x3/2")
	o, v := newOracle(g), g.NewView()
	fleets := o.fleets(v)
	least := o.optimum(v, fleets)
	for name, p := range map[string]Player{"uct": NewUCT(g, uct.Config{}), "bsr": NewBSR(g, 0, uct.Config{})} {
		needs := o.needs(t, p, blindsight.Budget{Simulations: 2000})(v, fleets)
		t.Logf("%s needs %.5f shots, the optimum is %.5f", name, needs, least)
		if needs < least-1e-9 || needs > 1.01*least {
			t.Errorf("%s needs %v shots, the optimum is %v", name, needs, least)
		}
	}
}
