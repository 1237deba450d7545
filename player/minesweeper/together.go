package minesweeper

import (
	"context"
	"errors"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/search/expectimax/joint"
)

// together plays the optimum of a board whose parts have nothing in common but the number of mines
// that are left, if each of them is small: their placements are not multiplied, so it reaches further
// than the search of the whole. It is asked after standing, which has divided the board.
func (p *strong) together(ctx context.Context, v *minesweeper.View, b blindsight.Budget) (d blindsight.Decision[minesweeper.Cell], ok bool) {
	most, beliefs := p.reach(b)
	parts, cells, mines, ok := p.parts.shared(v, most)
	if !ok {
		return d, false
	}
	p.solver.Forget()
	c, err := joint.New(p.solver, beliefs).Best(ctx, parts, mines)
	if err != nil {
		return d, false
	}
	d.Action, d.Value = cells[c.Part][c.Action], float64(c.Won)/c.States
	return d, true
}

// shared returns the parts of the board that no number joins, opened or to be opened, their cells, and how many
// mines are among all of them. It returns false where there is just one, or where they have more
// than limit placements, added up. It is called after find, for the same view.
func (a *alone) shared(v *minesweeper.View, limit int) (parts []joint.Part, cells [][]minesweeper.Cell, mines int, ok bool) {
	if a.count < 2 {
		return nil, nil, 0, false
	}
	mines = v.Game().Rules().Mines - len(a.mines)
	at := make(map[int32]int)
	for c, root := range a.group {
		if root < 0 {
			continue
		}
		i, known := at[root]
		if !known {
			i = len(cells)
			at[root] = i
			cells = append(cells, nil)
		}
		if cells[i] = append(cells[i], minesweeper.Cell(c)); len(cells[i]) > mostAlone {
			return nil, nil, 0, false
		}
	}
	for _, c := range cells {
		p, err := a.part(v, c, mines, limit)
		if err != nil {
			return nil, nil, 0, false
		}
		limit -= p.States
		parts = append(parts, p)
	}
	return parts, cells, mines, true
}

// part tabulates a part with every number of mines, up to most.
func (a *alone) part(v *minesweeper.View, cells []minesweeper.Cell, most, limit int) (joint.Part, error) {
	p := joint.Part{Answers: &blindsight.Answers{Actions: len(cells)}}
	var tables []*blindsight.Answers
	for mines := range min(len(cells), most) + 1 {
		t, err := v.Game().PartAnswers(v, cells, mines, a.mines, limit-p.States)
		if errors.Is(err, blindsight.ErrInconsistent) {
			continue
		}
		if err != nil {
			return p, err
		}
		tables = append(tables, t)
		p.States += t.States
		for range t.States {
			p.Holds = append(p.Holds, mines)
		}
	}
	for action := range cells {
		for _, t := range tables {
			p.Shown = append(p.Shown, t.Shown[action*t.States:(action+1)*t.States]...)
		}
	}
	return p, nil
}
