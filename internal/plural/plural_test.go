package plural_test

import (
	"fmt"

	"blindsight/internal/plural"
)

func ExampleForm() {
	for n := range 3 {
		fmt.Println(plural.Form(n, "is 1 flag", "are %d flags"))
	}
	// Output:
	// are 0 flags
	// is 1 flag
	// are 2 flags
}

func ExampleCount() {
	fmt.Println(plural.Count(1, "game"), plural.Count(2, "game"), plural.Count(3, "copy"))
	// Output: 1 game 2 games 3 copies
}
