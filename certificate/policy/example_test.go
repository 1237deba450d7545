package policy_test

import (
	"context"
	"fmt"

	"blindsight/certificate/policy"
	"blindsight/game/pomdp"
)

// Who listens to the tiger for ever loses 1 a step, 20 in all with a discount of 0.95. A file that claims so is proved from
// the tables; one that claims more is not.
func ExampleCheck() {
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
	for _, claim := range []float64{-20, -10} {
		file := &policy.Policy{Vectors: []policy.Vector{{Action: 0, Values: []float64{claim, claim}, Next: []int{0, 0}}}}
		report, err := policy.Check(context.Background(), tables, file, 1e-6)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("claimed %.0f, proved: %t; it is worth %.3f at least\n", report.Claimed, report.Proved, report.Bound)
	}
	// Output:
	// claimed -20, proved: true; it is worth -20.000 at least
	// claimed -10, proved: false; it is worth -20.000 at least
}
