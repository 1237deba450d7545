package optimum

import (
	"slices"

	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/search/reveal"
)

// Parts are those of a view that no number joins, opened or to be opened. [Parts.Divide] finds them; the other
// methods are asked about the view that was divided last. They hold scratch memory and are for one goroutine.
//
// Some parts stand alone: whatever is opened in one tells
// nothing of the others, and the others tell nothing of it, because it holds the same number of
// mines in every placement, too. Such a part has to be won sooner or later, and the chance
// to win it is a factor of the chance to win the game whatever else is played: a cell
// that is best in it alone is a best cell of the whole game, now.
type Parts struct {
	counter counting.Counter
	sums    counting.Sums
	group   []int32 // of each cell: the least one of its part, -1 if it is certain or open
	roots   []int32 // these, in the order of the names
	count   int     // of the parts
	cells   []minesweeper.Cell
	mines   []minesweeper.Cell // known ones
	place   []int32
}

// mostAlone is how many cells a part may have: larger ones have too many placements, and
// finding out takes time.
const mostAlone = 40

// Limit bounds the nodes of every count, see [counting.Counter].
func (a *Parts) Limit(nodes int) { a.counter.Limit = nodes }

// Alone calls try for each part that stands alone and has at most limit placements,
// with its table of answers, until it returns true.
func (a *Parts) Alone(v *minesweeper.View, limit int, try func(cells []minesweeper.Cell, t *reveal.Answers) bool) {
	if a.count < 2 {
		return
	}
	for _, least := range a.roots {
		a.cells = a.cells[:0]
		for c, root := range a.group {
			if root == least {
				a.cells = append(a.cells, minesweeper.Cell(c))
			}
		}
		if len(a.cells) > mostAlone {
			continue
		}
		mines, ok := a.fixed(v, limit)
		if !ok {
			continue
		}
		t, err := v.Game().PartAnswers(v, a.cells, mines, a.mines, limit)
		if err == nil && try(a.cells, t) {
			return
		}
	}
}

// Divide finds the parts of a started view. Names and certain are of all its hidden cells: what is known of
// them. No closed cell may be known to be safe: it would be part of nothing.
func (a *Parts) Divide(v *minesweeper.View, names []int32, certain []int8) {
	g := v.Game()
	a.group, a.mines, a.count = a.group[:0], a.mines[:0], 0
	for range g.Cells() {
		a.group = append(a.group, -1)
	}
	for i, name := range names {
		switch certain[i] {
		case -1:
			a.group[name] = name
			a.count++
		case 1:
			a.mines = append(a.mines, minesweeper.Cell(name))
		}
	}
	slices.Sort(a.mines)
	root := func(c int32) int32 {
		for a.group[c] != c {
			a.group[c] = a.group[a.group[c]]
			c = a.group[c]
		}
		return c
	}
	for c := range minesweeper.Cell(g.Cells()) {
		// A number, or what may become one, joins all it counts, and itself.
		last := int32(-1)
		if a.group[c] >= 0 {
			last = root(int32(c))
		} else if v.At(c) == minesweeper.Covered {
			continue
		}
		for _, n := range g.Neighbours(c) {
			if a.group[n] < 0 {
				continue
			}
			r := root(int32(n))
			if last >= 0 && r != last {
				r, last = min(r, last), max(r, last)
				a.group[last] = r
				a.count--
			}
			last = r
		}
	}
	for c := range a.group {
		if a.group[c] >= 0 {
			a.group[c] = root(int32(c))
		}
	}
	a.roots = a.roots[:0]
	for _, name := range names {
		if a.group[name] == name {
			a.roots = append(a.roots, name)
		}
	}
}

// fixed tells whether the cells of a part, a.cells, hold the same number of mines whatever
// happens elsewhere, and that number.
func (a *Parts) fixed(v *minesweeper.View, limit int) (mines int, ok bool) {
	a.constrain(v, a.cells)
	found := -1
	for mines := range len(a.cells) + 1 {
		n := a.placements(mines)
		if n == 0 {
			continue
		}
		if found >= 0 || n > float64(limit)+0.5 {
			return 0, false
		}
		found = mines
	}
	return found, found >= 0
}

// constrain sets a.sums to what the numbers say of the cells of a part.
func (a *Parts) constrain(v *minesweeper.View, cells []minesweeper.Cell) {
	g := v.Game()
	a.place = a.place[:0]
	for range g.Cells() {
		a.place = append(a.place, -1)
	}
	for i, c := range cells {
		a.place[c] = int32(i)
	}
	a.sums.Unknowns, a.sums.Sums = len(cells), a.sums.Sums[:0]
	for _, c := range v.Opened() {
		sum := counting.Sum{Value: int(v.At(c))}
		for _, n := range g.Neighbours(c) {
			if a.place[n] >= 0 {
				sum.Cells = append(sum.Cells, a.place[n])
			} else if _, mine := slices.BinarySearch(a.mines, n); mine {
				sum.Value--
			}
		}
		if len(sum.Cells) > 0 {
			a.sums.Sums = append(a.sums.Sums, sum)
		}
	}
}

// placements returns in how many ways the cells of the part that is constrained hold so many mines.
func (a *Parts) placements(mines int) float64 {
	a.sums.Total = mines
	if a.counter.Count(&a.sums) != nil {
		return 0
	}
	return a.counter.Size()
}
