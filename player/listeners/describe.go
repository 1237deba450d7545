package listeners

import (
	"fmt"

	"blindsight"
	"blindsight/belief/rejection"
	"blindsight/catalog"
	"blindsight/game/tiger"
	"blindsight/search/uct"
)

// Catalogue lists the players of Tiger.
var Catalogue = catalog.Table[*tiger.Game, Player]{
	{
		Name:    "random",
		Doc:     "listens or opens a door, uniformly at random",
		Instant: true,
		Build:   func(*tiger.Game, *catalog.Values) Player { return NewRandom() },
	},
	{
		Name:    "threshold",
		Doc:     "listens until enough growls more came from one side, then opens the other door",
		Params:  []catalog.Param{{Name: "bound", Default: "2", Doc: "how many more; 2 is optimal by the usual rules"}},
		Instant: true,
		Build:   func(_ *tiger.Game, v *catalog.Values) Player { return NewThreshold(v.Int("bound")) },
	},
	{
		Name: "uct",
		Doc:  "searches by simulations, in a tree that it keeps during a play",
		Params: []catalog.Param{
			{Name: "belief", Default: ExactBelief.String(), Doc: "how the tiger's place is drawn", Choices: []string{ExactBelief.String(), RejectionBelief.String(), ParticleBelief.String()}},
			{Name: "explore", Default: "0", Doc: "factor of the bandit's bonus, 0 for its default"},
		},
		Build: func(g *tiger.Game, v *catalog.Values) Player {
			belief := ExactBelief
			for b := range ParticleBelief + 1 {
				if b.String() == v.Choice("belief") {
					belief = b
				}
			}
			p, err := NewUCT(g, belief, uct.Config{Exploration: v.Float("explore")})
			if err != nil {
				v.Fail(err)
			}
			return p
		},
	},
}

func seenText(_ *tiger.Game, o tiger.Seen) string { return o.String() }

// Game describes Tiger.
var Game = catalog.Describe(catalog.Description[*tiger.Game, tiger.State, *tiger.View, tiger.Action, tiger.Seen]{
	Name:  "tiger",
	Doc:   "listen behind which of two doors the tiger is, and open the other, again and again",
	Sides: []string{"listener"},
	Settings: []catalog.Param{
		{Name: "hear", Default: fmt.Sprint(tiger.Usual().Hear), Doc: "how often a growl comes from where the tiger is"},
		{Name: "discount", Default: fmt.Sprint(tiger.Usual().Discount), Doc: "how much less each step counts than the one before"},
		{Name: "horizon", Default: fmt.Sprint(tiger.Usual().Horizon), Doc: "steps after which a play is cut"},
	},
	New: func(v *catalog.Values) *tiger.Game {
		r := tiger.Rules{Hear: v.Float("hear"), Discount: v.Float("discount"), Horizon: v.Int("horizon")}
		if v.Err() != nil {
			return nil
		}
		g, err := tiger.New(r)
		if err != nil {
			v.Fail(err)
		}
		return g
	},
	NewView: func(g *tiger.Game, _ blindsight.Side) *tiger.View { return g.NewView() },
	Players: Catalogue,
	View:    func(_ *tiger.Game, v *tiger.View) string { return v.String() },
	Action:  func(_ *tiger.Game, a tiger.Action) string { return a.String() },
	Seen:    seenText,
	ReadSeen: catalog.Among[*tiger.Game, *tiger.View](
		seenText, tiger.GrowlLeft, tiger.GrowlRight, tiger.Opened),
	Drawer: func(*tiger.Game, blindsight.Side) catalog.Drawer[*tiger.View] {
		return catalog.Drawn(rejection.New(posterior{}, 0).Fresh(), func(_ *tiger.View, s *tiger.State) string {
			if s.Left {
				return "the tiger is left"
			}
			return "the tiger is right"
		})
	},
})
