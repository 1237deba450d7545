package chess_test

import (
	"fmt"

	"blindsight/game/chess"
)

// A position is copied by each move; what the other side sees of it is asked of the
// copy.
func Example() {
	p, err := chess.ParseFEN("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"Ra8", "exd6", "e5d6", "O-O-O", "Rb9"} {
		m, err := p.ParseSAN(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		q := p.Make(m)
		square, kind := p.Captured(m)
		fmt.Println(m, p.SAN(m), "captures", kind, square, "checks", q.CheckDirections(), "replies", q.CountMoves())
	}
	// Output:
	// a1a8 Ra8+ captures nothing - checks rank replies 3
	// e5d6 exd6 captures pawn d5 checks  replies 4
	// e5d6 exd6 captures pawn d5 checks  replies 4
	// e1c1 O-O-O captures nothing - checks  replies 6
	// move "Rb9": want standard notation as in e4, Nbd7, exd8=Q, O-O, or two squares as in e2e4
}
