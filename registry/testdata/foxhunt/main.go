// Foxhunt is a game of its own module, added to the program of Blindsight: a fox hides in one of
// some holes in a row. You look into one of them; if the fox is elsewhere, it moves to a hole next
// to its own. Each look costs 1, until it is caught. Try:
//
//	go mod tidy
//	go run . games foxhunt
//	go run . play foxhunt --player uct,belief=particle --games 20 --sims 1000
package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/belief/rejection"
	"blindsight/catalog"
	"blindsight/cmd/program"
	"blindsight/registry"
	"blindsight/search/uct"
)

// hunt is the game: so many holes. A state is the fox's hole, an action the hole to look into,
// and what is seen is whether the fox is there. What was done and seen is all that is known.
type hunt int

type view = blindsight.History[int, bool]

// Start hides the fox.
func (h hunt) Start(rng *rand.Rand, fox *int) blindsight.Side {
	*fox = rng.IntN(int(h))
	return 0
}

// Step looks into a hole.
func (h hunt) Step(rng *rand.Rand, fox *int, hole int) blindsight.Step[bool] {
	if *fox == hole {
		return blindsight.Step[bool]{Seen: true, Reward: -1, Next: blindsight.Over}
	}
	switch {
	case *fox == 0:
		*fox = 1
	case *fox == int(h)-1 || rng.IntN(2) == 0:
		*fox--
	default:
		*fox++
	}
	return blindsight.Step[bool]{Reward: -1}
}

// Copy is for the kit of tests.
func (h hunt) Copy(dst, src *int) { *dst = *src }

// newView returns what is known at the start: nothing.
func (h hunt) newView(blindsight.Side) *view {
	holes := make([]int, h)
	for i := range holes {
		holes[i] = i
	}
	return blindsight.NewHistory[int, bool](holes...)
}

type player = blindsight.Planner[*view, int]

// random looks anywhere.
type random struct{ hunt }

func (p random) Choose(_ context.Context, rng *rand.Rand, _ *view, _ blindsight.Budget) (blindsight.Decision[int], error) {
	return blindsight.Decision[int]{Action: rng.IntN(int(p.hunt))}, nil
}

// newUCT returns a search on a belief.
func newUCT(h hunt, v *catalog.Values) player {
	belief := rejection.Replay(h, 0).Fresh
	if v.Choice("belief") == "particle" {
		belief = particle.New(h, particle.Options{}).Fresh
	}
	return uct.New(h, belief, uct.Config{})
}

// foxhunt tells the commands all about it.
var foxhunt = catalog.Describe(catalog.Description[hunt, int, *view, int, bool]{
	Name:     "foxhunt",
	Doc:      "find the fox, which moves to a hole next to its own whenever you look into a wrong one",
	Sides:    []string{"hunter"},
	Settings: []catalog.Param{{Name: "holes", Default: "5", Doc: "in a row"}},
	New: func(v *catalog.Values) hunt {
		if v.Int("holes") < 2 {
			v.Fail(errors.New("there must be two holes"))
		}
		return hunt(v.Int("holes"))
	},
	NewView: hunt.newView,
	Players: catalog.Table[hunt, player]{
		{Name: "random", Doc: "looks anywhere", Instant: true, Build: func(h hunt, _ *catalog.Values) player { return random{h} }},
		{
			Name: "uct", Doc: "searches by simulations", Build: newUCT,
			Params: []catalog.Param{{Name: "belief", Default: "rejection", Doc: "how the fox's hole is drawn", Choices: []string{"rejection", "particle"}}},
		},
	},
	View:   func(_ hunt, v *view) string { return fmt.Sprintf("%d looks in vain", len(v.Past())) },
	Action: func(_ hunt, hole int) string { return fmt.Sprintf("look into %d", hole) },
	Seen: func(_ hunt, caught bool) string {
		if caught {
			return "the fox"
		}
		return "nothing"
	},
})

func main() {
	registry.Add(foxhunt)
	program.Main("foxhunt", "")
}
