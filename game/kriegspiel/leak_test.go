package kriegspiel

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"blindsight/game/chess"
	"blindsight/internal/randstream"
)

// everything prints all that a view can be asked.
func everything(v *View) string {
	own := v.Own()
	return fmt.Sprint(own.FEN(), v.ToMove(), v.Result(), v.Tries(), v.Asked(), v.Due(), v.IllegalHeard(), v.LastHeard(),
		v.Legal(nil), string(v.Record().AppendJSON(nil)), string(v.Record().AppendPGN(nil)))
}

// Two games that sound the same to a side give it byte-identical inputs, whatever the
// other side does: the opponent's turns are replaced by others that sound the same.
func TestEqualViews(t *testing.T) {
	replaced := 0
	for i, rules := range All() {
		for number := range uint64(20) {
			rng := randstream.New(1, "kriegspiel/equal", uint64(i), number)
			start := mustFEN(t, starts[number%2])
			side := chess.Color(rng.IntN(2))
			a, b := NewReferee(rules, &start, 0), NewReferee(rules, &start, 0)
			for turn := 0; turn < 60 && a.Result() == Unfinished; turn++ {
				if everything(a.View(side)) != everything(b.View(side)) {
					t.Fatalf("%s: views differ:\n%s\n%s", rules, everything(a.View(side)), everything(b.View(side)))
				}
				if a.Side() == side {
					legal := a.View(side).Legal(nil)
					try := legal[rng.IntN(len(legal))]
					ha, _ := a.Try(try)
					hb, _ := b.Rules().Try(&b.pos, try, new(chess.Position))
					if ha != hb {
						break // from here on the player can tell them apart
					}
					_, _ = b.Try(try)
					continue
				}
				legal := a.Position()
				moves := legal.Moves(nil)
				m := moves[rng.IntN(len(moves))]
				heard, _ := a.Try(Attempt(m))
				if heard.Over() || !soundAlike(b, heard, rng) {
					break
				}
				if a.Position() != b.Position() {
					replaced++
				}
			}
		}
	}
	if replaced < 200 {
		t.Errorf("only %d turns could be replaced by others", replaced)
	}
}

// soundAlike plays a random move that is heard as given, and reports whether there is one.
func soundAlike(g *Referee, heard Percept, rng *rand.Rand) bool {
	p := g.Position()
	moves := p.Moves(nil)
	for _, i := range rng.Perm(len(moves)) {
		var to chess.Position
		if h, _ := g.Rules().Try(&p, Attempt(moves[i]), &to); h == heard {
			_, err := g.Try(Attempt(moves[i]))
			return err == nil
		}
	}
	return false
}
