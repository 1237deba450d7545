package gamblers

import (
	"fmt"

	"blindsight"
	"blindsight/belief/rejection"
	"blindsight/catalog"
	"blindsight/game/poker"
	"blindsight/search/uct"
)

// Catalogue lists the players of the small pokers.
var Catalogue = catalog.Table[*poker.Game, Player]{
	{
		Name:    "random",
		Doc:     "folds, calls or raises, uniformly at random",
		Instant: true,
		Build:   func(*poker.Game, *catalog.Values) Player { return NewRandom() },
	},
	{
		Name: "uct",
		Doc:  "searches the views of both sides by simulations (multiple-observer information-set MCTS)",
		Params: []catalog.Param{
			{Name: "belief", Default: ExactBelief.String(), Doc: "how the other side's card is drawn", Choices: []string{ExactBelief.String(), RejectionBelief.String(), ParticleBelief.String()}},
			{Name: "explore", Default: "0", Doc: "factor of the bandit's bonus, 0 for its default"},
		},
		Build: func(_ *poker.Game, v *catalog.Values) Player {
			o := UCTOptions{Config: uct.Config{Exploration: v.Float("explore")}}
			for b := range ParticleBelief + 1 {
				if b.String() == v.Choice("belief") {
					o.Belief = b
				}
			}
			if err := o.Check(); err != nil {
				v.Fail(err)
				return nil
			}
			return NewUCT(o)
		},
	},
}

// Game describes the small pokers.
var Game = catalog.Describe(catalog.Description[*poker.Game, poker.State, *poker.View, poker.Action, poker.Seen]{
	Name:  "poker",
	Doc:   "Kuhn's poker or Leduc hold'em, for chips",
	Sides: []string{"first", "second"},
	Settings: []catalog.Param{
		{Name: "rules", Default: "kuhn", Doc: "one card each and one bet, or two rounds with an open card between them", Choices: []string{"kuhn", "leduc"}},
		{Name: "ranks", Default: "3", Doc: "how many ranks the pack has"},
	},
	New: func(v *catalog.Values) *poker.Game {
		r := poker.Rules{Ranks: v.Int("ranks")}
		if v.Choice("rules") == poker.Leduc.String() {
			r.Kind = poker.Leduc
		}
		if v.Err() != nil {
			return nil
		}
		g, err := poker.New(r)
		if err != nil {
			v.Fail(err)
		}
		return g
	},
	NewView: (*poker.Game).NewView,
	Players: Catalogue,
	View:    func(_ *poker.Game, v *poker.View) string { return v.String() },
	Action:  func(_ *poker.Game, a poker.Action) string { return a.String() },
	Seen:    seenText,
	Heard:   seenText,

	ReadSeen: readSeen, ReadHeard: readSeen,
	Drawer: func(g *poker.Game, _ blindsight.Side) catalog.Drawer[*poker.View] {
		return catalog.Drawn(rejection.New(g, 0), func(v *poker.View, s *poker.State) string {
			return fmt.Sprintf("the other side has %d", s.Card(v.Side().Other()))
		})
	},
})

func seenText(_ *poker.Game, o poker.Seen) string { return o.String() }

// readSeen reads an action with the card that it showed, if it showed one.
func readSeen(g *poker.Game, v *poker.View, text string) (poker.Seen, error) {
	var known []poker.Seen
	for a := poker.Deal; a <= poker.Raise; a++ {
		for card := poker.Card(0); int(card) <= g.Rules().Ranks; card++ {
			known = append(known, poker.Seen{Action: a, Card: card})
		}
	}
	return catalog.Among[*poker.Game, *poker.View](seenText, known...)(g, v, text)
}
