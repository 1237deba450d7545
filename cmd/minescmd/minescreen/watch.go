package minescreen

import (
	"fmt"
	"io"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
)

// Watcher prints each decision of a game below the position on which it was taken, in
// the form that 'mines analyze' reads, and the search behind the first one.
type Watcher struct {
	out    io.Writer
	game   *minesweeper.Game
	state  *minesweeper.State
	before *minesweeper.View // the move that comes next
	number int               // of decisions
}

// NewWatcher returns a watcher of a game with a hidden state, of which only the end is shown.
func NewWatcher(out io.Writer, g *minesweeper.Game, s *minesweeper.State) *Watcher {
	return &Watcher{out: out, game: g, state: s, before: g.NewView()}
}

// Move is told each move, forced ones too, with the view after it.
func (w *Watcher) Move(v *minesweeper.View, m *episode.MinesweeperMove) {
	cell := m.Decision.Action
	row, col := w.game.RowCol(cell)
	switch {
	case !m.Forced:
		w.number++
		fmt.Fprintln(w.out, &minesweeper.Position{View: w.before})
		if len(m.Decision.Actions) > 0 && w.number == 1 {
			fmt.Fprintf(w.out, "The search before the first move:\n%s\n", actionTable(w.game, m.Decision, 8))
		}
		fmt.Fprintf(w.out, "Move %d opens %d,%d", w.number, row, col)
		if m.Decision.Simulations > 0 {
			fmt.Fprintf(w.out, " after %d simulations", m.Decision.Simulations)
		}
		fmt.Fprintf(w.out, ": %s\n\n", shown(m.Seen))
	case !w.before.Started():
		fmt.Fprintf(w.out, "The first cell, %d,%d, is opened for the player: %s\n\n", row, col, shown(m.Seen))
	}
	if m.Done() {
		w.end(v.Clone(), m)
		return
	}
	w.before = v.Clone()
}

// end shows how the game ended, with its mines.
func (w *Watcher) end(v *minesweeper.View, m *episode.MinesweeperMove) {
	result := "Lost:"
	if m.Seen != minesweeper.Mine {
		result = "Won:"
		if err := v.Did(m.Decision.Action, m.Seen); err != nil { // the last cell, which the player need not see
			panic(err)
		}
	}
	fmt.Fprintf(w.out, "%s\n%s\n", result, minesweeper.Drawing{View: v, Mark: []minesweeper.Cell{m.Decision.Action}, State: w.state})
}

// shown says what a cell shows.
func shown(s minesweeper.Seen) string {
	if s == minesweeper.Mine {
		return "a mine"
	}
	return fmt.Sprint(s)
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
