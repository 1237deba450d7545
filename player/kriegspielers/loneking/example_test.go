package loneking_test

import (
	"fmt"
	"math/rand/v2"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers/loneking"
)

// King and queen against a king on g8, h8 or h7: the tables in the program know a mate that nothing can prevent.
func Example() {
	rules, err := kriegspiel.ParseRules("berkeley")
	if err != nil {
		fmt.Println(err)
		return
	}
	position, err := chess.ParseFEN("7k/8/8/8/8/8/3Q4/K7 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	kings := chess.Bitboard(1)<<chess.G8 | chess.Bitboard(1)<<chess.H8 | chess.Bitboard(1)<<chess.H7
	hunt := loneking.NewHunt(rules, &position, chess.White, kings)
	choice, ok := loneking.NewPlanner(loneking.Default()).Choose(hunt, rand.New(rand.NewPCG(1, 1)))
	fmt.Println(choice.Attempt, "mate for certain within", choice.Moves, "moves", ok)
	// Output:
	// a1b1 mate for certain within 17 moves true
}
