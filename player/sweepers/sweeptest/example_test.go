package sweeptest_test

import (
	"fmt"

	"blindsight/player/sweepers/sweeptest"
)

// A context that has ended, for tests of who is interrupted; and the classic boards.
func ExampleOver() {
	fmt.Println(sweeptest.Over().Err())
	for _, b := range sweeptest.Boards {
		fmt.Println(b.Name)
	}
	// Output:
	// context canceled
	// 9x9x10
	// 16x16x40
	// 16x30x99
}
