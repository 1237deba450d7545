package minetable

import (
	"context"
	"fmt"
	"slices"

	"blindsight/game/minesweeper"
)

// Dealer returns the board of a game, once its first cell is known. It must return the same board for the same
// first cell: a game that is taken back and begun again is the same game.
type Dealer func(ctx context.Context, first minesweeper.Cell) (minesweeper.Board, error)

// Published deals the board of the published generator for a seed and the number of a game.
func Published(g *minesweeper.Game, seed, number uint64) Dealer {
	return func(_ context.Context, first minesweeper.Cell) (minesweeper.Board, error) {
		return g.Board(seed, number, first)
	}
}

// Given deals a given board, whatever the first cell.
func Given(mines []minesweeper.Cell) Dealer {
	return func(_ context.Context, first minesweeper.Cell) (minesweeper.Board, error) {
		return minesweeper.Board{First: first, Mines: mines}, nil
	}
}

// begin lays the mines before the first cell is opened.
func (t *Table) begin(ctx context.Context, first minesweeper.Cell) error {
	if !t.game.Servable(first) {
		return t.refuse(CannotBeFirst, first)
	}
	b, err := t.deal(ctx, first)
	if err != nil {
		return err
	}
	if err := fits(t.game, b.Mines, first); err != nil {
		return err
	}
	t.game.Lay(b, &t.hidden)
	return nil
}

// fits tells whether the rules could have laid these mines with this first cell: then a view never refuses what the board shows.
func fits(g *minesweeper.Game, mines []minesweeper.Cell, first minesweeper.Cell) error {
	if len(mines) != g.Rules().Mines {
		return fmt.Errorf("%d mines: the board %s has %d", len(mines), g.Rules().Board(), g.Rules().Mines)
	}
	taken := make([]bool, g.Cells())
	for _, c := range mines {
		if int(c) >= g.Cells() {
			return fmt.Errorf("a mine on cell %d: the board %s has the cells 0 to %d", c, g.Rules().Board(), g.Cells()-1)
		}
		row, col := g.RowCol(c)
		switch {
		case taken[c]:
			return fmt.Errorf("two mines on %d,%d", row, col)
		case slices.Contains(g.Zone(first), c):
			return fmt.Errorf("a mine on %d,%d: the %s rule keeps it free after this first cell; boards that are given are played by the rule none", row, col, g.Rules().First)
		}
		taken[c] = true
	}
	return nil
}
