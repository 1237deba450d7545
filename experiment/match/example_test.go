package match_test

import (
	"context"
	"fmt"
	"os"

	"blindsight"
	"blindsight/catalog"
	"blindsight/experiment/match"
	"blindsight/registry"
)

// A player that proves wins meets one that moves at random, on a small board of dark hex.
func ExamplePairs() {
	game, err := registry.Find("phantom")
	if err != nil {
		panic(err)
	}
	s, err := game.Open("board=hex,rows=2,cols=2")
	if err != nil {
		panic(err)
	}
	m := match.Pairs{Players: [2]string{"andor", "random"}, Games: 20, Seed: 1, Workers: 2, Budget: blindsight.Budget{Simulations: 1}}
	sum := match.NewPairSum(s, nil)
	if err := m.Play(context.Background(), s, sum, nil); err != nil {
		panic(err)
	}
	r := m.Report(s, sum, 0)
	fmt.Println(r.Games, "games, score of A above a half:", r.Score > 0.5)
	// Output:
	// 20 games, score of A above a half: true
}

// What a player gains, as the command play prints it.
func ExampleGames() {
	game, err := registry.Find("poker")
	if err != nil {
		panic(err)
	}
	s, err := game.Open("")
	if err != nil {
		panic(err)
	}
	m := match.Games{Players: []string{"random", "random"}, Games: 1, Seed: 1, Workers: 1}
	var sum match.Sum
	if err := m.Play(context.Background(), s, nil, func(r *catalog.Result) { sum.Add(r) }); err != nil {
		panic(err)
	}
	if err := m.Report(s, &sum, 0).Write(os.Stdout); err != nil {
		panic(err)
	}
	// Output:
	// poker (rules=kuhn,ranks=3), random against random: 1 game, mean 1.0000 (95%: -1.3804 to 1.7935)
	// 1 won, 0 drawn, 0 lost
	// 3.0 steps a game
}
