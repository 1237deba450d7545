package minesweeper

// ThreeBV returns the least number of clicks that open all safe cells of a laid board
// without chording, where opening a 0 opens its neighbours: one for each group of zeros
// that open one another, and one for each number that no 0 opens. Done counts those of
// them that v shows as opened. The state must be laid. It takes time in proportion to
// the cells.
func (g *Game) ThreeBV(s *State, v *View) (total, done int) {
	reached := make([]bool, g.cells)
	shows := func(c Cell) Seen {
		if s.Mine(c) {
			return Mine
		}
		return g.count(s, c)
	}
	count := func(c Cell) {
		total++
		if v.At(c) != Covered {
			done++
		}
	}
	var stack []Cell
	for c := range Cell(g.cells) {
		if reached[c] || shows(c) != 0 {
			continue
		}
		count(c)
		reached[c] = true
		stack = append(stack[:0], c)
		for len(stack) > 0 {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, n := range g.neighbours[top] {
				if !reached[n] {
					reached[n] = true
					if shows(n) == 0 {
						stack = append(stack, n)
					}
				}
			}
		}
	}
	for c := range Cell(g.cells) {
		if !reached[c] && !s.Mine(c) {
			count(c)
		}
	}
	return total, done
}
