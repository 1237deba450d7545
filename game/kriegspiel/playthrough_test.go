package kriegspiel

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"blindsight/game/chess"
	"blindsight/internal/golden"
	"blindsight/internal/randstream"
)

// One game of each rule set, for a person to read and for the test to keep: all that
// each side knows, tries and hears, then the record in all its forms.
func TestPlaythroughs(t *testing.T) {
	for i, rules := range All() {
		start := mustFEN(t, "r3k2r/1P1pqpb1/bn3np1/3PN3/1p2P3/2N4p/P1PBBPpP/R3K2R w KQkq -")
		rng := randstream.New(1, "kriegspiel/playthrough", uint64(i))
		var b strings.Builder
		fmt.Fprintf(&b, "rules: %s (%s)\nstart: %s\n", rules, rules.Doc, &start)
		side, turn := chess.Black, 0
		g := NewReferee(rules, &start, 12)
		for g.Result() == Unfinished {
			v := g.View(g.Side())
			if g.Side() != side {
				side = g.Side()
				turn++
				own := v.Own()
				fmt.Fprintf(&b, "\nturn %d, %s: own men %s\n", turn, side, own.FEN())
			}
			legal := v.Legal(nil)
			fmt.Fprintf(&b, "attempts: %d", len(legal))
			if v.Due() {
				b.WriteString(", a pawn capture is due")
			}
			a := legal[rng.IntN(len(legal))]
			heard, err := g.Try(a)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "\ntry %s: %s\n  in words: %s\n", a, heard, heard.Words(side))
			if other := g.View(side.Other()); heard == Illegal && other.IllegalHeard() == 0 {
				fmt.Fprintf(&b, "  (%s hears nothing)\n", side.Other())
			}
		}
		p := g.Position()
		fmt.Fprintf(&b, "\nend: %s\n%s\n", g.Result(), &p)
		rec := g.Record()
		rec.ID = "playthrough"
		white, _ := rec.Filter(chess.White)
		black, _ := rec.Filter(chess.Black)
		for _, r := range []*Record{rec, white, black} {
			fmt.Fprintf(&b, "\n%s\n\n%s", r.AppendJSON(nil), r.AppendPGN(nil))
		}
		golden.Check(t, filepath.Join("testdata", "playthrough", rules.Name+".txt"), b.String())
	}
}
