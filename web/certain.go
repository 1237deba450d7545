package web

import (
	"cmp"
	"slices"

	"blindsight/game/chess"
)

// certainMen returns the men of a belief that stand the same in all of its positions: the own
// ones, and what is known of the others.
func certainMen(belief []chess.Position, side chess.Color) *chess.Position {
	board := belief[0].Only(side)
	for s := chess.A1; s < chess.NoSquare; s++ {
		color, kind := belief[0].At(s)
		if color == side || kind == chess.NoKind {
			continue
		}
		if !slices.ContainsFunc(belief, func(p chess.Position) bool { return !stands(&p, s, color, kind) }) {
			board.Put(s, color, kind)
		}
	}
	return &board
}

func stands(p *chess.Position, s chess.Square, color chess.Color, kind chess.Kind) bool {
	c, k := p.At(s)
	return c == color && k == kind
}

// ghosts returns, for each square on which a man of the other side stands in some positions
// but not in all, the letters of FEN of the men that may stand there, the likeliest first.
func ghosts(belief []chess.Position, side chess.Color) map[string]string {
	found := map[string]string{}
	them := side.Other()
	for s := chess.A1; s < chess.NoSquare; s++ {
		var count [chess.King + 1]int
		for i := range belief {
			if color, kind := belief[i].At(s); kind != chess.NoKind && color == them {
				count[kind]++
			}
		}
		var kinds []chess.Kind
		for k := chess.King; k > chess.NoKind; k-- {
			if count[k] > 0 && count[k] < len(belief) {
				kinds = append(kinds, k)
			}
		}
		slices.SortStableFunc(kinds, func(a, b chess.Kind) int { return cmp.Compare(count[b], count[a]) })
		letters := ""
		for _, k := range kinds {
			letters += letterOf(them, k)
		}
		if letters != "" {
			found[s.String()] = letters
		}
	}
	return found
}

// letterOf returns the letter of FEN for a man.
func letterOf(color chess.Color, kind chess.Kind) string {
	letters := map[chess.Color]string{chess.White: " PNBRQK", chess.Black: " pnbrqk"}[color]
	return letters[kind : kind+1]
}
