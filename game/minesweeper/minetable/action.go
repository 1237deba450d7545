package minetable

import (
	"fmt"
	"slices"

	"blindsight/game/minesweeper"
)

// Deed is a kind of action.
type Deed uint8

// What a person can do.
const (
	Open    Deed = iota // a closed cell
	Flag                // set one on a closed cell, or take it away
	Chord               // open the neighbours of an open cell that have no flag
	Undo                // take the last click back
	Certain             // open all that is certainly safe
)

var deedNames = []string{"open", "flag", "chord", "undo", "certain"}

// String returns the name that ParseDeed reads.
func (d Deed) String() string { return deedNames[d] }

// OnCell tells whether a deed is about one cell.
func (d Deed) OnCell() bool { return d != Undo && d != Certain }

// ParseDeed reads the name of a deed.
func ParseDeed(text string) (Deed, error) {
	if i := slices.Index(deedNames, text); i >= 0 {
		return Deed(i), nil
	}
	return 0, fmt.Errorf("unknown action %q: use open, flag, chord, undo or certain", text)
}

// Action is something that a person did.
type Action struct {
	Deed Deed
	Cell minesweeper.Cell // of those deeds that are about one

	// found is what was certain and opened: to find it again takes a while. Only a table sets it, so that no history
	// from outside can claim that something is certain.
	found []minesweeper.Cell
}

// Found returns how many cells were certain: an action keeps them, which whoever counts its memory must know.
func (a *Action) Found() int { return len(a.found) }

// Click is an action that opened cells.
type Click struct {
	Action Action
	// Together are the cells that a chord is to open at once; nil for other deeds. A mine or a 0 among them can keep
	// it from opening all.
	Together []minesweeper.Cell
	// Opened are the cells that were opened by choice, in order. The rules may have opened others after each.
	Opened []minesweeper.Cell
	// Swept are the cells with a flag that the rules opened, since they lay beside a 0.
	Swept []minesweeper.Cell
}

// effective returns those of the actions that were not taken back, and how many were. Flags are never taken back, and an
// undo that finds nothing has no effect.
func effective(actions []Action) (list []*Action, undone int) {
	for n := range actions {
		if actions[n].Deed != Undo {
			list = append(list, &actions[n])
			continue
		}
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].Deed != Flag {
				list = slices.Delete(list, i, i+1)
				undone++
				break
			}
		}
	}
	return list, undone
}
