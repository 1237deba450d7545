package gamblers_test

import (
	"context"
	"fmt"

	"blindsight/catalog"
	"blindsight/player/gamblers"
)

// Kuhn's poker, solved by its description: worth -1/18 to the first side.
func Example() {
	setting, err := gamblers.Game.Open("rules=kuhn")
	if err != nil {
		fmt.Println(err)
		return
	}
	solution, err := setting.Solve(context.Background(), catalog.Solving{Iterations: 1000, Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f, by %d ends of plays\n", solution.Value, solution.Ends)
	// Output:
	// -0.056, by 30 ends of plays
}
