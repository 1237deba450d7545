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
