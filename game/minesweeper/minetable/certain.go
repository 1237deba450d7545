package minetable

import (
	"context"
	"errors"
	"slices"

	"blindsight"
	"blindsight/game/minesweeper"
)

// SafeCells returns closed cells that hold no mine for certain, as far as the view tells: all of them, in the order in which they are
// to be opened. It must not change the view. An error that is [blindsight.ErrTooMany] says that there is too much to count.
type SafeCells func(ctx context.Context, v *minesweeper.View) ([]minesweeper.Cell, error)

// openCertain opens every cell that is certainly safe, by what the person sees, again and again until none is. Cells with a
// flag stay closed: the flag is his. What was found is kept in the action.
func (t *Table) openCertain(ctx context.Context, a *Action) error {
	if !t.view.Started() {
		return t.refuse(NotBegun, 0)
	}
	trial := t.clone() // of which nothing is kept where the search fails
	click, why := Click{}, NothingCertain
	if a.found == nil {
		var err error
		if why, err = trial.findCertain(ctx, &click); err != nil {
			return err
		}
	}
	for _, c := range a.found {
		if trial.view.At(c) == minesweeper.Covered && !trial.Over() { // as it is, unless the history is that of another board
			trial.open(c, &click)
		}
	}
	if len(click.Opened) == 0 {
		return t.refuse(why, 0)
	}
	a.found = click.Opened
	click.Action = *a
	trial.clicks = append(trial.clicks, click)
	trial.assisted++
	*t = *trial
	return nil
}

// findCertain finds what is certain and opens it. If that is nothing, it returns why.
func (t *Table) findCertain(ctx context.Context, click *Click) (why Reason, err error) {
	why = NothingCertain
	for t.safe != nil && !t.Over() {
		safe, err := t.safe(ctx, t.view)
		if errors.Is(err, blindsight.ErrTooMany) {
			return CertainTooWide, nil // what was opened before stays open
		}
		if err != nil {
			return why, err
		}
		before := len(click.Opened)
		for _, c := range safe {
			switch {
			case t.view.At(c) != minesweeper.Covered: // another one has opened it
			case t.flags[c]:
				why = CertainFlagged
			default:
				t.open(c, click)
			}
		}
		if len(click.Opened) == before {
			break
		}
	}
	return why, nil
}

// clone returns a copy on which openings can be tried. The mines, which never move, are shared.
func (t *Table) clone() *Table {
	c := *t
	c.view, c.flags = t.view.Clone(), slices.Clone(t.flags)
	return &c
}
