package kriegspielers

import (
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Where his king is only guessed, a queen that would stalemate it in a corner is a risk; one who knows where it is takes none there. Behind, a stalemate is welcome.
func TestSmothering(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		guessed   bool
		risky     bool
	}{
		{"8/8/8/p3k3/P7/8/8/1Q4K1 w - -", "b1b6", true, true}, // the king may be on a8
		{"8/8/8/p3k3/P7/8/8/1Q4K1 w - -", "b1b6", false, false},
		{"8/8/8/p3k3/P7/8/8/1Q4K1 w - -", "g1g2", true, false},
		{"8/8/p7/4k3/P7/8/8/1Q4K1 w - -", "b1b6", true, false},     // the pawn can go on
		{"8/8/8/p3k3/P3qrr1/8/8/1Q4K1 w - -", "b1b6", true, false}, // we are behind
	} {
		p := mustPosition(t, c.fen)
		v := kriegspiel.NewReferee(kriegspiel.MustRules("wild16"), &p, 0).View(chess.White)
		m, err := chess.ParseUCI(c.move)
		if err != nil {
			t.Fatal(err)
		}
		o := outlook{states: []chess.Position{p}, guessed: c.guessed}
		o.judge.side = chess.White
		if got := o.risky(v, kriegspiel.Attempt(m)); got != c.risky {
			t.Errorf("%s %s, guessed %v: risky %v", c.fen, c.move, c.guessed, got)
		}
	}
}
