package minesweeper

import (
	"errors"

	"blindsight"
)

// Planner decides which cell to open: a player of Minesweeper. Each goroutine needs one of its own.
type Planner = blindsight.Planner[*View, Cell]

// Decision is a cell to open and the reasons for it.
type Decision = blindsight.Decision[Cell]

// ErrNoCell is the error of a player who is asked about a board that is won.
var ErrNoCell = errors.New("no cell is left to open")
