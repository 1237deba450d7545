package pomdp_test

import (
	"fmt"
	"strings"

	"blindsight/game/pomdp"
)

// A light that may be broken, in Cassandra's format: to look costs nothing and tells the truth nine times in ten.
func ExampleRead() {
	const file = `
discount: 0.9
values: reward
states: fine broken
actions: look replace
observations: bright dark
start: 0.8 0.2
T: look identity
T: replace : * : fine 1
O: look
0.9 0.1
0.1 0.9
O: replace uniform
R: replace : * : * : * -1
R: look : broken : * : * -2
`
	m, warnings, err := pomdp.Read(strings.NewReader(file), pomdp.Options{Strict: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.States, m.Actions, m.Observations, len(warnings), "warnings")
	fmt.Println("a broken light costs", -m.Mean(1, 0), "a look; after a look it is", m.Moves[0].At(1, 1), "broken still")
	// Output:
	// [fine broken] [look replace] [bright dark] 0 warnings
	// a broken light costs 2 a look; after a look it is 1 broken still
}
