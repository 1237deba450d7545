package minesweeper

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"blindsight"
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
	n.counter.Limit = n.Nodes
	n.counter.Stop = func() bool { return ctx.Err() != nil }
	defer func() { n.counter.Stop = nil }()
	found := 0
	for i, name := range n.sums.Names {
		if slices.Contains(mines, minesweeper.Cell(name)) {
			n.sums.Sums = append(n.sums.Sums, blindsight.Sum{Cells: []int32{int32(i)}, Value: 1})
			found++
		}
	}
	if found < len(mines) { // one is on a cell that cannot hold any
		return nil, n.misfit(ctx, v)
	}
	switch err := n.counter.Count(&n.sums); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, blindsight.ErrInconsistent):
		return nil, n.misfit(ctx, v)
	case err != nil:
		return nil, fmt.Errorf("the numbers hang together over too wide an area to count the placements of the mines: %w", err)
	}
	a := &Analysis{Placements: n.counter.Placements()}
	risk := make([]float64, g.Cells())
	for i, chance := range n.counter.Chances() {
		risk[n.sums.Names[i]] = chance
	}
	for c := range minesweeper.Cell(g.Cells()) {
		if v.At(c) == minesweeper.Covered {
			a.Cells = append(a.Cells, CellAnalysis{Cell: c, Mine: risk[c]})
		}
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
