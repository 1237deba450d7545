package minesweeper

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"blindsight/game/minesweeper"
)

// firstCellTable has the best first cells of boards that were solved or measured: rule, board,
// cell, chance to win. scripts/mines-first-cells.sh makes it.
//
//go:embed first_cells.tsv
var firstCellTable string

// firstCells is firstCellTable by rule and board.
var firstCells = sync.OnceValue(func() map[string]string {
	cells := make(map[string]string)
	for line := range strings.Lines(firstCellTable) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 4 {
			cells[f[0]+" "+f[1]] = f[2]
		}
	}
	return cells
})

// knownFirst returns the best first cell of a board, if that was worked out for it or
// for the board lying on its side.
func knownFirst(g *minesweeper.Game) (minesweeper.Cell, bool) {
	r := g.Rules()
	if r.Neighbours != (minesweeper.Rules{}).Neighbours {
		return 0, false
	}
	var row, col int
	if cell, ok := firstCells()[r.First.String()+" "+r.Board()]; ok {
		_, err := fmt.Sscanf(cell, "%d,%d", &row, &col)
		return g.Cell(row, col), err == nil
	}
	r.Height, r.Width = r.Width, r.Height
	if cell, ok := firstCells()[r.First.String()+" "+r.Board()]; ok {
		_, err := fmt.Sscanf(cell, "%d,%d", &col, &row)
		return g.Cell(row, col), err == nil
	}
	return 0, false
}
