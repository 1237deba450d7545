package kriegtalk_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/game/kriegspiel/kriegtalk"
)

// A script is refereed: each side hears what the rules tell it, and a line that is no attempt is left aside.
func ExampleArbiter_Script() {
	start, err := chess.ParseFEN(chess.StartFEN)
	if err != nil {
		panic(err)
	}
	a := kriegtalk.Arbiter{Game: kriegspiel.NewReferee(kriegspiel.All()[0], &start, 0), Out: os.Stdout}
	script := "white e2e4\nd7d5 # offers a pawn\ne4 takes\nexd5\n"
	wrong, err := a.Script(context.Background(), strings.NewReader(script), "script", os.Stdout)
	fmt.Println(wrong, err, kriegtalk.ResultOf(a.Game).Moves)
	// Output:
	// white tries e2e4
	//   white hears: silent
	//   black hears: silent
	// black tries d7d5
	//   white hears: silent
	//   black hears: silent
	// script:3:1: "e4 takes": want one attempt a line, as in e2e4 or white e2e4
	// white tries e4d5
	//   white hears: capture:d5
	//   black hears: capture:d5
	// 1 <nil> 2
}

// Who types is asked side by side, and is not asked any more when the game is over.
func ExampleArbiter_Script_typed() {
	start, err := chess.ParseFEN(chess.StartFEN)
	if err != nil {
		panic(err)
	}
	for _, typed := range []string{"f3\ne5\ng4\nQh4\nkeys of somebody else\n", "e4\nquit\n"} {
		a := kriegtalk.Arbiter{Game: kriegspiel.NewReferee(kriegspiel.All()[0], &start, 0), Form: kriegtalk.Silent, Prompt: os.Stdout}
		wrong, err := a.Script(context.Background(), strings.NewReader(typed), "standard input", os.Stdout)
		fmt.Println(wrong, err, a.Game.Result())
	}
	// Output:
	// white> black> white> black> 0 <nil> Black mates
	// white> black> 0 <nil> unfinished
}
