package kriegmatch_test

import (
	"context"
	"fmt"

	"blindsight"
	"blindsight/episode"
	"blindsight/experiment/kriegmatch"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Two players that do not search meet twice, each with either colour, in an ending that cannot be lost by White.
func ExampleMatch() {
	start, err := chess.ParseFEN("k7/8/8/8/8/8/8/KQ6 w - -")
	if err != nil {
		panic(err)
	}
	rules := kriegspiel.All()[0]
	m := kriegmatch.Match{
		Players: [2]string{"greedy", "random"}, Rules: rules.Name, Games: 2, Seed: 1, Workers: 2, Swap: true,
		Budget: blindsight.Budget{Simulations: 1},
		Begin:  func() (*kriegspiel.Referee, error) { return kriegspiel.NewReferee(rules, &start, 3), nil },
	}
	var sum kriegmatch.Summary
	err = m.Play(context.Background(), func(game int, r episode.KriegspielResult) { sum.Add(m.First(game), &r) })
	r := m.Report(&sum, 0, 0)
	fmt.Println(err, r.Games, "games;", r.Losses, "lost as White,", r.AsBlack.Wins, "won as Black; drawn:", r.Drawn)
	// Output:
	// <nil> 2 games; 0 lost as White, 0 won as Black; drawn: 1 by too little material, 1 at the limit of moves
}
