package kriegspiel

import (
	"fmt"
	"strings"

	"blindsight/game/chess"
)

// Words returns the percept as a referee would say it of a move or an attempt of a
// side: "White captures on e4, check on the long diagonal".
func (h Percept) Words(mover chess.Color) string {
	name := SideName(mover)
	switch h & captureMask {
	case Nonsense:
		return "nonsense"
	case Illegal:
		return name + "'s attempt is illegal"
	case No:
		return name + " asks \"Any?\": no"
	case Yes:
		return name + " asks \"Any?\": yes, try"
	}
	text := name + " has moved"
	if s := h.Captured(); s != chess.NoSquare {
		what := map[chess.Kind]string{chess.NoKind: "", chess.Pawn: " a pawn", chess.Queen: " a piece"}[h.CapturedKind()]
		text = fmt.Sprintf("%s captures%s on %s", name, what, s)
	}
	words := []string{text}
	if h.Promotion() {
		words = append(words, "a pawn promotes")
	}
	if d := h.Check(); d != 0 {
		words = append(words, checkWords(d))
	}
	other := SideName(mover.Other())
	told, n, squares := h.Tries()
	switch {
	case h.Checkmate():
		words = append(words, "checkmate")
	case h.Stalemate():
		words = append(words, "stalemate")
	case h.Draw():
		words = append(words, "draw: too little is left to mate with")
	case !told:
	case n == 0:
		words = append(words, other+" has no pawn captures")
	case squares != 0:
		words = append(words, other+" has pawn captures on "+strings.ReplaceAll(squares.String(), " ", ", "))
	case h&formMask == formYesNo:
		words = append(words, other+" has pawn captures")
	case n == 1:
		words = append(words, other+" has 1 pawn capture")
	default:
		words = append(words, fmt.Sprintf("%s has %d pawn captures", other, n))
	}
	return strings.Join(words, ", ")
}

// checkWords says from where a check comes.
func checkWords(d chess.Directions) string {
	names := [...]string{"by a knight", "on the rank", "on the file", "on the long diagonal", "on the short diagonal"}
	var from []string
	for i, name := range names {
		if d>>i&1 != 0 {
			from = append(from, name)
		}
	}
	return "check " + strings.Join(from, " and ")
}

// SideName returns "White" or "Black".
func SideName(c chess.Color) string {
	if c == chess.White {
		return "White"
	}
	return "Black"
}
