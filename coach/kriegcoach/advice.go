package kriegcoach

import (
	"fmt"
	"io"
	"strings"

	"blindsight/game/chess"
	"blindsight/internal/percent"
	players "blindsight/player/kriegspielers"
)

// candidateRows is how many candidates are printed for people.
const candidateRows = 8

// WriteAdvice prints the advice of a player for people.
func WriteAdvice(w io.Writer, player string, advice *players.Advice) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s would try %s for %s\n", advice.ID, advice.View.Rules(), player, advice.Try, advice.Side)
	for _, reason := range advice.Reasons {
		fmt.Fprintf(&b, "  %s\n", reason)
	}
	if len(advice.Candidates) > 0 {
		b.WriteString("what it compared:\n  try        value  legal\n")
		for i, c := range advice.Candidates {
			if i == candidateRows {
				fmt.Fprintf(&b, "  and %d more\n", len(advice.Candidates)-i)
				break
			}
			fmt.Fprintf(&b, "  %-6s  %+8.3f  %s\n", c.Try, c.Value, percent.Column(c.Legal))
		}
	}
	if advice.Belief.Size > 0 {
		b.WriteString("the enemy king in per cent, own men in brackets:\n")
		writeMap(&b, advice, &advice.King)
		b.WriteString("any man of the enemy in per cent:\n")
		writeMap(&b, advice, &advice.Men)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeMap draws a board with the own men and the shares of the other squares.
func writeMap(b *strings.Builder, advice *players.Advice, shares *[64]float64) {
	own := advice.View.Own()
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(b, "%2d ", rank+1)
		for file := range 8 {
			s := chess.Square(8*rank + file)
			switch kind := own.KindAt(s); {
			case kind != chess.NoKind:
				fmt.Fprintf(b, "  [%c]", kind.Letter()-'a'+'A')
			case shares[s] == 0:
				b.WriteString("    .")
			default:
				b.WriteString(percent.Column(shares[s]))
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("       a    b    c    d    e    f    g    h\n")
}
