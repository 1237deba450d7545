package minecoach

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

// KnownMines counts the placements of a started position that have a mine on each of some
// closed cells, which somebody knows from elsewhere, and gives every other closed cell its
// exact risk among them. Win probabilities are not computed, and the known mines are never
// among the best. A position without any placement gives a *Contradiction; where only the known
// mines do not fit, the error is blindsight.ErrInconsistent and no *Contradiction. It costs
// as much as the counting of [Analyst.Analyse].
func (n *Analyst) KnownMines(ctx context.Context, v *minesweeper.View, mines []minesweeper.Cell) (*Analysis, error) {
	g := v.Game()
	if !v.Started() || !g.Constraints(v, &n.sums) {
		return nil, errors.New("mines are known of positions with an open cell only")
	}
	found := 0
	for i, name := range n.sums.Names {
		if slices.Contains(mines, minesweeper.Cell(name)) {
			n.sums.Sums = append(n.sums.Sums, counting.Sum{Cells: []int32{int32(i)}, Value: 1})
			found++
		}
	}
	if found < len(mines) { // one is on a cell that cannot hold any
		return nil, n.misfit(ctx, v)
	}
	a, err := n.count(ctx, v)
	if errors.Is(err, blindsight.ErrInconsistent) {
		err = n.misfit(ctx, v)
	}
	if err != nil {
		return nil, err
	}
	a.choose(func(c minesweeper.Cell) bool { return v.Left() > 0 && !slices.Contains(mines, c) })
	return a, nil
}

// misfit says whether the numbers contradict each other, or only the known mines them.
func (n *Analyst) misfit(ctx context.Context, v *minesweeper.View) error {
	if _, err := n.Analyse(ctx, v); err != nil {
		return err
	}
	return fmt.Errorf("the known mines do not agree with the numbers: %w", blindsight.ErrInconsistent)
}
