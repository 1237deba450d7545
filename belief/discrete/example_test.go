package discrete_test

import (
	"fmt"

	"blindsight/belief/discrete"
	"blindsight/game/pomdp"
)

// A tiger growls behind one of two doors, and each growl is heard rightly 85 times in 100. The Bayes
// filter says where he is after two growls on the left and one on the right.
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
	const listen, left, right = 0, 0, 1
	belief := discrete.NewBelief(tables, true)
	for _, growl := range []int{left, left, right} {
		chance := belief.Update(listen, growl)
		fmt.Printf("%s, which had a chance of %.3f: behind the left door by %.3f\n", model.Observations[growl], chance, belief.Chance(left))
	}
	// Output:
	// growl-left, which had a chance of 0.500: behind the left door by 0.850
	// growl-left, which had a chance of 0.745: behind the left door by 0.970
	// growl-right, which had a chance of 0.171: behind the left door by 0.850
}
