package strong

import (
	"context"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/openings"
)

// book is the stage of what is known by heart, once the first cell is open.
type book struct{}

func (book) decide(_ context.Context, p *position, _ *budget) (choice, bool) {
	c, win, ok := openings.Next(p.view)
	return choice{Decision: minesweeper.Decision{Action: c, Value: win, Measure: blindsight.ExactReturn}}, ok
}

// deduced is the stage of cells that are certainly safe. It counts the position, unless such a cell was found in
// the view before.
type deduced struct{}

func (deduced) decide(_ context.Context, p *position, _ *budget) (choice, bool) {
	if p.HoldsFor(p.view) {
		if c, ok := p.AnySafe(p.view); ok {
			return certain(c), true
		}
	}
	if err := p.Count(p.view); err != nil {
		return failed(err), true
	}
	c, ok := p.AnySafe(p.view)
	return certain(c), ok
}

// safest is the stage that guesses the safest cell: for playouts, which hardly gain by better guesses.
type safest struct{}

func (safest) decide(_ context.Context, p *position, _ *budget) (choice, bool) {
	best := p.safest()
	return surviving(p.cell(best.unknown), best.safe), true
}
