package minecoach

import (
	"math/big"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/openings"
)

// Whose chance to win a counsel speaks of.
const (
	BestPlay      = "the best play"
	StrongPlaysOn = "strong playing on"
	CertainOnly   = "opening what is certain" // on a board that needs no guess
)

// Counsel is what a coach says of a position.
type Counsel struct {
	Analysis *Analysis
	Player   string
	None     bool               // nothing is left to open; there is no cell then
	Cell     minesweeper.Cell   // to open
	Best     []minesweeper.Cell // all that are as good, in increasing order
	Mine     float64            // its risk
	NoGuess  bool               // the board was chosen so that no guess is needed

	Win, Low, High float64 // chance to win after it, with the 95% interval
	Known          bool    // it is known at all
	Exact          bool
	Of             string // whose chance it is: BestPlay, StrongPlaysOn or CertainOnly
	Plays          int    // behind an estimate, also while these are too few for one
	Resumed        int    // of these, played when the position was asked for before
	Measured       bool   // these were whole games, played beforehand

	Estimates []Prospect                                // of the cells that were compared, the advised one first
	Table     []blindsight.ActionStat[minesweeper.Cell] // what the player's search knows of its actions, if anything
	Proofs    []Reason                                  // for cells that are certain
	Reasons   []string                                  // why, in sentences, the most important first

	forecast *Forecast
}

// GoesOn tells whether there is an estimate that a coach can go on with, see [Coach].Before.
func (c *Counsel) GoesOn() bool { return c.forecast != nil }

// value notes the risk of the cell, which others are as good, and the chance to win where
// it is known without an estimate.
func (c *Counsel) value(v *minesweeper.View) {
	cell := c.Analysis.cell(c.Cell)
	c.Mine, c.Best = cell.Mine, c.asGood(v)
	switch {
	case c.NoGuess && cell.Win != nil:
		c.exactly(cell.Win)
		c.Of = CertainOnly
		return
	case cell.Win != nil:
		c.exactly(cell.Win)
		return
	}
	f, ok := openings.First(v.Game())
	if v.Started() || c.NoGuess || !ok || f.Cell(v.Game()) != c.Cell {
		return
	}
	if f.Exact(v.Game()) {
		c.exactly(f.Win(v.Game()))
		return
	}
	c.Win, c.Low, c.High = f.Share(v.Game())
	c.Known, c.Of, c.Plays, c.Measured = true, StrongPlaysOn, int(f.All), true
}

func (c *Counsel) exactly(win *big.Rat) {
	c.Win, _ = win.Float64()
	c.Low, c.High, c.Known, c.Exact, c.Of = c.Win, c.Win, true, true, BestPlay
}
