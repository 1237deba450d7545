package minesweeper

import (
	"fmt"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/gametest"
)

// kit makes a game ready for the conformance kit and for playthroughs.
func kit(g *Game) gametest.Case[State, *View, Cell, Seen] {
	return gametest.Case[State, *View, Cell, Seen]{
		Game:       g,
		NewView:    gametest.Alone(g.NewView),
		Name:       describe(g.rules),
		ShowView:   func(v *View) string { return rows(g, func(c Cell) byte { return ".0123456789"[(v.At(c)+1)%11] }) },
		ShowAction: func(c Cell) string { return at(g, c) },
		ShowSeen: func(o Seen) string {
			if o == Mine {
				return "mine"
			}
			return fmt.Sprint(o)
		},
		ShowState: func(s *State) string {
			return rows(g, func(c Cell) byte {
				if s.Mine(c) {
					return '*'
				}
				return '-'
			})
		},
	}
}

// at names a cell by row and column.
func at(g *Game, c Cell) string {
	row, col := g.RowCol(c)
	return fmt.Sprintf("%d,%d", row, col)
}

// rows draws a board, odd rows of hexagons half a cell to the right.
func rows(g *Game, symbol func(c Cell) byte) string {
	var b strings.Builder
	for row := range g.rules.Height {
		if g.rules.Neighbours == Hex && row%2 == 1 {
			b.WriteByte(' ')
		}
		for col := range g.rules.Width {
			if col > 0 {
				b.WriteByte(' ')
			}
			b.WriteByte(symbol(g.Cell(row, col)))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// describe names all the rules.
func describe(r Rules) string {
	s := fmt.Sprintf("%s %s %s %s", r.Board(), r.First, r.Neighbours, r.Objective)
	if r.AutoOpen {
		s += " auto"
	}
	return s
}

var (
	firsts         = []First{Windows, Gnomine, None}
	neighbourhoods = []Neighbours{Eight, Four, Hex, Torus, Knight}
)

// Every combination of rule, neighbourhood and automatic opening keeps the
// promises of package blindsight, with the objectives in turn.
func TestConformanceOfAllRules(t *testing.T) {
	n := 0
	for _, first := range firsts {
		for _, neighbours := range neighbourhoods {
			for _, auto := range []bool{false, true} {
				r := Rules{Height: 4, Width: 4, Mines: 3, First: first, Neighbours: neighbours, AutoOpen: auto, Objective: Objective(n % 2)}
				n++
				t.Run(strings.ReplaceAll(describe(r), "/", ":"), func(t *testing.T) {
					k := kit(mustNew(t, r))
					k.Exhaustive, k.Plays = true, 24
					gametest.Run(t, k)
				})
			}
		}
	}
}

// So does the game that knows no trick for estimators, also with paper A's own kernel.
func TestConformanceOfPlain(t *testing.T) {
	for _, r := range []Rules{
		{Height: 3, Width: 4, Mines: 3},
		{Height: 4, Width: 4, Mines: 6, First: Gnomine},
		{Height: 3, Width: 3, Mines: 2, First: Gnomine, Neighbours: Four, AutoOpen: true},
		{Height: 3, Width: 3, Mines: 8}, // one placement for each first cell
		{Height: 2, Width: 2, Mines: 0},
	} {
		t.Run(strings.ReplaceAll(describe(r), "/", ":"), func(t *testing.T) {
			g := mustNew(t, r)
			for _, game := range []blindsight.Game[State, Cell, Seen]{Plain{Game: g}, Plain{Game: g, Vectors: true}} {
				k := kit(g)
				k.Game, k.Exhaustive, k.Plays = game, true, 12
				gametest.Run(t, k)
			}
		})
	}
}

// Boards of all shapes: those without mines or without room, strips, tori that
// meet themselves, the boards of the papers, and the largest.
func TestConformanceOfShapes(t *testing.T) {
	for _, c := range []struct {
		r     Rules
		plays int // 0: as many as the kit likes
	}{
		{Rules{Height: 1, Width: 1, Mines: 0}, 0},
		{Rules{Height: 1, Width: 1, Mines: 0, First: Gnomine, AutoOpen: true, Objective: Win}, 0},
		{Rules{Height: 1, Width: 3, Mines: 1}, 0},
		{Rules{Height: 1, Width: 3, Mines: 1, First: Gnomine, AutoOpen: true}, 0}, // the ends only can be first
		{Rules{Height: 3, Width: 3, Mines: 7}, 0},                                 // paper B's 3x3/7
		{Rules{Height: 3, Width: 3, Mines: 8, Objective: Win}, 0},                 // won by the first cell
		{Rules{Height: 3, Width: 3, Mines: 0, AutoOpen: true, Objective: Win}, 0},
		{Rules{Height: 4, Width: 4, Mines: 6, First: Gnomine}, 0}, // paper A's
		{Rules{Height: 4, Width: 4, Mines: 8, First: Gnomine, Objective: Win}, 0},
		{Rules{Height: 5, Width: 5, Mines: 15, First: Gnomine}, 12}, // paper B's
		{Rules{Height: 2, Width: 2, Mines: 1, Neighbours: Torus}, 0},
		{Rules{Height: 2, Width: 2, Mines: 3, Neighbours: Torus, AutoOpen: true}, 0},
		{Rules{Height: 1, Width: 7, Mines: 2, Neighbours: Torus, First: Gnomine, AutoOpen: true}, 0},
		{Rules{Height: 3, Width: 4, Mines: 3, Neighbours: Hex, AutoOpen: true}, 0},
		{Rules{Height: 9, Width: 1, Mines: 2, AutoOpen: true, Objective: Win}, 0},
		{Rules{Height: 1, Width: 12, Mines: 3, Neighbours: Knight}, 0}, // no cell has a neighbour
		{Rules{Height: 3, Width: 5, Mines: 3, Neighbours: Knight, First: Gnomine, AutoOpen: true}, 0},
		{Rules{Height: 10, Width: 10, Mines: 10, AutoOpen: true, Objective: Win}, 10},
		{Rules{Height: 10, Width: 10, Mines: 30, First: Gnomine, Neighbours: Torus}, 10},
		{Rules{Height: 100, Width: 100, Mines: 2000, First: Gnomine, AutoOpen: true}, 3},
	} {
		t.Run(strings.ReplaceAll(describe(c.r), "/", ":"), func(t *testing.T) {
			g := mustNew(t, c.r)
			k := kit(g)
			k.Exhaustive, k.Plays = g.cells <= 25, c.plays
			if g.cells > 1000 {
				k.ShowView = nil // 10,000 symbols a view take too long
			}
			gametest.Run(t, k)
		})
	}
}
