package minesweeper

import (
	"context"
	"math/bits"

	"blindsight"
	"blindsight/internal/pace"
)

// Answers tabulates what cells show in all placements that agree with a view:
// Shown[i*States+s] is what cell number i of some list shows in placement s, its number, or
// 255 for a mine. It is a plain structure, the one that package reveal calls Answers
// too, so that rules and search need not know each other.
type Answers = struct {
	States  int
	Actions int
	Shown   []uint8
}

// shownMine stands in Answers for a mine.
const shownMine = 255

// Answers tabulates what each closed cell shows in each placement that agrees with
// the view, in the order of Legal, whether or not AutoOpen forces one of them next. The view
// must be started. The error is blindsight.ErrTooMany where there are more placements than
// limit. It takes time in proportion to the placements found, but for dead ends that
// the numbers do not show at once.
func (g *Game) Answers(v *View, limit int) (*Answers, error) {
	return g.AnswersContext(context.Background(), v, limit)
}

// AnswersContext is Answers that gives up, with the error of the context, soon after
// that has ended.
func (g *Game) AnswersContext(ctx context.Context, v *View, limit int) (*Answers, error) {
	var closed []Cell
	for c, s := range v.seen {
		if s == Covered {
			closed = append(closed, Cell(c))
		}
	}
	return g.answers(ctx, v, closed, limit)
}

// AllAnswers is Answers with every cell of the board as an action, the open ones
// included, in the order of their numbers. It gives up, with the error of the context,
// soon after that has ended.
func (g *Game) AllAnswers(ctx context.Context, v *View, limit int) (*Answers, error) {
	all := make([]Cell, g.cells)
	for c := range all {
		all[c] = Cell(c)
	}
	return g.answers(ctx, v, all, limit)
}

// PartAnswers is Answers for some closed cells that concern nothing else: what is
// next to them and next to the numbers beside them is known, but for themselves. There
// are so many mines among them, and known ones elsewhere.
func (g *Game) PartAnswers(v *View, cells []Cell, mines int, known []Cell, limit int) (*Answers, error) {
	return g.tabulate(context.Background(), newLister(g, v, cells, known, false), cells, mines, limit)
}

func (g *Game) answers(ctx context.Context, v *View, cells []Cell, limit int) (*Answers, error) {
	return g.tabulate(ctx, newLister(g, v, v.Hidden(), nil, true), cells, g.rules.Mines, limit)
}

const (
	// stepsBetweenLooks is how many steps of listing are made between two looks at the
	// context: a few milliseconds of work.
	stepsBetweenLooks = 1 << 18
	// pageStates is how many placements are kept in one piece. Pages are never moved, so
	// that millions of placements come without a pause in which all are copied.
	pageStates = 1 << 16
)

func (g *Game) tabulate(ctx context.Context, l *lister, cells []Cell, mines, limit int) (*Answers, error) {
	if err := pace.Err(ctx); err != nil {
		return nil, err
	}
	l.ctx = ctx
	if !l.list(0, mines, limit) {
		if l.ended != nil {
			return nil, l.ended
		}
		return nil, blindsight.ErrTooMany
	}
	n := l.placements
	if n == 0 {
		return nil, blindsight.ErrInconsistent
	}
	a := &Answers{States: n, Actions: len(cells), Shown: make([]uint8, n*len(cells))}
	for i, c := range cells {
		shown := a.Shown[i*n : (i+1)*n]
		for _, page := range l.pages {
			if err := pace.Err(ctx); err != nil {
				return nil, err
			}
			g.show(c, page, shown[:len(page)/g.words])
			shown = shown[len(page)/g.words:]
		}
	}
	return a, nil
}

// show sets what a cell shows in each placement of a page.
func (g *Game) show(c Cell, page []uint64, shown []uint8) {
	for s := range shown {
		mines := page[s*g.words : (s+1)*g.words]
		if mines[c>>6]>>(c&63)&1 != 0 {
			shown[s] = shownMine
			continue
		}
		number := 0
		for _, m := range g.masks[c] {
			number += bits.OnesCount64(mines[m.word] & m.mask)
		}
		shown[s] = uint8(number)
	}
}

// lister finds all placements by depth-first search over the hidden cells, those
// beside open numbers first, and turns back where a number cannot be reached.
type lister struct {
	g     *Game
	order []Cell
	loose int       // cells from here on in order touch no number
	of    [][]int32 // the numbers beside each cell of order
	need  []int     // mines that each number still lacks
	open  []int     // cells beside it that are not decided
	mines []uint64  // the placement so far

	pages      [][]uint64 // complete placements, one after the other
	placements int        // in all pages

	ctx   context.Context
	steps int   // cells decided
	ended error // of the context, once it has ended
}

// newLister begins a search over the given hidden cells. The
// known mines lie elsewhere. Whole says that the cells are all there are, so that
// numbers not beside them must be right as well.
func newLister(g *Game, v *View, hidden, known []Cell, whole bool) *lister {
	l := &lister{g: g, mines: make([]uint64, g.words)}
	for _, c := range known {
		l.mines[c>>6] |= 1 << (c & 63)
	}
	const open, unplaced = -2, -1
	place := make([]int, g.cells)
	for i := range place {
		place[i] = open
	}
	for _, c := range hidden {
		place[c] = unplaced
	}
	add := func(c Cell) {
		if place[c] == unplaced {
			place[c] = len(l.order)
			l.order = append(l.order, c)
			l.of = append(l.of, nil)
		}
	}
	for _, c := range v.opened {
		beside := false
		for _, n := range g.neighbours[c] {
			beside = beside || place[n] != open
		}
		if !beside && !whole {
			continue
		}
		i := int32(len(l.need))
		l.need = append(l.need, int(v.seen[c]))
		for _, m := range g.masks[c] {
			l.need[i] -= bits.OnesCount64(l.mines[m.word] & m.mask)
		}
		l.open = append(l.open, 0)
		for _, n := range g.neighbours[c] {
			if place[n] != open {
				add(n)
				l.of[place[n]] = append(l.of[place[n]], i)
				l.open[i]++
			}
		}
	}
	l.loose = len(l.order)
	for _, c := range hidden {
		add(c)
	}
	return l
}

// list decides the cells from order[i] on, so many mines being left. It returns
// false where there are more placements than the limit, or where the context ended.
func (l *lister) list(i, mines, limit int) bool {
	if l.steps++; l.steps%stepsBetweenLooks == 0 {
		if l.ended = pace.Err(l.ctx); l.ended != nil {
			return false
		}
	}
	if mines > len(l.order)-i {
		return true
	}
	if i == l.loose {
		for k := range l.need {
			if l.need[k] != 0 {
				return true
			}
		}
	}
	if i == len(l.order) {
		if l.placements >= limit {
			return false
		}
		if l.placements%pageStates == 0 {
			l.pages = append(l.pages, nil)
		}
		page := &l.pages[len(l.pages)-1]
		*page = append(*page, l.mines...)
		l.placements++
		return true
	}
	c := l.order[i]
	for value := range min(mines, 1) + 1 {
		possible := true
		for _, k := range l.of[i] {
			l.need[k] -= value
			l.open[k]--
			possible = possible && l.need[k] >= 0 && l.need[k] <= l.open[k]
		}
		more := true
		if possible {
			l.mines[c>>6] ^= uint64(value) << (c & 63)
			more = l.list(i+1, mines-value, limit)
			l.mines[c>>6] ^= uint64(value) << (c & 63)
		}
		for _, k := range l.of[i] {
			l.need[k] += value
			l.open[k]++
		}
		if !more {
			return false
		}
	}
	return true
}
