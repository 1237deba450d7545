package kriegcoach_test

import (
	"context"
	"fmt"

	"blindsight/coach/kriegcoach"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// The king is on one of two squares: four attempts mate on both, and a plan was checked.
func ExampleDecider() {
	var belief []chess.Position
	for _, fen := range []string{"8/8/8/8/8/1K6/6Q1/k7 w - -", "8/8/8/8/8/1K6/6Q1/1k6 w - -"} {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			panic(err)
		}
		belief = append(belief, p)
	}
	problem := &kriegspiel.Problem{ID: "two corners", Rules: kriegspiel.All()[0], Side: chess.White, Depth: 1, Belief: belief}
	d := kriegcoach.Decider{Options: andor.Options{Algorithm: "best"}, All: true, Plans: true}
	a := d.Problem(context.Background(), problem)
	fmt.Println(a.Err, a.Report.Result, a.Report.First, a.Plan != nil)
	// Output:
	// <nil> mate [g2b2 g2f1 g2g1 g2h1] true
}
