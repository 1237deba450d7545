package kriegspiel

import (
	"fmt"
	"strings"

	"blindsight/game/chess"
)

// Draw draws the men of a position, marked squares that are empty as x, from the
// side of one player.
func Draw(p *chess.Position, marked chess.Bitboard, side chess.Color) string {
	var b strings.Builder
	for i := range 8 {
		rank := 7 - i
		if side == chess.Black {
			rank = i
		}
		fmt.Fprintf(&b, "%d ", rank+1)
		for file := range 8 {
			if side == chess.Black {
				file = 7 - file
			}
			s := chess.SquareAt(file, rank)
			c, k := p.At(s)
			letter := k.Letter()
			switch {
			case k != chess.NoKind && c == chess.White:
				letter -= 'a' - 'A'
			case k == chess.NoKind && marked.Has(s):
				letter = 'x'
			}
			fmt.Fprintf(&b, " %c", letter)
		}
		b.WriteByte('\n')
	}
	files := "   a b c d e f g h\n"
	if side == chess.Black {
		files = "   h g f e d c b a\n"
	}
	return b.String() + files
}

// Draw draws what the player knows of the board: his men, and where attempts of his
// were refused in this turn.
func (v *View) Draw() string {
	own := v.Own()
	var refused chess.Bitboard
	var names []string
	for _, t := range v.Tries() {
		if t.Heard == Illegal {
			refused |= t.Attempt.Move().To().Bitboard()
			names = append(names, t.Attempt.String())
		}
	}
	text := Draw(&own, refused, v.Side())
	if len(names) > 0 {
		text += "refused in this turn: " + strings.Join(names, ", ") + "\n"
	}
	return text
}
