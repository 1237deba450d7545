package main

import (
	"fmt"
	"io"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
)

// watcher prints a game board after board, and the search behind its first move.
type watcher struct {
	out    io.Writer
	game   *minesweeper.Game
	state  *minesweeper.State
	number int
}

func (w *watcher) move(v *minesweeper.View, m *episode.MinesweeperMove) {
	if m.Forced && w.number > 0 && !m.Done {
		return // shown with the next move
	}
	w.number++
	row, col := w.game.RowCol(m.Decision.Action)
	if len(m.Decision.Actions) > 0 && w.number == 1 {
		fmt.Fprintf(w.out, "The search before the first move:\n%s\n", actionTable(w.game, m.Decision, 8))
	}
	fmt.Fprintf(w.out, "Move %d opens %d,%d", w.number, row, col)
	if m.Decision.Simulations > 0 {
		fmt.Fprintf(w.out, " after %d simulations", m.Decision.Simulations)
	}
	if m.Done && m.Seen != minesweeper.Mine {
		v = v.Clone()
		if err := v.Observe(m.Decision.Action, m.Seen); err != nil { // the last cell, which the player need not see
			panic(err)
		}
	}
	d := minesweeper.Drawing{View: v, Mark: []minesweeper.Cell{m.Decision.Action}}
	switch {
	case m.Seen == minesweeper.Mine:
		fmt.Fprintln(w.out, ": a mine. Lost.")
		d.State = w.state
	case m.Done:
		fmt.Fprintf(w.out, ": %d. Won.\n", m.Seen)
		d.State = w.state
	default:
		fmt.Fprintf(w.out, ": %d\n", m.Seen)
	}
	fmt.Fprintln(w.out, d)
}

// actionTable prints what a search learnt about each cell, the most simulated first.
func actionTable(g *minesweeper.Game, d blindsight.Decision[minesweeper.Cell], rows int) string {
	s := "  cell   simulations    mean   bound   value\n"
	for i, a := range d.Actions {
		if i == rows {
			s += fmt.Sprintf("  and %d more\n", len(d.Actions)-i)
			break
		}
		row, col := g.RowCol(a.Action)
		s += fmt.Sprintf("  %-6s %11d  %6.3f  %6.3f  %6.3f\n", fmt.Sprintf("%d,%d", row, col), a.Simulations, a.Mean, a.Bound, a.Value)
	}
	return s
}
