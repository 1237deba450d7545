package web

import (
	"context"
	"errors"

	"blindsight"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
)

// openCertain opens every cell that is certainly safe, by what the player sees, again and
// again until none is. It is one click. Cells with a flag stay closed: the flag is the
// player's.
func (s *Service) openCertain(ctx context.Context, t *table, a *action) (note string, err error) {
	if !t.view.Started() {
		return "open a first cell yourself: before it nothing is certain", nil
	}
	t.clicks++
	t.assisted++
	if a.cells != nil {
		for _, c := range a.cells {
			if err := t.open(c, *a); err != nil {
				return "", err
			}
		}
		return "", nil
	}
	opened, flagged := []minesweeper.Cell{}, false
	err = s.counting(ctx, func(n *minecoach.Analyst) error {
		for t.view.Left() > 0 {
			analysis, err := n.Analyse(ctx, t.view)
			if err != nil {
				return err
			}
			before := len(opened)
			for i := range analysis.Cells {
				c := analysis.Cells[i].Cell
				if analysis.Cells[i].Mine > 0 || t.view.At(c) != minesweeper.Covered {
					continue // or another one has opened it
				}
				if t.flags[c] {
					flagged = true
					continue
				}
				if err := t.open(c, *a); err != nil {
					return err
				}
				opened = append(opened, c)
			}
			if len(opened) == before {
				break
			}
		}
		return nil
	})
	wide := errors.Is(err, blindsight.ErrTooMany)
	if err != nil && !wide {
		return "", err
	}
	if len(opened) > 0 {
		a.cells = opened
		return "", nil
	}
	t.clicks--
	t.assisted--
	switch {
	case wide:
		return "the numbers hang together over too wide an area to tell what is certain", nil
	case flagged:
		return "the cells that are certainly safe have flags: take them off first", nil
	}
	return "nothing is certainly safe", nil
}
