package minesexchange_test

import (
	"fmt"
	"strings"

	"blindsight/experiment/minesexchange"
)

// Two players on the same ten boards, one character a game: what differs is three games against one.
func Example() {
	a, err := minesexchange.Read(strings.NewReader("1111101100"), "a")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := minesexchange.Read(strings.NewReader("1101010100"), "b")
	if err != nil {
		fmt.Println(err)
		return
	}
	pair := minesexchange.Compare(a.Won, b.Won)
	difference, lo, hi := pair.Difference95()
	fmt.Printf("%+v: %+.2f (%+.2f to %+.2f)\n", pair, difference, lo, hi)
	// Output:
	// {Both:4 First:3 Second:1 Neither:2}: +0.20 (-0.20 to +0.53)
}
