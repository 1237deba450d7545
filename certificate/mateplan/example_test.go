package mateplan_test

import (
	"context"
	"fmt"
	"os"

	"blindsight/certificate/mateplan"
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers"
	"blindsight/player/kriegspielers/problemset"
	"blindsight/search/andor"
)

// A search finds a plan; the checker, which shares no code with it, plays the plan out by the rules.
func ExampleCheck() {
	list, err := problemset.Published.Problems()
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, err := kriegspiel.ParseRules("berkeley")
	if err != nil {
		fmt.Println(err)
		return
	}
	problem := list[0].Under(rules)
	solver := kriegspielers.NewSolver(rules, andor.Options{})
	plan, _ := kriegspielers.MatePlan(context.Background(), solver, problem)
	fmt.Println(problem.ID, mateplan.Check(problem, plan))
	if err := mateplan.Show(os.Stdout, plan, &problem.Belief[0]); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Anderson 3 <nil>
	// Anderson 3 (berkeley, depth 3)
	//   try Qe7
	//     if silent, then
	//       after silent try Qe2: mate; if refused try Qh4: mate; if refused try Qb4: mate
}
