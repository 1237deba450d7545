package matebase_test

import (
	"errors"
	"fmt"
	"os"

	"blindsight/experiment/matebase"
)

// The data set of the studies is read problem by problem; the first, a near
// miss, is looked at, and the plan for a part of it checked.
func ExampleRead() {
	file, err := os.Open("../../studies/kriegspiel-problems/problems.jsonl.gz")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	enough := errors.New("enough")
	err = matebase.Read(file, "problems.jsonl.gz", func(i *matebase.Instance) error {
		fmt.Println(i.Answer, "within", i.Depth, "plies,", len(i.Belief), "positions; what is wrong with it:", i.Check())
		return enough
	})
	fmt.Println(errors.Is(err, enough))
	// Output:
	// none within 3 plies, 52 positions; what is wrong with it: <nil>
	// true
}
