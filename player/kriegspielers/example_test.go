package kriegspielers_test

import (
	"context"
	"fmt"

	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers"
	"blindsight/player/kriegspielers/problemset"
	"blindsight/search/andor"
)

// A published two-mover: which first tries mate for certain, whatever Black does and White does not see?
func ExampleFirst() {
	rules, err := kriegspiel.ParseRules("english")
	if err != nil {
		fmt.Println(err)
		return
	}
	list, err := problemset.Published.Problems()
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := kriegspielers.NewSolver(rules, andor.Options{})
	problem := list[0].Under(rules)
	tries, result := kriegspielers.First(context.Background(), solver, rules, problem.Belief, problem.Depth, 0)
	fmt.Println(problem.ID, result.Verdict, tries, "published:", list[0].Key)
	// Output:
	// Anderson 3 win [c5e7 any?] published: c5e7
}
