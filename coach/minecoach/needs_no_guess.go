package minecoach

import (
	"errors"
	"math/big"

	"blindsight/game/minesweeper"
)

// ErrNeedsGuess is the error of a position that no board without guessing can show:
// nothing in it is certainly safe.
var ErrNeedsGuess = errors.New("no board without guessing shows this position: nothing in it is certainly safe")

// needsNoGuess puts into an analysis that the board was chosen so that deduction alone
// solves it. Whatever was opened since the first cell, deduction still does: the placements
// that agree with more numbers are fewer, so what was certain stays certain. So the game is
// won by opening what is certain, and nothing else is known of the board by the condition:
// the risks stay those of all placements that agree with the numbers.
//
// Before the first cell any will do that the rules can serve, since the board is chosen
// for it.
func (a *Analysis) needsNoGuess(v *minesweeper.View) error {
	if v.Left() == 0 {
		return nil
	}
	one := big.NewRat(1, 1)
	a.Best = a.Best[:0]
	for i := range a.Cells {
		c := &a.Cells[i]
		c.Win = nil
		if v.Started() && c.Mine == 0 || !v.Started() && v.Game().Servable(c.Cell) {
			c.Win = one
			a.Best = append(a.Best, c.Cell)
			if !v.Started() {
				c.Mine = 0
			}
		}
	}
	if len(a.Best) == 0 {
		return ErrNeedsGuess
	}
	a.Win = one
	return nil
}
