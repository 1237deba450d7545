package phantoms_test

import (
	"strings"
	"testing"

	"blindsight/player/phantoms"
)

// Every listed player plays every kind of game, on both sides, with each of its parameters.
func TestCatalogue(t *testing.T) {
	players := []string{
		"random", "andor", "andor,safe=true,states=2000", "andor,else=uct", "uct", "uct,belief=rejection", "uct,belief=particle,opponent=uniform,explore=0.3",
	}
	for _, name := range phantoms.Catalogue.Names() {
		found := false
		for _, p := range players {
			found = found || strings.Split(p, ",")[0] == name
		}
		if !found {
			t.Errorf("%s is not tested", name)
		}
	}
	for i, settings := range []string{"tictactoe classical", "tictactoe abrupt", "hex 3x3 classical", "hex 4x3 abrupt"} {
		g := parse(t, settings)
		for k, name := range players {
			var seats [2]phantoms.Player
			for side, n := range []string{name, players[(k+i+1)%len(players)]} {
				p, err := phantoms.Catalogue.New(n, g)
				if err != nil {
					t.Fatal(err)
				}
				seats[side] = p
			}
			play(t, g, seats, 30, uint64(k), nil)
		}
	}
	for _, wrong := range []string{"uct,explore=-1", "uct,belief=none", "andor,states=x"} {
		if _, err := phantoms.Catalogue.New(wrong, parse(t, "hex")); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
}
