package minetable

import (
	"fmt"

	"blindsight/game/minesweeper"
)

// Reason is why an action is refused.
type Reason uint8

// The reasons.
const (
	GameOver       Reason = iota // nothing but an undo is possible
	CellOpen                     // only closed cells are opened and flagged
	CellClosed                   // only open cells are chorded
	CellFlagged                  // a cell with a flag is not opened
	CannotBeFirst                // the mines do not fit outside the zone of this first cell
	OtherFlags                   // a chord needs as many flags as the cell shows
	NothingClosed                // all around a chord is open or has a flag
	NothingToUndo                // no click was made, or all were taken back
	NotBegun                     // before the first cell nothing is certain
	NothingCertain               // no closed cell is certainly safe
	CertainFlagged               // all that are certainly safe have a flag
	CertainTooWide               // what is certain is too much to count
)

// Refusal is the error of an action that is not possible. It has changed nothing.
type Refusal struct {
	Reason   Reason
	Row, Col int               // of the cell, for reasons that are about one
	Flags    int               // around a chord
	Shows    minesweeper.Seen  // the cell of a chord
	First    minesweeper.First // the rule that protects first cells
}

// Error says why in plain words, that know of no keys.
func (r *Refusal) Error() string {
	switch r.Reason {
	case GameOver:
		return "the game is over"
	case CellOpen:
		return fmt.Sprintf("%d,%d is open", r.Row, r.Col)
	case CellClosed:
		return fmt.Sprintf("%d,%d is closed", r.Row, r.Col)
	case CellFlagged:
		return fmt.Sprintf("%d,%d has a flag", r.Row, r.Col)
	case CannotBeFirst:
		return fmt.Sprintf("the %s rule cannot serve this cell first: the mines do not fit around it", r.First)
	case OtherFlags:
		return fmt.Sprintf("%d,%d has %d flags around it, and shows %d", r.Row, r.Col, r.Flags, r.Shows)
	case NothingClosed:
		return fmt.Sprintf("nothing is closed around %d,%d", r.Row, r.Col)
	case NothingToUndo:
		return "there is nothing to take back"
	case NotBegun:
		return "open a first cell yourself: before it nothing is certain"
	case CertainFlagged:
		return "the cells that are certainly safe have flags: take them off first"
	case CertainTooWide:
		return "the numbers hang together over too wide an area to tell what is certain"
	default:
		return "nothing is certainly safe"
	}
}
