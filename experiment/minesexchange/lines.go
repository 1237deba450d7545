package minesexchange

import (
	"fmt"
	"io"

	"blindsight/episode"
)

// ExportGame writes a game in a line: its number, whether it was won, score and moves.
func ExportGame(w io.Writer, game int, r *episode.MinesweeperResult) {
	won := 0
	if r.Won {
		won = 1
	}
	fmt.Fprintf(w, "%d %d %.6f %d\n", game, won, r.Score, r.Decisions)
}
