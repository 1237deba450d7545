package pointbased_test

import (
	"context"
	"fmt"

	"blindsight/game/pomdp"
	"blindsight/search/pointbased"
)

// The Tiger problem, from both sides: its best policy is worth 19.37.
func Example() {
	model, err := pomdp.UsualTiger().Model()
	if err != nil {
		fmt.Println(err)
		return
	}
	tables, err := model.Tables()
	if err != nil {
		fmt.Println(err)
		return
	}
	solver, err := pointbased.New(context.Background(), tables, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := solver.Run(context.Background(), pointbased.Limits{Gap: 0.001}, nil); err != nil {
		fmt.Println(err)
		return
	}
	b := solver.Bounds()
	fmt.Printf("worth %.2f to %.2f\n", b.Lower, b.Upper)
	// Output: worth 19.37 to 19.37
}
