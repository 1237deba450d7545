package endings_test

import (
	"context"
	"errors"
	"fmt"

	"blindsight/game/chess"
	"blindsight/player/kriegspielers/endings"
)

// The mates in one of king and queen: from Kb3 Qg2 there is one whether the king, whom nobody sees, is on
// a1 or on b1.
func Example() {
	m, err := endings.ParseMaterial("KQK")
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := endings.Build(context.Background(), m, endings.Options{Workers: 1, Levels: 1})
	if err != nil && !errors.Is(err, endings.ErrUnfinished) { // as was asked for
		fmt.Println(err)
		return
	}
	_, men, err := endings.ParseMen("Kb3 Qg2")
	if err != nil {
		fmt.Println(err)
		return
	}
	kings := chess.Bitboard(1)<<chess.A1 | chess.Bitboard(1)<<chess.B1
	fmt.Println("mate in", table.Moves(men, kings), "- complete:", table.Complete())
	// Output:
	// mate in 1 - complete: false
}
