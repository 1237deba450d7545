package console_test

import (
	"errors"
	"fmt"
	"os"

	"blindsight/cmd/console"
)

// Results are taken in the order of the jobs, whichever is done first.
func ExampleOrdered() {
	o := console.NewOrdered(4, func(n int) error {
		return console.WriteJSON(os.Stdout, map[string]int{"square": n})
	})
	for i := range 3 {
		if err := o.Add(func() int { return i * i }); err != nil {
			break
		}
	}
	fmt.Println(o.Wait())
	// Output:
	// {"square":0}
	// {"square":1}
	// {"square":4}
	// <nil>
}

// Which error exits with 1, and with which the usage of the command is shown.
func ExampleFailed() {
	for _, err := range []error{
		console.Failed(errors.New("3 plans are wrong")),
		errors.New("--games 0: must be at least 1"),
		console.BadUsage(errors.New("no such player")),
		console.BadInput(errors.New("--boards: line 3: no cell")),
		errors.New("boards.txt: line 3: no cell"),
	} {
		fmt.Println(console.IsFailure(err), console.OfUsage(err), err)
	}
	// Output:
	// true false 3 plans are wrong
	// false true --games 0: must be at least 1
	// false true no such player
	// false false --boards: line 3: no cell
	// false false boards.txt: line 3: no cell
}
