package phantom_test

import (
	"fmt"
	"log"

	"blindsight"
	"blindsight/game/phantom"
)

// A refused attempt, and what each side knows after it.
func Example() {
	g, err := phantom.Parse("hex 3x3 classical")
	if err != nil {
		log.Fatal(err)
	}
	var s phantom.State
	g.Start(nil, &s)
	for _, text := range []string{"1,1", "1,1", "0,2"} {
		side := s.Turn
		c, err := g.ParseCell(text)
		if err != nil {
			log.Fatal(err)
		}
		step := g.Step(nil, &s, c)
		fmt.Printf("side %d tries %s: %s\n", side, text, g.SeenText(step.Seen))
	}
	v := g.NewView(0)
	for side := range blindsight.Side(2) {
		g.ViewOf(&s, side, v)
		fmt.Printf("side %d knows\n%s", side, v.Draw())
	}
	// Output:
	// side 0 tries 1,1: placed
	// side 1 tries 1,1: refused: the opponent's stone is there
	// side 1 tries 0,2: placed
	// side 0 knows
	// ? ? ?
	//  ? x ?
	//   ? ? ?
	// side 1 knows
	// ? ? o
	//  ? x ?
	//   ? ? ?
}
