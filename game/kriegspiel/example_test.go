package kriegspiel_test

import (
	"fmt"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// A referee tells each side what it may hear; what Black knows is a record.
func Example() {
	start := chess.Start()
	g := kriegspiel.NewReferee(kriegspiel.MustRules("rand"), &start, 0)
	for _, text := range []string{"e4", "d5", "exf5", "exd5"} {
		side := g.Side()
		a, err := g.View(side).Parse(text)
		if err != nil {
			panic(err)
		}
		heard, err := g.Try(a)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s %s: %s\n", side, a, heard)
	}
	black, err := g.Record().Filter(chess.Black)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\n", black.AppendJSON(nil))
	// Output:
	// white e2e4: tries:none
	// black d7d5: tries:d5
	// white e4f5: nonsense
	// white e4d5: capture:d5:pawn tries:none
	// {"id":"","rules":"rand","side":"black","history":[{"white":{"heard":"tries:none","illegal":0}},{"black":[{"try":"d7d5","heard":"tries:d5"}]},{"white":{"heard":"capture:d5:pawn tries:none","illegal":0}}]}
}

// A search asks the rules about positions: one attempt, or all replies.
func ExampleRules_Replies() {
	rules := kriegspiel.MustRules("berkeley")
	p, err := chess.ParseFEN("7k/8/6K1/8/8/8/8/R7 w - -")
	if err != nil {
		panic(err)
	}
	heard := map[kriegspiel.Percept]int{}
	var to chess.Position
	rules.Replies(&p, &to, func(h kriegspiel.Percept) bool {
		heard[h]++
		return true
	})
	mate, _ := rules.ParsePercept("check:rank checkmate", chess.White)
	fmt.Println(len(heard), "percepts;", heard[mate], "mates,", heard[kriegspiel.Silent], "silent moves")
	// Output: 3 percepts; 1 mates, 18 silent moves
}
