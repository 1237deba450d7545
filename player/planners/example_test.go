package planners_test

import (
	"context"
	"fmt"
	"os"
	"reflect"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/pomdp"
	"blindsight/internal/randstream"
	"blindsight/player/planners"
)

// pump is the problem of examples/pump.pomdp in Go: when to inspect and when to replace a pump that wears unseen.
func pump() (*pomdp.Model, error) {
	const run, inspect, replace = 0, 1, 2
	const failed = 2
	anew := [][]float64{{1, 0, 0}, {1, 0, 0}, {1, 0, 0}}
	return pomdp.Written{
		States:       pomdp.Names{"good", "worn", "failed"},
		Actions:      pomdp.Names{"run", "inspect", "replace"},
		Observations: pomdp.Names{"smooth", "rough", "silent"},
		Discount:     0.98,
		Start:        []float64{1, 0, 0},
		Moves: [][][]float64{
			run:     {{0.90, 0.09, 0.01}, {0, 0.80, 0.20}, {0, 0, 1}},
			inspect: {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
			replace: anew,
		},
		Signals: [][][]float64{
			run:     {{0.8, 0.2, 0}, {0.4, 0.6, 0}, {0, 0, 1}},
			inspect: {{0.95, 0.05, 0}, {0.10, 0.90, 0}, {0, 0, 1}},
			replace: anew,
		},
		Reward: func(_, a, to, _ int) float64 {
			switch {
			case a == inspect:
				return -2
			case a == replace:
				return -40
			case to == failed:
				return -30
			}
			return 10
		},
	}.Model()
}

// A problem of industry, from a file or from Go, played by a search on the exact belief.
func Example() {
	model, err := pump()
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := os.Open("../../examples/pump.pomdp")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	read, warnings, err := pomdp.Read(file, pomdp.Options{Strict: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("the file says the same:", reflect.DeepEqual(model, read), len(warnings))

	game, err := pomdp.NewGame(model, 12)
	if err != nil {
		fmt.Println(err)
		return
	}
	player, err := planners.NewUCT(game, planners.UCTOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rng := randstream.New(4, "pump")
	var state pomdp.State
	seats := []episode.Seat[*pomdp.View, pomdp.Action]{{
		View: game.NewView(), Planner: player, Budget: blindsight.Budget{Simulations: 1000}, RNG: rng,
	}}
	_, err = episode.Play(context.Background(), rng, game, &state, game.Start(rng, &state), seats, func(m *episode.Move[pomdp.Action, pomdp.Seen]) {
		fmt.Print(model.Actions[m.Decision.Action], ": ", model.Observations[m.Step.Seen], "; ")
	})
	fmt.Println(err)
	// Output:
	// the file says the same: true 0
	// run: smooth; run: smooth; run: smooth; run: rough; run: smooth; run: rough; run: smooth; run: rough; run: smooth; run: silent; replace: smooth; run: smooth; <nil>
}
