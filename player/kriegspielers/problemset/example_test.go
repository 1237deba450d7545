package problemset_test

import (
	"fmt"

	"blindsight/player/kriegspielers/problemset"
)

// The published problems, with their source.
func Example() {
	list, err := problemset.Published.Problems()
	if err != nil {
		fmt.Println(err)
		return
	}
	p := list[0]
	fmt.Println(problemset.Published.Source)
	fmt.Println(len(list), "problems; the first:", p.ID, "in", p.Moves, "moves,", p.Belief[0].FEN())
	// Output:
	// G. F. Anderson, Are There Any?, 1958/59
	// 18 problems; the first: Anderson 3 in 2 moves, 8/B7/1r3r2/2Q2p2/7n/3R3B/1p2p3/4k1NK w - -
}
