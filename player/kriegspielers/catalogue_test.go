package kriegspielers

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Every Kriegspiel player can be made and tries something that makes sense.
func TestEveryKriegspielPlayerCanBeMade(t *testing.T) {
	start := chess.Start()
	for _, e := range Catalogue {
		for _, rules := range kriegspiel.All() {
			p, err := Catalogue.New(e.Name, rules)
			if err != nil || e.Doc == "" {
				t.Errorf("%s: %v, %q", e.Name, err, e.Doc)
				continue
			}
			v := kriegspiel.NewView(rules, chess.White, &start)
			d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), v, blindsight.Budget{})
			if err != nil || !slices.Contains(v.Legal(nil), d.Action) {
				t.Errorf("%s: tries %s, %v", e.Name, d.Action, err)
			}
		}
	}
}

// Whatever a parameter is set to, a player is made or it is told what is wrong: nothing panics.
func TestParametersAreRefusedNotPanicked(t *testing.T) {
	rules := kriegspiel.MustRules("berkeley")
	for _, e := range Catalogue {
		for _, p := range e.Params {
			for _, value := range []string{"-1", "2", "NaN", "1e300", "-1e300", "x", "Queen:NaN"} {
				_, err := Catalogue.New(e.Name+","+p.Name+"="+value, rules)
				if wrong := value == "NaN" || value == "x" || value == "Queen:NaN"; wrong && err == nil {
					t.Errorf("%s,%s=%s is taken", e.Name, p.Name, value)
				}
			}
		}
	}
	for _, bad := range []string{"foresight,wary=2", "foresight,wary=-0.1", "foresight,bit=-1", "belief,mate=-1", "belief-1,depth=-1"} {
		if _, err := Catalogue.New(bad, rules); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
