package enumerate_test

import (
	"context"
	"fmt"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/game/phantom"
)

// Phantom tic-tac-toe: the first player has the centre, has heard that the opponent set a stone, and was
// refused in the corner. So he knows where the stone is, which before could be on any of eight cells.
func Example() {
	g, err := phantom.Parse("tictactoe 3x3 classical")
	if err != nil {
		fmt.Println(err)
		return
	}
	var s phantom.State
	g.Start(nil, &s)
	view := g.NewView(0)
	for _, text := range []string{"1,1", "0,0", "0,0"} {
		c, err := g.ParseCell(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		g.Step(nil, &s, c)
		g.ViewOf(&s, 0, view)
		belief := enumerate.New[phantom.Board](enumerate.Options{})
		if err := belief.Advance(context.Background(), blindsight.Trail[phantom.Board](view.Trail()), nil); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("after %s: %d boards are possible\n", text, belief.Len())
	}
	// Output:
	// after 1,1: 1 boards are possible
	// after 0,0: 8 boards are possible
	// after 0,0: 1 boards are possible
}
