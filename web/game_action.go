package web

import (
	"slices"

	"blindsight/game/minesweeper"
)

// action is something a player did.
type action struct {
	do    deed
	cell  minesweeper.Cell
	cells []minesweeper.Cell // what was certain and opened: it takes a while to find again
}

type deed uint8

const (
	open deed = iota
	flag
	chord
	undo
	certain
)

var deedNames = []string{"open", "flag", "chord", "undo", "certain"}

// onCell tells whether a deed is about one cell.
func (d deed) onCell() bool { return d != undo && d != certain }

func parseDeed(text string) (deed, error) {
	if i := slices.Index(deedNames, text); i >= 0 {
		return deed(i), nil
	}
	return 0, refuse(statusBadRequest, "unknown action %q: use open, flag, chord, undo or certain", text)
}
