package catalog_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/catalog"
)

// guess is a game of one action: say whether a hidden coin lies heads up.
type guess struct{}

func (guess) Start(rng *rand.Rand, heads *bool) blindsight.Side {
	*heads = rng.IntN(2) == 0
	return 0
}

func (guess) Step(_ *rand.Rand, heads *bool, said bool) blindsight.Step[bool] {
	step := blindsight.Step[bool]{Seen: *heads, Next: blindsight.Over}
	if said == *heads {
		step.Reward = 1
	}
	return step
}

type (
	view   = *blindsight.History[bool, bool]
	player = blindsight.Planner[view, bool]
)

// always says the same.
type always bool

func (a always) Choose(context.Context, *rand.Rand, view, blindsight.Budget) (blindsight.Decision[bool], error) {
	return blindsight.Decision[bool]{Action: bool(a)}, nil
}

// A game is described once; whoever lists or plays games then needs to know none of its types.
func ExampleDescribe() {
	side := func(_ guess, heads bool) string { return map[bool]string{true: "heads", false: "tails"}[heads] }
	game := catalog.Describe(catalog.Description[guess, bool, view, bool, bool]{
		Name:    "guess",
		Doc:     "say how the coin lies",
		Sides:   []string{"guesser"},
		New:     func(*catalog.Values) guess { return guess{} },
		NewView: func(guess, blindsight.Side) view { return blindsight.NewHistory[bool, bool](true, false) },
		Players: catalog.Table[guess, player]{{
			Name: "always", Doc: "says the same", Instant: true,
			Params: []catalog.Param{{Name: "heads", Default: "true", Doc: "what it says", Choices: []string{"true", "false"}}},
			Build:  func(_ guess, v *catalog.Values) player { return always(v.Choice("heads") == "true") },
		}},
		View:   func(guess, view) string { return "?" },
		Action: side,
		Seen:   side,
	})
	setting, err := game.Open("")
	if err != nil {
		fmt.Println(err)
		return
	}
	match, err := setting.Seat("always,heads=false")
	if err != nil {
		fmt.Println(err)
		return
	}
	for n := range uint64(3) {
		_, err := match.Play(context.Background(), catalog.Play{Seed: 1, Number: n, Budgets: []blindsight.Budget{{}}, Each: func(s *catalog.Step) {
			fmt.Println("said", s.Action, "saw", s.Seen)
		}})
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(setting.Check("always,head=true", 0))
	// Output:
	// said tails saw tails
	// said tails saw tails
	// said tails saw heads
	// player always: unknown parameter "head" (did you mean "heads"?): use one of heads
}
