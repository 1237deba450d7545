package gametest_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"blindsight"
	"blindsight/game/gametest"
)

// bulb is a game whose plays last so many steps, 0 for ever: to look tells whether a light is on.
type bulb int

type bulbState struct {
	lit   bool
	steps bulb
}

type bulbView = *blindsight.History[string, bool]

func (bulb) Start(rng *rand.Rand, s *bulbState) blindsight.Side {
	*s = bulbState{lit: rng.IntN(2) == 0}
	return 0
}

func (b bulb) Step(_ *rand.Rand, s *bulbState, _ string) blindsight.Step[bool] {
	s.steps++
	return blindsight.Step[bool]{Seen: s.lit, Next: blindsight.OverIf(s.steps == b)}
}

// In a test one calls [gametest.Run]; Check is the same without one. It tells what is wrong with a
// game: here that plays never end.
func ExampleCheck() {
	for _, game := range []bulb{3, 0} {
		err := gametest.Check(gametest.Case[bulbState, bulbView, string, bool]{
			Game:     game,
			NewView:  func(blindsight.Side) bulbView { return blindsight.NewHistory[string, bool]("look") },
			Plays:    5,
			MaxMoves: 10,
		})
		first, _, _ := strings.Cut(fmt.Sprint(err), "\n")
		fmt.Println(first)
	}
	// Output:
	// <nil>
	// replay: play 0 has not ended after 10 moves: if plays need not end, set Horizon; if they are that long, set MaxMoves
}
