package planners

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/catalog"
	"blindsight/game/pomdp"
)

// Tiger describes the Tiger as a game of its own name: the problem tiger of [Game], with what can be said of it alone.
var Tiger = catalog.Describe(catalog.Description[*pomdp.Game, pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen]{
	Name:  "tiger",
	Doc:   "listen behind which of two doors the tiger is, and open the other, again and again",
	Sides: []string{"listener"},
	Settings: []catalog.Param{
		{Name: "hear", Default: fmt.Sprint(pomdp.UsualTiger().Hear), Doc: "how often a growl comes from where the tiger is"},
		{Name: "discount", Default: fmt.Sprint(pomdp.UsualTiger().Discount), Doc: "how much less each step counts than the one before"},
		{Name: "horizon", Default: "100", Doc: "steps after which a play is cut"},
	},
	New: func(v *catalog.Values) *pomdp.Game {
		made, horizon := pomdp.Tiger{Hear: v.Float("hear"), Discount: v.Float("discount")}, v.Int("horizon")
		if v.Err() != nil {
			return nil
		}
		g, err := pomdp.NewGenerated(made, horizon)
		if err != nil {
			v.Fail(err)
		}
		return g
	},
	NewView:  func(g *pomdp.Game, _ blindsight.Side) *pomdp.View { return g.NewView() },
	Players:  slices.Insert(slices.Clone(Catalogue), 1, threshold),
	View:     func(_ *pomdp.Game, v *pomdp.View) string { return growlsText(moreFromLeft(v)) },
	Action:   actionName,
	Seen:     seenName,
	ReadSeen: readSeen,
	Drawer:   drawn,
})

// threshold is the entry of the player that counts growls.
var threshold = catalog.Entry[*pomdp.Game, Player]{
	Name:    "threshold",
	Doc:     "listens until enough growls more came from one side, then opens the other door",
	Params:  []catalog.Param{{Name: "bound", Default: "2", Doc: "how many more; 2 is optimal by the usual rules"}},
	Instant: true,
	Build:   func(_ *pomdp.Game, v *catalog.Values) Player { return NewThreshold(v.Int("bound")) },
}

// NewThreshold returns the player of Tiger that listens until so many growls more came from one side than from the other since a door
// was last opened, and then opens the door of the other. With 2 that is optimal by the usual rules. It is safe for concurrent use.
func NewThreshold(bound int) Player { return counter(bound) }

type counter int

// The actions of Tiger, and what is heard from the left.
const (
	listen = iota
	openLeft
	openRight
	growlLeft = 0
)

func (p counter) Choose(_ context.Context, _ *rand.Rand, v *pomdp.View, _ blindsight.Budget) (decision, error) {
	switch more := moreFromLeft(v); {
	case max(more, -more) < int(p):
		return decision{Action: listen}, nil
	case more > 0:
		return decision{Action: openRight}, nil
	}
	return decision{Action: openLeft}, nil
}

// moreFromLeft returns how many growls more came from the left than from the right since a door was last opened. What is heard then means nothing.
func moreFromLeft(v *pomdp.View) (more int) {
	for _, e := range slices.Backward(v.Past()) {
		switch {
		case e.Action != listen:
			return more
		case e.Seen == growlLeft:
			more++
		default:
			more--
		}
	}
	return more
}

// growlsText says what was heard.
func growlsText(more int) string {
	switch {
	case more > 0:
		return fmt.Sprintf("%d more from the left", more)
	case more < 0:
		return fmt.Sprintf("%d more from the right", -more)
	}
	return "as many from either side"
}
