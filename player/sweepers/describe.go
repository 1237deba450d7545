//go:build !js

package sweepers

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/catalog"
	"blindsight/episode"
	"blindsight/game/minesweeper"
)

// Game describes Minesweeper. Game number n of a seed is that of 'mines play'.
var Game = catalog.Describe(catalog.Description[*minesweeper.Game, minesweeper.State, *minesweeper.View, minesweeper.Cell, minesweeper.Seen]{
	Name:  "minesweeper",
	Doc:   "open all cells without a mine",
	Sides: []string{"player"},
	Settings: []catalog.Param{
		{Name: "board", Default: "9x9/10", Doc: "HEIGHTxWIDTH/MINES"},
		{Name: "rule", Default: minesweeper.Windows.String(), Doc: "what the first cell is promised", Choices: minesweeper.FirstNames()},
		{Name: "neighbours", Default: minesweeper.Eight.String(), Doc: "which cells a number counts", Choices: minesweeper.NeighbourhoodNames()},
		{Name: "auto-open", Default: "true", Doc: "cells around a 0 open by themselves", Choices: truth()},
		{Name: "objective", Default: minesweeper.Win.String(), Doc: "what a play is worth: 1 for a win, or the share of safe cells opened", Choices: minesweeper.ObjectiveNames()},
	},
	New:     newGame,
	NewView: func(g *minesweeper.Game, _ blindsight.Side) *minesweeper.View { return g.NewView() },
	Players: Catalogue,
	View: func(_ *minesweeper.Game, v *minesweeper.View) string {
		return (&minesweeper.Position{View: v}).String()
	},
	Action: func(g *minesweeper.Game, c minesweeper.Cell) string {
		row, col := g.RowCol(c)
		return fmt.Sprintf("%d,%d", row, col)
	},
	Seen:     seenText,
	ReadSeen: catalog.Among[*minesweeper.Game, *minesweeper.View](seenText, 0, 1, 2, 3, 4, 5, 6, 7, 8, minesweeper.Mine),
	Drawer: func(g *minesweeper.Game, _ blindsight.Side) catalog.Drawer[*minesweeper.View] {
		return catalog.Drawn(counting.New(g).Fresh(), minesText)
	},
	Deal: func(g *minesweeper.Game, seed, n uint64, s *minesweeper.State) blindsight.Side {
		g.Deal(seed, n, s)
		return 0
	},
	Stream: func(seed, n uint64, _ blindsight.Side) *rand.Rand { return episode.MinesweeperStream(seed, int(n)) },
})

// seenText writes what a cell shows.
func seenText(_ *minesweeper.Game, s minesweeper.Seen) string {
	if s == minesweeper.Mine {
		return "mine"
	}
	return strconv.Itoa(int(s))
}

// minesText draws where mines may lie: * is a mine, and what is open is as in a view.
func minesText(v *minesweeper.View, s *minesweeper.State) string {
	if !s.Laid() {
		return "mines are laid when the first cell is opened"
	}
	text := []byte((&minesweeper.Position{View: v}).String())
	head := bytes.IndexByte(text, '\n') + 1
	r := v.Game().Rules()
	for c := range r.Height * r.Width {
		if s.Mine(minesweeper.Cell(c)) {
			text[head+c+c/r.Width] = '*' // a row ends with a newline
		}
	}
	return string(text)
}

// newGame returns the game of settings.
func newGame(v *catalog.Values) *minesweeper.Game {
	var r minesweeper.Rules
	if err := r.Parse(v.Choice("board"), v.Choice("rule"), v.Choice("neighbours")); err != nil {
		v.Fail(err)
		return nil
	}
	r.AutoOpen = v.Bool("auto-open")
	g, err := minesweeper.New(r)
	if err != nil {
		v.Fail(err)
		return nil
	}
	objective, _ := minesweeper.ParseObjective(v.Choice("objective"))
	return g.WithObjective(objective)
}
