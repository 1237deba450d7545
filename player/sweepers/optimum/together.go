package optimum

import (
	"slices"

	"blindsight/game/minesweeper"
	"blindsight/search/reveal"
	"blindsight/search/reveal/joint"
)

// Shared tabulates the parts of the board that no number joins, opened or to be opened, with every number of mines that
// they can hold, and returns their cells, and how many mines are among all of them. It returns false where there is
// just one part, or where they have more than limit placements, added up. The view is the one last divided.
func (a *Parts) Shared(v *minesweeper.View, limit int) (parts []joint.Part, cells [][]minesweeper.Cell, mines int, ok bool) {
	if a.count < 2 {
		return nil, nil, 0, false
	}
	mines = v.Game().Rules().Mines - len(a.mines)
	if cells, ok = a.divided(); !ok {
		return nil, nil, 0, false
	}
	sizes, ok := a.fitting(v, cells, mines, limit)
	if !ok {
		return nil, nil, 0, false
	}
	for i, c := range cells {
		p, err := a.part(v, c, sizes[i], limit)
		if err != nil {
			return nil, nil, 0, false
		}
		parts = append(parts, p)
	}
	return parts, cells, mines, true
}

// divided returns the cells of each part, those of the smallest first. It returns false where one is too
// large.
func (a *Parts) divided() (cells [][]minesweeper.Cell, ok bool) {
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
			return nil, false
		}
	}
	slices.SortStableFunc(cells, func(x, y []minesweeper.Cell) int { return len(x) - len(y) })
	return cells, true
}

// fitting counts the placements of each part by the number of mines that it holds, as far as the others can hold
// the rest. It returns false where these are more than limit.
func (a *Parts) fitting(v *minesweeper.View, cells [][]minesweeper.Cell, mines, limit int) (sizes [][]float64, ok bool) {
	// How few and how many mines are in the parts that are counted, and how many cells in those that are not.
	least, greatest, left := 0, 0, 0
	for _, c := range cells {
		left += len(c)
	}
	for _, c := range cells {
		left -= len(c)
		a.constrain(v, c)
		size := make([]float64, len(c)+1)
		low, high, sum := len(c)+1, -1, 0.0
		for n := range size {
			if n+least > mines || n+greatest+left < mines {
				continue
			}
			if size[n] = a.placements(n); size[n] > 0 {
				low, high = min(low, n), n
			}
			if sum += size[n]; left == 0 && sum > float64(limit)+0.5 {
				return nil, false
			}
		}
		if high < 0 {
			return nil, false
		}
		least, greatest = least+low, greatest+high
		sizes = append(sizes, size)
	}
	// By now these bounds are those of all parts: what one holds must leave the others theirs.
	total := 0.0
	for _, size := range sizes {
		low := slices.IndexFunc(size, func(x float64) bool { return x > 0 })
		high := len(size) - 1
		for size[high] == 0 {
			high--
		}
		for n, x := range size {
			if n+least-low > mines || n+greatest-high < mines {
				size[n] = 0
			} else {
				total += x
			}
		}
	}
	return sizes, total <= float64(limit)+0.5
}

// part tabulates a part with each number of mines for which there are placements.
func (a *Parts) part(v *minesweeper.View, cells []minesweeper.Cell, size []float64, limit int) (joint.Part, error) {
	p := joint.Part{Answers: &reveal.Answers{Actions: len(cells)}}
	var tables []*reveal.Answers
	for mines, n := range size {
		if n == 0 {
			continue
		}
		t, err := v.Game().PartAnswers(v, cells, mines, a.mines, limit)
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
